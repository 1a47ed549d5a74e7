package kit

import (
	"acies/game"
	"acies/system"
)

// scenes are the events that are more than a line of the log.
var scenes = map[string]system.Scene{
	"turn":               system.TurnScene,
	"initiative-won":     system.ActivationScene,
	"activated":          system.MoveScene, // an attack before it is over
	"moved":              system.MoveScene,
	"charge-missed":      system.MoveScene,
	"rushes":             system.MoveScene,
	"plunders":           system.MoveScene,
	"disengaged":         system.MoveScene,
	"counter-charges":    system.MoveScene,
	"evades":             system.MoveScene,
	"retreats":           system.MoveScene,
	"withdraws":          system.MoveScene,
	"pushed":             system.MoveScene,
	"contact":            system.MoveScene, // where two touch there is no room for an arrow
	"relieved":           system.MoveScene,
	"panics":             system.MoveScene,
	"fires":              system.FightScene,
	"melee":              system.FightScene,
	"initiative-roll":    system.ResultScene,
	"test-passed":        system.ResultScene,
	"test-failed":        system.ResultScene,
	"shot":               system.ResultScene,
	"melee-dice":         system.ResultScene,
	"cohesion-passed":    system.ResultScene,
	"cohesion-failed":    system.ResultScene,
	"commander-test":     system.ResultScene,
	"command-stops":      system.PauseScene,
	"reacts":             system.PauseScene,
	"destiny":            system.PauseScene,
	"barred":             system.PauseScene,
	"coward-routs":       system.PauseScene,
	"pursues":            system.PauseScene,
	"dispersed":          system.PauseScene,
	"routed":             system.PauseScene,
	"destroyed":          system.PauseScene,
	"off-table":          system.PauseScene,
	"commander-captured": system.PauseScene,
	"commander-killed":   system.PauseScene,
	"command-routs":      system.PauseScene,
	"army-routs":         system.PauseScene,
}

// counts are what events count as in the summary of the activation of a Command.
var counts = map[string]string{
	"moved": "moved", "charges": "charges", "shot": "shots", "melee": "melees", "evades": "evaded", "disordered": "disordered",
	"retreats": "retreated", "routed": "routed", "dispersed": "lost", "destroyed": "lost", "off-table": "lost", "rallied": "rallied",
}

// Stage implements [system.Staging].
func (System) Stage(e *game.Event) system.Staged {
	x := system.Staged{Scene: scenes[e.Key], Arrow: arrowOf(e), Counts: counts[e.Key]}
	switch e.Key {
	case "named", "initiative-roll", "command-ends", "command-stops":
		x.Closes = true
	}
	if x.Counts != "" && e.Key != "shot" && e.Key != "melee" {
		x.Units = []int{arg(e, "unit").N}
	}
	return x
}

// arrowOf returns the attack that an event reports, or nil.
func arrowOf(e *game.Event) *system.Arrow {
	switch e.Key {
	case "charges", "fires":
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
