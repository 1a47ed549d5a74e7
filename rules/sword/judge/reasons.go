package judge

import (
	"slices"

	"acies/game"
	"acies/rules/sword"
	"acies/system"
)

// The reasons given for an action of By the Edge of the Sword.

// gains are the reasons whose value a player can compare; that of the others is one term of several.
var gains = []string{"advice.melee", "advice.shot", "advice.burn", "advice.attack"}

// Reason implements [system.Judge].
func (m *Judge) Reason(s game.State, side game.Side, a game.Action) system.Reason {
	r := m.reason(s, side, a)
	r.Gain = slices.Contains(gains, r.Key)
	return r
}

func (m *Judge) reason(s game.State, side game.Side, a game.Action) system.Reason {
	m.s, m.me, m.w = s.(*sword.State), side, &m.tastes[side]
	m.readState()
	var r [1]int
	switch a.Verb {
	case sword.VerbAttack:
		m.rateDeclare([]game.Action{a}, r[:])
		return system.Reason{Key: "advice.melee", N: r[0]}
	case sword.VerbMelee, sword.VerbPair:
		return system.Reason{Key: "advice.melee", N: m.meleeWorth(m.s, a)}
	case sword.VerbJoin, sword.VerbFight:
		m.rateJoins([]game.Action{a}, r[:])
		return system.Reason{Key: "advice.melee", N: r[0]}
	case sword.VerbShoot:
		m.rateShots([]game.Action{a}, r[:])
		return system.Reason{Key: "advice.shot", N: r[0]}
	case sword.VerbBurn:
		m.rateFire([]game.Action{a}, r[:])
		return system.Reason{Key: "advice.burn", N: r[0]}
	case sword.VerbMove:
		return m.moveReason(a)
	case sword.VerbTo, sword.VerbBack:
		return m.endReason(m.s, a)
	case sword.VerbCharge:
		return system.Reason{Key: "advice.charge", N: m.chargeWorth(m.s, a, m.s.Group(nil)[0])}
	case sword.VerbPursue:
		m.ratePursuit([]game.Action{a}, r[:])
		return system.Reason{Key: "advice.pursue", N: r[0]}
	}
	if a.Verb == sword.VerbWith && m.s.Asked() == "shooters" {
		return system.Reason{Key: "advice.shot"}
	}
	if key := plainReasons[a.Verb]; key != "" {
		return system.Reason{Key: key}
	}
	return system.Reason{Key: "advice.custom"}
}

// plainReasons are the reasons for actions that need no evaluation.
var plainReasons = map[game.Verb]string{
	sword.VerbDone: "advice.wait", sword.VerbStay: "advice.wait", sword.VerbReady: "advice.ready", sword.VerbFace: "advice.face",
	sword.VerbActivate: "advice.activate", sword.VerbForce: "advice.force", sword.VerbBar: "advice.bar",
	sword.VerbRest: "advice.rest", sword.VerbRally: "advice.rally", sword.VerbRetreat: "advice.retreat",
	sword.VerbAdvance: "advice.advance", sword.VerbRide: "advice.leader", sword.VerbLead: "advice.leader",
	sword.VerbPlace: "advice.leader", sword.VerbAgain: "advice.again", sword.VerbWith: "advice.together",
	sword.VerbFire: "advice.shot", sword.VerbReact: "advice.react", sword.VerbMount: "advice.mount", sword.VerbDismount: "advice.dismount",
	sword.VerbEnter: "advice.enter", sword.VerbHold: "advice.hold", sword.VerbPromote: "advice.leader",
}

// moveReason returns the reason for the best place the unit could go to.
func (m *Judge) moveReason(a game.Action) system.Reason {
	if m.moveGain(a) <= 0 {
		return system.Reason{Key: "advice.wait"}
	}
	at := -1
	for i, e := range m.ends {
		if e.Verb != sword.VerbStay && e.Verb != sword.VerbWith && (at < 0 || m.endings[i] > m.endings[at]) {
			at = i
		}
	}
	switch a := m.ends[at]; a.Verb {
	case sword.VerbTo, sword.VerbBack:
		return m.endReason(m.scratch, a)
	case sword.VerbCharge:
		return system.Reason{Key: "advice.charge", N: m.endings[at]}
	default:
		return system.Reason{Key: plainReasons[a.Verb]}
	}
}

// endReason returns the term that most favours the place over staying.
func (m *Judge) endReason(c *sword.State, a game.Action) system.Reason {
	var room [9]int
	group := c.Group(room[:0])
	u := group[0]
	from, facing := m.units[u].Hex, m.units[u].Facing
	st := stack{hex: from, worst: 99}
	for _, v := range group {
		m.add(&st, v)
	}
	m.valueFor(u, group)
	m.field.reach(from, int(a.A))
	m.goals(&st, u, from)
	f := facing
	if a.Verb == sword.VerbTo {
		f = int(a.B)
	}
	m.weighedAt = -1
	there := *m.terms(&st, u, from, int(a.A), f)
	m.weighedAt = -1
	here := *m.terms(&st, u, from, from, facing)
	at := 0
	for i := range there {
		if there[i]-here[i] > there[at]-here[at] {
			at = i
		}
	}
	return system.Reason{Key: termKeys[at], N: there[at] - here[at]}
}
