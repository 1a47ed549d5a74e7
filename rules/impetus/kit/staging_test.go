package kit_test

import (
	"maps"
	"strings"

	"acies/game"
	"acies/rules/impetus/kit"
	"acies/system"
)

// addSummaries adds the keys of the summaries of activations: one for each event that begins one, and those that events count as.
func addSummaries(need map[string]map[string]bool) {
	texts := kit.System{}.Texts("en")
	counted := map[string]bool{"n": true, "units": true}
	add := map[string]map[string]bool{"summary.nothing": {}}
	for key, args := range need {
		event, ok := strings.CutPrefix(key, "event.")
		if !ok {
			continue
		}
		shown := kit.System{}.Stage(&game.Event{Key: event})
		if shown.Scene == system.ActivationScene {
			add["summary."+event] = maps.Clone(args)
			add["summary."+event]["what"] = true
		}
		if shown.Counts == "" {
			continue
		}
		add["summary."+shown.Counts] = counted
		if named := "summary." + shown.Counts + "-named"; texts[named] != "" {
			add[named] = counted
		}
	}
	maps.Copy(need, add)
}
