package desk

import (
	"slices"

	"acies/game"
	"acies/rulebook"
	"acies/words"
)

// Reason is a reason why something is not possible, with its rule.
type Reason struct {
	Text       string `json:"text"`
	Clause     string `json:"clause"`
	ClauseText string `json:"clauseText,omitempty"`
}

// Why says whether something is possible and, if not, why.
type Why struct {
	Do      string   `json:"do,omitempty"` // the action that pointing at a place is taken to mean
	Legal   bool     `json:"legal"`
	Reasons []Reason `json:"reasons"`
}

// WhyPiece says whether a piece can act.
func (d *Desk) WhyPiece(piece int) *Why {
	st := d.Game.State.Status(piece, d.side())
	out := &Why{Legal: st.CanAct, Reasons: []Reason{}}
	for i := range st.Reasons {
		out.Reasons = append(out.Reasons, quote(d.Words, &st.Reasons[i]))
	}
	return out
}

// WhyPlace returns why a place cannot be entered or chosen. If a piece is given, it is the one that would go there; -1:
// none.
func (d *Desk) WhyPlace(place, piece int) (*Why, error) {
	if d.isOthersTurn() {
		return nil, ErrTurn
	}
	out := &Why{Reasons: []Reason{}}
	s := d.Game.State
	if a, ok := actionAt(s, place, piece); ok {
		out.Do = s.Battle().Format(a)
		out.check(d.Words, s.Check(a))
		return out, nil
	}
	if o, ok := s.(game.Objector); ok && piece >= 0 {
		list := o.Objections(piece, place)
		for i := range list {
			out.Reasons = append(out.Reasons, quote(d.Words, &list[i]))
		}
	}
	return out, nil
}

// WhyNot returns why actions, carried out one after the other, are not possible.
func (d *Desk) WhyNot(actions []string) (*Why, error) {
	if d.isOthersTurn() {
		return nil, ErrTurn
	}
	parsed, err := d.parse(actions)
	if err != nil {
		return nil, err
	}
	out, s := &Why{Legal: true, Reasons: []Reason{}}, d.Game.State.Clone()
	for i, a := range parsed {
		if out.check(d.Words, s.Check(a)); !out.Legal || i == len(parsed)-1 {
			break
		}
		if err := d.try(s, a); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// check records whether there is a reason against an action, and which.
func (x *Why) check(w *words.Words, r *game.Refusal) {
	if x.Legal = r == nil; r != nil {
		x.Reasons = append(x.Reasons, quote(w, r))
	}
}

func quote(w *words.Words, r *game.Refusal) Reason {
	rule, _ := rulebook.Find(r.Clause)
	return Reason{w.Say("refusal."+r.Key, r.Args...), r.Clause, rule.In(w.Lang()).Text}
}

// actionAt returns the action that a person who points at a place most likely means: one of those offered, with that
// place instead of its own. If a piece is given, it is the one meant to act. It reports false if no action offered has
// a place to point at.
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

// aim returns the last place of an action that has a role in it, or nil if there is none.
func aim(b game.Battle, a game.Action, role game.Role) *aimed {
	c := b.Choice(a)
	for i := len(c.Operands) - 1; i >= 0; i-- {
		if o := &c.Operands[i]; o.Kind == game.Place && o.Role == role {
			return &aimed{Choice: c, action: a, operand: i}
		}
	}
	return nil
}

// rank rates how likely an action is meant: one of the given piece rather than of others, with the facing that the
// piece has, and with as few other operands as possible.
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
		mover = standing(moverOf(v))
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

// moverOf returns the piece that moves: of those chosen the one that the prompt is about, or else the first.
func moverOf(v *game.View) int {
	for _, a := range v.Prompt.Args {
		if a.Kind == game.Piece && slices.Contains(v.Chosen, a.N) {
			return a.N
		}
	}
	return v.Chosen[0]
}
