package bladebow_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"acies/game"
	"acies/rules/bladebow"
)

// moments returns states from all over a random game.
func moments(b *bladebow.Battle, every int) []game.State {
	var list []game.State
	var buf []game.Action
	src := rand.NewPCG(3, 4)
	s := b.Start()
	for n := 0; s.ToAct() != game.Nobody; n++ {
		if n%every == 0 {
			list = append(list, s.Clone())
		}
		buf = play(s, src, buf)
	}
	return append(list, s)
}

// FuzzParse reads any text as an action: what is accepted is written as it was read; a state refuses it with a reason and
// stays as it is, or carries it out.
func FuzzParse(f *testing.F) {
	b := load(f, "plataea-479bc")
	states := moments(b, 60)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := b.Parse(text)
		if err != nil {
			if a != (game.Action{}) || err.Error() == "" {
				t.Fatalf("%q is refused with the action %v and the error %q", text, a, err)
			}
			return
		}
		if again, err := b.Parse(b.Format(a)); err != nil || again != a {
			t.Fatalf("%q reads as %v, which is written %q and reads as %v (%v)", text, a, b.Format(a), again, err)
		}
		b.Choice(a)
		for _, s := range states {
			before := s.AppendBinary(nil)
			refused := s.Check(a)
			if refused != nil && (refused.Key == "" || refused.Clause == "") {
				t.Fatalf("%q is refused without a reason: %v", text, refused)
			}
			for side := game.Nobody; side < 2; side++ {
				s.Explain(a, side)
			}
			c := s.Clone()
			if done := c.Apply(a, &game.Events{}); (done == nil) != (refused == nil) {
				t.Fatalf("%q is checked with %v and carried out with %v", text, refused, done)
			}
			if !bytes.Equal(s.AppendBinary(nil), before) || refused != nil && c.Hash() != s.Hash() {
				t.Fatalf("%q changes a state that it is not carried out in", text)
			}
		}
	})
}

// FuzzDecode damages a state of a game: it is refused, or it is a state that is written with just these bytes.
func FuzzDecode(f *testing.F) {
	b := load(f, "marathon-490bc")
	states := moments(b, 40)
	f.Fuzz(func(t *testing.T, moment uint8, at, cut uint16, put []byte) {
		sound := states[int(moment)%len(states)].AppendBinary(nil)
		from := int(at) % (len(sound) + 1)
		to := min(from+int(cut), len(sound))
		data := bytes.Join([][]byte{sound[:from], put, sound[to:]}, nil)
		s, err := b.Decode(data)
		if err != nil {
			if s != nil || bytes.Equal(data, sound) {
				t.Fatalf("found the state %v and the error %v", s, err)
			}
			return
		}
		if again := s.AppendBinary(nil); !bytes.Equal(again, data) {
			t.Fatalf("%x is read, and written as %x", data, again)
		}
	})
}
