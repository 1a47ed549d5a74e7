package desk

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"acies/game"
	"acies/record"
	"acies/system"
	"acies/table"
	"acies/words"
)

// latest is how many steps a table shows.
const latest = 16

// LogEntry is an action with its events.
type LogEntry struct {
	N     int       `json:"n"`
	Side  game.Side `json:"side"`
	Do    string    `json:"do"`
	By    string    `json:"by,omitempty"`
	Turn  int       `json:"turn"`
	Phase string    `json:"phase"`
	Path  []int     `json:"path,omitempty"`
	Facts []Fact    `json:"facts"`
}

// Fact is an event in words.
type Fact struct {
	Text   string `json:"text"`
	Clause string `json:"clause,omitempty"`
	Key    string `json:"key"`
	Places []int  `json:"places,omitempty"`
	Pieces []int  `json:"pieces,omitempty"`
	Dice   []int  `json:"dice,omitempty"`

	Roll  *game.Dice    `json:"roll,omitempty"` // the dice of the roll; if there are more of them than numbers in Dice, these are sums
	Scene system.Scene  `json:"scene,omitempty"`
	Arrow *system.Arrow `json:"arrow,omitempty"`
}

// Log returns what has happened, as far as the viewer may know it, from the action that the viewer counts as from.
func (d *Desk) Log(from int) ([]*LogEntry, error) {
	out := []*LogEntry{}
	err := table.Replay(d.Game.State.Battle(), d.Game.Entries, func(x table.Step) error {
		if e, ok := x.ShownTo(d.side()); ok && e.N >= from {
			out = append(out, d.describeStep(e, &x))
		}
		return nil
	})
	return out, err
}

// descriptionKey is the key of a description in the cache of a step.
type descriptionKey struct {
	viewer Viewer
	lang   string
}

// describe describes the last steps that the viewer may know of, at most n.
func (d *Desk) describe(steps []Step, n int) []json.RawMessage {
	key := descriptionKey{Spectator, d.Words.Lang()}
	if d.secrets() {
		key.viewer = d.Viewer
	}
	var boxed any = key // once for all steps
	out := make([]json.RawMessage, 0, min(n, len(steps)))
	for i := len(steps) - 1; i >= 0 && len(out) < n; i-- {
		if text := d.describeCached(&steps[i], boxed); text != nil {
			out = append(out, text)
		}
	}
	slices.Reverse(out)
	return out
}

// describeCached returns the description of a step, or nil if the viewer may not know of it.
func (d *Desk) describeCached(s *Step, key any) json.RawMessage {
	e, ok := s.ShownTo(d.side())
	if !ok {
		return nil
	}
	if s.Told == nil {
		return d.describeStep(e, s.Step).AppendJSON(nil)
	}
	text, ok := s.Told.Load(key)
	if !ok {
		text = json.RawMessage(bytes.Clone(d.describeStep(e, s.Step).AppendJSON(nil))) // without spare capacity
		s.Told.Store(key, text)
	}
	return text.(json.RawMessage)
}

// describeStep describes a step; e is its entry as the viewer may see it.
func (d *Desk) describeStep(e *record.Entry, s *record.Step) *LogEntry {
	staging, _ := system.Of(d.Game.State.Battle()).(system.Staging)
	return describeStep(d.Words, staging, e, s, game.For(d.side(), s.Events))
}

// describeStep describes a step of which a viewer may know the entry e and these events. The staging may be nil.
func describeStep(w *words.Words, staging system.Staging, e *record.Entry, s *record.Step, events []game.Event) *LogEntry {
	x := &LogEntry{N: e.N, Side: e.Side, Do: e.Do, By: e.By, Turn: s.Turn, Phase: w.Text(s.Phase), Facts: []Fact{}}
	for _, id := range e.Path {
		if p, ok := w.FindPlace(id); ok {
			x.Path = append(x.Path, p)
		}
	}
	for i := range events {
		f := describeEvent(w, events[i])
		if len(f.Dice) > 0 && s.Dice.N > 0 {
			f.Roll = &s.Dice
		}
		if staging != nil {
			f.Scene, f.Arrow = staging.Stage(&events[i])
		}
		x.Facts = append(x.Facts, f)
	}
	return x
}

func describeEvent(w *words.Words, e game.Event) Fact {
	f := Fact{Text: strings.TrimSpace(w.Event(e)), Clause: e.Clause, Key: e.Key}
	for _, a := range e.Args {
		switch a.Kind {
		case game.Place:
			f.Places = append(f.Places, a.N)
		case game.Places:
			f.Places = append(f.Places, a.List...)
		case game.Piece:
			f.Pieces = append(f.Pieces, a.N)
		case game.Die:
			if f.Dice = append(f.Dice, a.List...); a.List == nil {
				f.Dice = append(f.Dice, a.N)
			}
		}
	}
	return f
}
