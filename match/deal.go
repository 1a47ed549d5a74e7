package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"acies/game"
	"acies/record"
	"acies/table"
)

// Players can end a game before its rules do, and can agree on what the rules do not allow: one of them offers, the other
// accepts or declines. What they say is in the rows of the game.

// Deal is what a player can offer.
type Deal string

// The deals.
const (
	DealDraw Deal = "peace"   // the game ends without a winner
	DealStop Deal = "adjourn" // the clocks stand still until somebody acts
	DealRoll Deal = "roll"    // the dice that one side has thrown by hand count; see [Match.Roll]
	DealUndo Deal = "undo"    // the last choice of the side that asks is undone, with everything since, even past a roll
)

// Deals are all of them.
var Deals = []Deal{DealDraw, DealUndo, DealStop, DealRoll}

// Offer is a deal that waits for an answer.
type Offer struct {
	Deal  Deal
	By    game.Side
	Faces []int // of DealRoll
}

// said is the line of a row in which a player offers or answers.
type said struct {
	Say   string `json:"say"`
	Deal  Deal   `json:"deal"`
	Faces []int  `json:"faces,omitempty"`
}

const (
	offers   = "offer"
	accepts  = "accept"
	declines = "decline"
)

// Why a deal is refused.
var (
	ErrNoOffer = errors.New("there is nothing to answer")
	ErrOffered = errors.New("an offer is waiting for an answer")
	ErrNobody  = errors.New("there is nobody to make an offer to")
	ErrAgain   = errors.New("nobody has acted since the same was offered")
)

// dealsAfter returns the offer that waits for an answer after the rows of a game, and who has declined dice since the last
// choice or roll.
func dealsAfter(rows []Row) (o *Offer, declined game.Side) {
	declined = game.Nobody
	for i := range rows {
		declined = declinedAfter(declined, o, &rows[i])
		o = o.after(&rows[i])
	}
	return o, declined
}

// declinedAfter returns the side that has declined dice after another row, before which an offer waited.
func declinedAfter(declined game.Side, o *Offer, r *Row) game.Side {
	switch r.Kind {
	case RowDeal:
		var x said
		if err := json.Unmarshal([]byte(r.Line), &x); err == nil && x.Say == declines && o != nil && o.Deal == DealRoll && r.Actor.Side != o.By {
			return r.Actor.Side
		}
	case RowAction, RowUndo:
		return game.Nobody
	}
	return declined
}

// after returns the offer that waits after another row. An answer ends it, and so does what is done meanwhile: an offer of a
// draw lasts until the other side acts, a request to undo until anything happens.
func (o *Offer) after(r *Row) *Offer {
	switch r.Kind {
	case RowDeal:
		var x said
		err, side := json.Unmarshal([]byte(r.Line), &x), r.Actor.Side
		// A deal that only another version knows cannot be answered here.
		if err == nil && x.Say == offers && slices.Contains(Deals, x.Deal) && side >= 0 && side.Other() >= 0 {
			return &Offer{x.Deal, side, x.Faces}
		}
		return nil
	case RowAction:
		if o != nil && o.Deal == DealDraw && (r.Actor.Side == o.By || r.Actor.Side < 0) {
			return o
		}
		return nil
	case RowUndo, RowEnd:
		return nil
	}
	return o
}

func (m *Match) dealRow(side game.Side, x said) (*Row, error) {
	line, err := json.Marshal(x)
	return &Row{Kind: RowDeal, At: time.Now(), Actor: actor(side, m.seats), Line: string(line)}, err
}

// playsOn returns an error unless a person plays a side of a game that is not over.
func (m *Match) playsOn(side game.Side) error {
	switch {
	case m.record.Outcome().Over:
		return ErrOver
	case side < 0 || int(side) >= len(m.seats) || !human(m.seats, side):
		return ErrSeat
	}
	return nil
}

// Resign ends the game: the side of the request has lost.
func (m *Match) Resign(ctx context.Context, r Request) (Answer, error) {
	return m.change(ctx, r, r.content("resign"), func() (Answer, record.Mark, error) {
		if err := m.playsOn(r.Side); err != nil {
			return Answer{}, record.Mark{}, err
		}
		return m.end(r.Side, record.Resigned, r.Side.Other())
	})
}

// end ends the record and returns the answer that does. A rated game that both sides have not begun yet is called off instead, but
// for those of tournaments, whose results count for more than ratings.
func (m *Match) end(by game.Side, how string, winner game.Side) (Answer, record.Mark, error) {
	before := m.record.Mark()
	if !record.CalledOff(how) && m.terms.Most > 0 && m.terms.Tourney == "" && !m.played() {
		how, winner = record.Abandoned, game.Nobody
	}
	if err := m.record.End(how, winner); err != nil {
		return Answer{}, before, err
	}
	line := string(m.record.Ending().Line())
	return Answer{row: &Row{Kind: RowEnd, At: time.Now(), Actor: actor(by, m.seats), Line: line}}, before, nil
}

// Offer offers a deal to the other side, which must be played by a person. What was not accepted is offered again only after somebody
// has acted.
func (m *Match) Offer(ctx context.Context, r Request, d Deal) (Answer, error) {
	return m.change(ctx, r, r.content("offer", string(d)), func() (Answer, record.Mark, error) {
		switch {
		case m.playsOn(r.Side) != nil:
			return Answer{}, record.Mark{}, m.playsOn(r.Side)
		case !human(m.seats, r.Side.Other()):
			return Answer{}, record.Mark{}, ErrNobody
		case m.offer != nil:
			return Answer{}, record.Mark{}, ErrOffered
		case d == DealRoll:
			return Answer{}, record.Mark{}, record.ErrNoRoll // dice are offered by throwing them
		case m.account.pending(r.Side, d, m.record.Entries()):
			return Answer{}, record.Mark{}, ErrAgain
		case m.account.spent(r.Side):
			return Answer{}, record.Mark{}, ErrExtra
		case d == DealStop && m.terms.Clock == nil:
			return Answer{}, record.Mark{}, ErrNoClock
		case d == DealUndo && m.lastChoice(r.Side) < 0:
			return Answer{}, record.Mark{}, record.ErrNothing
		}
		row, err := m.dealRow(r.Side, said{Say: offers, Deal: d})
		return Answer{row: row}, m.record.Mark(), err
	})
}

// lastChoice returns the index of the last entry in which a side has chosen itself; -1: there is none.
func (m *Match) lastChoice(side game.Side) int {
	list := m.record.Entries()
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Side == side && !slices.Contains(m.settings.answered, list[i].N) {
			return i
		}
	}
	return -1
}

// Reply accepts or declines the offer of the other side. Whoever has made it can only withdraw it.
func (m *Match) Reply(ctx context.Context, r Request, accept bool) (Answer, error) {
	say := declines
	if accept {
		say = accepts
	}
	return m.change(ctx, r, r.content("reply", say), func() (Answer, record.Mark, error) {
		switch {
		case m.playsOn(r.Side) != nil:
			return Answer{}, record.Mark{}, m.playsOn(r.Side)
		case m.offer == nil || accept && m.offer.By == r.Side:
			return Answer{}, record.Mark{}, ErrNoOffer
		case !accept && m.offer.Deal == DealRoll && m.account.spent(r.Side): // else dice could be thrown and declined for ever
			return Answer{}, record.Mark{}, ErrExtra
		case accept && m.offer.Deal == DealDraw:
			return m.end(r.Side, record.Agreed, game.Nobody)
		}
		row, err := m.dealRow(r.Side, said{Say: say, Deal: m.offer.Deal})
		out, before := Answer{row: row}, m.record.Mark()
		switch {
		case !accept || err != nil:
		case m.offer.Deal == DealStop:
			out.stops = true
		case m.offer.Deal == DealRoll:
			var rolled Answer
			if rolled, before, err = m.throw(m.offer.Faces); err == nil {
				out.Applied = rolled.Applied
			}
		default:
			if out.Removed, err = m.record.TakeBackTo(m.lastChoice(m.offer.By), m.offer.By, r.Side); err != nil {
				m.record.Reset(before)
			} else {
				list := m.record.Undone()
				out.undone = &list[len(list)-1]
			}
		}
		return out, before, err
	})
}

// bothThrow reports whether two people in different places throw the dice by hand: then both confirm every throw. The caller
// holds the lock.
func (m *Match) bothThrow() bool {
	return m.host != "" && len(m.seats) == 2 && human(m.seats, 0) && human(m.seats, 1) && m.seats[0].User != m.seats[1].User
}

// offerThrow offers the other side the dice that a side has thrown or, without faces, that the program throws them.
func (m *Match) offerThrow(side game.Side, faces []int) (Answer, record.Mark, error) {
	switch {
	case m.playsOn(side) != nil:
		return Answer{}, record.Mark{}, m.playsOn(side)
	case m.offer != nil:
		return Answer{}, record.Mark{}, ErrOffered
	}
	if _, refusal := m.record.State().Thrown(faces); refusal != nil && len(faces) > 0 {
		return Answer{}, record.Mark{}, &table.Failure{Do: fmt.Sprint(faces), Err: refusal}
	}
	row, err := m.dealRow(side, said{offers, DealRoll, faces})
	return Answer{row: row}, m.record.Mark(), err
}

// throw makes the roll that is due with the faces thrown; without faces the program throws the dice.
func (m *Match) throw(faces []int) (Answer, record.Mark, error) {
	state := m.record.State()
	if state.ToAct() != game.Nature {
		return Answer{}, record.Mark{}, record.ErrNoRoll
	}
	var a game.Action
	if len(faces) == 0 {
		a = state.Roll(fair{})
	} else {
		var refusal *game.Refusal
		if a, refusal = state.Thrown(faces); refusal != nil {
			return Answer{}, record.Mark{}, &table.Failure{Do: fmt.Sprint(faces), Err: refusal}
		}
	}
	played, err := m.record.Play([]game.Action{a}, record.Rolls{Wait: true}, nil)
	return Answer{Applied: newSteps(played.Steps)}, played.Before, err
}
