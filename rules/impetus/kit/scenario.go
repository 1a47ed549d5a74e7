package kit

import (
	"io"

	"acies/game"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
	"acies/rules/impetus/sheet"
	"acies/system"
)

// battle is a [system.Scenario].
type battle struct{ p *scenario.Pack }

func (x *battle) Compile(options []string) (game.Battle, error) {
	set, err := x.p.Setup(options)
	if err != nil {
		return nil, err
	}
	return impetus.New(set), nil
}

func (x *battle) Special(b game.Battle) []string {
	return scenario.Special(b.(*impetus.Battle).Setup())
}

// Names implements [system.Scenario]. The sides have the names of their armies.
func (x *battle) Names(of game.Battle, lang string) system.Names {
	set := of.(*impetus.Battle).Setup()
	text := func(key string) (string, bool) { return x.p.Text(lang, key) }
	name := func(key string) string {
		if t, ok := text(key); ok {
			return t
		}
		return key
	}
	n := system.Names{Book: scenario.Book, Text: text}
	for i := range set.Units {
		n.Pieces = append(n.Pieces, name(scenario.PieceKey(set, i)))
	}
	for i := range set.Sides {
		n.Sides = append(n.Sides, name("side."+set.Sides[i].ID))
	}
	return n
}

func (x *battle) Sheet(b game.Battle, w system.Speaker) *system.Sheet {
	set := b.(*impetus.Battle).Setup()
	s := sheet.New(set, w)
	describeArmies(s, set, w)
	return s
}

func (x *battle) Ground(b game.Battle, w system.Speaker, kind system.Ground) string {
	return sheet.Ground(b.(*impetus.Battle).Setup(), w, kind)
}

// DrawText implements [system.Terminal].
func (System) DrawText(out io.Writer, b game.Battle, v game.View, w system.Speaker, color, brief bool) error {
	return sheet.Text(out, b.(*impetus.Battle), v, w, color, brief)
}

var _ system.Terminal = System{}
