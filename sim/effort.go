package sim

import (
	"maps"
	"math"
	"slices"
	"time"

	"acies/ai"
	"acies/game"
	"acies/system"
)

// Effort is the time and the nodes that a level has spent on its choices.
type Effort struct {
	Decisions   Spread `json:"decisions"`
	Activations Spread `json:"activations"` // all choices of the level in one activation of its own, added up
	Over        int    `json:"over"`        // activations that exceeded their time budget by more than a tenth
	Nodes       int    `json:"nodes"`       // actions tried, as counted by the players
}

// Add adds the effort of other games.
func (e *Effort) Add(o Effort) {
	e.Decisions.add(o.Decisions)
	e.Activations.add(o.Activations)
	e.Over += o.Over
	e.Nodes += o.Nodes
}

// Spread is a distribution of times, in milliseconds.
type Spread struct {
	N    int         `json:"n"`
	Sum  float64     `json:"sum"`
	Max  float64     `json:"max"`
	Bins map[int]int `json:"bins"` // bin k counts times of at most 1.05 to the power of k microseconds
}

const ratio = 1.05

// take adds a time.
func (s *Spread) take(d time.Duration) {
	if s.Bins == nil {
		s.Bins = map[int]int{}
	}
	s.N++
	ms := float64(d) / float64(time.Millisecond)
	s.Sum += ms
	s.Max = max(s.Max, ms)
	s.Bins[int(math.Ceil(math.Log(max(1, 1000*ms))/math.Log(ratio)))]++
}

func (s *Spread) add(o Spread) {
	if s.Bins == nil {
		s.Bins = map[int]int{}
	}
	s.N += o.N
	s.Sum += o.Sum
	s.Max = max(s.Max, o.Max)
	for k, n := range o.Bins {
		s.Bins[k] += n
	}
}

// Mean returns the mean.
func (s *Spread) Mean() float64 { return s.Sum / float64(max(1, s.N)) }

// Below returns the time below which the given share of all times lies, accurate to 5 per cent.
func (s *Spread) Below(share float64) float64 {
	left := int(math.Ceil(share * float64(s.N)))
	for _, k := range slices.Sorted(maps.Keys(s.Bins)) {
		if left -= s.Bins[k]; left <= 0 {
			return min(s.Max, math.Pow(ratio, float64(k))/1000)
		}
	}
	return s.Max
}

// clock is a player whose choices are timed.
type clock struct {
	player ai.Player
	effort *Effort
	budget time.Duration

	activation uint64        // the current one, if it is the player's own; 0: none
	spent      time.Duration // in this activation
}

// Choose implements [ai.Player].
func (c *clock) Choose(s game.State, side game.Side, src game.Source) game.Action {
	start := time.Now()
	a := c.player.Choose(s, side, src)
	took := time.Since(start)
	c.effort.Decisions.take(took)
	if r, ok := system.Of(s.Battle()).(system.Reporting); ok {
		id, owner := r.Activation(s)
		c.enter(id, owner == side, took)
	}
	return a
}

// enter adds the time of a choice to its activation, if that is one of the player's own.
func (c *clock) enter(activation uint64, own bool, took time.Duration) {
	if activation != c.activation {
		c.close()
	}
	if activation != 0 && own {
		c.activation = activation
		c.spent += took
	}
}

func (c *clock) close() {
	if c.activation != 0 {
		c.effort.Activations.take(c.spent)
		if c.budget > 0 && c.spent > c.budget+c.budget/10 {
			c.effort.Over++
		}
	}
	c.activation, c.spent = 0, 0
}

// end finishes the measurements of a game.
func (c *clock) end() {
	c.close()
	if n, ok := c.player.(interface{ Nodes() int }); ok {
		c.effort.Nodes += n.Nodes()
	}
}
