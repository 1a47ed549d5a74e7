package server

import (
	"net/http"
	"strings"

	"acies/game"
	"acies/match"
	"acies/rulebook"
	"acies/table"
	"acies/words"
)

type modifierJSON struct {
	game.Modifier
	Text string `json:"text"`
}

type rowJSON struct {
	game.Row
	Text string `json:"text"`
}

type chanceJSON struct {
	game.Odds
	Text string `json:"text"`
}

// oddsJSON is a game.Explanation with its words.
type oddsJSON struct {
	Do        string         `json:"do"`
	Text      string         `json:"text"`
	Kind      string         `json:"kind"`
	Cost      int            `json:"cost,omitempty"`
	Allowance int            `json:"allowance,omitempty"`
	Path      []int          `json:"path,omitempty"`
	Trail     []game.Pose    `json:"trail,omitempty"` // the same on a board without places
	Modifiers []modifierJSON `json:"modifiers"`
	Sum       int            `json:"sum"`
	Total     int            `json:"total"`
	Rows      []rowJSON      `json:"rows"`
	Odds      []chanceJSON   `json:"odds"`
	Also      []chanceJSON   `json:"also"`
}

// odds answers what the last of the given actions would start, as if the others had been carried out.
func (s *server) odds(c *call) error {
	return s.ask(c, func(snap *match.Snapshot, w *words.Words) error {
		state, a, err := c.lead(snap)
		if err != nil {
			return ruled(w, err)
		}
		e := state.Explain(a, game.Nobody)
		if e == nil {
			return refuse(http.StatusUnprocessableEntity, "no-odds")
		}
		return c.answer(http.StatusOK, weigh(w, w.Action(state.View(game.Nobody).Prompt.Key, a), state.Battle().Format(a), e))
	})
}

// weigh puts an explanation into words.
func weigh(w *words.Words, text, do string, e *game.Explanation) oddsJSON {
	out := oddsJSON{
		Do: do, Text: text, Kind: e.Kind, Cost: e.Cost, Allowance: e.Allowance, Path: e.Path, Trail: e.Trail,
		Sum: e.Sum, Total: e.Total, Modifiers: []modifierJSON{}, Rows: []rowJSON{},
		Odds: chances(w, e.Odds), Also: chances(w, e.Also),
	}
	for _, m := range e.Modifiers {
		out.Modifiers = append(out.Modifiers, modifierJSON{m, w.Modifier(m)})
	}
	for _, r := range e.Rows {
		out.Rows = append(out.Rows, rowJSON{r, w.Result(r.Result)})
	}
	return out
}

// ask calls f with the present moment and the words of the caller's language.
func (s *server) ask(c *call, f func(*match.Snapshot, *words.Words) error) error {
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		snap, err := m.Snapshot()
		if err != nil {
			return err
		}
		w, err := snap.Board.Words(c.lang)
		if err != nil {
			return err
		}
		return f(&snap, w)
	})
}

// lead returns the last action of the query and the state that the others lead to. "roll" alone is the roll that is
// due, whatever it shows.
func (c *call) lead(snap *match.Snapshot) (game.State, game.Action, error) {
	s := snap.State
	if strings.TrimSpace(c.query.Get("do")) == "roll" && s.ToAct() == game.Nature {
		return s, s.Legal(nil)[0], nil
	}
	actions, err := c.actions(snap)
	if err != nil {
		return nil, game.Action{}, err
	}
	last := len(actions) - 1
	for i, a := range actions[:last] {
		if r := s.Apply(a, nil); r != nil {
			return nil, a, &table.Failure{N: i, Do: s.Battle().Format(a), Err: r}
		}
	}
	if r := s.Check(actions[last]); r != nil {
		return nil, actions[last], &table.Failure{N: last, Do: s.Battle().Format(actions[last]), Err: r}
	}
	return s, actions[last], nil
}

func chances(w *words.Words, list []game.Odds) []chanceJSON {
	out := []chanceJSON{}
	for _, o := range list {
		out = append(out, chanceJSON{o, w.Chance(o)})
	}
	return out
}

type clauseJSON struct {
	ID      string `json:"id"`
	Book    string `json:"book"`
	Chapter string `json:"chapter"`
	Section string `json:"section,omitempty"`
	Text    string `json:"text"`
}

// rulebook answers with the clauses of the text that holds a book, or with all.
func (s *server) rulebook(c *call) error {
	clauses := rulebook.Clauses()
	if book := c.query.Get("book"); book != "" {
		clauses = rulebook.Of(book)
	}
	if len(clauses) == 0 {
		return malformed("book", "there is no such book")
	}
	list := make([]clauseJSON, len(clauses))
	for i, x := range clauses {
		list[i] = clauseJSON(x)
	}
	return c.answer(http.StatusOK, list)
}

// text answers with the catalogue of a language.
func (s *server) text(c *call) error { return c.answer(http.StatusOK, words.Catalogue(c.lang)) }
