package kit

import (
	"acies/game"
	"acies/rules/bladebow"
	"acies/system"
)

// StandingQuestions implements [system.Standing].
func (System) StandingQuestions(game.Battle) []system.StandingQuestion {
	return []system.StandingQuestion{
		{Key: "cards", Clause: "bnb-4.2c", Declines: true},
		{Key: "evade", Clause: "bnb-9.4.2a", Declines: true},
		{Key: "rerolls", Clause: "bnb-9.4.7a", Declines: true},
		{Key: "recoil", Clause: "bnb-R71"},
	}
}

// StandingAsked implements [system.Standing]. Cards may be played outside of impulses too.
func (System) StandingAsked(s game.State) (key string, decline game.Action) {
	x := s.(*bladebow.State)
	active := x.Active()
	if active == x.ToAct() || active < 0 && x.Asked() != bladebow.AskCards {
		return "", game.Action{}
	}
	switch x.Asked() {
	case bladebow.AskCards:
		return "cards", game.Action{Verb: bladebow.VerbPass}
	case bladebow.AskEvade:
		return "evade", game.Action{Verb: bladebow.VerbStand}
	case bladebow.AskRerolls:
		return "rerolls", game.Action{Verb: bladebow.VerbKeep}
	case bladebow.AskRecoil, bladebow.AskWithdraw, bladebow.AskPush, bladebow.AskFace:
		return "recoil", game.Action{}
	}
	return "", game.Action{}
}

var _ system.Standing = System{}
