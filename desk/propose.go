package desk

import (
	"slices"

	"acies/game"
)

// Proposal is the move that brings a piece nearest to where it is dragged.
type Proposal struct {
	Actions []string `json:"actions"`       // to carry out, one after another
	Odds    *Odds    `json:"odds"`          // of the last of them, which moves; null if no move comes nearer
	Why     *Why     `json:"why,omitempty"` // it cannot come nearer
}

// Handle is a grip at which the pieces that act can be pulled, in words.
type Handle struct {
	game.Handle
	Text string `json:"text"`
}

// handles returns the grips of the pieces that act.
func (d *Desk) handles() (list []Handle) {
	p, ok := d.Game.State.(game.Proposer)
	if !ok {
		return nil
	}
	for _, h := range p.Handles() {
		list = append(list, Handle{h, d.Words.Text("handle." + h.Key)})
	}
	return list
}

// Propose returns the legal move that brings the first of some pieces nearest to a pose on a board without places. If they
// are not the ones who act, but could be by one choice, that choice comes first; before it, if others act and may end that,
// the end of what they do.
func (d *Desk) Propose(pieces []int, near game.Pull) (*Proposal, error) {
	if d.Game.State.ToAct() != d.side() {
		return nil, ErrTurn
	}
	s := d.Game.State.Clone()
	p, ok := s.(game.Proposer)
	if !ok {
		return nil, ErrNoPlan
	}
	out := &Proposal{Actions: []string{}}
	list := p.Propose(pieces[0], near, nil)
	if len(list) == 0 {
		first, ok := p.Take(pieces)
		if !ok {
			end, found := d.endOfOthers(pieces[0])
			if found {
				if err := d.try(s, end); err != nil {
					return nil, err
				}
				first, ok = p.Take(pieces)
				ok = ok && s.ToAct() == d.side()
			}
			if !ok {
				then := *d.Game
				then.State = s
				out.Why = (&Desk{Game: &then, Viewer: d.Viewer, Words: d.Words}).WhyPiece(pieces[0])
				return out, nil
			}
			out.Actions = append(out.Actions, s.Battle().Format(end))
		}
		if r := s.Check(first); r != nil {
			return &Proposal{Actions: []string{}, Why: &Why{Reasons: []Reason{quote(d.Words, r)}}}, nil
		}
		if err := d.try(s, first); err != nil {
			return nil, err
		}
		out.Actions = append(out.Actions, s.Battle().Format(first))
		list = p.Propose(pieces[0], near, nil)
	}
	var a game.Action
	if len(list) > 0 {
		a = list[0]
		do := s.Battle().Format(a)
		out.Actions = append(out.Actions, do)
		out.Odds = describeOdds(d.Words, d.Words.Action(game.Event{}, a), do, s.Explain(a, d.side()))
	}
	if r := p.Hinders(pieces[0], near, a); r != nil {
		out.Why = &Why{Reasons: []Reason{quote(d.Words, r)}}
	}
	return out, nil
}

// endOfOthers returns the choice that ends what others than a piece are doing, if it is on offer and rolls nothing.
func (d *Desk) endOfOthers(piece int) (game.Action, bool) {
	v := d.Game.State.View(d.side())
	if len(v.Chosen) == 0 || slices.Contains(v.Chosen, piece) {
		return game.Action{}, false
	}
	for _, a := range v.Legal {
		if c := d.Game.State.Battle().Choice(a); c.Ends && !c.Rolls {
			return a, true
		}
	}
	return game.Action{}, false
}
