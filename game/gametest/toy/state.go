package toy

import (
	"encoding/binary"
	"hash/fnv"

	"acies/game"
)

// table is the part of a state that changes; every field is written to the encoded state unchanged.
type table struct {
	Dealt   uint8 // cards, of both sides together
	Round   uint8
	Turn    uint8 // of the round: 0 the leader's, 1 the other's, 2 and 3 their dice
	Spent   uint8 // of the allowance in this turn
	Place   [2]uint8
	Scouted [2]uint8
	Hand    [2][cards]card
	Played  [2]uint8 // this round's card, counted from 1; 0: none yet
	Die     uint8    // the leader's
	Points  [2]uint8
}

type card struct {
	Rank uint8
	Seen uint8 // by the enemy
	Used uint8
}

// valid reports whether everything in the table is within its range.
func (t *table) valid() bool {
	ok := t.Dealt <= 2*cards && t.Round <= cards && t.Turn <= 3 && t.Spent <= allowance && t.Die <= faces
	for side := range 2 {
		ok = ok && int(t.Place[side]) < len(places) && t.Scouted[side] <= 1 && t.Played[side] <= cards
		ok = ok && t.Points[side] <= cards
		if t.Turn >= 2 {
			ok = ok && t.Played[side] > 0
		}
		for _, c := range t.Hand[side] {
			ok = ok && c.Rank <= ranks && c.Seen <= 1 && c.Used <= 1
		}
	}
	var left int
	for r := 1; r <= ranks; r++ {
		n := t.left(r)
		ok = ok && n >= 0
		left += n
	}
	return ok && left == ranks*copies-int(t.Dealt)
}

// left returns how many cards of a rank have not been dealt.
func (t *table) left(rank int) int {
	n := copies
	for side := range t.Hand {
		for _, c := range t.Hand[side] {
			if int(c.Rank) == rank {
				n--
			}
		}
	}
	return n
}

func (t *table) leader() game.Side { return game.Side(t.Round % 2) }

// turn returns the side whose turn or die it is.
func (t *table) turn() game.Side { return t.leader() ^ game.Side(t.Turn&1) }

type state struct {
	b *battle
	table
	Asked uint8 // the side that is not in its turn is asked for an ambush; encoded only in the variant
}

func (s *state) Battle() game.Battle { return s.b }

func (s *state) ToAct() game.Side {
	switch {
	case s.over():
		return game.Nobody
	case s.Dealt < 2*cards || s.Turn >= 2:
		return game.Nature
	case s.Asked == 1:
		return s.turn().Other()
	}
	return s.turn()
}

func (s *state) over() bool { return int(s.Round) >= s.b.rounds }

func (s *state) Legal(buf []game.Action) []game.Action {
	for v := Deal; v <= Pass; v++ {
		for n := range int32(2 + 2*cards) {
			if a := (game.Action{Verb: v, A: n}); s.Check(a) == nil {
				buf = append(buf, a)
			}
		}
	}
	return buf
}

func (s *state) Check(a game.Action) *game.Refusal {
	side := s.ToAct()
	n := int(a.A)
	if a.B|a.C|a.D != 0 || a.Verb < Deal || a.Verb > Pass {
		return refuse("verb", "toy-2")
	}
	if !s.expects(a.Verb) {
		return refuse("order", "toy-2")
	}
	switch a.Verb {
	case Deal:
		if n < 1 || n > ranks || s.left(n) == 0 {
			return refuse("rank", "toy-1", num("rank", n))
		}
	case March:
		if n < 0 || n >= len(places) || n == int(s.Place[side]) {
			return refuse("place", "toy-3")
		}
		if _, cost := s.walk(side, n); cost > allowance-int(s.Spent) {
			return refuse("far", "toy-3", num("cost", cost), num("left", allowance-int(s.Spent)))
		}
	case Scout:
		if s.Scouted[side] == 1 {
			return refuse("scouted", "toy-4")
		}
		if n < 1 || n > cards || s.Hand[side.Other()][n-1].Seen == 1 {
			return refuse("card", "toy-4")
		}
	case Play:
		if n < 1 || n > cards || s.Hand[side][n-1].Used == 1 {
			return refuse("card", "toy-5")
		}
	case Roll:
		if n < 1 || n > faces {
			return refuse("die", "toy-6", num("die", n))
		}
	case Ambush:
		first := cardPiece(side, 1)
		if n < first || n >= first+cards || !s.Hand[side][n-first].ambushes() {
			return refuse("ambush", "toy-8")
		}
	case Pass:
		if n != 0 {
			return refuse("verb", "toy-2")
		}
	}
	return nil
}

// ambushes reports whether an ambush can be made with a card.
func (c card) ambushes() bool { return c.Rank == ranks && c.Seen == 0 && c.Used == 0 }

// expects reports whether an action with the verb is possible now.
func (s *state) expects(v game.Verb) bool {
	switch {
	case s.over():
		return false
	case s.Dealt < 2*cards:
		return v == Deal
	case s.Turn >= 2:
		return v == Roll
	case s.Asked == 1:
		return v == Ambush || v == Pass
	}
	return v == March || v == Scout || v == Play
}

func refuse(key, clause string, args ...game.Arg) *game.Refusal {
	return &game.Refusal{Key: key, Clause: clause, Args: args}
}

func num(name string, n int) game.Arg { return game.Arg{Name: name, N: n} }

func piece(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Piece, N: n} }

func player(name string, s game.Side) game.Arg {
	return game.Arg{Name: name, Kind: game.Player, N: int(s)}
}

// cardPiece returns the piece of the nth card of a side, counted from 1.
func cardPiece(side game.Side, n int) int { return 2 + int(side)*cards + n - 1 }

// walk returns the path of a champion along the track and its cost.
func (s *state) walk(side game.Side, to int) (path []int, cost int) {
	at := int(s.Place[side])
	path = append(path, at)
	for at != to {
		if at < to {
			at++
		} else {
			at--
		}
		path = append(path, at)
		cost += entry(at)
	}
	return path, cost
}

// Costs appends what each action costs of the allowance, for lists of choices.
func (s *state) Costs(actions []game.Action, buf []int) []int {
	for _, a := range actions {
		cost := 0
		if a.Verb == March {
			_, cost = s.walk(s.ToAct(), int(a.A))
		}
		buf = append(buf, cost)
	}
	return buf
}

func (s *state) Chances(buf []game.Chance) []game.Chance {
	if s.ToAct() != game.Nature {
		return buf
	}
	for _, a := range s.Legal(nil) {
		c := game.Chance{Action: a, Weight: 1}
		if a.Verb == Deal {
			c.Weight = int64(s.left(int(a.A)))
		}
		buf = append(buf, c)
	}
	return buf
}

func (s *state) Roll(src game.Source) game.Action {
	chances := s.Chances(nil)
	var sum int
	for _, c := range chances {
		sum += int(c.Weight)
	}
	n := game.Intn(src, sum)
	for _, c := range chances {
		if n -= int(c.Weight); n < 0 {
			return c.Action
		}
	}
	panic("unreachable")
}

func (s *state) Apply(a game.Action, sink game.Sink) *game.Refusal {
	if r := s.Check(a); r != nil {
		return r
	}
	side := s.ToAct()
	n := uint8(a.A)
	switch a.Verb {
	case Deal:
		s.Hand[s.Dealt%2][s.Dealt/2].Rank = n
		s.Dealt++
		owner := game.Side(s.Dealt+1) % 2
		tell(sink, game.Event{Key: "dealt", Clause: "toy-1", Args: []game.Arg{player("side", owner)}, To: game.Everyone})
		tell(sink, game.Event{Key: "drew", Clause: "toy-1", Args: []game.Arg{num("rank", int(n))}, To: game.Only(owner)})
	case March:
		_, cost := s.walk(side, int(n))
		s.Spent += uint8(cost)
		s.Place[side] = n
		args := []game.Arg{piece("champion", int(side)), {Name: "to", Kind: game.Place, N: int(n)}, num("cost", cost)}
		tell(sink, game.Event{Key: "marched", Clause: "toy-3", Args: args, To: game.Everyone})
		s.Asked = flag(s.b.ambush && n == ford && s.hasCard(side.Other()))
	case Scout:
		s.Scouted[side] = 1
		c := &s.Hand[side.Other()][n-1]
		c.Seen = 1
		args := []game.Arg{player("side", side), piece("card", cardPiece(side.Other(), int(n)))}
		tell(sink, game.Event{Key: "scouted", Clause: "toy-4", Args: args, To: game.Everyone})
		tell(sink, game.Event{Key: "saw", Clause: "toy-4", Args: []game.Arg{num("rank", int(c.Rank))}, Reveal: true, To: game.Only(0, 1)})
	case Play:
		s.Played[side] = n
		s.Hand[side][n-1].Used = 1
		s.Spent = 0
		s.Turn++
		tell(sink, game.Event{Key: "played", Clause: "toy-5", Args: []game.Arg{player("side", side)}, To: game.Everyone})
		if s.Turn == 2 {
			s.turnUp()
			args := []game.Arg{num("first", s.rank(0)), num("second", s.rank(1))}
			tell(sink, game.Event{Key: "turned-up", Clause: "toy-5", Args: args, Reveal: true, To: game.Everyone})
		}
	case Roll:
		s.throw(n, sink)
	case Ambush:
		s.Asked = 0
		s.Place[side.Other()] = camp
		s.Hand[side][int(n)-cardPiece(side, 1)].Seen = 1
		args := []game.Arg{piece("champion", int(side.Other())), piece("card", int(n))}
		tell(sink, game.Event{Key: "ambushed", Clause: "toy-8", Args: args, Reveal: true, To: game.Everyone})
	case Pass:
		s.Asked = 0
	}
	return nil
}

// hasCard reports whether a side has a card to play, which everybody knows.
func (s *state) hasCard(side game.Side) bool {
	for _, c := range s.Hand[side] {
		if c.Used == 0 {
			return true
		}
	}
	return false
}

func (s *state) turnUp() {
	for side := range s.Hand {
		s.Hand[side][s.Played[side]-1].Seen = 1
	}
}

// throw applies a die of the duel; the second die decides it.
func (s *state) throw(die uint8, sink game.Sink) {
	args := []game.Arg{player("side", s.turn()), {Name: "die", Kind: game.Die, N: int(die)}, num("total", int(die)+s.bonus(s.turn()))}
	tell(sink, game.Event{Key: "thrown", Clause: "toy-6", Args: args, To: game.Everyone})
	if s.Turn == 2 {
		s.Die = die
		s.Turn = 3
		return
	}
	first, second := s.leader(), s.leader().Other()
	switch ours, theirs := int(s.Die)+s.bonus(first), int(die)+s.bonus(second); {
	case ours > theirs:
		s.score(first, sink)
	case ours < theirs:
		s.score(second, sink)
	}
	s.Die, s.Turn, s.Played = 0, 0, [2]uint8{}
	s.Round++
}

func (s *state) score(side game.Side, sink game.Sink) {
	s.Points[side]++
	tell(sink, game.Event{Key: "scored", Clause: "toy-6", Args: []game.Arg{player("side", side)}, To: game.Everyone})
}

// rank returns the rank of the card that a side has played in this round.
func (s *state) rank(side game.Side) int { return int(s.Hand[side][s.Played[side]-1].Rank) }

func tell(sink game.Sink, e game.Event) {
	if sink != nil {
		sink.Event(e)
	}
}

// modifiers returns the modifiers of a side's die in the duel.
func (s *state) modifiers(side game.Side) []game.Modifier {
	m := []game.Modifier{{Value: s.rank(side), Key: "rank", Clause: "toy-6"}}
	if int(s.Place[side]) == hill {
		m = append(m, game.Modifier{Value: 1, Key: "hill", Clause: "toy-6"})
	}
	return m
}

func (s *state) bonus(side game.Side) (sum int) {
	for _, m := range s.modifiers(side) {
		sum += m.Value
	}
	return sum
}

// Dice implements [game.State].
func (s *state) Dice() game.Dice {
	if s.ToAct() == game.Nature && s.Dealt == 2*cards {
		return game.Dice{N: 1, Low: 1, High: faces}
	}
	return game.Dice{}
}

// Thrown implements [game.State]. A card that is dealt by hand is named by its rank.
func (s *state) Thrown(thrown []int) (game.Action, *game.Refusal) {
	a := game.Action{Verb: Roll}
	if s.Dealt < 2*cards {
		a.Verb = Deal
	}
	if len(thrown) != 1 {
		return a, refuse("dice", "toy-6", num("given", len(thrown)))
	}
	a.A = int32(min(max(thrown[0], -1), faces+1))
	return a, s.Check(a)
}

func (s *state) Hash() uint64 {
	h := fnv.New64a()
	h.Write(s.AppendBinary(nil))
	return h.Sum64()
}

func (s *state) AppendBinary(b []byte) []byte {
	b, err := binary.Append(b, binary.LittleEndian, &s.table)
	if err != nil {
		panic(err) // a table has a fixed size
	}
	if s.b.ambush {
		b = append(b, s.Asked)
	}
	return b
}

func (s *state) Outcome() game.Outcome {
	points := [2]int{int(s.Points[0]), int(s.Points[1])}
	if !s.over() {
		return game.Outcome{Winner: game.Nobody, Points: points}
	}
	o := game.Outcome{Over: true, Winner: game.Nobody, Degree: "draw", Clause: "toy-7", Points: points}
	for side := range game.Side(2) {
		if s.Points[side] > s.Points[side.Other()] {
			o.Winner, o.Degree = side, "major"
		}
	}
	return o
}

func (s *state) Clone() game.State {
	c := *s
	return &c
}

func (s *state) CopyFrom(other game.State) { *s = *other.(*state) }
