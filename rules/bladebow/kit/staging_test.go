package kit_test

import (
	"maps"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/bladebow"
	"acies/rules/bladebow/kit"
	"acies/system"
)

// TestSummarySides: what the summary of an impulse counts as moved, rallied or shot is the work of the side whose impulse it is,
// and the event that begins the impulse names that side.
func TestSummarySides(t *testing.T) {
	for id, b := range load(t) {
		t.Run(id, func(t *testing.T) {
			src, counted := dice.New(7), 0
			units := b.Battle.(*bladebow.Battle).Setup().Units
			s := b.Battle.Start()
			side := game.Nobody
			for s.ToAct() != game.Nobody {
				legal := s.Legal(nil)
				a := legal[game.Intn(src, len(legal))]
				if s.ToAct() == game.Nature {
					a = s.Roll(src)
				}
				var events game.Events
				if r := s.Apply(a, &events); r != nil {
					t.Fatal(r)
				}
				for i := range events {
					e := &events[i]
					shown := kit.System{}.Stage(e)
					switch {
					case shown.Scene == system.ActivationScene:
						side = game.Side(e.Args[0].N)
					case shown.Closes:
						side = game.Nobody
					}
					by := shown.Units
					if shown.Arrow != nil {
						by = []int{shown.Arrow.Piece}
					}
					switch shown.Counts {
					case "moved", "shots", "melees", "rallied":
					default:
						continue
					}
					for _, u := range by {
						counted++
						if got := game.Side(units[u].Side); got != side {
							t.Fatalf("%s: %s of side %d counts in an impulse of side %d", e.Key, b.Battle.PieceID(u), got, side)
						}
					}
				}
			}
			if counted == 0 {
				t.Error("nothing was counted")
			}
		})
	}
}

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
