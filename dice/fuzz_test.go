package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"testing"

	"acies/game"
)

// FuzzKeyed compares what follows from a seed with what anybody works out from the description: the commitment, the seed
// that players have added to, and the bits of any roll, whatever was rolled before.
func FuzzKeyed(f *testing.F) {
	mac := func(key, text string) []byte {
		h := hmac.New(sha256.New, []byte(key))
		h.Write([]byte(text))
		return h.Sum(nil)
	}
	f.Fuzz(func(t *testing.T, seed, added string, roll, sides uint16) {
		purpose := fmt.Sprintf("1d0-%d", sides)
		sum := sha256.Sum256([]byte(seed))
		if got := Commitment(seed); got != hex.EncodeToString(sum[:]) {
			t.Errorf("the commitment of %q is %s", seed, got)
		}
		key := Derive(seed, added)
		if want := hex.EncodeToString(mac(seed, "rolls "+added)); key != want {
			t.Errorf("%q and %q give %s, expected %s", seed, added, key, want)
		}
		want := mac(key, fmt.Sprint(roll))
		for block := 1; block < 4; block++ {
			want = append(want, mac(key, fmt.Sprintf("%d/%d", roll, block))...)
		}
		k := NewKeyed(key)
		k.At(int(roll) + 1).Uint64()
		check := func(bits *Bits, want []byte) {
			t.Helper()
			for i := 0; i < len(want); i += 8 {
				if got := bits.Uint64(); got != binary.BigEndian.Uint64(want[i:]) {
					t.Fatalf("number %d of roll %d is %#x, expected %#x", i/8, roll, got, binary.BigEndian.Uint64(want[i:]))
				}
			}
		}
		check(k.At(int(roll)), want)
		check(k.For(int(roll), purpose), append(mac(key, fmt.Sprintf("%d %s", roll, purpose)), mac(key, fmt.Sprintf("%d %s/1", roll, purpose))...))
		most := int(sides) + 1
		if one, two := game.Intn(k.At(int(roll)), most), game.Intn(k.At(int(roll)), most); one != two || one < 0 || one >= most {
			t.Errorf("a die of %d sides shows %d and then %d", most, one, two)
		}
	})
}
