package desk

import (
	"slices"
	"strings"

	"acies/game"
	"acies/record"
	"acies/system"
	"acies/words"
)

// Summary is what was done in an activation, in one line.
type Summary struct {
	From int       `json:"from"` // the action with which the activation began
	Side game.Side `json:"side"` // the side that acted
	Text string    `json:"text"`
}

// summarizer makes the summaries of the activations of a game from what a viewer may know.
type summarizer struct {
	words   *words.Words
	staging system.Staging // nil: the rulebook has none, and there are no summaries

	open   bool // an activation is in progress
	begins game.Event
	from   int
	side   game.Side
	counts []count // in the order in which they were first counted
}

// count is how often something has happened in an activation, and to whom.
type count struct {
	key   string
	n     int
	units []int
}

// add counts the events of an entry and returns the summary of the activation that it ends, or nil.
func (x *summarizer) add(e *record.Entry, events []game.Event) *Summary {
	if x.staging == nil {
		return nil
	}
	var out *Summary
	for i := range events {
		shown := x.staging.Stage(&events[i])
		begins := shown.Scene == system.ActivationScene
		if x.open && (begins || shown.Closes || shown.Scene == system.TurnScene) {
			out, x.open = x.summary(), false
		}
		if begins {
			*x = summarizer{words: x.words, staging: x.staging, open: true, begins: events[i], from: e.N, side: sideOf(&events[i])}
		}
		if x.open {
			x.count(&shown)
		}
	}
	if x.open && x.side == game.Nobody && e.N > x.from && e.Side >= 0 {
		x.side = e.Side // the first to choose anything
	}
	return out
}

// sideOf returns the side that an event names, or Nobody.
func sideOf(e *game.Event) game.Side {
	for _, a := range e.Args {
		if a.Kind == game.Player {
			return game.Side(a.N)
		}
	}
	return game.Nobody
}

func (x *summarizer) count(shown *system.Staged) {
	if shown.Counts == "" {
		return
	}
	i := slices.IndexFunc(x.counts, func(c count) bool { return c.key == shown.Counts })
	if i < 0 {
		i = len(x.counts)
		x.counts = append(x.counts, count{key: shown.Counts})
	}
	c := &x.counts[i]
	if len(shown.Units) == 0 {
		c.n++
	}
	for _, u := range shown.Units {
		if !slices.Contains(c.units, u) {
			c.units = append(c.units, u)
			c.n++
		}
	}
}

// named is how many units a summary names; more are only counted.
const named = 2

// summary returns the summary of the activation.
func (x *summarizer) summary() *Summary {
	var done, suffered []string
	for _, c := range x.counts {
		args := []game.Arg{{Name: "n", N: c.n}, {Name: "units", Kind: game.Pieces, List: c.units}}
		key := "summary." + c.key
		switch names := key + "-named"; {
		case x.words.Text(names) == names: // nobody is named for it
			done = append(done, x.words.Say(key, args...))
		case len(c.units) <= named:
			suffered = append(suffered, x.words.Say(names, args...))
		default:
			suffered = append(suffered, x.words.Say(key, args...))
		}
	}
	what := append(done, suffered...)
	if len(what) == 0 {
		what = []string{x.words.Text("summary.nothing")}
	}
	// A text is its own key.
	args := append(slices.Clone(x.begins.Args), game.Arg{Name: "what", Kind: game.Key, Text: strings.Join(what, " · ")})
	return &Summary{From: x.from, Side: x.side, Text: x.words.Say("summary."+x.begins.Key, args...)}
}
