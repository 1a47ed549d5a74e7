package desk

import (
	"bytes"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math"
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

	Trail   []game.Pose `json:"trail,omitempty"`   // the path on a board without places
	Summary *Summary    `json:"summary,omitempty"` // of the activation that ends with it; only in a log

	Deals []Deal `json:"deals,omitempty"` // what players have said after it, beside the rules; only in a log
	// Past changes when anything changes that comes before it, so that a reader of later entries knows whether he has the earlier ones;
	// only in a log.
	Past int `json:"past,omitempty"`

	Answered bool   `json:"answered,omitempty"` // it was answered for the viewer, as he has set
	Answer   string `json:"answer,omitempty"`   // what was answered then, in words; only in a log
}

// Deal is what a player has said, in words: an offer, an answer, or that he ends the game.
type Deal struct {
	Saying string    `json:"saying"`         // "offer", "accept", "decline", "withdraw" or "end"
	Deal   string    `json:"deal,omitempty"` // of an offer or an answer, as in an [Offer]
	Side   game.Side `json:"side"`           // who has said it; -2: nobody knows any more
	Text   string    `json:"text"`
	N      int       `json:"n,omitempty"` // how many things have been said with it; only at a table
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
	Track *system.Track `json:"track,omitempty"`

	Side  *game.Side `json:"side,omitempty"`  // the side that it names
	Phase string     `json:"phase,omitempty"` // of a heading: the phase that begins
	Turn  int        `json:"turn,omitempty"`  // of the beginning of a turn: its number
}

// Log returns what has happened, as far as the viewer may know it, from the action that the viewer counts as from. What was said
// before the first action follows an entry 0, which is no action.
func (d *Desk) Log(from int) ([]*LogEntry, error) {
	out := []*LogEntry{}
	sums := summarizer{words: d.Words}
	sums.staging, _ = system.Of(d.Game.State.Battle()).(system.Staging)
	before := prompter{desk: d}
	said, past := d.Game.Said, fnv.New32a()
	last := d.beginning()
	if from == 0 && len(said) > 0 {
		out = append(out, last)
	}
	tellTo := func(n int) {
		for ; len(said) > 0 && said[0].After < n; said = said[1:] {
			x := d.tell(&said[0])
			last.Deals = append(last.Deals, x)
			io.WriteString(past, x.Text)
		}
	}
	err := table.Replay(d.Game.State.Battle(), d.Game.Entries, func(x table.Step) error {
		e, ok := x.ShownTo(d.side())
		if !ok {
			return nil
		}
		tellTo(x.N)
		sum := sums.add(e, game.For(d.side(), x.Events))
		last = &LogEntry{}
		if e.N >= from {
			last = d.describeStep(e, &x)
			last.Summary, last.Past = sum, int(past.Sum32())
			if last.Answered {
				last.Answer = d.Words.Action(before.to(x.N-1), x.Action)
			}
			out = append(out, last)
		}
		fmt.Fprintln(past, e.Side, e.Do)
		return nil
	})
	tellTo(math.MaxInt)
	if len(out) > 0 && out[0].N == 0 && len(out[0].Deals) == 0 {
		out = out[1:]
	}
	return out, err
}

// beginning returns the entry of the moment before the first action.
func (d *Desk) beginning() *LogEntry {
	turn, phase := record.Moment(d.Game.State.Battle().Start())
	return &LogEntry{Side: game.Nobody, Turn: turn, Phase: d.Words.Text(phase), Facts: []Fact{}}
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
		return d.describeStep(e, s.Step).onTable().AppendJSON(nil)
	}
	if d.answered(s.Step) { // a description of his own
		key = descriptionKey{d.Viewer, d.Words.Lang()}
	}
	text, ok := s.Told.Load(key)
	if !ok {
		text = json.RawMessage(bytes.Clone(d.describeStep(e, s.Step).onTable().AppendJSON(nil))) // without spare capacity
		s.Told.Store(key, text)
	}
	return text.(json.RawMessage)
}

// describeStep describes a step; e is its entry as the viewer may see it.
func (d *Desk) describeStep(e *record.Entry, s *record.Step) *LogEntry {
	staging, _ := system.Of(d.Game.State.Battle()).(system.Staging)
	x := describeStep(d.Words, staging, e, s, game.For(d.side(), s.Events))
	x.Answered = d.answered(s)
	return x
}

// describeStep describes a step of which a viewer may know the entry e and these events. The staging may be nil.
func describeStep(w *words.Words, staging system.Staging, e *record.Entry, s *record.Step, events []game.Event) *LogEntry {
	x := &LogEntry{N: e.N, Side: e.Side, Do: e.Do, By: e.By, Turn: s.Turn, Phase: w.Text(s.Phase), Facts: []Fact{}, Trail: e.Trail}
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
			shown := staging.Stage(&events[i])
			f.Scene, f.Arrow, f.Track = shown.Scene, shown.Arrow, shown.Track
			switch f.Scene {
			case system.HeadingScene:
				f.Phase = w.Text(phaseOf(&events[i]))
			case system.TurnScene:
				f.Turn = turnOf(&events[i])
			}
		}
		x.Facts = append(x.Facts, f)
	}
	x.Facts = tellSkipped(w, x.Facts, events)
	return x
}

// skippedKey is the key of the fact that there was nothing to do in phases.
const skippedKey = "skipped"

// onTable stages the step for a table, where the last steps are shown as a fight: that phases were skipped belongs to no roll. It is an
// event like others there, not a detail of the next roll; after a roll, where it would be one of its results, it is left to the log.
func (x *LogEntry) onTable() *LogEntry {
	rolled := false
	for i := range x.Facts {
		f := &x.Facts[i]
		rolled = rolled || len(f.Dice) > 0
		switch {
		case f.Key == skippedKey && rolled:
			f.Scene = system.HeadingScene
		case f.Key == skippedKey:
			f.Scene = system.PlainScene
		}
	}
	return x
}

// tellSkipped adds, where headings follow each other with nothing between them, what they are headings of: phases in which
// there was nothing to do. The last phase is the one in which the game goes on.
func tellSkipped(w *words.Words, facts []Fact, events []game.Event) []Fact {
	isHeading := func(f Fact) bool { return f.Scene == system.HeadingScene }
	var skipped []string
	for i := 0; i < len(facts); i++ {
		if !isHeading(facts[i]) {
			continue
		}
		if i+1 < len(facts) && ends(facts[i+1].Scene) && slices.ContainsFunc(facts[i+1:], isHeading) {
			skipped = append(skipped, phaseOf(&events[i]))
		}
		if len(skipped) == 0 || i+1 < len(facts) && isHeading(facts[i+1]) {
			continue
		}
		told := Fact{Text: skippedText(w, skipped), Key: skippedKey, Scene: system.DetailScene}
		facts, events = slices.Insert(facts, i, told), slices.Insert(slices.Clone(events), i, game.Event{})
		skipped = nil
		i++
	}
	return facts
}

// ends reports whether nothing more can belong to a heading that is followed by an event of this kind.
func ends(s system.Scene) bool {
	return s == system.HeadingScene || s == system.ActivationScene || s == system.TurnScene
}

// skippedText says that there was nothing to do in phases. Some of them have a sentence of their own for that.
func skippedText(w *words.Words, phases []string) string {
	var names, sentences []string
	for _, p := range phases {
		if text := w.Text(p + ".skipped"); text != p+".skipped" {
			sentences = append(sentences, text)
		} else if short := w.Text(p + ".short"); short != p+".short" {
			names = append(names, short)
		} else {
			names = append(names, w.Text(p))
		}
	}
	if len(names) > 0 {
		sentences = append([]string{w.Fill("ui.skipped", map[string]string{"phases": w.Join(names)})}, sentences...)
	}
	return strings.Join(sentences, " ")
}

// phaseOf returns the key of the phase that a heading names.
func phaseOf(e *game.Event) string {
	for _, a := range e.Args {
		if a.Kind == game.Key {
			return a.Text
		}
	}
	return ""
}

// turnOf returns the number of the turn that an event begins.
func turnOf(e *game.Event) int {
	for _, a := range e.Args {
		if a.Kind == game.Number {
			return a.N
		}
	}
	return 0
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
		case game.Player:
			if f.Side == nil {
				f.Side = new(game.Side)
				*f.Side = game.Side(a.N)
			}
		case game.Die:
			if f.Dice = append(f.Dice, a.List...); a.List == nil {
				f.Dice = append(f.Dice, a.N)
			}
		}
	}
	return f
}
