package kit

import (
	"acies/game"
	"acies/system"
)

// scenes are the events that are more than a line of the log. The dice of a shot or a melee are shown with its declaration,
// and the tests that follow, which decide it, on their own.
var scenes = map[string]system.Scene{
	"turn":               system.TurnScene,
	"initiative-won":     system.ActivationScene,
	"activated":          system.MoveScene, // an attack before it is over
	"moved":              system.MoveScene,
	"rushes":             system.MoveScene,
	"plunders":           system.MoveScene,
	"disengaged":         system.MoveScene,
	"retreats":           system.MoveScene,
	"withdraws":          system.MoveScene,
	"pushed":             system.MoveScene,
	"pursues":            system.MoveScene,
	"evades":             system.MoveScene,
	"charge-missed":      system.MoveScene,
	"cohesion-passed":    system.ResultScene,
	"cohesion-failed":    system.ResultScene,
	"commander-test":     system.ResultScene,
	"reacts":             system.PauseScene,
	"counter-charges":    system.PauseScene,
	"relieved":           system.PauseScene,
	"panics":             system.PauseScene,
	"routed":             system.PauseScene,
	"dispersed":          system.PauseScene,
	"destroyed":          system.PauseScene,
	"off-table":          system.PauseScene,
	"destiny":            system.PauseScene,
	"barred":             system.PauseScene,
	"coward-routs":       system.PauseScene,
	"command-routs":      system.PauseScene,
	"army-routs":         system.PauseScene,
	"commander-captured": system.PauseScene,
	"commander-killed":   system.PauseScene,
}

// Stage implements [system.Staging].
func (System) Stage(e *game.Event) (system.Scene, *system.Arrow) { return scenes[e.Key], arrowOf(e) }

// arrowOf returns the attack that an event reports, or nil.
func arrowOf(e *game.Event) *system.Arrow {
	switch e.Key {
	case "charges", "fires", "contact", "melee":
		return &system.Arrow{Piece: arg(e, "unit").N, Target: arg(e, "target").N}
	}
	return nil
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
