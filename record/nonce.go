package record

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"acies/dice"
	"acies/game"
)

// Nonce is what a player adds to shared dice, once the commitment of the seed is known and before the first action: a line
// of the record for each side in [Header.Shares]. The rolls then come from a seed that follows from the first one and
// from the chain of the last of these lines, which stands for the header, the game and all nonces (see [dice.Derive]). So
// neither whoever knows the seed nor a player can choose them alone.
//
//	{"nonce":"5d0e…","side":1,"chain":"84…"}
type Nonce struct {
	Nonce string    `json:"nonce"` // random bits in hexadecimal
	Side  game.Side `json:"side"`
	Chain string    `json:"chain,omitempty"`
}

// Limits of nonces: in bytes of random bits, and how many players add one.
const (
	minNonce  = 16
	maxNonce  = 64
	maxShares = 16
)

// Why something cannot be added to the dice.
var (
	ErrNonces = errors.New("the players have not yet added to the dice")
	ErrNonce  = errors.New("this cannot be added to the dice")
)

func ascending(a, b game.Side) int { return cmp.Compare(a, b) }

// Ready reports whether the dice of the game can be rolled: those of most games from the start, shared ones when all players
// have added to them.
func (g *Game) Ready() bool { return g.header.Dice != Shared || len(g.nonces) == len(g.header.Shares) }

// Nonces returns what players have added to the dice, in the order in which they have.
func (g *Game) Nonces() []Nonce { return g.nonces }

// AddNonce adds what the player of a side adds to the dice. Whoever adds the same again changes nothing; the error is
// [ErrNonce] if the side has added something else, has nothing to add, or adds no random bits.
func (g *Game) AddNonce(side game.Side, nonce string) error {
	if i := slices.IndexFunc(g.nonces, func(n Nonce) bool { return n.Side == side }); i >= 0 && g.nonces[i].Nonce == nonce {
		return nil
	}
	n := Nonce{Nonce: nonce, Side: side}
	if err := g.checkNonce(&n); err != nil {
		return fmt.Errorf("%w: %w", ErrNonce, err)
	}
	n.Chain = n.sum(g.Chain())
	g.addNonce(n)
	return nil
}

func (g *Game) addNonce(n Nonce) {
	g.nonces = append(slices.Clip(g.nonces), n) // a mark keeps the old list
	if g.Ready() {
		g.key = dice.Derive(g.header.Seed, n.Chain)
	}
}

// checkNonce returns an error unless a nonce can be added now.
func (g *Game) checkNonce(n *Nonce) error {
	bits, err := hex.DecodeString(n.Nonce)
	switch {
	case g.header.Dice != Shared || len(g.entries) > 0 || g.frozen != nil || g.ending != nil:
		return mismatch("nonce", "one where none is due", "an action")
	case !slices.Contains(g.header.Shares, n.Side):
		return mismatch("side of a nonce", fmt.Sprint(n.Side), fmt.Sprintf("one of %v", g.header.Shares))
	case slices.ContainsFunc(g.nonces, func(x Nonce) bool { return x.Side == n.Side }):
		return mismatch("nonce", fmt.Sprintf("a second one of side %d", n.Side), "one of each")
	case err != nil || len(bits) < minNonce || len(bits) > maxNonce || hex.EncodeToString(bits) != n.Nonce:
		return mismatch("nonce", fmt.Sprintf("%.80q", n.Nonce), fmt.Sprintf("%d to %d bytes in hexadecimal", minNonce, maxNonce))
	}
	return nil
}

// sum returns the chain of a nonce that follows prev.
func (n Nonce) sum(prev string) string {
	n.Chain = ""
	return sum(prev, n)
}

// Line returns the nonce as it is written in a record, without the line feed.
func (n Nonce) Line() []byte { return encode(n) }

// isNonce reports whether a line is that of a nonce.
func isNonce(line []byte) bool { return bytes.HasPrefix(line, []byte(`{"nonce":`)) }

// readNonce reads the line of a nonce.
func (g *Game) readNonce(line []byte) error {
	var n Nonce
	if err := json.Unmarshal(line, &n); err != nil {
		return fmt.Errorf("nonce: found %s, expected a JSON object: %w", excerpt(line, 0), err)
	}
	if err := g.checkNonce(&n); err != nil {
		return err
	}
	if want := n.sum(g.Chain()); n.Chain != want {
		return differ("chain", n.Chain, want)
	}
	if err := compare(line, encode(n)); err != nil {
		return err
	}
	g.addNonce(n)
	return nil
}
