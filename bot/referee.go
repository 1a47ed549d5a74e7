package bot

import (
	"context"
	"errors"
	"fmt"
	"time"

	"acies/game"
	"acies/record"
)

// Forfeited is the degree of a victory over a bot that has lost by its fault.
const Forfeited = "forfeit"

// Result is the result of one game.
type Result struct {
	Outcome game.Outcome     `json:"outcome"`
	Fault   *Forfeit         `json:"fault,omitempty"` // of the side that lost by it
	Actions int              `json:"actions"`
	Slowest [2]time.Duration `json:"-"` // choice of each side
}

// Forfeit is the fault by which a side lost.
type Forfeit struct {
	Side game.Side `json:"side"`
	*Fault
}

// Play plays a game to its end between the contestants of its sides. A bot at fault loses; the record then ends with the
// last action before the fault. An error means that the game could not be played, or that the context has ended.
func Play(ctx context.Context, g *record.Game, by [2]Contestant) (Result, error) {
	t := &referee{game: g}
	for side := range by {
		s, err := by[side].takeSeat(ctx, g.Battle(), game.Side(side), g.Header().Seed)
		if err != nil {
			return t.rule(game.Side(side), err)
		}
		t.seats = append(t.seats, s)
	}
	for g.State().ToAct() != game.Nobody {
		if side, err := t.step(ctx); err != nil {
			return t.rule(side, err)
		}
	}
	return t.close(game.Outcome{}, nil), nil
}

// referee conducts one game.
type referee struct {
	game    *record.Game
	seats   []seat
	slowest [2]time.Duration
}

// Event implements [game.Sink]: both sides get the event.
func (t *referee) Event(e game.Event) {
	for _, s := range t.seats {
		s.Event(e)
	}
}

// step carries out one roll or one choice, and returns whose choice it was.
func (t *referee) step(ctx context.Context) (game.Side, error) {
	s := t.game.State()
	side := s.ToAct()
	if side == game.Nature {
		_, err := t.game.Roll(t)
		return side, err
	}
	began := time.Now()
	a, err := t.seats[side].Choose(ctx, s.Clone())
	if err != nil {
		return side, err
	}
	t.slowest[side] = max(t.slowest[side], time.Since(began))
	if err := t.game.Do(a, t); err != nil {
		return side, fmt.Errorf("%q is refused: %w", t.game.Battle().Format(a), err)
	}
	return side, ctx.Err()
}

// rule ends the game after an error: a side at fault loses it, any other error ends it without a result.
func (t *referee) rule(side game.Side, err error) (Result, error) {
	f := (*Fault)(nil)
	if !errors.As(err, &f) {
		t.close(game.Outcome{Winner: game.Nobody}, nil)
		return Result{}, err
	}
	o := game.Outcome{Over: true, Winner: side.Other(), Degree: Forfeited, Points: t.game.State().Outcome().Points}
	return t.close(o, &Forfeit{side, f}), nil
}

// close ends the bots and returns the result. For a game played to its end that is the outcome of the game.
func (t *referee) close(o game.Outcome, f *Forfeit) Result {
	if f == nil && t.game.State().ToAct() == game.Nobody {
		o = t.game.State().Outcome()
	}
	for side, s := range t.seats {
		if f == nil || f.Side != game.Side(side) {
			s.End(o)
		}
	}
	return Result{Outcome: o, Fault: f, Actions: len(t.game.Entries()), Slowest: t.slowest}
}
