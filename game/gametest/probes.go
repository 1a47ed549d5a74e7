package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"acies/game"
)

// probes are checks of one state that do not change it.
var probes = []struct {
	property Property
	basic    bool // if it fails, the following checks mean nothing
	run      func(*play, game.State)
}{
	{Order, true, (*play).order},
	{Clone, true, (*play).clone},
	{Offered, false, (*play).offered},
	{Refused, false, (*play).refused},
	{Encode, false, (*play).encode},
	{Damage, false, (*play).damage},
	{Notation, false, (*play).notations},
	{Chance, false, (*play).chance},
	{Explain, false, (*play).explain},
	{Leak, false, (*play).leak},
	{Undo, false, (*play).reveal},
	{Readers, false, (*play).readers},
}

// sample returns up to n of the legal actions, chosen at random.
func (p *play) sample(n int) []game.Action {
	if len(p.legal) <= n {
		return p.legal
	}
	picked := slices.Clone(p.legal)
	for i := range n {
		j := i + game.Intn(p.probe, len(picked)-i)
		picked[i], picked[j] = picked[j], picked[i]
	}
	return picked[:n]
}

// same reports whether a state has the same bytes as the current one.
func (p *play) same(s game.State) bool { return bytes.Equal(s.AppendBinary(nil), p.now) }

func (p *play) order(s game.State) {
	mark := game.Action{Verb: math.MaxUint8, A: -1, B: -1, C: -1, D: -1}
	again := s.Legal([]game.Action{mark})
	if len(again) == 0 || again[0] != mark {
		p.fail(Order, "Legal overwrites the contents of buf")
	} else if !slices.Equal(again[1:], p.legal) {
		p.fail(Order, "Legal lists %d actions, and on a second call %d or in a different order", len(p.legal), len(again)-1)
	}
	seen := make(map[game.Action]bool, len(p.legal))
	for _, a := range p.legal {
		if seen[a] {
			p.fail(Order, "Legal lists %q twice", p.battle.Format(a))
		}
		seen[a] = true
	}
}

func (p *play) offered(s game.State) {
	for _, a := range p.sample(p.opt.Sample) {
		if r := s.Check(a); r != nil {
			p.fail(Offered, "Check refuses %q: %v", p.battle.Format(a), r)
		}
		if r := s.Clone().Apply(a, nil); r != nil {
			p.fail(Offered, "Apply refuses %q: %v", p.battle.Format(a), r)
		}
	}
	if side := s.ToAct(); side >= 0 {
		if v := s.View(side); !slices.Equal(v.Legal, p.legal) {
			p.fail(Offered, "the view of side %d lists %d actions and Legal %d, or in a different order", side, len(v.Legal), len(p.legal))
		}
	}
}

func (p *play) refused(s game.State) {
	for range p.opt.Sample {
		a := p.stray()
		if slices.Contains(p.legal, a) {
			continue
		}
		c := s.Clone()
		var events game.Events
		if r := s.Check(a); r == nil {
			if _, ok := s.(game.Proposer); !ok && !p.opt.Continuous {
				p.fail(Refused, "Check accepts %+v, which Legal does not list", a)
			} else if r := c.Apply(a, nil); r != nil {
				p.fail(Refused, "Check accepts %+v, but Apply refuses it: %v", a, r)
			}
			continue
		} else if r.Key == "" || r.Clause == "" {
			p.fail(Refused, "Check refuses %+v with key %q and clause %q", a, r.Key, r.Clause)
		}
		if r := c.Apply(a, &events); r == nil {
			p.fail(Refused, "Check refuses %+v, but Apply accepts it", a)
		} else if r.Key == "" || r.Clause == "" {
			p.fail(Refused, "Apply refuses %+v with key %q and clause %q", a, r.Key, r.Clause)
		} else if len(events) > 0 {
			p.fail(Refused, "Apply refuses %+v, but sends the event %q", a, events[0].Key)
		} else if !p.same(c) {
			p.fail(Refused, "Apply refuses %+v, but changes the state", a)
		}
	}
}

// stray returns an action that is probably not legal, but often close to a legal one.
func (p *play) stray() game.Action {
	rnd := func(n int) int32 { return int32(game.Intn(p.probe, n)) }
	var a game.Action
	if len(p.legal) > 0 {
		a = p.legal[rnd(len(p.legal))]
	}
	operand := []*int32{&a.A, &a.B, &a.C, &a.D}[rnd(4)]
	switch rnd(8) {
	case 0:
		a.Verb = game.Verb(rnd(256))
	case 1:
		a.Verb += game.Verb(1 - 2*rnd(2))
	case 2:
		*operand += 1 - 2*rnd(2)
	case 3:
		*operand = rnd(64) - 2
	case 4:
		*operand = []int32{math.MinInt32, math.MaxInt32, 0, -1}[rnd(4)]
	case 5:
		a.A, a.B, a.C, a.D = a.D, a.A, a.B, a.C
	case 6:
		a = game.Action{Verb: game.Verb(rnd(32)), A: rnd(256), B: rnd(64), C: rnd(8), D: rnd(8)}
	case 7:
		if len(p.past) > 0 {
			a = p.past[rnd(len(p.past))]
		}
	}
	return a
}

func (p *play) clone(s game.State) {
	c := s.Clone()
	p.equal(Clone, "a clone", c, s)
	copied := p.battle.Start()
	for _, a := range p.sample(1) {
		// Applying to the clone must change neither the original nor a clone of the clone.
		second := c.Clone()
		c.Apply(a, nil)
		p.equal(Clone, "the original, after its clone was changed,", s, second)
		copied = c
	}
	copied.CopyFrom(s)
	p.equal(Clone, "a copy", copied, s)
	for _, a := range p.sample(1) {
		copied.Apply(a, nil)
		if !p.same(s) {
			p.fail(Clone, "applying %q to a copy changes the original", p.battle.Format(a))
		}
	}
}

// readers reads the state in two goroutines at once. Without the race detector it proves nothing that the other checks
// do not.
func (p *play) readers(s game.State) {
	sample, viewers := p.sample(1), p.viewers()
	read := func() {
		for _, viewer := range viewers {
			s.View(viewer)
			for _, a := range sample {
				s.Explain(a, viewer)
				s.Shown(a, viewer)
				s.Check(a)
			}
			s.Status(0, viewer)
		}
		s.Chances(nil)
		s.Hash()
		s.Clone()
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() { recover() }() // the same panics below, where it is reported
		read()
	}()
	defer func() { <-done }()
	read()
}

// equal checks that a state equals the current one.
func (p *play) equal(prop Property, what string, got, want game.State) {
	switch {
	case !p.same(got):
		p.fail(prop, "%s has different bytes", what)
	case got.Hash() != want.Hash():
		p.fail(prop, "%s has the hash %016x, not %016x", what, got.Hash(), want.Hash())
	case got.ToAct() != want.ToAct():
		p.fail(prop, "%s has side %d to act, not %d", what, got.ToAct(), want.ToAct())
	case got.Outcome() != want.Outcome():
		p.fail(prop, "%s has the outcome %+v, not %+v", what, got.Outcome(), want.Outcome())
	case !slices.Equal(got.Legal(nil), want.Legal(nil)):
		p.fail(prop, "%s has different legal actions", what)
	}
}

func (p *play) encode(s game.State) {
	prefix := []byte("prefix")
	if b := s.AppendBinary(prefix); !bytes.Equal(b, append(prefix, p.now...)) {
		p.fail(Encode, "AppendBinary does not append the same bytes")
	}
	d, err := p.battle.Decode(p.now)
	if err != nil {
		p.fail(Encode, "%v", err)
		return
	}
	p.equal(Encode, "a decoded state", d, s)
	for _, a := range p.sample(1) {
		c := s.Clone()
		c.Apply(a, nil)
		d.Apply(a, nil)
		if c.Hash() != d.Hash() {
			p.fail(Encode, "%q changes a decoded state differently", p.battle.Format(a))
		}
		if !p.same(c) && c.Hash() == s.Hash() {
			p.fail(Encode, "%q changes the state but not its hash", p.battle.Format(a))
		}
	}
}

func (p *play) damage(s game.State) {
	n := len(p.now)
	for _, end := range []int{0, n - 1, game.Intn(p.probe, n)} {
		if p.decodes(p.now[:end]) {
			p.fail(Damage, "Decode accepts %d bytes of %d", end, n)
		}
	}
	if p.decodes(append(slices.Clone(p.now), 0)) {
		p.fail(Damage, "Decode accepts a byte too many")
	}
	for range p.opt.Sample {
		b := slices.Clone(p.now)
		bit := game.Intn(p.probe, 8*n)
		b[bit/8] ^= 1 << (bit % 8)
		p.decodes(b)
	}
}

// decodes reports whether Decode accepts the bytes. If it does, AppendBinary must write the same bytes.
func (p *play) decodes(b []byte) bool {
	defer func() {
		if r := recover(); r != nil {
			p.fail(Damage, "Decode of %d damaged bytes: panic: %v, %s", len(b), r, origin())
		}
	}()
	d, err := p.battle.Decode(b)
	if err != nil {
		return false
	}
	if !bytes.Equal(d.AppendBinary(nil), b) {
		p.fail(Damage, "Decode accepts %d bytes that AppendBinary does not write", len(b))
	}
	return true
}

func (p *play) notations(s game.State) {
	for _, a := range p.legal {
		p.notation(a)
	}
	for _, a := range p.sample(p.opt.Sample) {
		text := p.battle.Format(a)
		cut := game.Intn(p.probe, len(text)+1)
		p.battle.Parse(text[:cut])
		p.battle.Parse(text[:cut] + "\x00é" + text[cut:])
	}
}

// notation checks that an action is read as it is written.
func (p *play) notation(a game.Action) {
	text := p.battle.Format(a)
	switch got, err := p.battle.Parse(text); {
	case err != nil:
		p.fail(Notation, "%+v is written %q, and Parse says: %v", a, text, err)
	case got != a:
		p.fail(Notation, "%+v is written %q and read as %+v", a, text, got)
	case !utf8.ValidString(text):
		p.fail(Notation, "%+v is written %q, which is not UTF-8", a, text)
	}
}

func (p *play) chance(s game.State) {
	chances := s.Chances(nil)
	if s.ToAct() != game.Nature {
		if len(chances) > 0 {
			p.fail(Chance, "side %d is to act, but Chances lists %d outcomes", s.ToAct(), len(chances))
		}
		return
	}
	var open []game.Action
	for _, c := range chances {
		open = append(open, c.Action)
		if c.Weight <= 0 {
			p.fail(Chance, "%q has the weight %d", p.battle.Format(c.Action), c.Weight)
		}
	}
	if !slices.Equal(open, p.legal) {
		p.fail(Chance, "Chances lists %d outcomes and Legal %d, or in a different order", len(open), len(p.legal))
	}
	for range 4 {
		if a := s.Roll(p.probe); !slices.Contains(p.legal, a) {
			p.fail(Chance, "Roll returns %+v, which is not a possible outcome", a)
		}
	}
}

func (p *play) explain(s game.State) {
	for _, a := range p.sample(p.opt.Sample) {
		if x := s.Explain(a, s.ToAct()); x != nil {
			if err := consistent(x); err != nil {
				p.fail(Explain, "%q: %v", p.battle.Format(a), err)
			}
			for _, place := range x.Path {
				p.battle.PlaceID(place)
			}
		}
		s.Explain(p.stray(), s.ToAct())
	}
	if s.ToAct() < 0 {
		return
	}
	for _, piece := range s.View(s.ToAct()).Pieces {
		st := s.Status(piece.Piece, s.ToAct())
		if !st.CanAct && len(st.Reasons) == 0 {
			p.fail(Explain, "%s cannot act, but Status gives no reason", p.battle.PieceID(piece.Piece))
		}
		for _, r := range st.Reasons {
			if r.Key == "" || r.Clause == "" {
				p.fail(Explain, "%s cannot act, with key %q and clause %q", p.battle.PieceID(piece.Piece), r.Key, r.Clause)
			}
		}
	}
}

// consistent returns an error if the parts of an explanation do not add up.
func consistent(x *game.Explanation) error {
	sum := 0
	for _, m := range x.Modifiers {
		sum += m.Value
		if m.Key == "" || m.Clause == "" {
			return fmt.Errorf("a modifier has the key %q and the clause %q", m.Key, m.Clause)
		}
	}
	if sum != x.Sum {
		return fmt.Errorf("the modifiers add up to %d, but Sum is %d", sum, x.Sum)
	}
	if err := rows(x); err != nil {
		return err
	}
	weight := 0
	for _, o := range x.Odds {
		weight += o.Weight
		if o.Weight < 0 || o.Of != x.Odds[0].Of {
			return fmt.Errorf("%s has the odds %d of %d", o.Result, o.Weight, o.Of)
		}
	}
	if len(x.Odds) > 0 && weight != x.Odds[0].Of {
		return fmt.Errorf("the odds add up to %d of %d", weight, x.Odds[0].Of)
	}
	for _, o := range x.Also {
		if o.Weight < 0 || o.Weight > o.Of || o.Of == 0 {
			return fmt.Errorf("%s has the odds %d of %d", o.Result, o.Weight, o.Of)
		}
	}
	return nil
}

// rows returns an error if the rows do not agree with the total or, if there is a row for each outcome, with the odds.
// The total of a row is the total of the explanation plus the die, limited to the first and last totals of the chart.
func rows(x *game.Explanation) error {
	if len(x.Rows) == 0 {
		return nil
	}
	low, high := x.Rows[0].Total, x.Rows[0].Total
	count := make(map[string]int)
	for _, r := range x.Rows {
		low, high = min(low, r.Total), max(high, r.Total)
		count[r.Result]++
	}
	for _, r := range x.Rows {
		if want := min(max(r.Die+x.Total, low), high); r.Total != want {
			return fmt.Errorf("on %d the total is %d, expected %d", r.Die, r.Total, want)
		}
	}
	if len(x.Odds) == 0 || x.Odds[0].Of != len(x.Rows) {
		return nil
	}
	for _, o := range x.Odds {
		if count[o.Result] != o.Weight {
			return fmt.Errorf("%s has the odds %d of %d, and %d rows", o.Result, o.Weight, o.Of, count[o.Result])
		}
	}
	return nil
}

func (p *play) leak(s game.State) {
	p.leakQuiet(s)
	for _, side := range p.viewers() {
		view := s.View(side)
		if s.ToAct() != side && len(view.Legal) > 0 {
			p.fail(Leak, "side %d sees the legal actions of side %d", side, s.ToAct())
		}
		p.leakShown(side, s)
		other := s.Clone()
		other.Resample(side, p.probe)
		if p.same(other) {
			continue
		}
		p.alike(side, "its view", view, other.View(side))
		p.leakEvents(side, s, other)
		for _, a := range p.sample(p.opt.Sample) {
			p.alike(side, "the explanation of "+p.battle.Format(a), s.Explain(a, side), other.Explain(a, side))
		}
		for _, piece := range view.Pieces {
			p.alike(side, "the status of "+p.battle.PieceID(piece.Piece), s.Status(piece.Piece, side), other.Status(piece.Piece, side))
		}
		if s.ToAct() != side {
			continue
		}
		for range p.opt.Sample {
			a := p.stray()
			p.alike(side, fmt.Sprintf("the refusal of %+v", a), s.Check(a), other.Check(a))
		}
	}
}

// viewers returns the sides and Nobody, which stands for spectators.
func (p *play) viewers() []game.Side {
	list := []game.Side{game.Nobody}
	for side := range game.Side(p.battle.Sides()) {
		list = append(list, side)
	}
	return list
}

// leakEvents checks that an action sends a viewer the same events in two states that look the same to the viewer before
// and after it.
func (p *play) leakEvents(viewer game.Side, s, other game.State) {
	for _, a := range p.sample(4) {
		if other.Check(a) != nil {
			continue
		}
		shown, seen := s.Shown(a, viewer)
		shownThere, seenThere := other.Shown(a, viewer)
		c, d := s.Clone(), other.Clone()
		var here, there game.Events
		c.Apply(a, &here)
		d.Apply(a, &there)
		if !bytes.Equal(text(c.View(viewer)), text(d.View(viewer))) {
			continue // the rules let the viewer learn the difference
		}
		p.alike(viewer, "the events of "+p.battle.Format(a), game.For(viewer, here), game.For(viewer, there))
		p.alike(viewer, "the shown form of "+p.battle.Format(a), []any{shown, seen}, []any{shownThere, seenThere})
	}
}

// leakShown checks that two actions after which a viewer sees the same view are shown to that viewer in the same way.
func (p *play) leakShown(viewer game.Side, s game.State) {
	if !p.battle.Secrets() || s.ToAct() == viewer {
		return
	}
	list := p.sample(2)
	if len(list) < 2 || list[0] == list[1] {
		return
	}
	var states [2]game.State
	var events [2]game.Events
	var shown [2][]any
	for i, a := range list {
		b, seen := s.Shown(a, viewer)
		shown[i] = []any{b, seen}
		states[i] = s.Clone()
		states[i].Apply(a, &events[i])
	}
	if states[0].Hash() == states[1].Hash() || !bytes.Equal(text(states[0].View(viewer)), text(states[1].View(viewer))) {
		return
	}
	what := fmt.Sprintf("the report of %q or %q", p.battle.Format(list[0]), p.battle.Format(list[1]))
	p.alike(viewer, what, shown[0], shown[1])
	p.alike(viewer, what, game.For(viewer, events[0]), game.For(viewer, events[1]))
}

// leakQuiet checks that nobody else learns of an action that declines quietly, and that it belongs to a span that everybody
// sees alike.
func (p *play) leakQuiet(s game.State) {
	if s.ToAct() < 0 {
		return
	}
	span := s.View(game.Nobody).Span
	for _, a := range s.Legal(nil) {
		if !p.battle.Choice(a).Quiet {
			continue
		}
		if span == "" {
			p.fail(Leak, "%q declines quietly, and there is no span", p.battle.Format(a))
		}
		for _, viewer := range p.viewers() {
			if _, ok := s.Shown(a, viewer); ok != (viewer == s.ToAct()) {
				p.fail(Leak, "%q declines quietly, and side %d is shown it: %v", p.battle.Format(a), viewer, ok)
			}
			if own := s.View(viewer).Span; own != span {
				p.fail(Leak, "side %d sees the span %q, a spectator %q", viewer, own, span)
			}
		}
	}
}

// alike checks that a side is shown the same in two states that it cannot tell apart.
func (p *play) alike(side game.Side, what string, a, b any) {
	if x, y := text(a), text(b); !bytes.Equal(x, y) {
		p.fail(Leak, "for side %d, %s depends on what it cannot know: %s", side, what, difference(x, y))
	}
}

func text(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // everything the contract shows is plain data
	}
	return b
}

// difference returns excerpts of two texts from just before the first difference.
func difference(x, y []byte) string {
	at := 0
	for at < min(len(x), len(y)) && x[at] == y[at] {
		at++
	}
	from := max(at-40, 0)
	return fmt.Sprintf("%q and %q", x[from:min(at+20, len(x))], y[from:min(at+20, len(y))])
}

// reveal checks that a choice that can be undone reveals nothing to its side: what the side sees afterwards must not
// depend on what it could not know before.
func (p *play) reveal(s game.State) {
	side := s.ToAct()
	if side < 0 {
		return
	}
	other := s.Clone()
	other.Resample(side, p.probe)
	if p.same(other) || !bytes.Equal(text(s.View(side)), text(other.View(side))) {
		return // nothing is hidden, or it is leaked before the choice
	}
	for _, a := range p.sample(4) {
		c, d := s.Clone(), other.Clone()
		var events game.Events
		c.Apply(a, &events)
		d.Apply(a, new(game.Events))
		if c.ToAct() != side || slices.ContainsFunc(events, func(e game.Event) bool { return e.Reveal }) {
			continue
		}
		if x, y := text(c.View(side)), text(d.View(side)); !bytes.Equal(x, y) {
			p.fail(Undo, "%q reveals something to side %d, but no event is marked Reveal: %s", p.battle.Format(a), side, difference(x, y))
		}
	}
}
