package record

import (
	"fmt"
	"strconv"

	"acies/game"
)

// Frozen says that a game was played with another version of the rules, and that the current version gives different
// results. The game is at the state after the last action on which both versions agree; nothing can be added or undone.
// It is an [ErrFrozen].
type Frozen struct {
	Rulebook        string
	Engine, Present string  // versions of the rulebook: the game's and the current one
	N               int     // the number of the first action that differs
	How             string  // the difference
	Rest            []Entry // that action and those after it, which stay in the record but are not played
}

// Newer reports whether the game was played with newer rules than the present ones: a newer program can go on with it.
func (f *Frozen) Newer() bool { return Newer(f.Engine, f.Present) }

func (f *Frozen) Error() string {
	return fmt.Sprintf("%v: it was played with version %q of the rulebook %s; the current version %q differs from action %d on (%s)",
		ErrFrozen, f.Engine, f.Rulebook, f.Present, f.N, f.How)
}

// Unwrap returns [ErrFrozen].
func (f *Frozen) Unwrap() error { return ErrFrozen }

// Frozen returns why the game is frozen, or nil if it can be continued.
func (g *Game) Frozen() *Frozen { return g.frozen }

// Newer reports whether a version of a rulebook is newer than another. Versions are numbers that grow.
func Newer(version, than string) bool {
	a, err1 := strconv.Atoi(version)
	b, err2 := strconv.Atoi(than)
	return err1 == nil && err2 == nil && a > b
}

// readOther reads an entry written by another version of the rulebook. Whatever does not depend on the rules must be
// correct: its number and side, its chain and its exact text.
func (g *Game) readOther(line []byte, e Entry) error {
	n, prev := len(g.entries)+1, g.Chain()
	if g.frozen != nil {
		n, prev = n+len(g.frozen.Rest), g.lastChain()
	}
	want := e.sum(prev)
	switch {
	case e.N != n:
		return differ("number of the action", e.N, n)
	case e.Side != game.Nature && (e.Side < 0 || int(e.Side) >= g.battle.Sides()):
		return mismatch("side", fmt.Sprint(e.Side), "a side of the battle")
	case e.Chain != want:
		return differ("chain", e.Chain, want)
	}
	if err := compare(line, encode(e)); err != nil {
		return err
	}
	if g.frozen != nil {
		g.frozen.Rest = append(g.frozen.Rest, e)
		return nil
	}
	before := g.Mark()
	if err := g.replay(line, e); err != nil {
		g.Reset(before)
		g.frozen = &Frozen{
			Rulebook: g.header.Rulebook, Engine: g.header.Engine, Present: g.battle.Version(), N: e.N, How: err.Error(), Rest: []Entry{e},
		}
	}
	return nil
}
