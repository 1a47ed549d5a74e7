// Package luck measures the luck of a finished game.
//
// Before every roll it estimates the final margin after each face of the die. The luck of the roll is the estimate for the
// face that came up, minus the mean over all faces. Mean luck is therefore zero however good the forecast is: a bad
// forecast finds too little luck, but favours neither side. The margin without the luck of all rolls has the same mean as
// the margin and varies less.
//
// docs/luck.md describes the method and gives measurements.
package luck

import (
	"errors"
	"fmt"
	"math"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/record"
	"acies/system"
)

// Reasons why there is no report.
var (
	ErrUnfinished = errors.New("the game is not over")
	ErrUnforeseen = errors.New("the luck of a game cannot be measured under this rulebook")
)

// Roll is one roll of a game. Luck is in victory points; positive luck favours side 0.
type Roll struct {
	N     int       // the number of its action
	Turn  int       //
	Kind  string    // one of [Kinds]
	Side  game.Side // that rolled
	Place int       // where, or -1
	Drawn bool      // a card, not a roll of dice
	Luck  float64   //
	Cause *game.Event
	Fact  game.Event
}

// For returns the luck of the roll for a side.
func (r Roll) For(side game.Side) float64 {
	if side == 0 {
		return r.Luck
	}
	return -r.Luck
}

// Report is the luck of a game. Margins are victory points of side 0 minus those of side 1.
type Report struct {
	Rolls   []Roll
	Turns   int     // played
	Margin  int     // at the end of the game
	Luck    float64 // of all rolls
	Without float64 // the margin minus luck
	Error   float64 // the standard error of Without

	reported int // of Rolls, those that are complete
}

// Of returns the luck of a finished game, from its battle and its actions.
func Of(b game.Battle, entries []record.Entry) (*Report, error) {
	forecaster, ok := ai.NewForecaster(b)
	if !ok {
		return nil, ErrUnforeseen
	}
	return standard(b, forecaster).report(b, entries)
}

// judge estimates the final margin.
type judge struct {
	value  func(game.State) float64 // at a quiet moment
	quiet  func(before, s game.State) bool
	alike  func(s game.State, outcome game.Action) int // nil: each outcome is evaluated
	player ai.Player                                   // chooses until the moment is quiet, for both sides
}

func standard(b game.Battle, forecaster *ai.Forecaster) *judge {
	j := &judge{
		value:  func(s game.State) float64 { return forecaster.Forecast(s).Points },
		quiet:  func(_, s game.State) bool { return !forecaster.Reacts(s) },
		player: ai.Centurion(),
	}
	if x, ok := system.Of(b).(system.Settling); ok {
		j.quiet, j.alike = x.Settled, x.Alike
	}
	return j
}

func margin(s game.State) int {
	p := s.Outcome().Points
	return p[0] - p[1]
}

// report replays a game and measures its rolls. The margin is the first estimate plus all later changes: changes by rolls
// are luck, and the others, which a perfect forecast of perfect players would not have, give the error.
func (j *judge) report(b game.Battle, entries []record.Entry) (*Report, error) {
	s := b.Start()
	rep := &Report{}
	causes := newCauses(b)
	var rest residue
	rest.begin(j.expect(s, s.Clone(), seeded(0), depth))
	for _, e := range entries {
		turn, _ := record.Moment(s)
		turn = max(1, turn) // what is drawn before the first turn counts with it
		rep.Turns = max(rep.Turns, turn)
		r := Roll{N: e.N, Turn: turn}
		rolled := s.ToAct() == game.Nature
		if rolled {
			r.Kind, r.Side, r.Place = rollOwner(s)
			r.Drawn = s.Dice().N == 0
			mean, after, err := j.estimate(s, e.Action, seeded(e.N))
			if err != nil {
				return nil, fmt.Errorf("action %d, %q: %w", e.N, e.Do, err)
			}
			r.Luck = after - mean
			rest.roll(turn, mean, after)
		}
		var events game.Events
		if no := s.Apply(e.Action, &events); no != nil {
			return nil, fmt.Errorf("replaying action %d, %q: %w", e.N, e.Do, no)
		}
		if causes.follow(&r, events, rolled); rolled {
			rep.Rolls = append(rep.Rolls, r)
			rep.Luck += r.Luck
		} else if len(events) > 0 {
			rep.reportLate(events)
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

// reportLate completes the last rolls that no event has reported: dice that lay on the table until both sides had
// accepted them.
func (rep *Report) reportLate(events []game.Event) {
	for i := range rep.Rolls[rep.reported:] {
		if r := &rep.Rolls[rep.reported+i]; r.Fact.Key == "" {
			r.report(events)
		}
	}
	rep.reported = len(rep.Rolls)
}

// estimate returns the estimated margin before a roll and after it.
func (j *judge) estimate(s game.State, rolled game.Action, src dice.PCG) (mean, after float64, err error) {
	chances := s.Chances(nil)
	values := j.values(s, s, chances, src, depth)
	for i, c := range chances {
		if c.Action == rolled {
			return weighted(chances, values), values[i], nil
		}
	}
	return 0, 0, errors.New("this is not a possible outcome of the roll")
}

// depth is how many immediately following rolls are evaluated face by face; later ones are sampled.
const depth = 2

// Outcomes that are alike are played on several times, each time with other rolls: the more often, the fewer kinds there
// are.
const fewSamples, manySamples, allSamples = 4, 16, 64

// values returns the estimated margin after each outcome of the roll due in s. All outcomes use the same random stream, which
// is independent of the dice of the game. Outcomes that lead to the same state are played on once. The roll that is
// evaluated, before, may be an earlier one.
func (j *judge) values(before, s game.State, chances []game.Chance, src dice.PCG, depth int) []float64 {
	if j.alike != nil {
		return j.means(before, s, chances, src)
	}
	values := make([]float64, len(chances))
	seen := map[uint64]float64{}
	next := s.Clone()
	for i, c := range chances {
		next.CopyFrom(s)
		next.Apply(c.Action, nil)
		h := next.Hash()
		v, ok := seen[h]
		if !ok {
			v = j.expect(before, next, src, depth-1)
			seen[h] = v
		}
		values[i] = v
	}
	return values
}

// means returns the same where outcomes are alike: for each the mean of some of its kind, with the rolls that follow
// sampled.
func (j *judge) means(before, s game.State, chances []game.Chance, src dice.PCG) []float64 {
	kinds := map[int][]int{}
	for i, c := range chances {
		k := j.alike(s, c.Action)
		kinds[k] = append(kinds[k], i)
	}
	samples := min(max(allSamples/len(kinds), fewSamples), manySamples)
	streams := make([]dice.PCG, samples)
	for i := range streams {
		streams[i] = *dice.New(src.Uint64())
	}
	values := make([]float64, len(chances))
	next := s.Clone()
	for _, members := range kinds {
		sum := 0.0
		for i, stream := range streams {
			next.CopyFrom(s)
			next.Apply(chances[members[i*len(members)/samples]].Action, nil)
			sum += j.expect(before, next, stream, 0)
		}
		for _, i := range members {
			values[i] = sum / float64(samples)
		}
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

// expect returns the estimated margin of a state. It first plays the responses and rolls that follow directly, until the
// state is quiet.
func (j *judge) expect(before, s game.State, src dice.PCG, depth int) float64 {
	for {
		switch side := s.ToAct(); {
		case side == game.Nobody:
			return float64(margin(s))
		case side == game.Nature && depth > 0:
			chances := s.Chances(nil)
			return weighted(chances, j.values(before, s, chances, src, depth))
		case side == game.Nature:
			s.Apply(s.Roll(&src), nil)
		case !j.quiet(before, s):
			s.Apply(j.player.Choose(s, side, &src), nil)
		default:
			return j.value(s)
		}
	}
}

// seeded returns the random source for playing on after an action.
func seeded(n int) dice.PCG { return *dice.New(uint64(n)) }

// residue collects the changes of the estimate that are not luck, turn by turn: within a turn they often cancel out, as
// when a unit leaves a place for another to take it.
type residue struct {
	last    float64 // the last estimate
	turn    int
	change  float64 // in the turn
	squares float64 // sum over earlier turns
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
