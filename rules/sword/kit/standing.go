package kit

import (
	"acies/game"
	"acies/rules/sword"
	"acies/system"
)

// standing gives the question that a task asks the inactive player. Flights of Phase E, in which nobody is active, are asked
// as those of a melee are.
var standing = map[string]string{
	"defend": "defend", "shooters": "defend", "react": "react",
	"retreats": "retreat", "flee": "retreat", "swerve": "retreat", "head": "retreat", "settle": "retreat", "routs": "retreat",
	"advance": "advance", "leader-go": "leader", "place-leader": "leader", "hold": "leader", "succeed": "leader",
}

// StandingQuestions implements [system.Standing].
func (System) StandingQuestions(b game.Battle) []system.StandingQuestion {
	book := b.(*sword.Battle).Setup().Book
	list := []system.StandingQuestion{{Key: "defend", Clause: "ant-9.1l", Declines: true}}
	if book.Charge != nil {
		list = append(list, system.StandingQuestion{Key: "react", Clause: "med-10.3a", Declines: true})
	}
	list = append(list,
		system.StandingQuestion{Key: "retreat", Clause: "ant-R67"},
		system.StandingQuestion{Key: "advance", Clause: "ant-R74", Declines: true},
		system.StandingQuestion{Key: "leader", Clause: "ant-R41"},
	)
	for i := range list {
		if clause, ok := book.Clauses[list[i].Clause]; ok {
			list[i].Clause = clause
		}
	}
	return list
}

// StandingAsked implements [system.Standing].
func (System) StandingAsked(s game.State) (key string, decline game.Action) {
	x := s.(*sword.State)
	key = standing[x.Asked()]
	switch l := x.Active(); {
	case l < 0 && key != "retreat", l >= 0 && x.Leader(l).Side == x.ToAct():
		return "", game.Action{}
	case key == "defend" && x.Asked() == "defend", key == "react", key == "advance":
		decline.Verb = sword.VerbDone
	}
	return key, decline
}

var _ system.Standing = System{}
