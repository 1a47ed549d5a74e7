package kit

import (
	"strings"

	"acies/game"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
	"acies/system"
)

// describeArmies adds to a sheet what the army lists say: of each army, each Command and each unit.
func describeArmies(sheet *system.Sheet, set *impetus.Setup, w system.Speaker) {
	groups := 0
	for i := range set.Sides {
		a := describeSide(set, i)
		sheet.Armies = append(sheet.Armies, w.Say("army.about", number("points", a.Points), number("vd", a.VD), number("limit", a.DefeatedAt),
			word("structure", "structure."+a.Structure), game.Arg{Name: "range", Kind: game.Length, N: int(a.Range)}))
		for k := range a.Commands {
			g, c := &sheet.Groups[groups], &a.Commands[k]
			key := "army.command"
			args := []game.Arg{word("quality", "quality."+c.Quality), number("leadership", c.Leadership), number("vd", c.VD), number("limit", c.RoutsAt)}
			if at := set.Sides[i].Commands[k].Attached; at >= 0 {
				key = "army.command-led"
				args = append(args, game.Arg{Name: "unit", Kind: game.Piece, N: at})
			}
			g.Name = w.Say("army.commander", word("commander", "commander."+g.ID), number("n", k+1))
			g.About = w.Say(key, args...)
			groups++
		}
	}
	for i := range set.Units {
		sheet.Pieces[i].Details = detailsOf(&set.Units[i], set, w)
	}
}

func number(name string, n int) game.Arg { return game.Arg{Name: name, N: n} }

func word(name, key string) game.Arg { return game.Arg{Name: name, Kind: game.Key, Text: key} }

// detailsOf returns the line of a unit in its army list, apart from what its base shows.
func detailsOf(u *impetus.UnitSetup, set *impetus.Setup, w system.Speaker) []system.Detail {
	var list []system.Detail
	add := func(key, text string) { list = append(list, system.Detail{Name: w.Text(key), Text: text}) }
	if u.Type == impetus.Baggage {
		add("detail.vd", w.Say("detail.number", number("n", u.VD)))
		return list
	}
	side := &set.Sides[u.Side]
	add("detail.command", w.Say("army.commander", word("commander", "commander."+side.ID+"-"+side.Commands[u.Command].ID), number("n", u.Command+1)))
	add("detail.move", w.Say("detail.length", game.Arg{Name: "n", Kind: game.Length, N: int(u.Move)}))
	add("detail.discipline", w.Text("discipline."+string('A'+rune(u.Discipline))))
	add("detail.vd", w.Say("detail.number", number("n", u.VD)))
	add("detail.weapon", w.Text("weapon."+impetus.Weapons()[u.Weapon]))
	var traits []string
	for i, name := range impetus.Traits() {
		if u.Traits&(1<<i) != 0 {
			traits = append(traits, w.Text("trait."+name))
		}
	}
	if traits != nil {
		add("detail.traits", strings.Join(traits, ", "))
	}
	add("detail.points", w.Say("detail.number", number("n", scenario.UnitPoints(u))))
	return list
}
