package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"acies/game"
)

// Ending is how people have ended a game before its rules did: the last line of its record.
//
//	{"end":"resigned","winner":0,"chain":"84…"}
type Ending struct {
	End    string    `json:"end"`
	Winner game.Side `json:"winner"` // Nobody: it is drawn
	Chain  string    `json:"chain,omitempty"`
}

// How people end a game: values of [Ending.End], and the degree of its outcome.
const (
	Resigned  = "resigned"  // one side has given up
	Agreed    = "agreed"    // both have agreed on a draw
	TimedOut  = "timeout"   // one side has run out of time, and the other has claimed the victory
	Abandoned = "abandoned" // it was given up before anybody had chosen anything, or because no program plays its old rules any more; nobody has won
	Deadline  = "deadline"  // one side has let the deadline of a tournament pass; the other has won
	Deserted  = "deserted"  // one player has not come back, and the other has called it off; nobody has won
)

var (
	endings = []string{Resigned, Agreed, TimedOut, Abandoned, Deadline, Deserted}
	drawn   = []string{Agreed, Abandoned, Deserted} // those that nobody wins
)

// CalledOff reports whether a game with an outcome of some degree has no result at all.
func CalledOff(degree string) bool { return degree == Abandoned || degree == Deserted }

// ErrEnded means that people have ended the game.
var ErrEnded = errors.New("the game has been ended")

// End ends the game. One that has not begun, since players have still to add to its dice, can only be called off; one that is frozen
// because its rules are old, only abandoned.
func (g *Game) End(how string, winner game.Side) error {
	switch {
	case g.ending != nil:
		return ErrEnded
	case g.frozen != nil && (how != Abandoned || g.frozen.Newer()):
		return g.frozen
	case g.frozen == nil && g.state.ToAct() == game.Nobody:
		return ErrEnded
	}
	e := Ending{End: how, Winner: winner}
	if err := g.checkEnding(&e); err != nil {
		return fmt.Errorf("ending a game: %w", err)
	}
	e.Chain = e.sum(g.lastChain())
	g.ending = &e
	return nil
}

// checkEnding returns an error unless a game can end in a way.
func (g *Game) checkEnding(e *Ending) error {
	switch {
	case !g.Ready() && !CalledOff(e.End):
		return ErrNonces
	case !slices.Contains(endings, e.End):
		return mismatch("end", fmt.Sprintf("%q", e.End), fmt.Sprintf("one of %q", endings))
	case slices.Contains(drawn, e.End) && e.Winner != game.Nobody:
		return differ("winner of a game that is drawn", e.Winner, game.Nobody)
	case !slices.Contains(drawn, e.End) && (e.Winner < 0 || int(e.Winner) >= g.battle.Sides()):
		return mismatch("winner", fmt.Sprint(e.Winner), "a side of the battle")
	}
	return nil
}

// Ending returns how people have ended the game, or nil.
func (g *Game) Ending() *Ending { return g.ending }

// Outcome returns the outcome of the game: that of its rules, unless people have ended it before. The points are always
// those of the rules.
func (g *Game) Outcome() game.Outcome { return g.ending.Outcome(g.state) }

// Outcome returns the outcome of a game in a state that has ended so; nil means that it goes on, or has ended by its rules.
func (e *Ending) Outcome(s game.State) game.Outcome {
	o := s.Outcome()
	if e != nil {
		o = game.Outcome{Over: true, Winner: e.Winner, Degree: e.End, Points: o.Points}
	}
	return o
}

// sum returns the chain of an ending that follows prev.
func (e Ending) sum(prev string) string {
	e.Chain = ""
	return sum(prev, e)
}

// Line returns the ending as it is written in a record, without the line feed.
func (e Ending) Line() []byte { return encode(e) }

// isEnding reports whether a line is that of an ending.
func isEnding(line []byte) bool { return bytes.HasPrefix(line, []byte(`{"end":`)) }

// readEnding reads the line of an ending.
func (g *Game) readEnding(line []byte) error {
	var e Ending
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("end: found %s, expected a JSON object: %w", excerpt(line, 0), err)
	}
	if g.frozen == nil && g.state.ToAct() == game.Nobody {
		return mismatch("record", "an end after the end of the game", "the end of the file")
	}
	if err := g.checkEnding(&e); err != nil {
		return err
	}
	if want := e.sum(g.lastChain()); e.Chain != want {
		return differ("chain", e.Chain, want)
	}
	if err := compare(line, encode(e)); err != nil {
		return err
	}
	g.ending = &e
	return nil
}

// TakeBack undoes the last action even if it was a roll or has revealed something, which both players must have agreed
// to, and returns it.
func (g *Game) TakeBack() (Entry, error) {
	switch {
	case g.frozen != nil:
		return Entry{}, g.frozen
	case g.ending != nil:
		return Entry{}, ErrEnded
	case len(g.entries) == 0 || g.taken(len(g.entries)):
		return Entry{}, ErrNothing
	}
	if g.CanUndo() == nil {
		return g.Undo()
	}
	last := len(g.entries) - 1
	e := g.entries[last]
	again := start(g.battle, g.header)
	again.nonces, again.key = g.nonces, g.key
	for _, x := range g.entries[:last] {
		if err := again.add(x.Action, x.By, nil); err != nil {
			return Entry{}, fmt.Errorf("taking back action %d, %q: %w", e.N, e.Do, err)
		}
	}
	g.dropUndone(last)
	if e.Side == game.Nature {
		g.rolls--
	}
	// The entries that stay keep their chains, in which earlier undos are.
	g.entries, g.state, g.saved = g.entries[:last:last], again.state, nil
	g.base, g.shared, g.fixed, g.whyFixed = again.base, false, again.fixed, again.whyFixed
	return e, nil
}
