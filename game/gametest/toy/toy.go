// Package toy is a minimal rulebook with everything that a rulebook can have: hidden cards, dice, movement with a cost,
// and a reveal. It exists to test code that uses package game.
//
// Its rules:
//
//	toy-1  Deal. Of twelve cards, three of each rank from 1 to 4, each side is dealt three in turn.
//	toy-2  Round. Side 0 leads the first round, side 1 the second, and so on; the leader has its turn, then the other.
//	toy-3  March. In its turn a side's champion may walk along the track; it costs 1 to enter a place, 2 for the ford, and
//	       there are 2 points per turn.
//	toy-4  Scout. Once per game, in its turn, a side may look at one card of the enemy.
//	toy-5  Play. A turn ends by playing one card face down. The second card turns both up.
//	toy-6  Duel. Each side, the leader first, rolls a die and adds the rank of its card, and 1 on the hill. The higher
//	       total scores a point.
//	toy-7  End. After the last round the side with more points wins.
package toy

import (
	"cmp"
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
	Play                       // one of the side's own cards
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

// Options are the settings of a game of the toy.
type Options struct {
	ID     string    // of the battle; "ford" if it is empty
	Sides  [2]string // their ids
	Rounds int       // from 1 to 3; 0 means 3
	Fault  Fault     // how to break the contract
}

// New returns the toy battle.
func New(opt Options) game.Battle {
	if opt.Rounds == 0 {
		opt.Rounds = cards
	}
	b := &battle{id: cmp.Or(opt.ID, "ford"), sides: opt.Sides, rounds: opt.Rounds}
	if opt.Fault != "" {
		return &badBattle{battle: b, fault: opt.Fault}
	}
	return b
}

type battle struct {
	id     string
	sides  [2]string
	rounds int
	start  table // of its games
}

func (b *battle) ID() string       { return b.id }
func (b *battle) Rulebook() string { return "toy" }
func (b *battle) Version() string  { return "1" }
func (b *battle) Sides() int       { return 2 }
func (b *battle) Start() game.State {
	return &state{b: b, table: b.start}
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

// PlaceID implements [game.Battle].
func (b *battle) PlaceID(place int) string { return places[place] }

// FacingID implements [game.Battle]: the toy has no facings.
func (b *battle) FacingID(int) string { return "?" }

func (b *battle) Format(a game.Action) string {
	n := strconv.Itoa(int(a.A))
	switch {
	case a.Verb == March:
		n = places[a.A]
	case a.Verb == Deal && a.A == 0:
		n = "?"
	}
	return verbs[a.Verb] + " " + n
}

// Choice implements [game.Battle].
func (b *battle) Choice(a game.Action) game.Choice {
	c := game.Choice{Verb: verbs[a.Verb], Key: "action." + verbs[a.Verb]}
	o := game.Operand{Kind: game.Number, N: int(a.A)}
	switch a.Verb {
	case March:
		o.Kind, o.Role = game.Place, game.Goal
	case Scout:
		o.Role = game.Target
	case Play:
		o.Role = game.Own
		c.Rolls = true
	case Roll:
		o.Kind, o.Role = game.Die, game.Result
	case Deal:
		o.Role = game.Result
		if a.A == 0 {
			c.Key, c.Operands = "action.deal-hidden", nil
			return c
		}
	}
	c.Operands = []game.Operand{o}
	return c
}

// Instead implements [game.Changer]. Every action has one operand.
func (b *battle) Instead(a game.Action, _, n int) game.Action {
	a.A = int32(n)
	return a
}

// Secrets implements [game.Battle].
func (b *battle) Secrets() bool { return true }

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

// expects reports whether an action with the verb is possible now.
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
		cost += costs[at]
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
	}
	return nil
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

func (s *state) Explain(a game.Action, _ game.Side) *game.Explanation {
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

// duel explains the roll that is due. While the leader's die is still open, it considers all pairs of dice.
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
			result := "duel.lost"
			switch ours := die + x.Total; {
			case ours > theirs+other:
				won++
				result = "duel.won"
			case ours == theirs+other:
				drawn++
				result = "duel.drawn"
			}
			if s.Turn == 3 {
				x.Rows = append(x.Rows, game.Row{Die: die, Total: die + x.Total, Result: result, Clause: "toy-6"})
			}
		}
	}
	for _, o := range []game.Odds{{Result: "duel.won", Weight: won}, {Result: "duel.drawn", Weight: drawn}, {Result: "duel.lost", Weight: of - won - drawn}} {
		if o.Weight > 0 {
			o.Of = of
			x.Odds = append(x.Odds, o)
		}
	}
	return x
}

func (s *state) Status(piece int, _ game.Side) game.Status {
	if side := s.ToAct(); side < 0 || piece != int(side) {
		return game.Status{Reasons: []game.Refusal{*refuse("order", "toy-2")}}
	}
	return game.Status{CanAct: true}
}

func (s *state) View(side game.Side) game.View {
	v := game.View{
		Side: side, ToAct: s.ToAct(), Turn: min(int(s.Round)+1, s.b.rounds), Turns: s.b.rounds, Phase: s.phase(), Phases: phases, Active: -1,
		Prompt: s.prompt(),
	}
	for owner := range game.Side(2) {
		champion := game.PieceView{Piece: int(owner), Place: int(s.Place[owner]), Facing: -1}
		if s.Turn == 3 && owner == s.leader() {
			champion.Values = []game.Value{{Key: "die", N: int(s.Die)}}
		}
		v.Pieces = append(v.Pieces, champion)
		v.Scores = append(v.Scores, game.Score{Side: owner, Key: "score.duels", Clause: "toy-6", Points: int(s.Points[owner])})
	}
	for owner := range game.Side(2) {
		for i, c := range s.Hand[owner] {
			p := game.PieceView{Piece: cardPiece(owner, i+1), Place: -1, Facing: -1}
			if s.sees(side, owner, i) {
				p.Values = []game.Value{{Key: "rank", N: int(c.Rank)}}
			} else {
				p.States = append(p.States, "hidden")
			}
			if c.Seen == 1 {
				p.States = append(p.States, "seen")
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

// phases are the parts of a round.
var phases = []string{"phase.turns", "phase.duel"}

func (s *state) phase() string {
	switch {
	case s.Dealt < 2*cards:
		return "phase.deal"
	case s.Turn >= 2:
		return phases[1]
	}
	return phases[0]
}

// prompt returns the prompt for the side to act.
func (s *state) prompt() game.Event {
	e := game.Event{Key: "prompt.turn", Clause: "toy-2", To: game.Everyone}
	switch {
	case s.over():
		return game.Event{Key: "prompt.over", Clause: "toy-7", To: game.Everyone}
	case s.Dealt < 2*cards:
		e.Key, e.Clause, e.Args = "prompt.deal", "toy-1", []game.Arg{player("side", game.Side(s.Dealt%2))}
	case s.Turn >= 2:
		e.Key, e.Clause, e.Args = "prompt.die", "toy-6", []game.Arg{player("side", s.turn())}
	default:
		e.Args = []game.Arg{piece("champion", int(s.turn()))}
	}
	return e
}

// faceDown reports whether a card has been played in this round and not yet turned up.
func (s *state) faceDown(owner game.Side, i int) bool {
	return int(s.Played[owner]) == i+1 && s.Turn < 2
}

// Shown implements [game.State]: a viewer who is not dealt a card does not see its rank.
func (s *state) Shown(a game.Action, viewer game.Side) (game.Action, bool) {
	if a.Verb == Deal && viewer != game.Side(s.Dealt%2) {
		a.A = 0
	}
	return a, true
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

// sees reports whether a viewer knows the rank of a card.
func (s *state) sees(viewer, owner game.Side, i int) bool {
	c := &s.Hand[owner][i]
	return owner == viewer || c.Seen == 1 && viewer >= 0 || c.Used == 1 && !s.faceDown(owner, i)
}

// Resample implements [game.State]: it deals the cards that the viewer has not seen again at random.
func (s *state) Resample(viewer game.Side, src game.Source) {
	var hidden []*card
	for owner := range game.Side(2) {
		for i := range s.Hand[owner] {
			if c := &s.Hand[owner][i]; c.Rank != 0 && !s.sees(viewer, owner, i) {
				c.Rank = 0
				hidden = append(hidden, c)
			}
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
