package sword_test

import (
	"bytes"
	"encoding/binary"
	"testing"

	"acies/game"
	"acies/rules/sword"
)

// FuzzDecode damages a state of a game, with the right checksum or without: it is refused, or it is a state that is
// written with just these bytes.
func FuzzDecode(f *testing.F) {
	b := load(f, "guinegate-1479")
	p := newPlayer(b, 7)
	var states []game.State
	for i := range 3000 {
		if i%100 == 0 {
			states = append(states, p.now.Clone())
		}
		p.step(f)
	}
	f.Fuzz(func(t *testing.T, moment uint8, at, cut uint16, put []byte, repair bool) {
		sound := states[int(moment)%len(states)].AppendBinary(nil)
		n := len(sound) - 8
		from := int(at) % (n + 1)
		to := min(from+int(cut), n)
		data := bytes.Join([][]byte{sound[:from], put, sound[to:n]}, nil)
		sum := sword.Checksum(data)
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
	})
}
