package impetus_test

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"acies/game"
	"acies/rules/impetus"
)

// moments returns states from all over a random game.
func moments(b *impetus.Battle, every int) []game.State {
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
// stays as it is, or carries it out within the limits of the table.
func FuzzParse(f *testing.F) {
	b := load(f, set{"stream-333bc", nil})
	states := moments(b, 150)
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
			if err := c.(*impetus.State).Limits(); err != nil {
				t.Fatalf("after %q: %v", text, err)
			}
			if !bytes.Equal(s.AppendBinary(nil), before) || refused != nil && c.Hash() != s.Hash() {
				t.Fatalf("%q changes a state that it is not carried out in", text)
			}
		}
	})
}

// FuzzDecode damages a state of a game, with the right checksum or without: it is refused, or it is a state within the
// limits of the table that is written with just these bytes.
func FuzzDecode(f *testing.F) {
	b := load(f, set{"two-camps-204bc", nil})
	states := moments(b, 100)
	f.Fuzz(func(t *testing.T, moment uint8, at, cut uint16, put []byte, repair bool) {
		sound := states[int(moment)%len(states)].AppendBinary(nil)
		n := len(sound) - 8
		from := int(at) % (n + 1)
		to := min(from+int(cut), n)
		data := bytes.Join([][]byte{sound[:from], put, sound[to:n]}, nil)
		sum := impetus.Checksum(data)
		if !repair {
			sum = binary.LittleEndian.Uint64(sound[n:])
		}
		data = binary.LittleEndian.AppendUint64(data, sum)
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
		if err := s.(*impetus.State).Limits(); err != nil {
			t.Fatal(err)
		}
	})
}
