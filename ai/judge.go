package ai

import (
	"acies/game"
	"acies/system"
)

// newJudge returns the judge of a battle's rulebook, or a [noJudge] where the rulebook has none.
func newJudge(b game.Battle, st system.Style) system.Judge {
	if s, ok := system.Of(b).(system.Judging); ok {
		return s.Judge(b, st)
	}
	return noJudge{}
}

// mistakesOf returns the mistakes of a recruit: as chosen for the battle, or else the usual ones.
func mistakesOf(b game.Battle) system.Mistakes {
	if x, err := tunable(b); err == nil {
		if m := x.Tuning(b).Recruit; m.Slip > 0 {
			return m
		}
	}
	return system.Mistakes{Slip: recruitSlip, Blur: 400}
}

// noJudge knows only the contract of package game: it rates all choices the same, and a game is one activation.
type noJudge struct{}

func (noJudge) Rate(game.State, game.Side, []game.Action, []int)        {}
func (noJudge) Compare(game.State, game.Side, []game.Action, []int)     {}
func (noJudge) Forget()                                                 {}
func (noJudge) Activation(s game.State) (uint64, game.Side)             { return 0, s.ToAct() }
func (noJudge) Roll(game.State) uint64                                  { return 0 }
func (noJudge) Question(game.State) system.Question                     { return system.Single }
func (noJudge) Reason(game.State, game.Side, game.Action) system.Reason { return system.Reason{} }
func (noJudge) Forecast(s game.State) system.Forecast                   { return system.Ending(s) }
