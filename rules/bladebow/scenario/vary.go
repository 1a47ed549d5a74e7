package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"acies/grid"
	"acies/pack"
	"acies/rules/bladebow"
)

// Vary returns the files of a pack with some values changed, to try a battle with different figures. The changed pack is
// read and checked exactly as if a person had edited it. A change names a value and what it becomes:
//
//	unit.spears-3.square=D7      type, square, facing, ranks
//	leader.datis.range=4         rank, range, value, colour, square
//	side.greek.rout-level=8      impulses, rout-level, max-ranks, tie-breaker, camps, shield-wall, shields
//	special.pass.column=L        any field of a special rule
//	icons=0 0 0 0 0 1 1 1 1 1 1 6
//	terrain.H5=woods             the ground of a square
//
// A unit id names one unit, a unit name all units of that name. A value keeps its source mark. Fields the pack has can be
// changed; none can be added. A changed pack has no lessons, which are about the unchanged battle.
func Vary(f *pack.Files, changes []string) (*pack.Files, error) {
	f = f.WithoutLessons()
	for _, c := range changes {
		changed, err := vary(f, c)
		if err != nil {
			return nil, fmt.Errorf("--set %s: %w", c, err)
		}
		f = changed
	}
	return f, nil
}

// vary makes one change.
func vary(f *pack.Files, change string) (*pack.Files, error) {
	where, value, ok := strings.Cut(change, "=")
	if !ok || value == "" {
		return nil, errors.New("write a path and a value, such as unit.spears-3.square=D7")
	}
	steps := strings.Split(where, ".")
	if steps[0] == "terrain" {
		return varyTerrain(f, steps[1:], value)
	}
	file := battleYAML
	if steps[0] == "unit" || steps[0] == "leader" {
		file = armiesYAML
	}
	root, err := f.Tree(file)
	if err != nil {
		return f, nil // the reader of packs says what is wrong with the file
	}
	found, err := findValues(root, steps)
	if err != nil {
		return nil, err
	}
	var edits []pack.Edit
	for _, n := range found {
		text := strings.TrimSpace(n.Text)
		old, _ := pack.SplitMark(text)
		edits = append(edits, n.Set(value+strings.TrimPrefix(text, old)))
	}
	return f.Edit(edits...)
}

// findValues returns the values that a path names.
func findValues(root *pack.Node, steps []string) ([]*pack.Node, error) {
	want := map[string]int{"unit": 3, "leader": 3, "side": 3, "special": 3, "icons": 1}
	switch n := want[steps[0]]; {
	case n == 0:
		return nil, fmt.Errorf("%q cannot be changed; choose one of icons, leader, side, special, terrain, unit", steps[0])
	case n != len(steps) && n == 1:
		return nil, fmt.Errorf("%s has no fields; write %s=…", steps[0], steps[0])
	case n != len(steps):
		return nil, fmt.Errorf("name what is changed and its field, such as %s.NAME.FIELD", steps[0])
	}
	if steps[0] == "icons" {
		return field(root, "the battle", "icons")
	}
	if steps[0] == "special" {
		rules := root.Get("special")
		if rules == nil || rules.Get(steps[1]) == nil {
			return nil, fmt.Errorf("special rule %q not found; the battle has %s", steps[1], pack.List(keys(rules)))
		}
		return field(rules.Get(steps[1]), steps[1], steps[2])
	}
	var found []*pack.Node
	var ids []string
	if list := root.Get(steps[0] + "s"); list != nil {
		for _, item := range list.Items {
			if id, name := word(item, "id"), word(item, "name"); steps[1] != id && steps[1] != name {
				ids = append(ids, id)
				continue
			}
			values, err := field(item, steps[0]+" "+steps[1], steps[2])
			if err != nil {
				return nil, err
			}
			found = append(found, values...)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s %q not found; choose one of %s", steps[0], steps[1], pack.List(ids))
	}
	return found, nil
}

// fixed are the fields that say what an entry is, and lists, which are not changed.
var fixed = []string{"id", "side", "name", "presets", "areas"}

// field returns the value of a field that can be changed.
func field(n *pack.Node, what, key string) ([]*pack.Node, error) {
	if v := n.Get(key); v != nil && v.Shape == pack.Scalar && (!slices.Contains(fixed, key) || key == "side" && n.Get("id") == nil) {
		return []*pack.Node{v}, nil
	}
	var can []string
	for _, k := range keys(n) {
		if !slices.Contains(fixed, k) {
			can = append(can, k)
		}
	}
	return nil, fmt.Errorf("%s has no field %q to change; choose one of %s", what, key, pack.List(can))
}

// keys returns the keys of a mapping, if there is one.
func keys(n *pack.Node) []string {
	var out []string
	if n != nil {
		for _, k := range n.Keys {
			out = append(out, k.Text)
		}
	}
	return out
}

// word returns the text of a field, or "".
func word(n *pack.Node, key string) string {
	if v := n.Get(key); v != nil {
		return v.Text
	}
	return ""
}

// varyTerrain changes the ground of a square, which is named by its symbol or in words.
func varyTerrain(f *pack.Files, steps []string, value string) (*pack.Files, error) {
	if len(steps) != 1 {
		return nil, errors.New("write a square and its ground, such as terrain.H5=woods")
	}
	square, err := grid.NewSquares(MaxColumns, MaxRows).Parse(steps[0])
	if err != nil {
		return nil, err
	}
	var symbol byte
	for t := range bladebow.Terrains {
		if d := t.Data(); value == d.Key || value == string(d.Symbol) {
			symbol = d.Symbol
		}
	}
	if symbol == 0 {
		return nil, fmt.Errorf("terrain %q is unknown; choose one of %s", value, symbolList())
	}
	text, _ := f.Read(terrainTXT)
	lines := bytes.SplitAfter(text, []byte("\n"))
	col, row := square%MaxColumns, square/MaxColumns+1
	for i, line := range lines {
		if at := 3 + col; bytes.HasPrefix(line, fmt.Appendf(nil, "%2d ", row)) && at < len(bytes.TrimRight(line, "\r\n")) {
			lines[i] = slices.Clone(line)
			lines[i][at] = symbol
			return f.With(terrainTXT, bytes.Join(lines, nil)), nil
		}
	}
	return nil, fmt.Errorf("%s has no square %s", terrainTXT, steps[0])
}
