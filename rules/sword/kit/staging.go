package kit

import (
	"strings"

	"acies/game"
	"acies/system"
)

// scenes are the events that are more than a line of the log.
var scenes = map[string]system.Scene{
	"phase":      system.HeadingScene,
	"turn":       system.TurnScene,
	"activated":  system.ActivationScene,
	"moves":      system.MoveScene,
	"rides":      system.MoveScene,
	"retreats":   system.MoveScene,
	"advances":   system.MoveScene,
	"melee-roll": system.ResultScene,
	"elan":       system.PauseScene,
	"dispersion": system.PauseScene,
}

// Stage implements [system.Staging].
func (System) Stage(e *game.Event) (system.Scene, *system.Arrow) {
	if strings.HasPrefix(e.Key, "modifier.") {
		return system.DetailScene, nil
	}
	return scenes[e.Key], arrowOf(e)
}

// arrowOf returns the charge that an event reports, or nil.
func arrowOf(e *game.Event) *system.Arrow {
	switch e.Key {
	case "charges", "attacks", "reacts":
	default:
		return nil
	}
	arg := map[string]game.Arg{}
	for _, a := range e.Args {
		arg[a.Name] = a
	}
	x := &system.Arrow{Piece: arg["unit"].N, Target: arg["target"].N}
	switch e.Key {
	case "charges": // the whole run; the unit is at its end when this is reported
		path := arg["path"].List
		if len(path) == 0 {
			return nil
		}
		x.Way, x.Behind = []int{path[0], arg["hex"].N}, true
	case "attacks": // by a charge or without one
		x.Way, x.State = []int{arg["from"].N, arg["hex"].N}, "charging"
	}
	return x
}

var _ system.Staging = System{}
