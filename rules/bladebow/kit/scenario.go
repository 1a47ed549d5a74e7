package kit

import (
	"fmt"
	"strings"

	"acies/game"
	"acies/rules/bladebow"
	"acies/rules/bladebow/scenario"
	"acies/rules/bladebow/sheet"
	"acies/system"
)

// battle is a [system.Scenario].
type battle struct{ p *scenario.Pack }

func (x *battle) Compile(options []string) (game.Battle, error) {
	if len(options) > 0 {
		return nil, fmt.Errorf("battle %s: option %q is unknown; it has none", x.p.ID, options[0])
	}
	return bladebow.New(x.p.Setup()), nil
}

func (x *battle) Sheet(b game.Battle, w system.Speaker) *system.Sheet {
	return sheet.New(b.(*bladebow.Battle).Setup(), w)
}

func (x *battle) Ground(b game.Battle, w system.Speaker, kind system.Ground) string {
	var places []sheet.Place
	for _, p := range x.p.Places {
		places = append(places, sheet.Place(p))
	}
	return sheet.Ground(b.(*bladebow.Battle).Setup(), w, kind, places...)
}

func (x *battle) Special(b game.Battle) []string {
	return scenario.Special(b.(*bladebow.Battle).Setup())
}

// Names implements [system.Scenario]. A number distinguishes units of one name; cards are named by their effect.
func (x *battle) Names(of game.Battle, lang string) system.Names {
	set := of.(*bladebow.Battle).Setup()
	text := func(key string) (string, bool) { return x.p.Text(lang, key) }
	name := func(key string) string {
		if t, ok := text(key); ok {
			return t
		}
		if t, ok := (System{}).Texts(lang)[key]; ok {
			return t
		}
		return key
	}
	n := system.Names{Book: scenario.Book, Text: text, Places: set.Cols * set.Rows}
	for i := range set.Units {
		key, number := x.p.UnitName(i)
		full := name(key)
		if number != "" {
			full += " (" + number + ")"
		}
		n.Pieces = append(n.Pieces, full)
	}
	for i := range set.Leaders {
		n.Pieces = append(n.Pieces, name("leader."+set.Leaders[i].ID))
	}
	for i := range set.Sides {
		n.Sides = append(n.Sides, name("side."+set.Sides[i].ID))
		n.Pieces = append(n.Pieces, strings.ReplaceAll(name("piece.camp"), "{side}", n.Sides[i]))
	}
	for _, c := range bladebow.Deck {
		n.Pieces = append(n.Pieces, name("card."+c.Effect.Key()))
	}
	return n
}
