// Package judge is how computer opponents evaluate Impetus. Its files rate fights (fight.go), places (ground.go) and all
// other choices (choices.go), and forecast the result (forecast.go). Nothing is hidden in this rulebook but the Command
// that the other player has just named, of which a judge asks nothing.
package judge

import (
	"acies/game"
	"acies/rules/impetus"
	"acies/system"
)

// weights are the values of a player, in hundredths of a VD unless they say otherwise.
type weights struct {
	Shake    int // percent of its VD that a unit loses by disorder
	Wear     int // percent of its VD that a unit loses with all its VBU but the last
	Own      int // percent at which own harm counts
	Approach int // for each U nearer to the enemy
	Front    int // for each degree by which a unit looks past the enemy, in hundredths
	Line     int // a friend beside it, facing the same way
	Attack   int // percent of the gain of a charge that can be made next
	Danger   int // percent of the harm by enemies that can charge
	Exposed  int // an enemy at its flank or rear
	Shot     int // percent of the harm of a shot that can be made next
	Led      int // within command range
	Rough    int // it stands in ground that disorders it
	Rally    int // a unit in order again, besides what it is spared
	Test     int // percent of a disorder, for a test that may fail
	Mark     int // a unit on opportunity
	Stir     int // the least that a move must be worth
	Keen     int // the least that an attack must be worth
}

var plain = weights{
	Shake: 12, Wear: 60, Own: 90, Approach: 6, Front: 40, Line: 8, Attack: 45, Danger: 40, Exposed: 25, Shot: 30, Led: 5, Rough: 15, Rally: 10,
	Test: 100, Mark: 4, Stir: 2, Keen: -10,
}

func (w *weights) adopt(st system.Style) {
	switch st {
	case system.Bold:
		w.Approach, w.Attack, w.Danger, w.Own = w.Approach*3/2, w.Attack*3/2, w.Danger/2, w.Own*3/4
	case system.Careful:
		w.Danger, w.Exposed, w.Own, w.Line = w.Danger*3/2, w.Exposed*3/2, w.Own*5/4, w.Line*3/2
	case system.Patient:
		w.Approach, w.Stir, w.Shot = w.Approach/3, w.Stir+6, w.Shot*3/2
	case system.Grasping:
		w.Shot, w.Attack, w.Keen = w.Shot*3/2, w.Attack*5/4, w.Keen-20
	}
}

// Ratings of choices that need no estimate, far apart from the others.
const (
	sooner = 1 << 16
	never  = system.Never
)

// Judge evaluates states for a side.
type Judge struct {
	b     *impetus.Battle
	n     int
	taste weights

	s     *impetus.State
	me    int
	units [impetus.MaxUnits]impetus.Facts
	trial impetus.State
}

// New returns a judge that plays in a style.
func New(b *impetus.Battle, st system.Style) *Judge {
	m := &Judge{b: b, n: b.Units(), taste: plain}
	m.taste.adopt(st)
	return m
}

// read reads the state.
func (m *Judge) read(s *impetus.State, side game.Side) {
	m.s, m.me = s, int(side)
	for i := range m.n {
		m.units[i] = s.Unit(i)
	}
}

// Rate implements [system.Judge].
func (m *Judge) Rate(s game.State, side game.Side, legal []game.Action, r []int) {
	m.read(s.(*impetus.State), side)
	for i, a := range legal {
		r[i] = m.rate(a)
	}
}

// Compare implements [system.Judge].
func (m *Judge) Compare(s game.State, side game.Side, legal []game.Action, r []int) {
	m.Rate(s, side, legal, r)
}

// Forget implements [system.Judge]: a judge keeps nothing.
func (m *Judge) Forget() {}

// Activation implements [system.Judge]: the activation of a Command.
func (m *Judge) Activation(s game.State) (id uint64, owner game.Side) {
	x := s.(*impetus.State)
	side, command, ok := x.Commanding()
	if !ok {
		return 0, s.ToAct()
	}
	return uint64(x.Turn())<<8 | uint64(side)<<4 | uint64(command) | 1<<20, game.Side(side)
}

// Roll implements [system.Judge].
func (m *Judge) Roll(s game.State) uint64 {
	x := s.(*impetus.State)
	id, _ := m.Activation(s)
	return id<<16 | x.RollKey()
}

// Question implements [system.Judge].
func (m *Judge) Question(s game.State) system.Question {
	switch s.(*impetus.State).Asked() {
	case impetus.AskCommand:
		return system.Plan
	case impetus.AskAction, impetus.AskEngaged, impetus.AskRush:
		return system.Single
	case impetus.AskAnswer, impetus.AskReact, impetus.AskPursue, impetus.AskRelief:
		return system.Reaction
	}
	return system.Minor
}

// Reason implements [system.Judge].
func (m *Judge) Reason(s game.State, side game.Side, a game.Action) system.Reason {
	r := system.Reason{Key: reasons[a.Verb]}
	if r.Key == "" {
		r.Key = "advice.custom"
	}
	switch a.Verb {
	case impetus.VerbCharge, impetus.VerbFire, impetus.VerbFight:
		m.read(s.(*impetus.State), side)
		r.N, r.Gain = max(m.rate(a), 0), true
	}
	return r
}

var reasons = map[game.Verb]string{
	impetus.VerbForward: "advice.march", impetus.VerbWheel: "advice.turn", impetus.VerbOblique: "advice.march", impetus.VerbSideways: "advice.march",
	impetus.VerbRearward: "advice.back", impetus.VerbAbout: "advice.turn", impetus.VerbCharge: "advice.charge", impetus.VerbRunAt: "advice.charge",
	impetus.VerbIntercept: "advice.charge", impetus.VerbFire: "advice.shot", impetus.VerbFight: "advice.melee", impetus.VerbRally: "advice.rally",
	impetus.VerbEvade: "advice.evade", impetus.VerbPursue: "advice.pursue", impetus.VerbPass: "advice.wait", impetus.VerbEnd: "advice.wait",
	impetus.VerbDecline: "advice.wait", impetus.VerbStand: "advice.wait",
}
