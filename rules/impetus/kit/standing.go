package kit

import (
	"acies/game"
	"acies/rules/impetus"
	"acies/system"
)

// StandingQuestions implements [system.Standing]. Rolls of Destiny are bought before the battle, or not.
func (System) StandingQuestions(b game.Battle) []system.StandingQuestion {
	list := []system.StandingQuestion{
		{Key: "answer", Clause: "imp-Q4c", Declines: true},
		{Key: "react", Clause: "imp-9.2a", Declines: true},
		{Key: "pursue", Clause: "imp-16.1b", Declines: true},
		{Key: "retreat", Clause: "imp-15.3e"},
	}
	set := b.(*impetus.Battle).Setup()
	if set.Amendments && (set.Sides[0].Destiny > 0 || set.Sides[1].Destiny > 0) {
		list = append(list, system.StandingQuestion{Key: "destiny", Clause: "imp-25.1h", Declines: true})
	}
	return list
}

// StandingAsked implements [system.Standing].
func (System) StandingAsked(s game.State) (key string, decline game.Action) {
	x := s.(*impetus.State)
	if side, _, ok := x.Commanding(); !ok && x.Asked() != impetus.AskDestiny || ok && game.Side(side) == x.ToAct() {
		return "", game.Action{}
	}
	no := game.Action{Verb: impetus.VerbDecline}
	switch x.Asked() {
	case impetus.AskAnswer:
		return "answer", game.Action{Verb: impetus.VerbStand}
	case impetus.AskReact, impetus.AskIntruder, impetus.AskRun:
		return "react", no
	case impetus.AskPursue:
		return "pursue", no
	case impetus.AskFriend:
		return "retreat", game.Action{}
	case impetus.AskDestiny:
		return "destiny", no
	}
	return "", game.Action{}
}

var _ system.Standing = System{}
