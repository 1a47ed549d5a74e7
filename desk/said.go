package desk

import (
	"acies/game"
	"acies/record"
)

// Said is what a player has said beside the rules: an offer, an answer, or that he ends the game.
type Said struct {
	After  int       // the number of the action after which it was said; 0: before all
	By     game.Side // Nobody: nobody knows any more
	Saying string    // "offer", "accept", "decline", "withdraw" or "end"
	Deal   string    // of an offer or an answer, as in an [Offer]

	Faces  []int          // of dice; none: the program throws them
	Undone *record.Undone // of an undo that was accepted
	Ending *record.Ending // of an end
}

// tell returns what was said in words. In a battle with secrets it says neither what dice have shown, which the log says to those
// who may know, nor how many actions were taken back, of which the viewer may not have known.
func (d *Desk) tell(s *Said) Deal {
	key, other := s.Saying+"-"+s.Deal, s.By.Other()
	args := []game.Arg{}
	switch {
	case s.Ending != nil:
		return d.tellEnding(s)
	case s.Undone != nil:
		if args = append(args, game.Arg{Name: "n", Kind: game.Number, N: s.Undone.Undone}); d.secrets() {
			key += "-some"
		}
	case s.Deal == "roll" && s.Saying != "decline" && s.Saying != "withdraw":
		switch {
		case len(s.Faces) == 0:
			key += "-program"
		case d.secrets():
			key += "-some"
		}
	}
	args = append(args, game.Arg{Name: "side", Kind: game.Player, N: int(s.By)}, game.Arg{Name: "other", Kind: game.Player, N: int(other)})
	if s.Faces != nil {
		args = append(args, game.Arg{Name: "faces", Kind: game.Die, List: s.Faces})
	}
	return Deal{Saying: s.Saying, Deal: s.Deal, Side: s.By, Text: d.Words.Say("deal."+key, args...)}
}

// tellEnding returns in words how people have ended the game.
func (d *Desk) tellEnding(s *Said) Deal {
	e := s.Ending
	out := Deal{Saying: s.Saying, Side: s.By}
	// Records do not say who has accepted a draw, but who has resigned.
	if e.End == record.Resigned {
		out.Side = e.Winner.Other()
	}
	if out.Side < 0 {
		out.Text = d.Words.Outcome(e.Outcome(d.Game.State))
		return out
	}
	out.Text = d.Words.Say("deal.end-"+e.End,
		game.Arg{Name: "side", Kind: game.Player, N: int(out.Side)}, game.Arg{Name: "other", Kind: game.Player, N: int(out.Side.Other())})
	return out
}
