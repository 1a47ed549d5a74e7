package casewords

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rules/bladebow"
	"acies/system"
)

// test checks an expectation that has been read.
type test = func(game.State) error

// expect reads an expectation:
//
//	unit h1: J5 N +1 disrupted no-shield       what is not named may be anything
//	leader xerxes: J6                          or killed, captured, routed, expected
//	hand greek: [K01, K05]
//	losses greek: 2                            likewise impulses
//	camp persian: overrun                      or standing
//	zone J5 greek: strong                      or weak, none
//	sees J10 L9: no
//	ranks h1 for persian: 2                    or unknown, last-known 2
//	dice: 7 attack 2 defence
//	rolling: 4                                 the dice of the roll that is due
//	actions: 2
//	initiative: greek
func expect(battle game.Battle, key, value *pack.Node) (func(game.State) error, error) {
	b := battle.(*bladebow.Battle)
	words := strings.Fields(key.Text)
	text, err := valueWords(value)
	if err != nil {
		return nil, err
	}
	x := &expectation{b: b, key: key, value: value, words: text}
	switch {
	case len(words) == 2 && words[0] == "unit":
		return x.unit(words[1])
	case len(words) == 2 && words[0] == "leader":
		return x.leader(words[1])
	case len(words) == 2 && slices.Contains([]string{"hand", "losses", "impulses", "camp"}, words[0]):
		return x.side(words[0], words[1])
	case len(words) == 3 && words[0] == "zone":
		return x.zone(words[1], words[2])
	case len(words) == 3 && words[0] == "sees":
		return x.sees(words[1], words[2])
	case len(words) == 4 && words[0] == "ranks" && words[2] == "for":
		return x.ranks(words[1], words[3])
	case key.Text == "dice":
		return x.dice()
	case key.Text == "rolling" || key.Text == "actions":
		return x.count(key.Text)
	case key.Text == "initiative":
		side, err := x.sideOf(value, value.Text)
		return x.text(sides(b)[max(side, 0)], func(s game.State) string { return sides(b)[bladebow.PositionOf(s).Initiative] }), err
	}
	return nil, nil
}

func valueWords(n *pack.Node) ([]string, error) {
	if n.Shape == pack.Mapping {
		return nil, nil // an expectation of another kind
	}
	return n.Words()
}

// expectation is one being read.
type expectation struct {
	b          *bladebow.Battle
	key, value *pack.Node
	words      []string
}

// text returns a test that compares words.
func (x *expectation) text(want string, got func(game.State) string) test {
	return func(s game.State) error {
		if g := got(s); g != want {
			return x.key.Errorf("%s is %s, expected %s", x.key.Text, g, want)
		}
		return nil
	}
}

func (x *expectation) sideOf(n *pack.Node, id string) (int, error) {
	i := slices.Index(sides(x.b), id)
	if i < 0 {
		return i, n.Errorf("there is no side %q; expected one of %s", id, pack.List(sides(x.b)))
	}
	return i, nil
}

func (x *expectation) square(id string) (int, error) {
	q, err := x.b.Board().Parse(id)
	if err != nil {
		return q, x.key.Errorf("%v", err)
	}
	return q, nil
}

func (x *expectation) findUnit(id string) (int, error) {
	i := slices.IndexFunc(x.b.Setup().Units, func(u bladebow.UnitSetup) bool { return u.ID == id })
	if i < 0 {
		return i, x.key.Errorf("there is no unit %q", id)
	}
	return i, nil
}

func (x *expectation) unit(id string) (test, error) {
	i, err := x.findUnit(id)
	if err != nil {
		return nil, err
	}
	var checks []func(u *bladebow.UnitAt, d *system.Differences)
	placed := false
	for _, w := range x.words {
		f, isFacing := bladebow.FacingOf(w)
		state, not := strings.CutPrefix(w, "no-")
		switch {
		case isFacing:
			checks = append(checks, func(u *bladebow.UnitAt, d *system.Differences) {
				d.Text("facing", x.b.FacingID(u.Facing), x.b.FacingID(f))
			})
		case slices.Contains(bladebow.Wheres(), w):
			placed = true
			checks = append(checks, func(u *bladebow.UnitAt, d *system.Differences) {
				if u.Where != w {
					d.Add("%s, expected %s", x.whereabouts(u), w)
				}
			})
		case slices.Contains(bladebow.UnitStates(), state):
			checks = append(checks, func(u *bladebow.UnitAt, d *system.Differences) {
				switch has := slices.Contains(u.States, state); {
				case has && not:
					d.Add("%s, expected not %s", state, state)
				case !has && !not:
					d.Add("not %s, expected %s", state, state)
				}
			})
		case w[0] == '+':
			n, err := strconv.Atoi(w[1:])
			if err != nil {
				return nil, x.value.Errorf("%q is not a number of ranks", w)
			}
			checks = append(checks, func(u *bladebow.UnitAt, d *system.Differences) { d.Number("ranks", u.Ranks, n) })
		default:
			q, err := x.b.Board().Parse(w)
			if err != nil {
				return nil, x.value.Errorf("%q: expected a square, a facing, ranks such as +1, a state or no- and a state: %s, %s",
					w, strings.Join(bladebow.Wheres(), ", "), strings.Join(bladebow.UnitStates(), ", "))
			}
			placed = true
			checks = append(checks, func(u *bladebow.UnitAt, d *system.Differences) {
				if u.Where != "" || u.Square != q {
					d.Add("%s, expected %s", x.whereabouts(u), w)
				}
			})
		}
	}
	if len(checks) == 0 {
		return nil, x.value.Errorf("%s: expected at least one word", x.key.Text)
	}
	return func(s game.State) error {
		u := &bladebow.PositionOf(s).Units[i]
		var d system.Differences
		if !placed && u.Where != "" {
			d.Add("%s, expected on the map", u.Where)
		}
		for _, check := range checks {
			check(u, &d)
		}
		return d.Error(x.key, x.key.Text)
	}, nil
}

func (x *expectation) whereabouts(u *bladebow.UnitAt) string {
	if u.Where != "" {
		return u.Where
	}
	return "in " + x.b.PlaceID(u.Square)
}

func (x *expectation) leader(id string) (test, error) {
	i := slices.IndexFunc(x.b.Setup().Leaders, func(l bladebow.LeaderSetup) bool { return l.ID == id })
	if i < 0 {
		return nil, x.key.Errorf("there is no leader %q", id)
	}
	want := strings.Join(x.words, " ")
	if _, err := x.b.Board().Parse(want); err != nil && want != bladebow.Killed && !slices.Contains(bladebow.Wheres(), want) {
		return nil, x.value.Errorf("%q: expected a square, killed, captured, routed or expected", want)
	}
	return x.text(want, func(s game.State) string {
		l := &bladebow.PositionOf(s).Leaders[i]
		if l.Where != "" {
			return l.Where
		}
		return x.b.PlaceID(l.Square)
	}), nil
}

// side reads what a side has.
func (x *expectation) side(what, id string) (test, error) {
	side, err := x.sideOf(x.key, id)
	if err != nil {
		return nil, err
	}
	switch what {
	case "hand":
		var want []int
		for _, w := range x.words {
			c, err := bladebow.CardOf(w)
			if err != nil {
				return nil, x.value.Errorf("%v", err)
			}
			want = append(want, c)
		}
		slices.Sort(want)
		return x.text(hand(want), func(s game.State) string { return hand(bladebow.PositionOf(s).Sides[side].Hand) }), nil
	case "camp":
		if x.value.Text != "overrun" && x.value.Text != "standing" {
			return nil, x.value.Errorf("camp %q: expected overrun or standing", x.value.Text)
		}
		return x.text(x.value.Text, func(s game.State) string {
			if bladebow.PositionOf(s).Sides[side].Overrun {
				return "overrun"
			}
			return "standing"
		}), nil
	}
	n, err := x.value.Number(0, 255)
	return x.text(strconv.Itoa(n), func(s game.State) string {
		p := bladebow.PositionOf(s)
		if what == "losses" {
			return strconv.Itoa(p.Sides[side].Losses)
		}
		return strconv.Itoa(p.Sides[side].Impulses)
	}), err
}

func hand(cards []int) string {
	var ids []string
	for _, c := range cards {
		ids = append(ids, bladebow.CardID(c))
	}
	return "[" + strings.Join(ids, " ") + "]"
}

func (x *expectation) zone(square, id string) (test, error) {
	q, err := x.square(square)
	if err != nil {
		return nil, err
	}
	side, err := x.sideOf(x.key, id)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(bladebow.ZoneNames(), x.value.Text) {
		return nil, x.value.Errorf("zone %q: expected one of %s", x.value.Text, pack.List(bladebow.ZoneNames()))
	}
	return x.text(x.value.Text, func(s game.State) string { return s.(*bladebow.State).Zone(side, q) }), nil
}

func (x *expectation) sees(from, to string) (test, error) {
	p, err := x.square(from)
	if err != nil {
		return nil, err
	}
	q, err := x.square(to)
	if err != nil {
		return nil, err
	}
	if _, err := yes(x.value); err != nil {
		return nil, err
	}
	return x.text(x.value.Text, func(s game.State) string {
		if s.(*bladebow.State).Sees(p, q) {
			return "yes"
		}
		return "no"
	}), nil
}

func (x *expectation) ranks(unit, id string) (test, error) {
	i, err := x.findUnit(unit)
	if err != nil {
		return nil, err
	}
	side, err := x.sideOf(x.key, id)
	if err != nil {
		return nil, err
	}
	want := strings.Join(x.words, " ")
	if n, err := strconv.Atoi(strings.TrimPrefix(want, "last-known ")); want != "unknown" && (err != nil || n < 0) {
		return nil, x.value.Errorf("ranks %q: expected a number, unknown, or last-known and a number", want)
	}
	return x.text(want, func(s game.State) string {
		for _, v := range s.View(game.Side(side)).Pieces[i].Values {
			switch v.Key {
			case "ranks":
				return strconv.Itoa(v.N)
			case "last-known":
				return fmt.Sprintf("last-known %d", v.N)
			}
		}
		return "unknown"
	}), nil
}

// dice reads "7 attack 2 defence".
func (x *expectation) dice() (test, error) {
	want := strings.Join(x.words, " ")
	var attack, defence int
	if _, err := fmt.Sscanf(want, "%d attack %d defence", &attack, &defence); err != nil || want != diceText(attack, defence) {
		return nil, x.value.Errorf("dice %q: expected such as 7 attack 2 defence", want)
	}
	return x.text(want, func(s game.State) string { return diceText(s.(*bladebow.State).CombatDice()) }), nil
}

func diceText(attack, defence int) string {
	return fmt.Sprintf("%d attack %d defence", attack, defence)
}

func (x *expectation) count(what string) (test, error) {
	n, err := x.value.Number(0, 63)
	return x.text(strconv.Itoa(n), func(s game.State) string {
		if what == "rolling" {
			return strconv.Itoa(s.Dice().N)
		}
		return strconv.Itoa(bladebow.PositionOf(s).Actions)
	}), err
}
