package toy

import (
	"fmt"

	"acies/game"
)

func (s *state) Explain(a game.Action, _ game.Side) *game.Explanation {
	if s.Check(a) != nil {
		return nil
	}
	switch a.Verb {
	case March:
		path, cost := s.walk(s.ToAct(), int(a.A))
		return &game.Explanation{Kind: "move", Cost: cost, Allowance: allowance, Path: path}
	case Roll:
		return s.duel()
	}
	return nil
}

// duel explains the roll that is due. While the leader's die is still open, it considers all pairs of dice.
func (s *state) duel() *game.Explanation {
	side := s.turn()
	x := &game.Explanation{Kind: "duel", Modifiers: s.modifiers(side), Sum: s.bonus(side), Total: s.bonus(side)}
	other := s.bonus(side.Other())
	var won, drawn, of int
	for die := 1; die <= faces; die++ {
		low, high := int(s.Die), int(s.Die)
		if s.Turn == 2 {
			low, high = 1, faces
		}
		for theirs := low; theirs <= high; theirs++ {
			of++
			result := "duel.lost"
			switch ours := die + x.Total; {
			case ours > theirs+other:
				won++
				result = "duel.won"
			case ours == theirs+other:
				drawn++
				result = "duel.drawn"
			}
			if s.Turn == 3 {
				x.Rows = append(x.Rows, game.Row{Die: die, Total: die + x.Total, Result: result, Clause: "toy-6"})
			}
		}
	}
	for _, o := range []game.Odds{{Result: "duel.won", Weight: won}, {Result: "duel.drawn", Weight: drawn}, {Result: "duel.lost", Weight: of - won - drawn}} {
		if o.Weight > 0 {
			o.Of, o.Piece = of, -1
			x.Odds = append(x.Odds, o)
		}
	}
	return x
}

func (s *state) Status(piece int, _ game.Side) game.Status {
	if side := s.ToAct(); side < 0 || piece != int(side) {
		return game.Status{Reasons: []game.Refusal{*refuse("order", "toy-2")}}
	}
	return game.Status{CanAct: true}
}

func (s *state) View(side game.Side) game.View {
	v := game.View{
		Side: side, ToAct: s.ToAct(), Turn: min(int(s.Round)+1, s.b.rounds), Turns: s.b.rounds, Phase: s.phase(), Phases: phases, Active: -1,
		Prompt: s.prompt(),
	}
	for owner := range game.Side(2) {
		champion := game.PieceView{Piece: int(owner), Place: int(s.Place[owner]), Facing: -1}
		if s.Turn == 3 && owner == s.leader() {
			champion.Values = []game.Value{{Key: "die", N: int(s.Die)}}
		}
		v.Pieces = append(v.Pieces, champion)
		v.Scores = append(v.Scores, game.Score{Side: owner, Key: "score.duels", Clause: "toy-6", Points: int(s.Points[owner])})
	}
	for owner := range game.Side(2) {
		for i, c := range s.Hand[owner] {
			p := game.PieceView{Piece: cardPiece(owner, i+1), Place: -1, Facing: -1}
			if s.sees(side, owner, i) {
				p.Values = []game.Value{{Key: "rank", N: int(c.Rank)}}
			} else {
				p.States = append(p.States, "hidden")
			}
			if c.Seen == 1 {
				p.States = append(p.States, "seen")
			}
			if c.Used == 1 {
				p.States = append(p.States, "used")
			}
			v.Pieces = append(v.Pieces, p)
		}
	}
	if s.b.ambush && !s.over() {
		v.Span = fmt.Sprintf("%d.%d", s.Round, s.turn())
	}
	if v.ToAct == side {
		v.Legal = s.Legal(nil)
	}
	return v
}

// phases are the parts of a round.
var phases = []string{"phase.turns", "phase.duel"}

func (s *state) phase() string {
	switch {
	case s.Dealt < 2*cards:
		return "phase.deal"
	case s.Turn >= 2:
		return phases[1]
	}
	return phases[0]
}

// prompt returns the prompt for the side to act.
func (s *state) prompt() game.Event {
	e := game.Event{Key: "prompt.turn", Clause: "toy-2", To: game.Everyone}
	switch {
	case s.over():
		return game.Event{Key: "prompt.over", Clause: "toy-7", To: game.Everyone}
	case s.Dealt < 2*cards:
		e.Key, e.Clause, e.Args = "prompt.deal", "toy-1", []game.Arg{player("side", game.Side(s.Dealt%2))}
	case s.Turn >= 2:
		e.Key, e.Clause, e.Args = "prompt.die", "toy-6", []game.Arg{player("side", s.turn())}
	case s.Asked == 1:
		e.Key, e.Clause, e.Args = "prompt.ambush", "toy-8", []game.Arg{piece("champion", int(s.turn()))}
	default:
		e.Args = []game.Arg{piece("champion", int(s.turn()))}
	}
	return e
}

// faceDown reports whether a card has been played in this round and not yet turned up.
func (s *state) faceDown(owner game.Side, i int) bool {
	return int(s.Played[owner]) == i+1 && s.Turn < 2
}

// Shown implements [game.State]: a viewer who is not dealt a card does not see its rank, and only the side that was asked
// for an ambush knows that it declined.
func (s *state) Shown(a game.Action, viewer game.Side) (game.Action, bool) {
	if a.Verb == Pass && viewer != s.ToAct() {
		return game.Action{}, false
	}
	if a.Verb == Deal && viewer != game.Side(s.Dealt%2) {
		a.A = 0
	}
	return a, true
}

// sees reports whether a viewer knows the rank of a card. An ambush shows a card to spectators too, and so, for simplicity,
// does a scout in that variant.
func (s *state) sees(viewer, owner game.Side, i int) bool {
	c := &s.Hand[owner][i]
	return owner == viewer || c.Seen == 1 && (viewer >= 0 || s.b.ambush) || c.Used == 1 && !s.faceDown(owner, i)
}

// Resample implements [game.State]: it deals the cards that the viewer has not seen again at random.
func (s *state) Resample(viewer game.Side, src game.Source) {
	var hidden []*card
	for owner := range game.Side(2) {
		for i := range s.Hand[owner] {
			if c := &s.Hand[owner][i]; c.Rank != 0 && !s.sees(viewer, owner, i) {
				c.Rank = 0
				hidden = append(hidden, c)
			}
		}
	}
	var pool []uint8
	for r := 1; r <= ranks; r++ {
		for range s.left(r) {
			pool = append(pool, uint8(r))
		}
	}
	for _, c := range hidden {
		i := game.Intn(src, len(pool))
		c.Rank = pool[i]
		pool = append(pool[:i], pool[i+1:]...)
	}
}
