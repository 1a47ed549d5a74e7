package judge

import (
	_ "embed"
	"slices"

	"acies/rules/sword"
	"acies/system"
)

//go:embed tuning.json
var tuningJSON []byte

var tunings = system.NewTunings(tuningJSON, plain, features)

// Tunings returns what self-play has learned, by battle.
func Tunings() map[string]system.Tuning { return tunings.All() }

// TuningOf returns the tuning of a battle. One that was never studied gets the plain weights and the mean forecast of
// the others.
func TuningOf(b *sword.Battle) system.Tuning {
	return tunings.Of(b.Setup().ID, [2]weights{plain, plain})
}

// Ranges returns the ranges of the weights that make a difference in a battle.
func Ranges(b *sword.Battle) map[string]system.Range {
	out := tunings.Ranges()
	set := b.Setup()
	leave := func(without bool, names ...string) {
		if without {
			for _, name := range names {
				delete(out, name)
			}
		}
	}
	m := newJudge(b, &system.Tuning{}, [2]weights{plain, plain})
	leave(set.Book.Charge == nil, "ChargeTerm", "ChargeReady", "Elan", "Ransom", "Dismount")
	leave(!set.Book.Stacking.Guns, "Screen")
	leave(set.Special.Flight == nil, "GuardPlace")
	leave(set.Special.Fire == nil, "FireTerm")
	leave(!m.hold[0] && !m.hold[1], "Hold")
	leave(!slices.ContainsFunc(m.fatal[:], func(f uint8) bool { return f > 0 }), "GameWorth", "Sheltered")
	return out
}
