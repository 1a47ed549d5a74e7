package server

import (
	"net/http"
	"slices"

	"acies/game"
	"acies/match"
	"acies/rulebook"
	"acies/words"
)

type reasonJSON struct {
	Text       string `json:"text"`
	Clause     string `json:"clause"`
	ClauseText string `json:"clauseText,omitempty"`
}

type whyJSON struct {
	Do      string       `json:"do,omitempty"` // the action that pointing at a place is taken to mean
	Legal   bool         `json:"legal"`
	Reasons []reasonJSON `json:"reasons"`
}

// why answers what stands against an action, against going to a place or choosing it, or whether a piece can act.
func (s *server) why(c *call) error {
	return s.ask(c, func(snap *match.Snapshot, w *words.Words) error {
		piece, place := -1, -1
		for _, x := range []struct {
			name string
			find func(string) (int, bool)
			into *int
		}{{"piece", w.FindPiece, &piece}, {"place", w.FindPlace, &place}} {
			if id := c.query.Get(x.name); id != "" {
				n, ok := x.find(id)
				if !ok {
					return malformed(x.name, "there is no such "+x.name)
				}
				*x.into = n
			}
		}
		out := whyJSON{Legal: true, Reasons: []reasonJSON{}}
		switch {
		case place >= 0:
			out.Legal = false
			if a, ok := actionAt(snap.State, place, piece); ok {
				out.Do = snap.State.Battle().Format(a)
				out.check(w, snap.State.Check(a))
			}
		case piece >= 0:
			st := snap.State.Status(piece, game.Nobody)
			out.Legal = st.CanAct
			for i := range st.Reasons {
				out.Reasons = append(out.Reasons, quote(w, &st.Reasons[i]))
			}
		default:
			actions, err := c.actions(snap)
			if err != nil {
				return err
			}
			for _, a := range actions {
				if out.check(w, snap.State.Apply(a, nil)); !out.Legal {
					break
				}
			}
		}
		return c.answer(http.StatusOK, out)
	})
}

// check notes whether there is a reason against an action, and which.
func (x *whyJSON) check(w *words.Words, r *game.Refusal) {
	if x.Legal = r == nil; r != nil {
		x.Reasons = append(x.Reasons, quote(w, r))
	}
}

func quote(w *words.Words, r *game.Refusal) reasonJSON {
	rule, _ := rulebook.Find(r.Clause)
	return reasonJSON{w.Say("refusal."+r.Key, r.Args...), r.Clause, rule.Text}
}

// actionAt returns the action that someone who points at a place most likely means: one of those offered, with that place
// instead of its own. If a piece is given, it is the one that is meant to act. It reports false if nothing offered has a
// place to point at.
func actionAt(s game.State, place, piece int) (game.Action, bool) {
	b, ok := s.Battle().(game.Changer)
	if !ok || s.ToAct() < 0 {
		return game.Action{}, false
	}
	v := s.View(s.ToAct())
	for _, role := range []game.Role{game.Goal, game.Target, game.Enemy} {
		var best *aimed
		for _, a := range v.Legal {
			x := aim(s.Battle(), a, role)
			if x == nil || best != nil && x.Verb != best.Verb {
				continue
			}
			if x.rank(&v, piece); best == nil || x.likeness > best.likeness {
				best = x
			}
		}
		if best != nil {
			return b.Instead(best.action, best.operand, place), true
		}
	}
	return game.Action{}, false
}

// aimed is an offered action and which of its operands is the place to point at.
type aimed struct {
	game.Choice
	action   game.Action
	operand  int
	likeness int
}

// aim finds the last place of an action that plays a role in it; nil: it has none.
func aim(b game.Battle, a game.Action, role game.Role) *aimed {
	c := b.Choice(a)
	for i := len(c.Operands) - 1; i >= 0; i-- {
		if o := &c.Operands[i]; o.Kind == game.Place && o.Role == role {
			return &aimed{Choice: c, action: a, operand: i}
		}
	}
	return nil
}

// rank sets how likely an action is meant: that of the piece in question rather than of others, with the facing that the
// piece has, and with as little else as possible.
func (x *aimed) rank(v *game.View, piece int) {
	standing := func(p int) *game.PieceView {
		i := slices.IndexFunc(v.Pieces, func(w game.PieceView) bool { return w.Piece == p })
		if i < 0 {
			return nil
		}
		return &v.Pieces[i]
	}
	asked := standing(piece)
	mover := asked
	if mover == nil && len(v.Chosen) > 0 {
		mover = standing(v.Chosen[0])
	}
	const (
		byPiece  = 64
		asFacing = 32
	)
	x.likeness = -len(x.Operands)
	for _, o := range x.Operands {
		if o.Role != game.Own {
			continue
		}
		if asked != nil && (o.Kind == game.Piece && o.N == piece || o.Kind == game.Place && o.N == asked.Place) {
			x.likeness += byPiece
		}
		if mover == nil && o.Kind == game.Piece {
			mover = standing(o.N)
		}
		if mover == nil && o.Kind == game.Place {
			if i := slices.IndexFunc(v.Pieces, func(w game.PieceView) bool { return w.Place == o.N && w.Order == 0 }); i >= 0 {
				mover = &v.Pieces[i]
			}
		}
	}
	for _, o := range x.Operands {
		if o.Role == game.Heading && mover != nil && o.N == mover.Facing {
			x.likeness += asFacing
		}
	}
}
