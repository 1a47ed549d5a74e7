// Package kit registers By the Edge of the Sword with everything it provides in addition to its rules. The larger parts
// are packages next to it: scenario (packs and positions), sheet (maps and counters), judge (opponents), casewords
// (rule tests).
package kit

import (
	"io"

	"acies/game"
	"acies/pack"
	"acies/rules/sword"
	"acies/rules/sword/casewords"
	"acies/rules/sword/judge"
	"acies/rules/sword/scenario"
	"acies/rules/sword/sheet"
	"acies/system"
)

// System is By the Edge of the Sword.
type System struct{}

// ID implements [system.System].
func (System) ID() string { return "sword" }

// Version implements [system.System].
func (System) Version() string { return sword.Version }

// Books implements [system.System].
func (System) Books() []string {
	var list []string
	for _, b := range sword.Books() {
		list = append(list, b.ID)
	}
	return list
}

// Read implements [system.System].
func (System) Read(f *pack.Files) (*system.Pack, []pack.Problem) {
	p, problems := scenario.Read(f)
	if p == nil {
		return nil, problems
	}
	out := &system.Pack{Pack: p.Pack, Hash: p.Hash, Turns: p.Turns, Scenario: &battle{p}}
	for _, l := range p.Lessons {
		out.Lessons = append(out.Lessons, l.Lesson)
	}
	return out, problems
}

// Vary implements [system.System].
func (System) Vary(f *pack.Files, changes []string) (*pack.Files, error) {
	return scenario.Vary(f, changes)
}

// VaryHelp implements [system.Varied].
func (System) VaryHelp() (name string, lines []string) {
	return "By the Edge of the Sword", []string{
		"unit.hastati.quality=6            strength, quality, movement, shoots; back.quality …",
		"leader.nabis.bonus=1              bonus, rating, radius, mp",
		"victory.shrines-held.points=3     points, max, quality of a source of points",
		"victory.margin=6                  the lead for a major victory",
		"special.fire.range=3              any field of a special rule",
		"state.wounded.radius=2            of wounded leaders and replacements",
		"mounting.dismount.french=3        markers of a side",
		"reinforcement.ferrand.turn=4      when units arrive",
		"turns=10                          the number of turns",
		"A unit is one id, all units of a name, or all names that start with the word",
		"and a hyphen.",
	}
}

// DrawText implements [system.Terminal].
func (System) DrawText(out io.Writer, b game.Battle, v game.View, w system.Speaker, color, brief bool) error {
	return sheet.Text(out, b.(*sword.Battle), v, sheet.Options{Words: w, Color: color, Brief: brief})
}

// Vocabulary implements [system.Cases].
func (System) Vocabulary() *system.Vocabulary { return casewords.Vocabulary() }

// Judge implements [system.Judging].
func (System) Judge(b game.Battle, style system.Style) system.Judge {
	return judge.New(b.(*sword.Battle), style)
}

// Tunings implements [system.Tunable].
func (System) Tunings() map[string]system.Tuning { return judge.Tunings() }

// Tuning implements [system.Tunable].
func (System) Tuning(b game.Battle) system.Tuning { return judge.TuningOf(b.(*sword.Battle)) }

// Ranges implements [system.Tunable].
func (System) Ranges(b game.Battle) map[string]system.Range { return judge.Ranges(b.(*sword.Battle)) }

// Tuned implements [system.Tunable].
func (System) Tuned(b game.Battle, t *system.Tuning) system.Student {
	return judge.Tuned(b.(*sword.Battle), t)
}

var _ system.Tunable = System{}
