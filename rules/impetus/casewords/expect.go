package casewords

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rules/impetus"
	"acies/system"
)

// test checks an expectation that has been read.
type test = func(game.State) error

// expect reads an expectation:
//
//	unit a1: 50 44.5 0 vbu=4/3 disordered no-fired worn     what is not named may be anything; x and y may stand alone
//	unit b1: lost
//	command red 1: Expert spent no-routed
//	lost blue: 4                                            VD
//	zones a1: [b1, b2]                                      the enemies in whose zones it is; [] for none
//	sees a1 b1: no
//	rolling: 9                                              the dice of the roll that is due
//	accepted: [forward 3.2, wheel 7]                        legal, though perhaps not listed
func expect(battle game.Battle, key, value *pack.Node) (func(game.State) error, error) {
	words := strings.Fields(key.Text)
	if value.Shape == pack.Mapping {
		return nil, nil
	}
	text, err := value.Words()
	if err != nil {
		return nil, err
	}
	x := &expectation{b: battle.(*impetus.Battle), key: key, value: value, words: text}
	switch {
	case len(words) == 2 && words[0] == "unit":
		return x.unit(words[1])
	case len(words) == 3 && words[0] == "command":
		return x.command(words[1], words[2])
	case len(words) == 2 && words[0] == "lost":
		return x.lost(words[1])
	case len(words) == 2 && words[0] == "zones":
		return x.zones(words[1])
	case len(words) == 3 && words[0] == "sees":
		return x.sees(words[1], words[2])
	case key.Text == "rolling":
		n, err := value.Number(0, 99)
		return x.text(strconv.Itoa(n), func(s game.State) string { return strconv.Itoa(s.Dice().N) }), err
	case key.Text == "accepted":
		return x.accepted()
	}
	return nil, nil
}

// expectation is one being read.
type expectation struct {
	b          *impetus.Battle
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

func (x *expectation) sideOf(id string) (int, error) {
	i := slices.Index(sides(x.b), id)
	if i < 0 {
		return i, x.key.Errorf("there is no side %q; expected one of %s", id, pack.List(sides(x.b)))
	}
	return i, nil
}

func (x *expectation) findUnit(n *pack.Node, id string) (int, error) {
	i := slices.IndexFunc(x.b.Setup().Units, func(u impetus.UnitSetup) bool { return u.ID == id })
	if i < 0 {
		return i, n.Errorf("there is no unit %q", id)
	}
	return i, nil
}

// unitCheck adds what is wrong about a unit.
type unitCheck = func(at *impetus.UnitAt, f *impetus.Facts, d *system.Differences)

func (x *expectation) unit(id string) (test, error) {
	i, err := x.findUnit(x.key, id)
	if err != nil {
		return nil, err
	}
	var checks []unitCheck
	var place []string
	away := false
	for _, w := range x.words {
		if strings.ContainsAny(w[:1], "-0123456789") {
			place = append(place, w)
			continue
		}
		if slices.Contains(impetus.Wheres(), w) {
			away = true
		}
		check, err := x.unitWord(w)
		if err != nil {
			return nil, err
		}
		checks = append(checks, check)
	}
	if len(place) > 0 {
		check, err := x.placeOf(place)
		if err != nil {
			return nil, err
		}
		checks = append(checks, check)
	}
	if len(checks) == 0 {
		return nil, x.value.Errorf("%s: expected at least one word", x.key.Text)
	}
	return func(s game.State) error {
		at, f := &impetus.PositionOf(s).Units[i], s.(*impetus.State).Unit(i)
		var d system.Differences
		if !away && at.Where != "" {
			d.Add("%s, expected on the table", at.Where)
		}
		for _, check := range checks {
			check(at, &f, &d)
		}
		return d.Error(x.key, x.key.Text)
	}, nil
}

// placeOf checks where a unit stands; the heading may be left out.
func (x *expectation) placeOf(words []string) (unitCheck, error) {
	full := words
	if len(words) == 2 {
		full = append(slices.Clone(words), "0")
	}
	p, err := impetus.ParsePose(full)
	if err != nil {
		return nil, x.value.Errorf("%v", err)
	}
	return func(at *impetus.UnitAt, _ *impetus.Facts, d *system.Differences) {
		got := at.Pose
		if len(words) == 2 {
			got.H = 0
		}
		if got != p {
			d.Add("at %s, expected %s", impetus.FormatPose(at.Pose), strings.Join(words, " "))
		}
	}, nil
}

// conditions are words for what follows from the state of a unit.
var conditions = map[string]func(f *impetus.Facts) bool{
	"fresh": func(f *impetus.Facts) bool { return f.Fresh },
	"worn":  func(f *impetus.Facts) bool { return !f.Fresh },
	"melee": func(f *impetus.Facts) bool { return f.Melee },
	"free":  func(f *impetus.Facts) bool { return !f.Melee },
}

func (x *expectation) unitWord(w string) (unitCheck, error) {
	state, not := strings.CutPrefix(w, "no-")
	name, value, given := strings.Cut(w, "=")
	switch {
	case slices.Contains(impetus.Wheres(), w):
		return func(at *impetus.UnitAt, _ *impetus.Facts, d *system.Differences) {
			if at.Where != w {
				d.Add("%s, expected %s", whereabouts(at), w)
			}
		}, nil
	case conditions[w] != nil:
		return func(_ *impetus.UnitAt, f *impetus.Facts, d *system.Differences) {
			if !conditions[w](f) {
				d.Add("not %s, expected %s", w, w)
			}
		}, nil
	case slices.Contains(impetus.UnitStates(), state):
		return func(at *impetus.UnitAt, _ *impetus.Facts, d *system.Differences) {
			checkState(at.States, state, not, d)
		}, nil
	case given && name == "vbu":
		return func(at *impetus.UnitAt, _ *impetus.Facts, d *system.Differences) {
			var rows []string
			for _, v := range at.VBU {
				rows = append(rows, strconv.Itoa(v))
			}
			d.Text("vbu", strings.Join(rows, "/"), value)
		}, nil
	case given && name == "phases":
		n, err := strconv.Atoi(value)
		if err != nil {
			return nil, x.value.Errorf("%q is not a number of phases", value)
		}
		return func(at *impetus.UnitAt, _ *impetus.Facts, d *system.Differences) { d.Number("phases", at.Phases, n) }, nil
	}
	return nil, x.value.Errorf("%q: expected a place, vbu=, phases=, fresh, worn, melee, free, a state or no- and a state: %s, %s",
		w, strings.Join(impetus.Wheres(), ", "), strings.Join(impetus.UnitStates(), ", "))
}

func whereabouts(at *impetus.UnitAt) string {
	if at.Where != "" {
		return at.Where
	}
	return "at " + impetus.FormatPose(at.Pose)
}

// checkState compares a state with whether it is expected.
func checkState(states []string, state string, not bool, d *system.Differences) {
	switch has := slices.Contains(states, state); {
	case has && not:
		d.Add("%s, expected not %s", state, state)
	case !has && !not:
		d.Add("not %s, expected %s", state, state)
	}
}

func (x *expectation) command(id, number string) (test, error) {
	side, err := x.sideOf(id)
	if err != nil {
		return nil, err
	}
	c, err := strconv.Atoi(number)
	if most := len(x.b.Setup().Sides[side].Commands); err != nil || c < 1 || c > most {
		return nil, x.key.Errorf("Command %q: expected a number from 1 to %d", number, most)
	}
	for _, w := range x.words {
		if state := strings.TrimPrefix(w, "no-"); !slices.Contains(impetus.QualityNames[:], w) && !slices.Contains(impetus.CommandStates(), state) {
			return nil, x.value.Errorf("%q: expected one of %s, or a state or no- and a state: %s",
				w, pack.List(impetus.QualityNames[:]), pack.List(impetus.CommandStates()))
		}
	}
	if len(x.words) == 0 {
		return nil, x.value.Errorf("%s: expected at least one word", x.key.Text)
	}
	return func(s game.State) error {
		at := &impetus.PositionOf(s).Sides[side].Commands[c-1]
		var d system.Differences
		for _, w := range x.words {
			if slices.Contains(impetus.QualityNames[:], w) {
				d.Text("quality", at.Quality, w)
				continue
			}
			state, not := strings.CutPrefix(w, "no-")
			checkState(at.States, state, not, &d)
		}
		return d.Error(x.key, x.key.Text)
	}, nil
}

func (x *expectation) lost(id string) (test, error) {
	side, err := x.sideOf(id)
	if err != nil {
		return nil, err
	}
	n, err := x.value.Number(0, 999)
	return x.text(strconv.Itoa(n), func(s game.State) string {
		lost, _ := s.(*impetus.State).Lost(side)
		return strconv.Itoa(lost)
	}), err
}

func (x *expectation) zones(id string) (test, error) {
	u, err := x.findUnit(x.key, id)
	if err != nil {
		return nil, err
	}
	for _, w := range x.words {
		if _, err := x.findUnit(x.value, w); err != nil {
			return nil, err
		}
	}
	return x.text(fmt.Sprint(x.words), func(s game.State) string {
		var ids []string
		for _, v := range s.(*impetus.State).Zones(u) {
			ids = append(ids, x.b.PieceID(v))
		}
		return fmt.Sprint(ids)
	}), nil
}

func (x *expectation) sees(first, second string) (test, error) {
	u, err := x.findUnit(x.key, first)
	if err != nil {
		return nil, err
	}
	v, err := x.findUnit(x.key, second)
	if err != nil {
		return nil, err
	}
	want, err := x.value.Flag()
	return x.text(yesNo(want), func(s game.State) string { return yesNo(s.(*impetus.State).Sees(u, v)) }), err
}

func yesNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// accepted reads actions that must be legal; of a free move the list of legal actions has only some.
func (x *expectation) accepted() (test, error) {
	lines, err := x.value.Lines()
	if err != nil {
		return nil, err
	}
	var list []game.Action
	for _, line := range lines {
		a, err := x.b.Parse(line.Text)
		if err != nil {
			return nil, line.Errorf("%v", err)
		}
		list = append(list, a)
	}
	return func(s game.State) error {
		var d system.Differences
		for _, a := range list {
			if no := s.Check(a); no != nil {
				d.Add("%q is refused by %s %s", x.b.Format(a), no.Key, no.Clause)
			}
		}
		return d.Error(x.key, "accepted")
	}, nil
}
