package desk

import "acies/game"

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
// are not the ones who act, but could be by one choice, that choice comes first.
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
			out.Why = d.WhyPiece(pieces[0])
			return out, nil
		}
		if r := s.Check(first); r != nil {
			out.Why = &Why{Reasons: []Reason{quote(d.Words, r)}}
			return out, nil
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
