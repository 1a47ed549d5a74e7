package judge

import (
	"acies/game"
	"acies/rules/bladebow"
	"acies/system"
)

// plainReasons are the reasons for actions that need no evaluation.
var plainReasons = map[game.Verb]string{
	bladebow.VerbMove: "advice.march", bladebow.VerbMarch: "advice.march", bladebow.VerbTo: "advice.march",
	bladebow.VerbShoot: "advice.shot", bladebow.VerbTarget: "advice.shot", bladebow.VerbMelee: "advice.melee", bladebow.VerbAttack: "advice.melee",
	bladebow.VerbRally: "advice.rally", bladebow.VerbWall: "advice.wall", bladebow.VerbLeader: "advice.leader", bladebow.VerbRide: "advice.leader",
	bladebow.VerbPlay: "advice.card", bladebow.VerbCommit: "advice.commit", bladebow.VerbPress: "advice.commit",
	bladebow.VerbReroll: "advice.reroll", bladebow.VerbEvade: "advice.evade", bladebow.VerbWith: "advice.together",
	bladebow.VerbIdle: "advice.wait", bladebow.VerbEnd: "advice.wait", bladebow.VerbPass: "advice.wait", bladebow.VerbHalt: "advice.wait",
	bladebow.VerbDone: "advice.wait", bladebow.VerbStay: "advice.wait", bladebow.VerbKeep: "advice.wait",
}

// Reason implements [system.Judge]. For orders it says what they are expected to gain.
func (m *Judge) Reason(s game.State, side game.Side, a game.Action) system.Reason {
	r := system.Reason{Key: plainReasons[a.Verb]}
	if r.Key == "" {
		r.Key = "advice.custom"
	}
	m.read(s, side)
	var n [1]int
	switch a.Verb {
	case bladebow.VerbShoot, bladebow.VerbMelee, bladebow.VerbAttack, bladebow.VerbTarget:
		if k := m.s.Asked(); k == bladebow.AskOrders || k == bladebow.AskMelees || k == bladebow.AskVolleys {
			m.Rate(s, side, []game.Action{a}, n[:])
			r.N, r.Gain = max(n[0], 0), true
		}
	}
	return r
}
