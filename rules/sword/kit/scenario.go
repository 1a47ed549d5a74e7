package kit

import (
	"fmt"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rules/sword"
	"acies/rules/sword/scenario"
	"acies/rules/sword/sheet"
	"acies/system"
)

// battle is a [system.Scenario].
type battle struct{ p *scenario.Pack }

func (x *battle) Compile(options []string) (game.Battle, error) {
	set, err := x.p.Setup(options)
	if err != nil {
		return nil, err
	}
	return sword.New(set)
}

func (x *battle) At(b game.Battle, file string, text []byte) (game.Battle, error) {
	p, err := scenario.ReadPosition(file, text)
	if err != nil {
		return nil, err
	}
	if p.Battle != x.p.ID {
		return nil, fmt.Errorf("the position belongs to the battle %s, not %s", p.Battle, x.p.ID)
	}
	s, err := p.Start(b.(*sword.Battle))
	if err != nil {
		return nil, err
	}
	return b.(*sword.Battle).From(s), nil
}

func (x *battle) Position(options []string, s game.State) []byte {
	return scenario.WritePosition(x.p.ID, options, s.(*sword.State).Position())
}

func (x *battle) Begin(b game.Battle, l *pack.Lesson) (game.State, error) {
	return x.p.Lesson(l.ID).Start(b.(*sword.Battle))
}

func (x *battle) Sheet(b game.Battle, w system.Speaker) *system.Sheet {
	return sheet.Sheet(b.(*sword.Battle), sheet.Options{Words: w, North: x.p.North})
}

func (x *battle) Ground(b game.Battle, w system.Speaker, kind system.Ground) string {
	o := sheet.Options{Words: w, North: x.p.North}
	switch kind {
	case system.Card:
		return sheet.Map(b.(*sword.Battle), o)
	case system.Backdrop:
		return sheet.Backdrop(b.(*sword.Battle), o)
	}
	return sheet.Ground(b.(*sword.Battle), o)
}

func (x *battle) Special(b game.Battle) []string { return b.(*sword.Battle).Setup().Special.IDs() }

// Names implements [system.Scenario]. The end of their ids distinguishes units of one name.
func (x *battle) Names(of game.Battle, lang string) system.Names {
	b := of.(*sword.Battle)
	text := func(key string) (string, bool) { return x.p.Text(lang, key) }
	name := func(key string) string {
		if t, ok := text(key); ok {
			return t
		}
		return key[strings.IndexByte(key, '.')+1:]
	}
	set := b.Setup()
	book, _, _ := strings.Cut(set.Book.ID, "-")
	n := system.Names{Book: book, Text: text, Places: b.Map().Len()}
	alike := map[string]int{}
	for i := range set.Units {
		alike[set.Units[i].Name]++
	}
	for i := range set.Units {
		u := &set.Units[i]
		full := name("name." + u.Name)
		if suffix, number := scenario.Suffix(u); suffix != "" && alike[u.Name] > 1 {
			if !number {
				suffix = name("suffix." + suffix)
			}
			full += " (" + suffix + ")"
		}
		n.Pieces = append(n.Pieces, full)
	}
	for i := range set.Leaders {
		n.Pieces = append(n.Pieces, name("leader."+set.Leaders[i].ID))
	}
	for i := range set.Sides {
		n.Sides = append(n.Sides, name("side."+set.Sides[i].ID))
	}
	return n
}
