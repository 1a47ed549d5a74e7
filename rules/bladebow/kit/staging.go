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
	"fires":          system.FightScene,
	"attacks":        system.FightScene,
	"attacks-camp":   system.FightScene,
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

// counts are what events count as in the summary of an impulse.
var counts = map[string]string{
	"moves": "moved", "fires": "shots", "attacks": "melees", "attacks-camp": "melees", "evades": "evaded", "disrupted": "disrupted",
	"routs": "routed", "eliminated": "lost", "killed": "killed", "captured": "captured", "rallies": "rallied", "overrun": "overrun",
	"plays": "cards",
}

// Stage implements [system.Staging].
func (System) Stage(e *game.Event) system.Staged {
	if strings.HasPrefix(e.Key, "modifier.") {
		return system.Staged{Scene: system.DetailScene}
	}
	x := system.Staged{Scene: scenes[e.Key], Arrow: arrowOf(e), Track: trackOf(e), Counts: counts[e.Key], Closes: e.Key == "phase"}
	if x.Counts == "" {
		return x
	}
	for _, name := range []string{"unit", "leader", "camp"} {
		if a := arg(e, name); a.Kind == game.Piece {
			x.Units = []int{a.N}
		}
	}
	return x
}

// trackOf returns the way that an event reports, or nil.
func trackOf(e *game.Event) *system.Track {
	switch e.Key {
	case "moves", "evades":
		return &system.Track{Piece: arg(e, "unit").N, Places: arg(e, "path").List}
	case "rides":
		return &system.Track{Piece: arg(e, "leader").N, Places: []int{arg(e, "from").N, arg(e, "to").N}}
	case "recoils":
		return &system.Track{Piece: arg(e, "unit").N, Places: []int{arg(e, "from").N, arg(e, "to").N}}
	case "advances", "displaced":
		return &system.Track{Piece: arg(e, "unit").N, Places: []int{arg(e, "square").N}}
	}
	return nil
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
