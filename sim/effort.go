package sim

import (
	"maps"
	"math"
	"slices"
	"time"

	"acies/ai"
	"acies/game"
	"acies/rules/sword"
)

// Effort is what a level has spent on its choices.
type Effort struct {
	Decisions   Spread `json:"decisions"`
	Activations Spread `json:"activations"` // the choices of one activation of an own leader together
	Over        int    `json:"over"`        // activations that took more than a tenth over their budget of time
	Nodes       int    `json:"nodes"`       // what the players say they have looked at
}

// Add adds the effort of other games.
func (e *Effort) Add(o Effort) {
	e.Decisions.add(o.Decisions)
	e.Activations.add(o.Activations)
	e.Over += o.Over
	e.Nodes += o.Nodes
}

// Spread is how times are spread, in milliseconds.
type Spread struct {
	N    int         `json:"n"`
	Sum  float64     `json:"sum"`
	Max  float64     `json:"max"`
	Bins map[int]int `json:"bins"` // bin k holds what is at most 1.05 to the power of k microseconds
}

const ratio = 1.05

// take counts a time.
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

// Below returns a time below which a share of all lies, to a twentieth.
func (s *Spread) Below(share float64) float64 {
	left := int(math.Ceil(share * float64(s.N)))
	for _, k := range slices.Sorted(maps.Keys(s.Bins)) {
		if left -= s.Bins[k]; left <= 0 {
			return min(s.Max, math.Pow(ratio, float64(k))/1000)
		}
	}
	return s.Max
}

// clock is a player whose time is taken.
type clock struct {
	player ai.Player
	effort *Effort
	budget time.Duration

	leader int // whose activation it is, as the index of the leader
	turn   int
	spent  time.Duration // in this activation
	open   bool
}

// Choose implements [ai.Player].
func (c *clock) Choose(s game.State, side game.Side, src game.Source) game.Action {
	start := time.Now()
	a := c.player.Choose(s, side, src)
	took := time.Since(start)
	c.effort.Decisions.take(took)
	if s, ok := s.(*sword.State); ok {
		c.activation(s, side, took)
		if a.Verb == sword.VerbAgain {
			c.close() // the second blow is an activation of its own
		}
	}
	return a
}

// activation counts the time of a choice toward the activation it belongs to, if that is one of the player's own.
func (c *clock) activation(s *sword.State, side game.Side, took time.Duration) {
	leader := s.Active()
	if c.open && (leader != c.leader || s.Turn() != c.turn) {
		c.close()
	}
	if leader < 0 || s.Leader(leader).Side != side {
		return
	}
	c.leader, c.turn, c.open = leader, s.Turn(), true
	c.spent += took
}

func (c *clock) close() {
	if c.open {
		c.effort.Activations.take(c.spent)
		if c.budget > 0 && c.spent > c.budget+c.budget/10 {
			c.effort.Over++
		}
	}
	c.open, c.spent = false, 0
}

// end closes the game.
func (c *clock) end() {
	c.close()
	if n, ok := c.player.(interface{ Nodes() int }); ok {
		c.effort.Nodes += n.Nodes()
	}
}
