package record

import (
	"errors"
	"fmt"
	"slices"

	"acies/game"
)

// Step is one action of a game with its events.
type Step struct {
	Entry
	Turn   int
	Phase  string    // the key of the phase in which the action was chosen
	Dice   game.Dice // of the roll that the action answers, if it answers one
	Events []game.Event
}

// Moment returns the turn and the key of the phase of a state. It builds a full view only if the rulebook has no quicker
// way.
func Moment(s game.State) (turn int, phase string) {
	if m, ok := s.(interface{ Moment() (int, string) }); ok {
		return m.Moment()
	}
	v := s.View(game.Nobody)
	return v.Turn, v.Phase
}

// Rolls says where the rolls of [Game.Play] come from. The zero value takes them from the seed.
type Rolls struct {
	Thrown [][]int // rolls made by hand, used first: the faces of the dice of each roll
	Wait   bool    // after these, leave rolls that are due to the next call instead of taking them from the seed
}

// ErrDice says that more rolls were given than were due.
var ErrDice = errors.New("more dice given than needed")

// Failure is an action that was refused; those before it were legal.
type Failure struct {
	N   int // its index
	Do  string
	Err error
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: %v", f.Do, f.Err) }

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// Notation is the error of an action that cannot be parsed.
type Notation struct{ Err error }

func (n *Notation) Error() string { return n.Err.Error() }

// Unwrap returns the cause.
func (n *Notation) Unwrap() error { return n.Err }

// Played is the result of [Game.Play].
type Played struct {
	Steps  []Step
	Before Mark // for Reset, if the steps cannot be saved
}

// Play plays actions in order, and the rolls that become due before, between and after them. If anything fails, even
// with a panic, the game is unchanged. The error is a [*Failure] if an action is at fault.
//
// An action of Nature at a point where a roll is due is a roll by hand. Every other action is a choice of the side to
// act. If may is not nil, it is called before each action, with Nature for a roll by hand; if it returns an error, the
// action is not played.
func (g *Game) Play(actions []game.Action, r Rolls, may func(side game.Side) error) (Played, error) {
	if err := g.stopped(); err != nil {
		return Played{}, err
	}
	kept, mark := false, g.Mark()
	defer func() {
		if !kept {
			g.Reset(mark)
		}
	}()
	p := play{game: g, rolls: r, may: may}
	for i, a := range actions {
		byHand := g.isRoll(a)
		if !byHand {
			if err := p.roll(); err != nil {
				return Played{}, err
			}
		}
		if err := p.act(a, byHand); err != nil {
			return Played{}, &Failure{N: i, Do: g.battle.Format(a), Err: err}
		}
	}
	if err := p.roll(); err != nil {
		return Played{}, err
	}
	if n := len(p.rolls.Thrown); n > 0 {
		return Played{}, fmt.Errorf("%w: %d too many", ErrDice, n)
	}
	kept = true
	return Played{p.steps, mark}, nil
}

// play is a call of Game.Play.
type play struct {
	game  *Game
	rolls Rolls
	may   func(game.Side) error
	steps []Step
}

// act plays one action: a roll by hand or a choice.
func (p *play) act(a game.Action, byHand bool) error {
	g := p.game
	if p.may != nil {
		if err := p.may(g.state.ToAct()); err != nil {
			return err
		}
	}
	if byHand {
		return p.step(func(sink game.Sink) error { return g.RollByHand(a, sink) })
	}
	return p.step(func(sink game.Sink) error { return g.Do(a, sink) })
}

// isRoll reports whether a roll is due and the action has its verb, whether or not the dice can give that result.
func (g *Game) isRoll(a game.Action) bool {
	return g.state.ToAct() == game.Nature &&
		slices.ContainsFunc(g.state.Chances(nil), func(c game.Chance) bool { return c.Action.Verb == a.Verb })
}

// roll makes the rolls that are due.
func (p *play) roll() error {
	g := p.game
	for g.state.ToAct() == game.Nature {
		if len(p.rolls.Thrown) > 0 {
			faces := p.rolls.Thrown[0]
			a, no := g.state.Thrown(faces)
			if no != nil {
				return &Failure{Do: fmt.Sprint(faces), Err: no}
			}
			if err := p.step(func(sink game.Sink) error { return g.RollByHand(a, sink) }); err != nil {
				return &Failure{Do: g.battle.Format(a), Err: err}
			}
			p.rolls.Thrown = p.rolls.Thrown[1:]
			continue
		}
		if p.rolls.Wait || g.header.Dice == ByHand {
			return nil
		}
		err := p.step(func(sink game.Sink) error {
			_, err := g.Roll(sink)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// step calls do, which plays one action, and keeps the action with its events.
func (p *play) step(do func(game.Sink) error) error {
	turn, phase := Moment(p.game.state)
	dice := p.game.state.Dice()
	var events game.Events
	if err := do(&events); err != nil {
		return err
	}
	p.steps = append(p.steps, Step{p.game.entries[len(p.game.entries)-1], turn, phase, dice, events})
	return nil
}
