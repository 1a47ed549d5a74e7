package match

import (
	"encoding/json"
	"errors"
	"slices"

	"acies/game"
	"acies/record"
)

// What players say to each other by deals, and how they end a game, belongs to the account of the game, between its actions.

// Saying is what a player has done about a deal.
type Saying string

// The sayings.
const (
	Offered   Saying = offers
	Accepted  Saying = accepts
	Declined  Saying = declines
	Withdrawn Saying = "withdraw" // whoever has made an offer takes it back
	Ended     Saying = "end"      // the game has ended, by an agreement or by one side
)

// Said is what a player has said about a deal. An undo or dice that were accepted stand for their offers, too.
type Said struct {
	After  int       // the number of the action after which it was said, of those that are left; 0: before all
	By     game.Side // who has said it; Nobody: unknown
	Saying Saying
	Deal   Deal // of all but Ended

	Faces  []int          // of DealRoll; none: the program throws the dice
	Undone *record.Undone // of DealUndo that was accepted
	Ending *record.Ending // of Ended
}

// account is what players have said in a game of some actions. A value of it never changes.
type account struct {
	actions int
	said    []Said
	extra   [3]int // rows that are no actions: of each side, and of no side
}

// maxExtra is how many rows a side may add to a game that are no actions: offers, undos and settings. People need some hundreds; the
// limit keeps a game from growing without end while nobody acts.
const maxExtra = 5000

// ErrExtra is the error of a side that has reached that.
var ErrExtra = errors.New("the side has made too many offers, undos and settings")

// spent reports whether a side has added as many such rows as it may.
func (a *account) spent(side game.Side) bool { return a.extra[extraOf(side)] >= maxExtra }

// extraOf returns where the rows of a side are counted.
func extraOf(side game.Side) int {
	if side == 0 || side == 1 {
		return int(side)
	}
	return 2
}

// pending reports whether a side has offered a deal, which was not accepted, and nothing has been done since that the side may know of;
// entries are those of the game.
func (a *account) pending(side game.Side, d Deal, entries []record.Entry) bool {
	for _, s := range slices.Backward(a.said) {
		switch {
		case s.Deal != d:
		case s.Saying == Accepted:
			return false
		case s.Saying == Offered && s.By == side:
			return record.CountShown(entries, side) == record.CountShown(entries[:min(s.After, len(entries))], side)
		}
	}
	return false
}

// accountOf returns what players have said in the rows of a game.
func accountOf(rows []Row) (a account) {
	for i := range rows {
		a = a.after(&rows[i])
	}
	return a
}

// after returns the account after another row. What was said after an action that is undone stays, and moves before the next one.
func (a account) after(r *Row) account {
	switch r.Kind {
	case RowUndo, RowSetting, RowDeal:
		a.extra[extraOf(r.Actor.Side)]++
	}
	switch r.Kind {
	case RowAction:
		a.actions++
	case RowUndo:
		a.actions--
		if n := len(a.said); n > 0 && a.said[n-1].After > a.actions {
			a.said = slices.Clone(a.said)
			for i := n - 1; i >= 0 && a.said[i].After > a.actions; i-- {
				a.said[i].After = a.actions
			}
		}
	case RowDeal:
		var x said
		if json.Unmarshal([]byte(r.Line), &x) == nil && slices.Contains(Deals, x.Deal) {
			a = a.dealt(&x, r.Actor.Side)
		}
	case RowUndone:
		var u record.Undone
		if json.Unmarshal([]byte(r.Line), &u) == nil {
			a = a.withoutOffer(DealUndo).with(Said{By: u.Agreed, Saying: Accepted, Deal: DealUndo, Undone: &u})
		}
	case RowEnd:
		var e record.Ending
		if json.Unmarshal([]byte(r.Line), &e) == nil {
			a = a.with(Said{By: r.Actor.Side, Saying: Ended, Ending: &e})
		}
	}
	return a
}

// dealt returns the account after a side has offered or answered.
func (a account) dealt(x *said, by game.Side) account {
	s := Said{By: by, Saying: Saying(x.Say), Deal: x.Deal, Faces: x.Faces}
	last := a.last()
	switch {
	case x.Say == accepts && x.Deal == DealUndo: // the row of the undo says so
		return a
	case x.Say == accepts && x.Deal == DealRoll && last.Saying == Offered && last.Deal == DealRoll:
		s.Faces = last.Faces
		a = a.withoutOffer(DealRoll)
	case x.Say == declines && last.Saying == Offered && last.Deal == x.Deal && last.By == by:
		s.Saying = Withdrawn
	}
	return a.with(s)
}

// last returns what was said last.
func (a account) last() Said {
	if len(a.said) == 0 {
		return Said{}
	}
	return a.said[len(a.said)-1]
}

// with returns the account with what was said now.
func (a account) with(s Said) account {
	s.After = a.actions
	a.said = append(slices.Clip(a.said), s) // snapshots share the old list
	return a
}

// withoutOffer returns the account without the last thing said, if that is the offer of a deal.
func (a account) withoutOffer(d Deal) account {
	if s := a.last(); s.Saying == Offered && s.Deal == d {
		a.said = a.said[:len(a.said)-1]
	}
	return a
}
