// Package luck tells how much of a finished game was luck.
//
// Before every roll it asks what is to be expected of the game after each face of the die. The luck of the roll is what
// is expected after the face that came, less the mean over all faces. So its mean is zero whatever the forecast is
// worth: a bad forecast finds too little luck, never luck that was not there. What is left of the margin when the luck
// of all rolls is taken away has the same mean as the margin and varies less.
//
// docs/luck.md has the method at length and the figures.
package luck

import (
	"errors"
	"fmt"
	"math"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/record"
)

// What stands in the way of a report.
var (
	ErrUnfinished = errors.New("the game is not over")
	ErrUnforeseen = errors.New("nothing can be foreseen under the rules of this game")
)

// Roll is one roll of a game. Luck is in victory points, and good for side 0 where it is positive.
type Roll struct {
	N     int       // the number of its action
	Turn  int       //
	Kind  string    // one of [Kinds]
	Side  game.Side // whose roll it was
	Place int       // where, -1: nowhere
	Luck  float64   //
	Cause *game.Event
	Fact  game.Event
}

// For returns the luck of the roll as a side sees it.
func (r Roll) For(side game.Side) float64 {
	if side == 0 {
		return r.Luck
	}
	return -r.Luck
}

// Report is the luck of a game. Margins are victory points of side 0 less those of side 1.
type Report struct {
	Rolls   []Roll
	Turns   int     // played
	Margin  int     // as the game ended
	Luck    float64 // of all rolls
	Without float64 // the margin with luck taken out
	Error   float64 // the standard error of Without
}

// Of returns the luck of a finished game, from its battle and its actions.
func Of(b game.Battle, entries []record.Entry) (*Report, error) {
	forecaster, ok := ai.NewForecaster(b)
	if !ok {
		return nil, ErrUnforeseen
	}
	return standard(forecaster).report(b, entries)
}

// judge knows what is to be expected.
type judge struct {
	value  func(game.State) float64 // at a quiet moment
	reacts func(game.State) bool    // the side to act has to answer what has just happened
	player ai.Player                // who answers for both
}

func standard(forecaster *ai.Forecaster) *judge {
	return &judge{
		value:  func(s game.State) float64 { return forecaster.Forecast(s).Points },
		reacts: forecaster.Reacts,
		player: ai.Centurion(),
	}
}

func margin(s game.State) int {
	p := s.Outcome().Points
	return p[0] - p[1]
}

// report plays a game again and weighs its rolls. The margin is the first expectation and all changes of it: those by
// rolls are luck, and from the others, which a perfect forecast of perfect players would not see, comes the error.
func (j *judge) report(b game.Battle, entries []record.Entry) (*Report, error) {
	s := b.Start()
	rep := &Report{}
	told := newCauses(b)
	var rest residue
	rest.begin(j.expect(s.Clone(), seeded(0), depth))
	for _, e := range entries {
		turn, _ := record.Moment(s)
		rep.Turns = max(rep.Turns, turn)
		r := Roll{N: e.N, Turn: turn}
		rolled := s.ToAct() == game.Nature
		if rolled {
			r.Kind, r.Side, r.Place = rollOwner(s)
			mean, after, err := j.weigh(s, e.Action, seeded(e.N))
			if err != nil {
				return nil, fmt.Errorf("action %d, %q: %w", e.N, e.Do, err)
			}
			r.Luck = after - mean
			rest.roll(turn, mean, after)
		}
		var events game.Events
		if no := s.Apply(e.Action, &events); no != nil {
			return nil, fmt.Errorf("playing action %d, %q, again: %w", e.N, e.Do, no)
		}
		if told.follow(&r, events, rolled); rolled {
			rep.Rolls = append(rep.Rolls, r)
			rep.Luck += r.Luck
		}
	}
	if s.ToAct() != game.Nobody {
		return nil, ErrUnfinished
	}
	rep.Margin = margin(s)
	rep.Without = float64(rep.Margin) - rep.Luck
	rep.Error = rest.end(float64(rep.Margin))
	return rep, nil
}

// weigh returns what is to be expected before a roll and after it.
func (j *judge) weigh(s game.State, rolled game.Action, src dice.PCG) (mean, after float64, err error) {
	chances := s.Chances(nil)
	values := j.values(s, chances, src, depth)
	for i, c := range chances {
		if c.Action == rolled {
			return weighted(chances, values), values[i], nil
		}
	}
	return 0, 0, errors.New("it is not among the outcomes of the roll")
}

// depth is how many rolls that follow from a roll at once are weighed face by face; those after them are drawn.
const depth = 2

// values returns what is to be expected after each outcome of a roll. All have the same sequence of chance before
// them, and it has nothing to do with the dice of the game. Outcomes that come to the same are played on once.
func (j *judge) values(s game.State, chances []game.Chance, src dice.PCG, depth int) []float64 {
	values := make([]float64, len(chances))
	seen := map[uint64]float64{}
	next := s.Clone()
	for i, c := range chances {
		next.CopyFrom(s)
		next.Apply(c.Action, nil)
		h := next.Hash()
		v, ok := seen[h]
		if !ok {
			v = j.expect(next, src, depth-1)
			seen[h] = v
		}
		values[i] = v
	}
	return values
}

func weighted(chances []game.Chance, values []float64) float64 {
	var sum, weight float64
	for i, c := range chances {
		sum += float64(c.Weight) * values[i]
		weight += float64(c.Weight)
	}
	return sum / weight
}

// expect returns what is to be expected of a state, which it plays on until it is quiet: what has happened is answered
// and the rolls that follow from it are made.
func (j *judge) expect(s game.State, src dice.PCG, depth int) float64 {
	for {
		switch side := s.ToAct(); {
		case side == game.Nobody:
			return float64(margin(s))
		case side == game.Nature && depth > 0:
			chances := s.Chances(nil)
			return weighted(chances, j.values(s, chances, src, depth))
		case side == game.Nature:
			s.Apply(s.Roll(&src), nil)
		case j.reacts(s):
			s.Apply(j.player.Choose(s, side, &src), nil)
		default:
			return j.value(s)
		}
	}
}

// seeded returns the source of chance for what follows an action.
func seeded(n int) dice.PCG { return *dice.New(uint64(n)) }

// residue collects the changes of the expectation that are not luck, turn by turn: within a turn they often take back
// each other, as when a unit leaves a place for another to take it.
type residue struct {
	last    float64 // what was expected last
	turn    int
	change  float64 // in the turn
	squares float64 // of the turns before
}

func (r *residue) begin(value float64) { r.last = value }

func (r *residue) roll(turn int, mean, after float64) {
	if turn != r.turn {
		r.close()
		r.turn = turn
	}
	r.change += mean - r.last
	r.last = after
}

func (r *residue) close() {
	r.squares += r.change * r.change
	r.change = 0
}

func (r *residue) end(value float64) float64 {
	r.change += value - r.last
	r.close()
	return math.Sqrt(r.squares)
}
