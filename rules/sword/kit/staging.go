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
	"shoots":     system.FightScene,
	"attacks":    system.FightScene,
	"shot-roll":  system.ResultScene,
	"melee-roll": system.ResultScene,
	"elan":       system.PauseScene,
	"dispersion": system.PauseScene,
}

// tracks are the events of pieces that go somewhere, with the name of the argument that says where.
var tracks = map[string]string{
	"moves": "path", "rides": "path", "charges": "path", "steps-back": "to", "goes-along": "to", "shelters": "to", "retreats": "to",
	"advances": "to", "flees": "to", "leader-joins": "to",
}

// counts are what events count as in the summary of an activation.
var counts = map[string]string{
	"moves": "moved", "steps-back": "moved", "enters": "moved", "charges": "charges", "shot-roll": "shots", "melee-roll": "melees",
	"fatigued": "fatigued", "discouraged": "discouraged", "routs": "routed", "eliminated": "lost", "off-map": "lost",
	"leader-killed": "killed", "leader-captured": "captured", "rallies-valiant": "rallied", "rallies-discouraged": "rallied",
}

// Stage implements [system.Staging].
func (System) Stage(e *game.Event) system.Staged {
	if strings.HasPrefix(e.Key, "modifier.") {
		return system.Staged{Scene: system.DetailScene}
	}
	arg := map[string]game.Arg{}
	for _, a := range e.Args {
		arg[a.Name] = a
	}
	x := system.Staged{Scene: scenes[e.Key], Arrow: arrowOf(e.Key, arg), Counts: counts[e.Key]}
	x.Closes = e.Key == "phase" && !strings.HasPrefix(arg["phase"].Text, "phase.d")
	who, ok := arg["unit"]
	if !ok {
		who, ok = arg["leader"]
	}
	if !ok {
		return x
	}
	if x.Counts != "" {
		x.Units = []int{who.N}
	}
	if to, ok := tracks[e.Key]; ok {
		x.Track = &system.Track{Piece: who.N, Places: arg[to].List}
		if arg[to].Kind == game.Place {
			x.Track.Places = []int{arg[to].N}
		}
	}
	return x
}

// arrowOf returns the attack that an event reports, or nil.
func arrowOf(key string, arg map[string]game.Arg) *system.Arrow {
	x := &system.Arrow{Piece: arg["unit"].N, Target: arg["target"].N}
	switch key {
	case "reacts", "shoots":
	case "charges": // the whole run; the unit is at its end when this is reported
		path := arg["path"].List
		if len(path) == 0 {
			return nil
		}
		x.Way, x.Behind = []int{path[0], arg["hex"].N}, true
	case "attacks": // by a charge or without one
		x.Way, x.State = []int{arg["from"].N, arg["hex"].N}, "charging"
	default:
		return nil
	}
	return x
}

var _ system.Staging = System{}
