package record

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
)

// TestPurpose: rolls of shared dice are derived from what is thrown, too, as docs/dice.md says; in games of before they are
// not, and these can still be read and played on.
func TestPurpose(t *testing.T) {
	open := func(Header) (game.Battle, error) { return toy.New(toy.Options{}), nil }
	seed := strings.Repeat("77", 32)
	h := Header{Battle: "ford", Pack: "9f", Seed: seed, Dice: Shared, Game: "g1", Shares: []game.Side{0, 1}}
	fresh, err := New(toy.New(toy.Options{}), h)
	if err != nil {
		t.Fatal(err)
	}
	if fresh.header.Rolls != ByPurpose {
		t.Errorf("a new game has %d", fresh.header.Rolls)
	}
	before := fresh.header
	before.Rolls = 0
	before.Chain = before.sum()
	for name, g := range map[string]*Game{"a new game": fresh, "a game of before": start(toy.New(toy.Options{}), before)} {
		for side := range game.Side(2) {
			if err := g.AddNonce(side, strings.Repeat("0a", 16)); err != nil {
				t.Fatal(err)
			}
		}
		key := dice.Derive(seed, g.nonces[1].Chain)
		rolls := 0
		for g.state.ToAct() != game.Nobody {
			if g.state.ToAct() != game.Nature {
				if err := g.Do(g.state.Legal(nil)[0], nil); err != nil {
					t.Fatal(err)
				}
				continue
			}
			bits := dice.NewKeyed(key).At(rolls)
			if g.header.Rolls == ByPurpose {
				bits = dice.NewKeyed(key).For(rolls, purpose(g.state.Dice()))
			}
			want := g.state.Roll(bits)
			if got, err := g.Roll(nil); err != nil || got != want {
				t.Fatalf("%s: roll %d is %+v (%v), expected %+v", name, rolls, got, err, want)
			}
			rolls++
		}
		var text bytes.Buffer
		if err := g.Write(&text); err != nil {
			t.Fatal(err)
		}
		rep, err := Verify(bytes.NewReader(text.Bytes()), open)
		if err != nil || rep.Rolls != rolls || len(rep.Sealed)+len(rep.ByHand) > 0 {
			t.Errorf("%s: %+v, %v", name, rep, err)
		}
	}
	for name, h := range map[string]Header{
		"an unknown derivation":        func(h Header) Header { h.Rolls = 3; return h }(before),
		"one of dice that are no such": {Acies: Format, Battle: "ford", Pack: "9f", Seed: "s", Commit: dice.Commitment("s"), Dice: BySeed, Rolls: ByPurpose},
	} {
		h.Engine, h.Rulebook = before.Engine, before.Rulebook
		h.Chain = h.sum()
		if _, err := Read(bytes.NewReader(append(h.Line(), '\n')), open); err == nil {
			t.Errorf("%s: the record is accepted", name)
		}
	}
}

// TestPurposeText: what is thrown stands in the derivation of rolls for ever. The HMAC was made with openssl, as docs/dice.md says:
//
//	printf '17 1d0-9' | openssl dgst -sha256 -hmac key
func TestPurposeText(t *testing.T) {
	for want, d := range map[string]game.Dice{"1d0-9": {N: 1, Low: 0, High: 9}, "2d1-6": {N: 2, Low: 1, High: 6}, "draw": {}} {
		if got := purpose(d); got != want {
			t.Errorf("%+v is called %q, expected %q", d, got, want)
		}
	}
	const want = "5f8698c66ec0fd70a0d679c2332e0c5bdb3f6aff6849753d04479ee79e7d2885"
	mac := hmac.New(sha256.New, []byte("key"))
	mac.Write([]byte("17 " + purpose(game.Dice{N: 1, Low: 0, High: 9})))
	sum := mac.Sum(nil)
	if got := hex.EncodeToString(sum); got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	var first uint64
	for _, b := range sum[:8] {
		first = first<<8 | uint64(b)
	}
	if got := dice.NewKeyed("key").For(17, "1d0-9").Uint64(); got != first {
		t.Errorf("the first bits are %#x, expected %#x", got, first)
	}
}

// TestRecipe carries out what docs/dice.md tells people to do with other programs, and compares.
func TestRecipe(t *testing.T) {
	for _, program := range []string{"sh", "openssl", "sed"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	doc, err := os.ReadFile("../docs/dice.md")
	if err != nil {
		t.Fatal(err)
	}
	seed, chain := strings.Repeat("77", 32), strings.Repeat("0b", 16)
	script := "seed=" + seed + " chain=" + chain + "\n"
	for line := range strings.Lines(string(doc)) {
		if strings.HasPrefix(line, "    printf ") || strings.HasPrefix(line, "    key=") {
			script += line
		}
	}
	out, err := exec.CommandContext(t.Context(), "sh", "-c", script).Output()
	if err != nil {
		t.Fatal(err)
	}
	mac := hmac.New(sha256.New, []byte(dice.Derive(seed, chain)))
	mac.Write([]byte("17 1d0-9"))
	var got []string
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		got = append(got, fields[len(fields)-1])
	}
	if want := []string{dice.Commitment(seed), hex.EncodeToString(mac.Sum(nil))}; !slices.Equal(got, want) {
		t.Errorf("%q\n%q, expected %q", script, got, want)
	}
}
