package record

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"acies/game"
)

// A viewer of a game is a side, or [game.Nobody] for a spectator. In a rulebook with secrets, each entry is also kept as
// each viewer may see it. Each viewer has its own numbering of the entries it may know, so that no gap reveals a hidden
// one.

// viewers returns the viewers of a battle, in the order of lists by viewer.
func viewers(b game.Battle) []game.Side {
	var out []game.Side
	for side := range game.Side(b.Sides()) {
		out = append(out, side)
	}
	return append(out, game.Nobody)
}

// index returns the index of a viewer in a list by viewer of length n.
func index(viewer game.Side, n int) int {
	if viewer < 0 {
		return n - 1
	}
	return int(viewer)
}

// shownOf returns the entry of an action that is about to be applied as each viewer may see it, or nil if there are no
// secrets. An N of 0 means that the viewer may not know about the entry.
func (g *Game) shownOf(e *Entry) []Entry {
	if !g.battle.Secrets() {
		return nil
	}
	list := viewers(g.battle)
	out := make([]Entry, len(list))
	for i, viewer := range list {
		a, ok := g.state.Shown(e.Action, viewer)
		if !ok {
			continue
		}
		out[i] = Entry{N: CountShown(g.entries, viewer) + 1, Side: e.Side, Do: g.battle.Format(a), By: e.By, Action: a}
		if a == e.Action { // the path of a hidden action would reveal it
			out[i].explain(g.state, viewer)
		}
	}
	return out
}

// ShownTo returns an entry as a viewer may see it, with the viewer's own number. It returns false if the viewer may not
// know about it.
func (e *Entry) ShownTo(viewer game.Side) (*Entry, bool) {
	if e.shown == nil {
		return e, true
	}
	x := &e.shown[index(viewer, len(e.shown))]
	return x, x.N > 0
}

// CountShown returns how many of the entries of a game a viewer may know about.
func CountShown(entries []Entry, viewer game.Side) int {
	for i := len(entries) - 1; i >= 0; i-- {
		if x, ok := entries[i].ShownTo(viewer); ok {
			return x.N
		}
	}
	return 0
}

// BeforeLatest returns how many entries can be left out at the start of a list so that every viewer still has the last n
// entries that viewer may know about.
func BeforeLatest(entries []Entry, n int) int {
	before := max(0, len(entries)-n)
	if before == 0 || entries[0].shown == nil {
		return before
	}
	for i := range entries[0].shown {
		at := len(entries)
		for left := n; at > 0 && left > 0; at-- {
			if entries[at-1].shown[i].N > 0 {
				left--
			}
		}
		before = min(before, at)
	}
	return before
}

// Changes counts the actions and undos of a game that each viewer may know about, and the hidden ones after which another
// side is to act, which everybody sees. It is nil for a battle without secrets.
type Changes []int

// CountChanges returns the counts of a new game, all 0.
func CountChanges(b game.Battle) Changes {
	if !b.Secrets() {
		return nil
	}
	return make(Changes, len(viewers(b)))
}

// Add returns the counts after an entry has been added or undone.
func (c Changes) Add(e *Entry) Changes {
	if c == nil {
		return nil
	}
	out := make(Changes, len(c)) // readers keep the old one
	for i := range c {
		out[i] = c[i]
		if e.shown == nil || e.shown[i].N > 0 || e.passes {
			out[i]++
		}
	}
	return out
}

// For returns the number of changes that a viewer may know about.
func (c Changes) For(viewer game.Side) int { return c[index(viewer, len(c))] }

// partialHeader is the header of a partial record, without anything that would reveal more than the viewer may know.
type partialHeader struct {
	Acies    int               `json:"acies"`
	Engine   string            `json:"engine"`
	Rulebook string            `json:"rulebook"`
	Battle   string            `json:"battle"`
	Pack     string            `json:"pack"`
	Options  map[string]string `json:"options,omitempty"`
	Commit   string            `json:"commit,omitempty"`
	Dice     string            `json:"dice"`
	Game     string            `json:"game,omitempty"`
	Shares   []game.Side       `json:"shares,omitempty"`
	Shown    string            `json:"shown"` // the viewer: "side 0" or "spectator"
}

// partialEntry is an entry of a partial record.
type partialEntry struct {
	N    int       `json:"n"`
	Side game.Side `json:"side"`
	Do   string    `json:"do"`
	By   string    `json:"by,omitempty"`
	MP   int       `json:"mp,omitempty"`
	Path []string  `json:"path,omitempty"`
}

// WritePartial writes what a viewer may know about an unfinished game with secrets, in the form of a record. It contains
// neither the seed nor hashes, from which hidden information could be guessed, so it cannot be replayed and [Read]
// refuses it.
func WritePartial(w io.Writer, h Header, nonces []Nonce, entries []Entry, viewer game.Side) error {
	bw := bufio.NewWriter(w)
	bw.Write(append(encode(partialHeader{
		h.Acies, h.Engine, h.Rulebook, h.Battle, h.Pack, h.Options, h.Commit, h.Dice, h.Game, h.Shares, viewerName(viewer),
	}), '\n'))
	for _, n := range nonces {
		n.Chain = ""
		bw.Write(append(encode(n), '\n'))
	}
	for i := range entries {
		if e, ok := entries[i].ShownTo(viewer); ok {
			bw.Write(append(encode(partialEntry{e.N, e.Side, e.Do, e.By, e.MP, e.Path}), '\n'))
		}
	}
	return bw.Flush()
}

const spectator = "spectator"

func viewerName(viewer game.Side) string {
	if viewer < 0 {
		return spectator
	}
	return fmt.Sprintf("side %d", viewer)
}

// refusePartial returns an error if a header is that of a partial record.
func refusePartial(line []byte) error {
	var h struct {
		Shown string `json:"shown"`
	}
	if json.Unmarshal(line, &h) != nil || h.Shown == "" {
		return nil
	}
	who := fmt.Sprintf("%q", h.Shown)
	switch h.Shown {
	case spectator:
		who = "a spectator"
	case viewerName(0), viewerName(1):
		who = h.Shown
	}
	return fmt.Errorf("this is a partial record of an unfinished game as %s saw it; it cannot be replayed", who)
}
