package kit

import (
	"strings"

	"acies/game"
	"acies/system"
)

// scenes are the events that are more than a line of the log.
var scenes = map[string]system.Scene{
	"phase":          system.HeadingScene,
	"turn":           system.TurnScene,
	"impulse":        system.ActivationScene,
	"moves":          system.MoveScene,
	"rides":          system.MoveScene,
	"advances":       system.MoveScene,
	"evades":         system.MoveScene,
	"recoils":        system.MoveScene,
	"displaced":      system.MoveScene,
	"aborted":        system.MoveScene,
	"attack-dice":    system.DetailScene,
	"defence-dice":   system.DetailScene,
	"melee-dice":     system.DetailScene,
	"melee-attack":   system.DetailScene,
	"melee-defence":  system.DetailScene,
	"hits":           system.ResultScene,
	"melee-hits":     system.ResultScene,
	"entry-dice":     system.ResultScene,
	"rout-dice":      system.ResultScene,
	"check":          system.ResultScene,
	"initiative":     system.ResultScene,
	"plays":          system.PauseScene,
	"commits":        system.PauseScene,
	"action-card":    system.PauseScene,
	"eliminated":     system.PauseScene,
	"routs":          system.PauseScene,
	"killed":         system.PauseScene,
	"captured":       system.PauseScene,
	"overrun":        system.PauseScene,
	"discovered":     system.PauseScene,
	"arrived":        system.PauseScene,
	"reshuffled":     system.PauseScene,
	"continues":      system.PauseScene,
	"casualty-die-2": system.PauseScene,
}

// Stage implements [system.Staging].
func (System) Stage(e *game.Event) (system.Scene, *system.Arrow) {
	if strings.HasPrefix(e.Key, "modifier.") {
		return system.DetailScene, nil
	}
	return scenes[e.Key], arrowOf(e)
}

// arrowOf returns the attack that an event reports, or nil. It is drawn from the first of the attackers.
func arrowOf(e *game.Event) *system.Arrow {
	from := map[string]string{"fires": "firers", "attacks": "attackers", "attacks-camp": "attackers"}[e.Key]
	if from == "" {
		return nil
	}
	list := arg(e, from).List
	if len(list) == 0 {
		return nil
	}
	return &system.Arrow{Piece: list[0], Target: arg(e, "target").N}
}

// arg returns the argument with the given name.
func arg(e *game.Event, name string) game.Arg {
	for i := range e.Args {
		if e.Args[i].Name == name {
			return e.Args[i]
		}
	}
	return game.Arg{}
}

var _ system.Staging = System{}
