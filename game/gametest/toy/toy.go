// Package toy is the smallest rulebook that has everything a rulebook can have: hidden cards, dice, movement with a
// cost, a reveal. It exists to test what is written against package game.
//
// Its rules:
//
//	toy-1  Deal. Of twelve cards, three of each rank from 1 to 4, each side is dealt three in turn.
//	toy-2  Round. Side 0 leads the first round, side 1 the second, and so on; the leader has his turn, then the other.
//	toy-3  March. In his turn a side's champion may walk the track; it costs 1 to enter a place, 2 for the ford, and
//	       there are 2 points a turn.
//	toy-4  Scout. Once a game, in its turn, a side may look at one card of the enemy.
//	toy-5  Play. A turn ends by playing one card face down. The second card turns both up.
//	toy-6  Duel. Each side, the leader first, throws a die and adds the rank of its card, and 1 on the hill. The higher
//	       scores a point.
//	toy-7  End. After the last round the side with more points wins.
package toy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"strconv"
	"strings"

	"acies/game"
)

// The verbs. All have one operand.
const (
	Deal  game.Verb = 1 + iota // a rank
	March                      // a place
	Scout                      // one of the enemy's cards
	Play                       // one of one's own cards
	Roll                       // a die
)

const (
	cards     = 3 // of a side
	ranks     = 4
	copies    = 3 // of each rank
	allowance = 2
	faces     = 6
)

var (
	verbs  = [...]string{Deal: "deal", March: "march", Scout: "scout", Play: "play", Roll: "roll"}
	places = [...]string{"camp", "wood", "ford", "hill"}
	costs  = [...]int{1, 1, 2, 1}
)

const hill = 3

// Options are the choices open before a game of the toy.
type Options struct {
	Rounds int   // from 1 to 3; 0 means 3
	Fault  Fault // what to do wrong
}

// New returns the toy battle.
func New(opt Options) game.Battle {
	if opt.Rounds == 0 {
		opt.Rounds = cards
	}
	b := &battle{rounds: opt.Rounds}
	if opt.Fault != "" {
		return &badBattle{battle: b, fault: opt.Fault}
	}
	return b
}

type battle struct {
	rounds int
}

func (b *battle) Rulebook() string { return "toy" }
func (b *battle) Version() string  { return "1" }
func (b *battle) Sides() int       { return 2 }
func (b *battle) Start() game.State {
	return &state{b: b}
}

// Bound implements [game.Battle]: the cards dealt, in each round two turns of two marches and a card and two dice,
// and two scouts.
func (b *battle) Bound() int { return 2*cards + b.rounds*(2*(allowance+1)+2) + 2 }

func (b *battle) PieceID(piece int) string {
	if piece < 2 {
		return "champion-" + strconv.Itoa(piece)
	}
	return fmt.Sprintf("card-%d-%d", (piece-2)/cards, (piece-2)%cards+1)
}

func (b *battle) PlaceID(place int) string { return places[place] }

func (b *battle) Format(a game.Action) string {
	n := strconv.Itoa(int(a.A))
	if a.Verb == March {
		n = places[a.A]
	}
	return verbs[a.Verb] + " " + n
}

func (b *battle) Parse(s string) (game.Action, error) {
	verb, operand, _ := strings.Cut(s, " ")
	for v, name := range verbs {
		if name == "" || name != verb {
			continue
		}
		a := game.Action{Verb: game.Verb(v)}
		if a.Verb == March {
			for p, name := range places {
				if name == operand {
					a.A = int32(p)
					return a, nil
				}
			}
			return a, fmt.Errorf("toy: %q: no such place", s)
		}
		n, err := strconv.ParseInt(operand, 10, 32)
		a.A = int32(n)
		return a, err
	}
	return game.Action{}, fmt.Errorf("toy: %q: no such verb", s)
}

var errDamaged = errors.New("toy: damaged state")

func (b *battle) Decode(data []byte) (game.State, error) {
	s := &state{b: b}
	if len(data) != binary.Size(s.table) {
		return nil, errDamaged
	}
	if _, err := binary.Decode(data, binary.LittleEndian, &s.table); err != nil {
		return nil, err
	}
	if !s.valid() {
		return nil, errDamaged
	}
	return s, nil
}

// table is what changes in a game; every field is written to the encoded state as it stands.
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

// valid reports whether nothing in the table is out of range.
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

// left returns how many cards of a rank are not dealt.
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
}

func (s *state) Battle() game.Battle { return s.b }

func (s *state) ToAct() game.Side {
	switch {
	case s.over():
		return game.Nobody
	case s.Dealt < 2*cards || s.Turn >= 2:
		return game.Nature
	}
	return s.turn()
}

func (s *state) over() bool { return int(s.Round) >= s.b.rounds }

func (s *state) Legal(buf []game.Action) []game.Action {
	for v := Deal; v <= Roll; v++ {
		for n := range int32(faces + 1) {
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
	if a.B|a.C|a.D != 0 || a.Verb < Deal || a.Verb > Roll {
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
	}
	return nil
}

// expects reports whether the verb is among those the state waits for.
func (s *state) expects(v game.Verb) bool {
	switch {
	case s.over():
		return false
	case s.Dealt < 2*cards:
		return v == Deal
	case s.Turn >= 2:
		return v == Roll
	}
	return v == March || v == Scout || v == Play
}

func refuse(key, clause string, args ...game.Arg) *game.Refusal {
	return &game.Refusal{Key: "toy." + key, Clause: clause, Args: args}
}

func num(name string, n int) game.Arg { return game.Arg{Name: name, N: n} }

// walk returns the way of a champion along the track and its cost.
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
		cost += costs[at]
	}
	return path, cost
}

func (s *state) Chances(buf []game.Chance) []game.Chance {
	if s.ToAct() != game.Nature {
		return buf
	}
	for _, a := range s.Legal(nil) {
		c := game.Chance{Action: a, Weight: 1}
		if a.Verb == Deal {
			c.Weight = int32(s.left(int(a.A)))
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
		tell(sink, game.Event{Key: "toy.dealt", Clause: "toy-1"})
	case March:
		_, cost := s.walk(side, int(n))
		s.Spent += uint8(cost)
		s.Place[side] = n
		tell(sink, game.Event{Key: "toy.marched", Clause: "toy-3", Args: []game.Arg{{Name: "to", Kind: game.Place, N: int(n)}}})
	case Scout:
		s.Scouted[side] = 1
		s.Hand[side.Other()][n-1].Seen = 1
		tell(sink, game.Event{Key: "toy.scouted", Clause: "toy-4", Reveal: true})
	case Play:
		s.Played[side] = n
		s.Hand[side][n-1].Used = 1
		s.Spent = 0
		s.Turn++
		if s.Turn == 2 {
			s.turnUp()
			tell(sink, game.Event{Key: "toy.turned-up", Clause: "toy-5", Reveal: true})
		}
	case Roll:
		s.throw(n, sink)
	}
	return nil
}

func (s *state) turnUp() {
	for side := range s.Hand {
		s.Hand[side][s.Played[side]-1].Seen = 1
	}
}

// throw takes a die of the duel; the second decides it.
func (s *state) throw(die uint8, sink game.Sink) {
	tell(sink, game.Event{Key: "toy.thrown", Clause: "toy-6", Args: []game.Arg{{Name: "die", Kind: game.Die, N: int(die)}}})
	if s.Turn == 2 {
		s.Die = die
		s.Turn = 3
		return
	}
	first, second := s.leader(), s.leader().Other()
	switch ours, theirs := int(s.Die)+s.bonus(first), int(die)+s.bonus(second); {
	case ours > theirs:
		s.Points[first]++
	case ours < theirs:
		s.Points[second]++
	}
	s.Die, s.Turn, s.Played = 0, 0, [2]uint8{}
	s.Round++
}

func tell(sink game.Sink, e game.Event) {
	if sink != nil {
		sink.Event(e)
	}
}

// modifiers returns what a side adds to its die in the duel.
func (s *state) modifiers(side game.Side) []game.Modifier {
	m := []game.Modifier{{Value: int(s.Hand[side][s.Played[side]-1].Rank), Key: "toy.rank", Clause: "toy-6"}}
	if int(s.Place[side]) == hill {
		m = append(m, game.Modifier{Value: 1, Key: "toy.hill", Clause: "toy-6"})
	}
	return m
}

func (s *state) bonus(side game.Side) (sum int) {
	for _, m := range s.modifiers(side) {
		sum += m.Value
	}
	return sum
}

func (s *state) Explain(a game.Action) *game.Explanation {
	if s.Check(a) != nil {
		return nil
	}
	switch a.Verb {
	case March:
		path, cost := s.walk(s.ToAct(), int(a.A))
		return &game.Explanation{Kind: "move", Cost: cost, Allowance: allowance, Path: path}
	case Roll:
		return s.duel()
	}
	return nil
}

// duel explains the die about to be thrown: with the leader's still open, by all pairs of dice.
func (s *state) duel() *game.Explanation {
	side := s.turn()
	x := &game.Explanation{Kind: "duel", Modifiers: s.modifiers(side), Sum: s.bonus(side), Total: s.bonus(side)}
	other := s.bonus(side.Other())
	var won, drawn, of int
	for die := 1; die <= faces; die++ {
		low, high := int(s.Die), int(s.Die)
		if s.Turn == 2 {
			low, high = 1, faces
		}
		for theirs := low; theirs <= high; theirs++ {
			of++
			result := "toy.lost"
			switch ours := die + x.Total; {
			case ours > theirs+other:
				won++
				result = "toy.won"
			case ours == theirs+other:
				drawn++
				result = "toy.drawn"
			}
			if s.Turn == 3 {
				x.Rows = append(x.Rows, game.Row{Die: die, Total: die + x.Total, Result: result, Clause: "toy-6"})
			}
		}
	}
	for _, o := range []game.Odds{{Result: "toy.won", Weight: won}, {Result: "toy.drawn", Weight: drawn}, {Result: "toy.lost", Weight: of - won - drawn}} {
		if o.Weight > 0 {
			o.Of = of
			x.Odds = append(x.Odds, o)
		}
	}
	return x
}

func (s *state) Standing(piece int) game.Standing {
	if side := s.ToAct(); side < 0 || piece != int(side) {
		return game.Standing{Reasons: []game.Refusal{*refuse("order", "toy-2")}}
	}
	return game.Standing{CanAct: true}
}

func (s *state) View(side game.Side) game.View {
	v := game.View{
		Side: side, ToAct: s.ToAct(), Turn: int(s.Round) + 1, Turns: s.b.rounds, Phase: "toy.round", Active: -1,
		Prompt: game.Event{Key: "toy.choose", Clause: "toy-2"},
	}
	for owner := range game.Side(2) {
		v.Pieces = append(v.Pieces, game.PieceView{Piece: int(owner), Place: int(s.Place[owner]), Facing: -1})
		v.Scores = append(v.Scores, game.Score{Side: owner, Key: "toy.duels", Clause: "toy-6", Points: int(s.Points[owner])})
	}
	for owner := range game.Side(2) {
		for i, c := range s.Hand[owner] {
			p := game.PieceView{Piece: 2 + int(owner)*cards + i, Place: -1, Facing: -1}
			if owner == side || c.Seen == 1 {
				p.Values = []game.Value{{Key: "rank", N: int(c.Rank)}}
			} else {
				p.States = append(p.States, "hidden")
			}
			if c.Used == 1 {
				p.States = append(p.States, "used")
			}
			v.Pieces = append(v.Pieces, p)
		}
	}
	if v.ToAct == side {
		v.Legal = s.Legal(nil)
	}
	return v
}

// Resample deals the cards that the side has not seen anew.
func (s *state) Resample(side game.Side, src game.Source) {
	hand := &s.Hand[side.Other()]
	var hidden []*card
	for i := range hand {
		if c := &hand[i]; c.Rank != 0 && c.Seen == 0 {
			c.Rank = 0
			hidden = append(hidden, c)
		}
	}
	var pool []uint8
	for r := 1; r <= ranks; r++ {
		for range s.left(r) {
			pool = append(pool, uint8(r))
		}
	}
	for _, c := range hidden {
		i := game.Intn(src, len(pool))
		c.Rank = pool[i]
		pool = append(pool[:i], pool[i+1:]...)
	}
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
	return b
}

func (s *state) Outcome() game.Outcome {
	if !s.over() {
		return game.Outcome{Winner: game.Nobody}
	}
	o := game.Outcome{
		Over: true, Winner: game.Nobody, Degree: "draw", Clause: "toy-7",
		Points: [2]int{int(s.Points[0]), int(s.Points[1])},
	}
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
