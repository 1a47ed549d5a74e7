package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"

	"acies/game"
)

// Undone says that both players have agreed to take back what was done last: a line of the record after the last action that
// stays. What was taken back is not in the record any more, but the numbers of its rolls are used up, so that nobody knows the next
// ones: the roll after it has the number that it would have had without the undo.
//
//	{"undone":3,"rolls":1,"asked":0,"agreed":1,"chain":"84…"}
type Undone struct {
	Undone int       `json:"undone"` // how many actions
	Rolls  int       `json:"rolls"`  // how many numbers of rolls are used up
	Asked  game.Side `json:"asked"`  // who has asked for it
	Agreed game.Side `json:"agreed"` // who has agreed
	Chain  string    `json:"chain,omitempty"`

	After int `json:"-"` // the number of the last action that stays; 0: none does
}

// maxUndone is how many actions, or rolls, an undo takes back at most: more than any game has.
const maxUndone = 1 << 24

// Undone returns what players have agreed to take back, in the order in which they have.
func (g *Game) Undone() []Undone { return g.undone }

// TakeBackTo undoes all actions after the first n, as the players of two sides have agreed, and returns them, the last first. If it
// fails, the game has to be reset.
func (g *Game) TakeBackTo(n int, asked, agreed game.Side) (gone []Entry, err error) {
	rolls := g.rolls
	for len(g.entries) > n {
		e, err := g.TakeBack()
		if err != nil {
			return nil, err
		}
		gone = append(gone, e)
	}
	if len(gone) == 0 {
		return nil, ErrNothing
	}
	u := Undone{Undone: len(gone), Rolls: rolls - g.rolls, Asked: asked, Agreed: agreed}
	if err := g.checkUndone(&u); err != nil {
		return nil, err
	}
	u.Chain = u.sum(g.Chain())
	g.addUndone(u)
	return gone, nil
}

// addUndone adds the line of an undo. Nothing before it is undone without another agreement.
func (g *Game) addUndone(u Undone) {
	u.After = g.length()
	g.undone = append(slices.Clip(g.undone), u) // a mark keeps the old list
	g.rolls += u.Rolls
	if g.frozen == nil {
		g.blockUndo(ErrNothing)
	}
}

// length returns how many actions the record has, also those that are not played.
func (g *Game) length() int {
	if g.frozen != nil {
		return len(g.entries) + len(g.frozen.Rest)
	}
	return len(g.entries)
}

// undoneBefore returns the undos before an action.
func (g *Game) undoneBefore(n int) []Undone {
	return g.undone[:slices.IndexFunc(append(slices.Clip(g.undone), Undone{After: n}), func(u Undone) bool { return u.After >= n })]
}

// dropUndone forgets the lines of undos after the first n actions, and gives back the numbers of rolls that they used up.
func (g *Game) dropUndone(n int) {
	for k := len(g.undone); k > 0 && g.undone[k-1].After > n; k-- {
		g.rolls -= g.undone[k-1].Rolls
		g.undone = g.undone[: k-1 : k-1]
	}
}

// checkUndone returns an error unless an undo can be one.
func (g *Game) checkUndone(u *Undone) error {
	switch {
	case !g.Ready():
		return mismatch("record", "an undo", "what a player adds to the dice")
	case g.frozen == nil && g.state.ToAct() == game.Nobody:
		return mismatch("record", "an undo after the end of the game", "the end of the file")
	case u.Undone < 1 || u.Undone > maxUndone || u.Rolls < 0 || u.Rolls > maxUndone:
		return mismatch("undo", fmt.Sprintf("%d actions and %d rolls", u.Undone, u.Rolls), "at least one action, and rolls among those")
	case u.Asked < 0 || int(u.Asked) >= g.battle.Sides() || u.Agreed < 0 || int(u.Agreed) >= g.battle.Sides() || u.Asked == u.Agreed:
		return mismatch("sides of an undo", fmt.Sprint(u.Asked, u.Agreed), "two sides of the battle")
	}
	return nil
}

// sum returns the chain of an undo that follows prev.
func (u Undone) sum(prev string) string {
	u.Chain = ""
	return sum(prev, u)
}

// Line returns the undo as it is written in a record, without the line feed.
func (u Undone) Line() []byte { return encode(u) }

// IsUndone reports whether a line of a record is that of an undo to which players have agreed.
func IsUndone(line []byte) bool { return bytes.HasPrefix(line, []byte(`{"undone":`)) }

// readUndone reads the line of an undo.
func (g *Game) readUndone(line []byte) error {
	var u Undone
	if err := json.Unmarshal(line, &u); err != nil {
		return fmt.Errorf("undo: found %s, expected a JSON object: %w", excerpt(line, 0), err)
	}
	if err := g.checkUndone(&u); err != nil {
		return err
	}
	if want := u.sum(g.lastChain()); u.Chain != want {
		return differ("chain", u.Chain, want)
	}
	if err := compare(line, encode(u)); err != nil {
		return err
	}
	g.addUndone(u)
	return nil
}

// Lines returns the lines of a record after its header and before its end, with the undos where they belong.
func Lines(nonces []Nonce, entries []Entry, undone []Undone) (lines [][]byte) {
	for _, n := range nonces {
		lines = append(lines, n.Line())
	}
	add := func(after int) {
		for len(undone) > 0 && undone[0].After <= after {
			lines = append(lines, undone[0].Line())
			undone = undone[1:]
		}
	}
	add(0)
	for i := range entries {
		lines = append(lines, entries[i].Line())
		add(i + 1)
	}
	return lines
}
