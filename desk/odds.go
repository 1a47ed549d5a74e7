package desk

import (
	"acies/game"
	"acies/record"
	"acies/words"
)

// Modifier is a modifier in words.
type Modifier struct {
	game.Modifier
	Text string `json:"text"`
}

// Row is the effect of one outcome of a die, in words.
type Row struct {
	game.Row
	Text string `json:"text"`
}

// Chance is the chance of a result, in words.
type Chance struct {
	game.Odds
	Text string `json:"text"`
}

// Odds is a [game.Explanation] in words.
type Odds struct {
	Do        string       `json:"do"`
	Text      string       `json:"text"`
	Kind      string       `json:"kind"`
	Cost      int          `json:"cost,omitempty"`
	Allowance int          `json:"allowance,omitempty"`
	Path      []int        `json:"path,omitempty"`
	Trail     []game.Pose  `json:"trail,omitempty"` // the same for a board without places
	Modifiers []Modifier   `json:"modifiers"`
	Sum       int          `json:"sum"`
	Total     int          `json:"total"`
	Rows      []Row        `json:"rows"`
	Odds      []Chance     `json:"odds"`
	Also      []Chance     `json:"also"`
	Ends      []game.End   `json:"ends,omitempty"`
	Notes     []Note       `json:"notes,omitempty"`
	Shades    []game.Shade `json:"shades,omitempty"` // areas of a board without places that matter to it
}

// Note is what an action would lead to besides, in words.
type Note struct {
	game.Event
	Text string `json:"text"`
}

// dueRoll stands for the roll that is due, whatever its result.
const dueRoll = "roll"

// Odds returns the odds of the last of some actions, as if the others had been carried out. The action "roll" alone is
// the roll that is due. In a battle with secrets, only the side to act may ask for more than that roll.
func (d *Desk) Odds(actions []string) (*Odds, error) {
	s, a, err := d.stateBefore(actions)
	if err != nil {
		return nil, err
	}
	e := s.Explain(a, d.side())
	if e == nil {
		return nil, ErrNoOdds
	}
	// The number of the outcome used for a roll could reveal the others.
	shown, ok := s.Shown(a, d.side())
	if !ok {
		return nil, ErrNoOdds
	}
	return describeOdds(d.Words, d.Words.Action(s.View(d.side()).Prompt, shown), s.Battle().Format(shown), e), nil
}

// stateBefore returns the last of some actions and the state that the others lead to.
func (d *Desk) stateBefore(actions []string) (game.State, game.Action, error) {
	s := d.Game.State.Clone()
	if len(actions) == 1 && actions[0] == dueRoll && s.ToAct() == game.Nature {
		return s, s.Legal(nil)[0], nil
	}
	if d.isOthersTurn() {
		return nil, game.Action{}, ErrTurn
	}
	parsed, err := d.parse(actions)
	if err != nil {
		return nil, game.Action{}, err
	}
	last := len(parsed) - 1
	for i, a := range parsed[:last] {
		if err := d.try(s, a); err != nil {
			return nil, a, &record.Failure{N: i, Do: s.Battle().Format(a), Err: err}
		}
	}
	if r := s.Check(parsed[last]); r != nil {
		return nil, parsed[last], &record.Failure{N: last, Do: s.Battle().Format(parsed[last]), Err: r}
	}
	return s, parsed[last], nil
}

// parse reads actions in notation.
func (d *Desk) parse(actions []string) ([]game.Action, error) {
	out := make([]game.Action, len(actions))
	for i, text := range actions {
		var err error
		if out[i], err = d.Game.State.Battle().Parse(text); err != nil {
			return nil, &record.Failure{N: i, Do: text, Err: &record.Notation{Err: err}}
		}
	}
	return out, nil
}

// try carries out an action in a state, to see what could follow. In a battle with secrets this must not reveal what
// the action would reveal, nor what the other side could do.
func (d *Desk) try(s game.State, a game.Action) error {
	var events game.Events
	if r := s.Apply(a, &events); r != nil {
		return r
	}
	if !d.secrets() {
		return nil
	}
	for _, e := range events {
		if e.Reveal {
			return ErrHidden
		}
	}
	if s.ToAct() != d.side() {
		return ErrHidden
	}
	return nil
}

// describeOdds describes an explanation.
func describeOdds(w *words.Words, text, do string, e *game.Explanation) *Odds {
	out := &Odds{
		Do: do, Text: text, Kind: e.Kind, Cost: e.Cost, Allowance: e.Allowance, Path: e.Path, Trail: e.Trail,
		Sum: e.Sum, Total: e.Total, Modifiers: []Modifier{}, Rows: []Row{},
		Odds: describeChances(w, e.Odds), Also: describeChances(w, e.Also),
	}
	out.Ends, out.Shades = e.Ends, e.Shades
	for _, n := range e.Notes {
		out.Notes = append(out.Notes, Note{n, w.Event(n)})
	}
	for _, m := range e.Modifiers {
		out.Modifiers = append(out.Modifiers, Modifier{m, w.Modifier(m)})
	}
	for _, r := range e.Rows {
		out.Rows = append(out.Rows, Row{r, w.Result(r.Result)})
	}
	return out
}

func describeChances(w *words.Words, list []game.Odds) []Chance {
	out := []Chance{}
	for _, o := range list {
		out = append(out, Chance{o, w.Chance(o)})
	}
	return out
}
