package record

import (
	"fmt"

	"acies/dice"
	"acies/game"
)

// Taken is the By of a roll that was made in the game from which another was branched. The seed of the other does not give it.
const Taken = "taken"

// Branch identifies the game from which the first actions of another come.
type Branch struct {
	N     int    `json:"n"`     // how many actions come from it
	Chain string `json:"chain"` // of the last of them, or of the header if there are none
}

// NewBranch returns a new game that begins with entries of another game, all of them from its first one on. Its header is that of
// the other, but its later rolls come from a seed of its own, unless the dice are rolled by hand. The entries taken over cannot be
// undone.
func NewBranch(b game.Battle, of Header, entries []Entry) (*Game, error) {
	h := Header{
		Battle: of.Battle, Pack: of.Pack, Options: of.Options, Position: of.Position, Dice: of.Dice,
		Branch: &Branch{N: len(entries), Chain: of.Chain},
	}
	if n := len(entries); n > 0 {
		h.Branch.Chain = entries[n-1].Chain
	}
	if h.Dice == Shared {
		h.Dice = BySeed // it is played by whoever tries something out
	}
	if h.Dice == BySeed {
		h.Seed = dice.NewSeed()
	}
	g, err := New(b, h)
	if err != nil {
		return nil, err
	}
	for i := range entries {
		by := entries[i].By
		if entries[i].Side == game.Nature && by == "" {
			by = Taken
		}
		if err := g.add(entries[i].Action, by, nil); err != nil {
			return nil, fmt.Errorf("branching: action %d, %q: %w", entries[i].N, entries[i].Do, err)
		}
	}
	return g, nil
}

// taken reports whether the entry with a number comes from another game.
func (g *Game) taken(n int) bool { return g.header.Branch != nil && n <= g.header.Branch.N }
