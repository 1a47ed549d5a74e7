package record_test

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"strings"
	"testing"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
)

// FuzzTail adds to the dice of a game and ends it in any way, and puts anything behind its record: nonces, ends and
// signatures. What is refused changes nothing; what is taken is read again as it was written, and only a signature with the
// key of the server stands for it.
func FuzzTail(f *testing.F) {
	key := ed25519.NewKeyFromSeed([]byte(strings.Repeat("k", ed25519.SeedSize)))
	open := func(record.Header) (game.Battle, error) { return toy.New(toy.Options{}), nil }
	write := func(t *testing.T, g *record.Game) []byte {
		t.Helper()
		var b bytes.Buffer
		if err := g.Write(&b); err != nil {
			t.Fatal(err)
		}
		if again, err := record.Read(bytes.NewReader(b.Bytes()), open); err != nil || again.Chain() != g.Chain() || again.Outcome() != g.Outcome() {
			t.Fatalf("%s\nis written, and read as another game: %v", &b, err)
		}
		return b.Bytes()
	}
	f.Fuzz(func(t *testing.T, side int8, nonce, how string, winner int8, tail []byte) {
		g := shared(t, "fuzz")
		addNonces(t, g, 0)
		before := write(t, g)
		if err := g.AddNonce(game.Side(side), nonce); err != nil {
			if !errors.Is(err, record.ErrNonce) || !bytes.Equal(write(t, g), before) || g.Ready() {
				t.Fatalf("the nonce %q of side %d is refused with %v", nonce, side, err)
			}
			addNonces(t, g, 1)
		} else if !g.Ready() {
			addNonces(t, g, 1) // the first one has been added again
		}
		for range 3 {
			if g.State().ToAct() == game.Nature {
				if _, err := g.Roll(nil); err != nil {
					t.Fatal(err)
				}
			} else if err := g.Do(g.State().Legal(nil)[0], nil); err != nil {
				t.Fatal(err)
			}
		}
		before = write(t, g)
		err := g.End(how, game.Side(winner))
		text := write(t, g)
		if o := g.Outcome(); err != nil && (o.Over || !bytes.Equal(text, before)) || err == nil && (o.Winner != game.Side(winner) || o.Degree != how) {
			t.Fatalf("the end %q of %d is answered with %v, and the outcome is %+v", how, winner, err, o)
		}
		ours := append(record.Sign(g.Chain(), key).Line(), '\n')
		spare := bytes.Clone(ours)
		spare[bytes.Index(spare, []byte(`","key"`))-1]++ // the same bytes in base64, with another bit at the end that means nothing
		tail = bytes.ReplaceAll(bytes.ReplaceAll(tail, []byte("OURS"), ours), []byte("SPARE"), spare)
		whole := append(bytes.Clone(text), tail...)
		read, err := record.Read(bytes.NewReader(whole), open)
		if err != nil {
			if e := (*record.Error)(nil); !errors.As(err, &e) || e.Line < 1 || e.Line > bytes.Count(whole, []byte("\n"))+1 {
				t.Fatalf("%s\nis refused without a line: %v", whole, err)
			}
			return
		}
		if !bytes.Equal(write(t, read), whole) {
			t.Fatalf("%s\nis read, and written as another", whole)
		}
		if r, err := record.Verify(bytes.NewReader(whole), open); err == nil && r.Key == record.PublicKey(key) && !bytes.Equal(tail, ours) {
			t.Fatalf("%s\nis taken for one of the server", whole)
		}
	})
}
