package toy

import (
	"slices"
	"sync/atomic"

	"acies/game"
)

// Fault is one way to break the contract of package game. The zero Fault breaks nothing.
type Fault string

// The faults.
const (
	Stuck         Fault = "no choices in the second turn of a round"
	EndsEarly     Fault = "an outcome while a side is still to act"
	CheckRefuses  Fault = "Check refuses an offered march"
	ApplyRefuses  Fault = "Apply refuses an offered march"
	HidesLegal    Fault = "the view offers less than Legal does"
	CheckAccepts  Fault = "Check accepts operands that mean nothing"
	ApplyAccepts  Fault = "Apply carries out a march that Check refuses"
	NoClause      Fault = "a refusal names no clause"
	RefusedMoves  Fault = "a refused Apply changes the state"
	RefusedTells  Fault = "a refused Apply makes an event"
	Duplicate     Fault = "Legal lists an action twice"
	Shuffled      Fault = "Legal lists its actions in another order each time"
	Overwrites    Fault = "Legal overwrites what is in buf"
	SharedClone   Fault = "a clone shares memory with the original"
	CopyForgets   Fault = "CopyFrom leaves a field out"
	EncodeForgets Fault = "AppendBinary leaves a field out"
	HashForgets   Fault = "Hash leaves a field out"
	FormatForgets Fault = "Format leaves the operand out"
	FormatGarbles Fault = "Format writes bytes that are no text"
	SinkMatters   Fault = "Apply does something else when there is a sink"
	Counts        Fault = "Apply depends on how often it was called for any state"
	Unmarked      Fault = "a scout's event does not say that it reveals"
	NoWeight      Fault = "an outcome has no weight"
	MissingChance Fault = "Chances lists fewer outcomes than Legal"
	RollsSeven    Fault = "Roll yields what is not on the die"
	LoadedDie     Fault = "Roll never yields a one"
	ViewLeaks     Fault = "the view shows the enemy's cards"
	LegalLeaks    Fault = "the view shows what the enemy can choose"
	ExplainLeaks  Fault = "an explanation counts the enemy's cards"
	RefusalLeaks  Fault = "a refusal counts the enemy's cards"
	EventLeaks    Fault = "everybody is told which card a side drew"
	ShownLeaks    Fault = "everybody is shown which card a side drew"
	StatusLeaks   Fault = "the status of a piece counts the enemy's cards"
	HidingLeaks   Fault = "which card a side draws decides whether others know that it does"
	ResampleLeaks Fault = "Resample keeps the enemy's cards"
	WrongOdds     Fault = "odds do not add up"
	WrongSum      Fault = "modifiers do not add up"
	WrongRow      Fault = "a row does not add up"
	NoReason      Fault = "a piece cannot act and nothing says why"
	ExplainMoves  Fault = "Explain changes the state"
	Endless       Fault = "rounds are not counted"
	ShortBound    Fault = "the bound is less than a game"
	DecodePanics  Fault = "Decode panics when bytes are missing"
	DecodeAccepts Fault = "Decode takes what it did not write"
	LegalPanics   Fault = "Legal panics in the second round"
	ExplainPanics Fault = "Explain panics"
)

// badBattle and badState do one thing wrong and leave the rest to the correct toy.
type badBattle struct {
	*battle
	fault Fault
	count atomic.Int64
}

type badState struct {
	*state
	b *badBattle
}

func (b *badBattle) Start() game.State { return &badState{&state{b: b.battle}, b} }

func (b *badBattle) Bound() int {
	if b.fault == ShortBound {
		return 2 * cards
	}
	return b.battle.Bound()
}

func (b *badBattle) Decode(data []byte) (game.State, error) {
	if b.fault == DecodePanics {
		_ = data[20]
	}
	s, err := b.battle.Decode(data)
	if b.fault == DecodeAccepts && err != nil {
		s, err = b.battle.Start(), nil
	}
	if err != nil {
		return nil, err
	}
	return &badState{s.(*state), b}, nil
}

func (b *badBattle) Format(a game.Action) string {
	switch b.fault {
	case FormatForgets:
		a.A = 1
	case FormatGarbles:
		return "\xff" + b.battle.Format(a)
	}
	return b.battle.Format(a)
}

func (b *badBattle) Parse(s string) (game.Action, error) {
	if b.fault == FormatGarbles {
		s = s[min(1, len(s)):]
	}
	return b.battle.Parse(s)
}

func (s *badState) Battle() game.Battle { return s.b }

func (s *badState) Legal(buf []game.Action) []game.Action {
	n := len(buf)
	if s.b.fault == Overwrites {
		buf = buf[:0]
	}
	buf = s.state.Legal(buf)
	own := buf[min(n, len(buf)):]
	switch {
	case s.b.fault == Stuck && s.ToAct() >= 0 && s.Turn == 1:
		return buf[:n]
	case s.b.fault == Duplicate && s.ToAct() >= 0:
		return append(buf, own[0])
	case s.b.fault == Shuffled && len(own) > 0:
		i := int(s.b.count.Add(1)) % len(own)
		copy(own, slices.Concat(own[i:], own[:i]))
	case s.b.fault == LegalPanics && s.Round == 1:
		panic("toy: as asked")
	}
	return buf
}

func (s *badState) Check(a game.Action) *game.Refusal {
	r := s.state.Check(a)
	switch {
	case s.b.fault == CheckRefuses && a.Verb == March:
		return refuse("fault", "toy-3")
	case s.b.fault == CheckAccepts:
		return s.state.Check(game.Action{Verb: a.Verb, A: a.A})
	case s.b.fault == NoClause && r != nil:
		return &game.Refusal{Key: r.Key}
	case s.b.fault == RefusalLeaks && r != nil && s.ToAct() >= 0:
		return refuse("fault", "toy-5", num("strength", s.strength(s.ToAct().Other())))
	}
	return r
}

func (s *badState) strength(side game.Side) (n int) {
	for _, c := range s.Hand[side] {
		n += int(c.Rank)
	}
	return n
}

func (s *badState) Apply(a game.Action, sink game.Sink) *game.Refusal {
	bad := s.state.Check(a) != nil
	switch f := s.b.fault; {
	case f == CheckRefuses && a.Verb == March:
		return refuse("fault", "toy-3")
	case f == ApplyRefuses && a.Verb == March && !bad:
		return refuse("fault", "toy-3")
	case f == CheckAccepts:
		a.B, a.C, a.D = 0, 0, 0
	case f == ApplyAccepts && bad && a.Verb == March && s.expects(March):
		s.Place[s.ToAct()] ^= 1
		return nil
	case f == RefusedMoves && bad:
		s.Place[0] ^= 1
	case f == RefusedTells && bad:
		tell(sink, game.Event{Key: "toy.refused"})
	case f == SinkMatters && a.Verb == March && !bad && sink != nil:
		s.Scouted[s.ToAct()] = 1
	case f == Counts && a.Verb == March && !bad:
		s.Scouted[s.ToAct()] = uint8(s.b.count.Add(1) % 2)
	case f == Unmarked:
		sink = unmark{sink}
	case f == EventLeaks:
		sink = toEveryone{sink}
	}
	r := s.state.Apply(a, sink)
	if s.b.fault == Endless && s.over() {
		s.Round = 0
		for side := range s.Hand {
			for i := range s.Hand[side] {
				s.Hand[side][i].Used = 0
			}
		}
		s.Points = [2]uint8{}
	}
	return r
}

// unmark is a sink that passes events on without their Reveal.
type unmark struct {
	sink game.Sink
}

func (u unmark) Event(e game.Event) {
	if u.sink != nil {
		e.Reveal = false
		u.sink.Event(e)
	}
}

// toEveryone is a sink that passes events on with everyone as their audience.
type toEveryone struct {
	sink game.Sink
}

func (u toEveryone) Event(e game.Event) {
	if u.sink != nil {
		e.To = game.Everyone
		u.sink.Event(e)
	}
}

func (s *badState) Shown(a game.Action, viewer game.Side) (game.Action, bool) {
	shown, ok := s.state.Shown(a, viewer)
	switch {
	case s.b.fault == ShownLeaks:
		return a, true
	case s.b.fault == HidingLeaks && shown != a:
		return shown, a.A%2 == 0
	}
	return shown, ok
}

func (s *badState) Resample(viewer game.Side, src game.Source) {
	if s.b.fault != ResampleLeaks {
		s.state.Resample(viewer, src)
	}
}

func (s *badState) Chances(buf []game.Chance) []game.Chance {
	buf = s.state.Chances(buf)
	switch {
	case s.b.fault == NoWeight && len(buf) > 0:
		buf[0].Weight = 0
	case s.b.fault == MissingChance && len(buf) > 0:
		buf = buf[:len(buf)-1]
	}
	return buf
}

func (s *badState) Roll(src game.Source) game.Action {
	a := s.state.Roll(src)
	switch {
	case s.b.fault == RollsSeven && a == game.Action{Verb: Roll, A: faces}:
		a.A++
	case s.b.fault == LoadedDie && a == game.Action{Verb: Roll, A: 1}:
		a.A++
	}
	return a
}

func (s *badState) Explain(a game.Action, viewer game.Side) *game.Explanation {
	x := s.state.Explain(a, viewer)
	switch f := s.b.fault; {
	case f == ExplainPanics:
		panic("toy: as asked")
	case f == ExplainMoves:
		s.Place[0] = hill
	case f == ExplainLeaks && x != nil && s.ToAct() >= 0:
		x.Allowance = s.strength(s.ToAct().Other())
	case f == WrongOdds && x != nil && x.Odds != nil:
		x.Odds = x.Odds[:len(x.Odds)-1]
	case f == WrongSum && x != nil && x.Modifiers != nil:
		x.Modifiers = x.Modifiers[1:]
	case f == WrongRow && x != nil && len(x.Rows) > 3:
		x.Rows[2].Total++
	}
	return x
}

func (s *badState) Status(piece int, viewer game.Side) game.Status {
	st := s.state.Status(piece, viewer)
	switch {
	case s.b.fault == NoReason:
		st.Reasons = nil
	case s.b.fault == StatusLeaks && len(st.Reasons) > 0:
		st.Reasons[0] = *refuse("fault", "toy-2", num("strength", s.strength(0)+10*s.strength(1)))
	}
	return st
}

func (s *badState) View(side game.Side) game.View {
	v := s.state.View(side)
	switch s.b.fault {
	case ViewLeaks:
		v.Scores = append(v.Scores, game.Score{Points: s.strength(max(side, 0).Other())})
	case LegalLeaks:
		if v.ToAct == side.Other() {
			v.Legal = s.Legal(nil)
		}
	case HidesLegal:
		v.Legal = v.Legal[:len(v.Legal)/2]
	}
	return v
}

func (s *badState) Outcome() game.Outcome {
	o := s.state.Outcome()
	if s.b.fault == EndsEarly && s.Turn == 3 {
		o.Over = true
	}
	return o
}

func (s *badState) Hash() uint64 {
	if s.b.fault == HashForgets {
		c := *s.state
		c.Place, c.Spent = [2]uint8{}, 0
		return c.Hash()
	}
	return s.state.Hash()
}

func (s *badState) AppendBinary(b []byte) []byte {
	if s.b.fault == EncodeForgets {
		c := *s.state
		c.Spent = 0
		return c.AppendBinary(b)
	}
	return s.state.AppendBinary(b)
}

func (s *badState) Clone() game.State {
	if s.b.fault == SharedClone && s.Dealt == 2*cards {
		return &badState{s.state, s.b}
	}
	return &badState{s.state.Clone().(*state), s.b}
}

func (s *badState) CopyFrom(other game.State) {
	place := s.Place
	s.state.CopyFrom(other.(*badState).state)
	if s.b.fault == CopyForgets {
		s.Place = place
	}
}
