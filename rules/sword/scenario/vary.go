package scenario

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acies/pack"
)

// Vary returns the files of a pack with some values changed, to try a battle with different figures. The changed pack is
// read and checked exactly as if a person had edited it. A change names a figure and its new value:
//
//	unit.hastati.quality=6       strength, quality, movement or shoots of the front; back.quality etc. of the back;
//	                             front or back as a whole; type, form, changed, hex, facing
//	leader.nabis.bonus=1         bonus, rating, radius, mp, hex, commander
//	state.wounded.radius=2       of the wounded and of replacements; also same, -2, -2 min 1
//	mounting.dismount.french=3   markers of a side; mounting.types
//	reinforcement.ferrand.turn=4   of the units that enter with a leader: turn, units, entry
//	special.fire.range=3         any figure of a special rule
//	victory.shrines-held.points=3   points, max, quality and the other fields of a source of points
//	victory.margin=6
//	turns=10
//
// A unit id names one unit, a unit name all units of that name, and the beginning of names up to a hyphen all units of
// those names: hastati stands for hastati-i, hastati-ii and hastati-iii. A value keeps its source mark. Fields the pack
// has can be changed; none can be added. A changed pack has no lessons, which are about the unchanged battle.
func Vary(f *pack.Files, changes []string) (*pack.Files, error) {
	f = f.WithoutLessons()
	for _, c := range changes {
		edits, err := findEdits(f, c)
		if err == nil {
			f, err = f.Edit(edits...)
		}
		if err != nil {
			return nil, fmt.Errorf("--set %s: %w", c, err)
		}
	}
	return f, nil
}

// findEdits returns the edits that make a change.
func findEdits(f *pack.Files, change string) ([]pack.Edit, error) {
	where, value, ok := strings.Cut(change, "=")
	if !ok || value == "" {
		return nil, errors.New("write a path and a value, such as unit.hastati.quality=6")
	}
	steps := strings.Split(where, ".")
	find := finders[steps[0]]
	if find == nil {
		return nil, fmt.Errorf("%q cannot be changed; choose one of %s", steps[0], names(finders))
	}
	root, err := f.Tree(find.file)
	if err != nil {
		return nil, nil // the reader of packs says what is wrong with the file
	}
	return find.find(fields(root), steps[1:], value)
}

// finder finds the values that a path names.
type finder struct {
	file string
	find func(root mapping, steps []string, value string) ([]pack.Edit, error)
}

var finders = map[string]*finder{
	"unit":    {armiesYAML, findUnit},
	"leader":  {armiesYAML, findLeader},
	"state":   {armiesYAML, within("states")},
	"special": {battleYAML, within("special")},
	"victory": {battleYAML, findVictory},
	"turns":   {battleYAML, findTurns},

	"mounting":      {battleYAML, findMounting},
	"reinforcement": {armiesYAML, findReinforcement},
}

// set returns the edit that gives a field a value and keeps its source mark.
func set(n *pack.Node, value string) pack.Edit {
	text := strings.TrimSpace(n.Text)
	old, _ := pack.SplitMark(text)
	return n.Set(value + strings.TrimPrefix(text, old))
}

// unmarked returns the value of a field without the mark of its source.
func unmarked(n *pack.Node) string {
	value, _ := pack.SplitMark(scalar(n))
	return value
}

func findTurns(root mapping, steps []string, value string) ([]pack.Edit, error) {
	if len(steps) > 0 {
		return nil, errors.New("turns has no fields; write turns=8")
	}
	n, err := root.field("the battle", "turns")
	if err != nil {
		return nil, err
	}
	return []pack.Edit{set(n, value)}, nil
}

// within finds a field of a block of a section, such as special.fire.range.
func within(section string) func(mapping, []string, string) ([]pack.Edit, error) {
	return func(root mapping, steps []string, value string) ([]pack.Edit, error) {
		blocks := fields(root[section])
		if len(steps) != 2 {
			return nil, fmt.Errorf("name one of %s, and one of its fields", names(blocks))
		}
		block := blocks[steps[0]]
		if block == nil {
			return nil, fmt.Errorf("%q not found; choose one of %s", steps[0], names(blocks))
		}
		n, err := fields(block).field(steps[0], steps[1])
		if err != nil {
			return nil, err
		}
		return []pack.Edit{set(n, value)}, nil
	}
}

func findLeader(root mapping, steps []string, value string) ([]pack.Edit, error) {
	var ids []string
	for _, l := range items(root["leaders"]) {
		id := scalar(l["id"])
		ids = append(ids, id)
		if len(steps) == 2 && id == steps[0] {
			n, err := l.field("leader "+id, steps[1], "id", "side")
			if err != nil {
				return nil, err
			}
			return []pack.Edit{set(n, value)}, nil
		}
	}
	if len(steps) != 2 {
		return nil, errors.New("name a leader and a field, such as leader.nabis.bonus=1")
	}
	return nil, fmt.Errorf("leader %q not found; choose one of %s", steps[0], strings.Join(ids, ", "))
}

// findMounting finds the types under mounting, or the markers of a side.
func findMounting(root mapping, steps []string, value string) ([]pack.Edit, error) {
	block := fields(root["mounting"])
	if len(steps) == 2 {
		block = fields(block[steps[0]])
	}
	if len(steps) < 1 || len(steps) > 2 || len(block) == 0 {
		return nil, fmt.Errorf("name markers and a side, such as mounting.dismount.french=3, or mounting.types; known: %s", names(fields(root["mounting"])))
	}
	n, err := block.field("mounting", steps[len(steps)-1])
	if err != nil {
		return nil, err
	}
	return []pack.Edit{set(n, value)}, nil
}

// findReinforcement finds a field of the units that enter with a leader.
func findReinforcement(root mapping, steps []string, value string) ([]pack.Edit, error) {
	if len(steps) != 2 {
		return nil, errors.New("name a leader and a field, such as reinforcement.ferrand.turn=4")
	}
	var known []string
	var out []pack.Edit
	for _, g := range items(root["reinforcements"]) {
		leader := unmarked(g["leader"])
		known = append(known, leader)
		if leader != steps[0] {
			continue
		}
		n, err := g.field("the reinforcement of "+leader, steps[1], "leader")
		if err != nil {
			return nil, err
		}
		out = append(out, set(n, value))
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no reinforcements with leader %q; known: %s", steps[0], strings.Join(known, ", "))
	}
	return out, nil
}

func findVictory(root mapping, steps []string, value string) ([]pack.Edit, error) {
	v := fields(root["victory"])
	if len(steps) == 1 {
		n, err := v.field("victory", steps[0], "scores", "decisive")
		if err != nil {
			return nil, err
		}
		return []pack.Edit{set(n, value)}, nil
	}
	var keys []string
	var out []pack.Edit
	for _, s := range append(items(v["scores"]), items(v["decisive"])...) {
		key := scalar(s["key"])
		keys = append(keys, key)
		if len(steps) != 2 || key != steps[0] {
			continue
		}
		n, err := s.field("victory "+key, steps[1], "key")
		if err != nil {
			return nil, err
		}
		out = append(out, set(n, value))
	}
	switch {
	case len(out) > 0:
		return out, nil
	case len(steps) != 2:
		return nil, errors.New("name a source of points and a field, such as victory.leader-killed.points=2, or victory.margin=6")
	}
	return nil, fmt.Errorf("score %q not found; choose one of %s", steps[0], strings.Join(keys, ", "))
}

func findUnit(root mapping, steps []string, value string) ([]pack.Edit, error) {
	if len(steps) < 2 {
		return nil, errors.New("name a unit and a field, such as unit.hastati.quality=6")
	}
	units, known := matching(root, steps[0])
	if len(units) == 0 {
		return nil, fmt.Errorf("unit %q not found; choose one of %s", steps[0], strings.Join(known, ", "))
	}
	var out []pack.Edit
	for _, u := range units {
		e, err := editUnit(u, strings.Join(steps[1:], "."), value)
		if err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}

// matching returns the units that a word names, and the names there are.
func matching(root mapping, who string) (units []mapping, known []string) {
	var byID, byName, byFamily []mapping
	for _, c := range items(root["contingents"]) {
		for _, u := range items(c["units"]) {
			name := scalar(u["name"])
			if !slices.Contains(known, name) {
				known = append(known, name)
			}
			switch {
			case scalar(u["id"]) == who:
				byID = append(byID, u)
			case name == who:
				byName = append(byName, u)
			case strings.HasPrefix(name, who+"-"):
				byFamily = append(byFamily, u)
			}
		}
	}
	for _, list := range [][]mapping{byID, byName, byFamily} {
		if len(list) > 0 {
			return list, known
		}
	}
	return nil, known
}

// sideFigures matches strength, the asterisk, quality and movement of one side of a counter, valid or not.
var sideFigures = regexp.MustCompile(`^([^*-]*)(\*?)-([^-]*)-([^-]*)$`)

// unitFields are the fields of a unit, whole values and figures.
func unitFields() []string {
	out := []string{"front", "back", "type", "form", "changed", "hex", "facing"}
	for _, prefix := range []string{"", "back."} {
		for _, f := range []string{"strength", "quality", "movement", "shoots"} {
			out = append(out, prefix+f)
		}
	}
	return out
}

// editUnit changes a field of a unit: a whole value, or one figure of a side of the counter.
func editUnit(u mapping, field, value string) (pack.Edit, error) {
	id := scalar(u["id"])
	if !slices.Contains(unitFields(), field) {
		return pack.Edit{}, fmt.Errorf("unit %s has no field %q; its fields are %s", id, field, strings.Join(unitFields(), ", "))
	}
	figure, isBack := strings.CutPrefix(field, "back.")
	side := "front"
	if isBack {
		side = "back"
	}
	switch figure {
	case "strength", "quality", "movement", "shoots":
	default:
		side = figure
	}
	n := u[side]
	if n == nil {
		return pack.Edit{}, fmt.Errorf("unit %s has no field %q in its pack, and none can be added", id, side)
	}
	if side == figure {
		return set(n, value), nil
	}
	old := unmarked(n)
	m := sideFigures.FindStringSubmatch(old)
	if m == nil {
		return set(n, old), nil // the reader of packs says what is wrong with it
	}
	switch figure {
	case "strength":
		m[1] = value
	case "quality":
		m[3] = value
	case "movement":
		m[4] = value
	default:
		star, err := strconv.ParseBool(value)
		if err != nil {
			return pack.Edit{}, fmt.Errorf("%q is neither true nor false", value)
		}
		m[2] = map[bool]string{true: "*"}[star]
	}
	return set(n, fmt.Sprintf("%s%s-%s-%s", m[1], m[2], m[3], m[4])), nil
}

func names[V any](m map[string]V) string {
	return strings.Join(slices.Sorted(maps.Keys(m)), ", ")
}

// mapping is a mapping of a YAML file by its keys.
type mapping map[string]*pack.Node

// field returns the value of a field that can be changed: any but those excepted.
func (m mapping) field(what, name string, except ...string) (*pack.Node, error) {
	if n := m[name]; n != nil && !slices.Contains(except, name) && n.Shape == pack.Scalar {
		return n, nil
	}
	var known []string
	for k, n := range m {
		if !slices.Contains(except, k) && n.Shape == pack.Scalar {
			known = append(known, k)
		}
	}
	slices.Sort(known)
	return nil, fmt.Errorf("%s has no field %q; its fields are %s", what, name, strings.Join(known, ", "))
}

// fields returns the fields of a node, or none if it is not a mapping.
func fields(n *pack.Node) mapping {
	out := mapping{}
	if n != nil {
		for i, k := range n.Keys {
			out[k.Text] = n.Items[i]
		}
	}
	return out
}

// items returns the mappings of a list.
func items(n *pack.Node) []mapping {
	var out []mapping
	if n != nil && n.Shape == pack.Sequence {
		for _, item := range n.Items {
			out = append(out, fields(item))
		}
	}
	return out
}

// scalar returns the text of a scalar, or an empty string for anything else.
func scalar(n *pack.Node) string {
	if n == nil {
		return ""
	}
	return n.Text
}
