// Package judge is how computer opponents evaluate Impetus. Its files rate fights (fight.go), places (ground.go) and all
// other choices (choices.go), and forecast the result (forecast.go). Nothing is hidden in this rulebook but the Command
// that the other player has just named, of which a judge asks nothing.
package judge

import (
	"acies/game"
	"acies/plane"
	"acies/rules/impetus"
	"acies/system"
)

// weights are the values of a player, in hundredths of a VD unless they say otherwise.
type weights struct {
	Bare     int `range:"0 300"`  // a unit, besides its VD
	Shake    int `range:"0 100"`  // percent of its worth that a unit loses by disorder
	Wear     int `range:"0 150"`  // percent of its worth that a unit loses with all its VBU but the last
	Own      int `range:"20 250"` // percent at which own harm counts
	Head     int `range:"0 400"`  // a unit with a commander
	Break    int `range:"0 200"`  // percent of the rest of a Command that goes with the unit that breaks it
	Approach int `range:"0 80"`   // for each U nearer to the enemy
	Slack    int `range:"0 30"`   // how far a unit goes ahead of the others, in U
	Front    int `range:"0 300"`  // for each degree by which a unit looks past the enemy, in hundredths
	Line     int `range:"0 60"`   // a friend beside it, facing the same way
	Attack   int `range:"0 200"`  // percent of the gain of a charge that can be made next
	Danger   int `range:"0 200"`  // percent of the harm by enemies that can charge
	Arrows   int `range:"0 150"`  // percent of the harm by enemies that can shoot
	Shot     int `range:"0 300"`  // percent of the harm of a shot that can be made
	Led      int `range:"0 60"`   // within command range
	Rough    int `range:"0 120"`  // it stands in ground that disorders it
	Rally    int `range:"0 150"`  // a unit in order again, besides what it is spared
	Test     int `range:"0 400"`  // percent of a disorder, for a test that may fail
	Mark     int `range:"0 60"`   // a unit on opportunity
	Stir     int `range:"0 40"`   // the least that a move must be worth
	Keen     int `range:"0 200"`  // what an attack is worth besides
	Press    int `range:"0 400"`  // percent by which whoever is behind goes on more boldly as the battle ends
	Ease     int `range:"0 100"`  // percent of boldness that is left to whoever is ahead by then
	Game     int `range:"0 2000"` // a unit whose loss loses the battle
	Camp     int `range:"0 1500"` // baggage
	Lure     int `range:"0 300"`  // the enemy's baggage, for a unit next to it that has no enemy near
	Reach    int `range:"2 30"`   // how near to the enemy a unit goes that only shoots, in U
	Keep     int `range:"0 30"`   // how near one goes that cannot charge, in U
	Extend   int `range:"0 100"`  // percent at which a charge counts that needs its extension
	Second   int `range:"0 100"`  // percent at which one counts that needs a second phase
	Wheel    int `range:"0 100"`  // percent at which one counts before which the unit has to wheel
	Group    int `range:"0 40"`   // distance to the enemy within which the members of a group act alone, in U
	Evade    int `range:"0 200"`  // what evading must be worth
	Pursue   int `range:"0 200"`  // what a pursuit must be worth
	Leave    int `range:"0 400"`  // what disengaging must be worth
}

// plain are the weights set by hand.
var plain = weights{
	Bare: 40, Shake: 28, Wear: 60, Own: 90, Head: 60, Break: 50, Approach: 8, Slack: 4, Front: 40, Line: 6, Attack: 20, Danger: 40, Arrows: 20, Shot: 70,
	Led: 5, Rough: 15, Rally: 10, Test: 100, Mark: 4, Stir: 2, Keen: 20, Press: 100,
	Ease: 50, Game: 300, Camp: 300, Lure: 60, Reach: 12, Keep: 8, Extend: 60, Second: 35, Wheel: 40, Group: 16, Evade: 10, Pursue: 5, Leave: 30,
}

func (w *weights) adopt(st system.Style) {
	switch st {
	case system.Bold:
		w.Approach, w.Attack, w.Danger, w.Own = w.Approach*3/2, w.Attack*3/2, w.Danger/2, w.Own*3/4
	case system.Careful:
		w.Danger, w.Arrows, w.Own, w.Line = w.Danger*3/2, w.Arrows*3/2, w.Own*5/4, w.Line*3/2
	case system.Patient:
		w.Approach, w.Stir, w.Shot = w.Approach/3, w.Stir+6, w.Shot*3/2
	case system.Grasping:
		w.Shot, w.Attack, w.Keen = w.Shot*3/2, w.Attack*5/4, w.Keen+20
	}
}

const never = system.Never

// Judge evaluates states for a side. It implements [system.Student].
type Judge struct {
	b      *impetus.Battle
	set    *impetus.Setup
	n      int
	tastes [2]weights
	plain  weights // for forecasts, whose features do not depend on what was tuned
	tuning *system.Tuning
	harms  *harmTable
	rough  []roughGround

	s     *impetus.State
	me    int
	w     *weights // of the side for which the state is rated
	units [impetus.MaxUnits]impetus.Facts
	worth [impetus.MaxUnits]int
	leads [impetus.MaxUnits]bool
	near  [impetus.MaxUnits]int64 // to the nearest enemy
	front int64                   // the mean of it for the own units that fight hand to hand
	press int                     // percent
	trial impetus.State
	legal []game.Action

	before int // what the places of those who act are worth, once it is worked out
	stood  bool
}

// roughGround is a piece of ground in which formed troops lose their order.
type roughGround struct {
	plane.Piece
	kind impetus.Kind
}

// New returns a judge that plays in a style: the tuning learned by self-play, with the changes the style makes.
func New(b *impetus.Battle, st system.Style) *Judge {
	t := TuningOf(b)
	w := tunings.Weights(&t)
	for i := range w {
		w[i].adopt(st)
	}
	return newJudge(b, &t, w)
}

// Tuned returns a judge that uses a tuning.
func Tuned(b *impetus.Battle, t *system.Tuning) *Judge { return newJudge(b, t, tunings.Weights(t)) }

func newJudge(b *impetus.Battle, t *system.Tuning, w [2]weights) *Judge {
	m := &Judge{b: b, set: b.Setup(), n: b.Units(), tastes: [2]weights{tunings.Limit(w[0]), tunings.Limit(w[1])}, plain: plain, tuning: t, harms: harms()}
	for i := range m.set.Terrain {
		x := &m.set.Terrain[i]
		switch x.Kind {
		case impetus.Broken, impetus.Stream, impetus.SteepHill, impetus.Wood, impetus.Marsh:
			if p, err := plane.NewPiece(x.Polygon...); err == nil {
				m.rough = append(m.rough, roughGround{p, x.Kind})
			}
		}
	}
	return m
}

// read reads the state.
func (m *Judge) read(s *impetus.State, side game.Side) { m.readFor(s, int(side), &m.tastes[side]) }

// readFor reads the state for a side that uses some weights.
func (m *Judge) readFor(s *impetus.State, side int, w *weights) {
	m.s, m.me, m.w, m.stood = s, side, w, false
	for i := range m.n {
		m.units[i] = s.Unit(i)
		m.leads[i] = m.units[i].Placed && s.Commands(i)
	}
	m.weigh()
	m.measure()
}

// weigh works out what the loss of each unit costs its side.
func (m *Judge) weigh() {
	var lost, of [2][impetus.MaxCommands]int
	for i := range m.n {
		u := &m.units[i]
		if u.Type == impetus.Baggage {
			continue
		}
		of[u.Side][u.Command] += u.VD
		if !u.Placed {
			lost[u.Side][u.Command] += u.VD
		}
	}
	for i := range m.n {
		u := &m.units[i]
		if u.Type == impetus.Baggage {
			m.worth[i] = m.w.Camp
			continue
		}
		v := 100*u.VD + m.w.Bare
		all := u.VD
		if l, o := lost[u.Side][u.Command]+u.VD, of[u.Side][u.Command]; 2*l >= o {
			all += o - l
			v += 100 * (o - l) * m.w.Break / 100
		} else {
			v += 100 * u.VD * 2 * l / max(o, 1) * m.w.Break / 200
		}
		if l, o := m.s.Lost(u.Side); 2*(l+all) >= o {
			v += m.w.Game
		}
		if m.leads[i] {
			v += m.w.Head
			if c := &m.set.Sides[u.Side].Commands[u.Command]; c.Quality == impetus.Charismatic {
				v += 3 * m.w.Head
			}
		}
		m.worth[i] = v
	}
}

// measure works out how near the armies are to each other, and who has to hurry.
func (m *Judge) measure() {
	for i := range m.n {
		m.near[i] = plane.Never
	}
	for i := range m.n {
		u := &m.units[i]
		if !u.Placed || u.Type == impetus.Baggage || u.Side != m.me {
			continue
		}
		for j := range m.n {
			v := &m.units[j]
			if v.Side == m.me || !v.Placed || v.Type == impetus.Baggage {
				continue
			}
			d := plane.Distance(u.Pose.Point(), v.Pose.Point())
			m.near[i], m.near[j] = min(m.near[i], d), min(m.near[j], d)
		}
	}
	sum, n := int64(0), int64(0)
	for i := range m.n {
		if u := &m.units[i]; u.Placed && u.Side == m.me && u.Impetus > 0 && !isLight(u.Type) && m.near[i] != plane.Never {
			sum, n = sum+m.near[i], n+1
		}
	}
	m.front = sum / max(n, 1)
	mine, of := m.s.Lost(m.me)
	his, whole := m.s.Lost(1 - m.me)
	ahead := his*of - mine*whole
	if ahead == 0 {
		ahead = 1
		if m.set.TieWinner != m.me {
			ahead = -1
		}
	}
	part := 100 * m.s.Turn() / max(m.set.Turns, 1)
	m.press = 100
	switch {
	case ahead < 0:
		m.press += m.w.Press * part / 100
	case part > 60:
		m.press = m.w.Ease
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

// Activation implements [system.Judge]: the activation of a Command, from the end of the roll for initiative until none of
// its units can act.
func (m *Judge) Activation(s game.State) (id uint64, owner game.Side) {
	x := s.(*impetus.State)
	side, command, ok := x.Commanding()
	if !ok {
		return 0, s.ToAct()
	}
	return uint64(x.Turn())<<8 | uint64(side)<<4 | uint64(command) + 1, game.Side(side)
}

// Roll implements [system.Judge].
func (m *Judge) Roll(s game.State) uint64 {
	x := s.(*impetus.State)
	id, _ := m.Activation(s)
	if id == 0 {
		id = uint64(x.Turn()) << 8
	}
	return id<<24 | x.RollKey()
}

// Question implements [system.Judge].
func (m *Judge) Question(s game.State) system.Question {
	x := s.(*impetus.State)
	switch x.Asked() {
	case impetus.AskName:
		return system.Order
	case impetus.AskCommand:
		return system.Plan
	case impetus.AskAction:
		return m.askedAction(x)
	case impetus.AskRush:
		return system.Single
	case impetus.AskEngaged:
		return system.Attack
	case impetus.AskPursue:
		return system.Advance
	case impetus.AskAnswer, impetus.AskReact, impetus.AskRelief:
		return system.Reaction
	}
	return system.Minor
}

// askedAction tells apart what those who act can do: charge, else shoot, else only move.
func (m *Judge) askedAction(x *impetus.State) system.Question {
	q := system.Single
	m.legal = x.Legal(m.legal[:0])
	for _, a := range m.legal {
		switch a.Verb {
		case impetus.VerbCharge:
			return system.Attack
		case impetus.VerbFire:
			q = system.Shot
		}
	}
	return q
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
	case impetus.VerbRush:
		r.Key = rushReason(a)
	case impetus.VerbName:
		m.read(s.(*impetus.State), side)
		r.Key = m.nameReason(a)
	case impetus.VerbActivate:
		m.read(s.(*impetus.State), side)
		_, r.Key = m.rateActivation(a)
	}
	return r
}

var reasons = map[game.Verb]string{
	impetus.VerbForward: "advice.march", impetus.VerbWheel: "advice.turn", impetus.VerbOblique: "advice.march", impetus.VerbSideways: "advice.march",
	impetus.VerbRearward: "advice.back", impetus.VerbAbout: "advice.turn", impetus.VerbCharge: "advice.charge", impetus.VerbRunAt: "advice.charge",
	impetus.VerbIntercept: "advice.charge", impetus.VerbFire: "advice.shot", impetus.VerbFight: "advice.melee", impetus.VerbRally: "advice.rally",
	impetus.VerbEvade: "advice.evade", impetus.VerbPursue: "advice.pursue", impetus.VerbPass: "advice.wait", impetus.VerbEnd: "advice.wait",
	impetus.VerbDecline: "advice.wait", impetus.VerbStand: "advice.stand", impetus.VerbProceed: "advice.proceed", impetus.VerbMark: "advice.mark",
	impetus.VerbCounter: "advice.counter", impetus.VerbDisengage: "advice.disengage", impetus.VerbShieldwall: "advice.shieldwall",
	impetus.VerbRelieve: "advice.relieve", impetus.VerbMember: "advice.charge", impetus.VerbMelee: "advice.melee", impetus.VerbStop: "advice.stop",
	impetus.VerbReady: "advice.ready",
}

// rushReason says what speaks for a way of making an uncontrolled move.
func rushReason(a game.Action) string {
	switch {
	case a.B == 1:
		return "advice.rush-reach"
	case a.A != 0:
		return "advice.rush-turn"
	}
	return "advice.rush-ahead"
}
