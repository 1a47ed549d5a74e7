package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"acies/pack"
)

// Vary returns the files of a pack with some values changed, to try a battle with different figures. The changed pack is
// read and checked exactly as if a person had edited it; that points or totals no longer fit is a warning. A change names
// a value and what it becomes:
//
//	unit.R1.1.vbu=6                any field of a unit in its army; x, y and heading of its placement
//	command.romans-1.quality=Fair  quality, attached-to …; the id of the army and that of the command
//	army.romans.structure=Poor     structure, points …
//	side.romans.edge=north         army, edge, destiny
//	terrain.grove.kind=broken      kind, polygon, crest; line and protects of a fortification
//	zone.plain.south=0,0 180,40    the zone of an edge of a table
//	option.table-seed-1.seed=4711  what an option sets
//	turns=10                       turns, tie, table, set-up-first
//
// Fields the pack has can be changed; none can be added. A changed pack has no lessons, which are about the unchanged
// battle.
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

// battleFields are the fields of battle.yaml that can be changed.
var battleFields = []string{"set-up-first", "table", "tie", "turns"}

// varied are the lists whose entries can be changed: the files, and the list in each of them.
var varied = map[string]func(f *pack.Files) ([]entryList, error){
	"unit": func(f *pack.Files) ([]entryList, error) {
		lists, err := listsIn(f, pack.ArmiesDir, "units")
		if err != nil {
			return nil, err
		}
		if _, ok := f.Read(placementYAML); !ok {
			return lists, nil
		}
		places, err := f.Tree(placementYAML)
		if err != nil {
			return nil, err
		}
		return append(lists, entryList{places.Get("units"), ""}), nil
	},
	"command": func(f *pack.Files) ([]entryList, error) { return listsIn(f, pack.ArmiesDir, "commands") },
	"army":    func(f *pack.Files) ([]entryList, error) { return listsIn(f, pack.ArmiesDir, "") },
	"terrain": func(f *pack.Files) ([]entryList, error) {
		lists, err := listsIn(f, pack.TablesDir, "terrain")
		if err != nil {
			return nil, err
		}
		lines, err := listsIn(f, pack.TablesDir, "fortifications")
		return append(lists, lines...), err
	},
	"zone":   func(f *pack.Files) ([]entryList, error) { return listsIn(f, pack.TablesDir, "zones") },
	"side":   func(f *pack.Files) ([]entryList, error) { return listOf(f, "sides") },
	"option": func(f *pack.Files) ([]entryList, error) { return listOf(f, "options") },
}

// entryList is a list of entries with ids, or a single mapping. owner is the army or table that it belongs to.
type entryList struct {
	node  *pack.Node
	owner string
}

func listOf(f *pack.Files, key string) ([]entryList, error) {
	root, err := f.Tree(battleYAML)
	if err != nil {
		return nil, err
	}
	return []entryList{{root.Get(key), ""}}, nil
}

// listsIn returns the lists with a key in all files of a folder, or the files themselves.
func listsIn(f *pack.Files, dir, key string) ([]entryList, error) {
	var out []entryList
	for _, name := range f.Names() {
		id, ok := strings.CutPrefix(name, dir+"/")
		if !ok {
			continue
		}
		n, err := f.Tree(name)
		if err != nil {
			return nil, err
		}
		if key != "" {
			n = n.Get(key)
		}
		out = append(out, entryList{n, strings.TrimSuffix(id, ".yaml")})
	}
	return out, nil
}

// vary makes one change.
func vary(f *pack.Files, change string) (*pack.Files, error) {
	where, value, ok := strings.Cut(change, "=")
	if !ok || value == "" {
		return nil, errors.New("write a path and a value, such as unit.R1.1.vbu=6")
	}
	kind, rest, deep := strings.Cut(where, ".")
	if !deep && slices.Contains(battleFields, kind) {
		root, err := f.Tree(battleYAML)
		if err != nil {
			return f, nil // the reader of packs says what is wrong with the file
		}
		n := root.Get(kind)
		if n == nil || n.Shape != pack.Scalar {
			return nil, fmt.Errorf("the battle has no field %q to change", kind)
		}
		return f.Edit(n.Set(value))
	}
	lists := varied[kind]
	if lists == nil {
		return nil, fmt.Errorf("%q cannot be changed; choose one of army, command, option, side, terrain, unit, zone, %s", kind, strings.Join(battleFields, ", "))
	}
	dot := strings.LastIndexByte(rest, '.')
	if dot < 1 {
		return nil, fmt.Errorf("name what is changed and its field, such as %s.NAME.FIELD", kind)
	}
	found, err := lists(f)
	if err != nil {
		return f, nil // as above
	}
	edits, err := editsOf(found, kind, rest[:dot], rest[dot+1:], value)
	if err != nil {
		return nil, err
	}
	return f.Edit(edits...)
}

// editsOf returns the edits that set a field of all entries with an id.
func editsOf(lists []entryList, kind, id, field, value string) ([]pack.Edit, error) {
	var edits []pack.Edit
	var ids, fields []string
	there := false
	for _, l := range lists {
		if l.node == nil {
			continue
		}
		entries := l.node.Items
		if l.node.Shape == pack.Mapping {
			entries = []*pack.Node{l.node}
		}
		for _, e := range entries {
			name := word(e, "id")
			switch {
			case kind == "command":
				name = l.owner + "-" + name
			case l.node.Shape == pack.Mapping:
				name = l.owner
			}
			if name != id {
				if !slices.Contains(ids, name) {
					ids = append(ids, name)
				}
				continue
			}
			there = true
			for i, k := range e.Keys {
				if k.Text == "id" || k.Text == "source" || e.Items[i].Shape != pack.Scalar {
					continue
				}
				fields = append(fields, k.Text)
				if k.Text == field {
					edits = append(edits, e.Items[i].Set(value))
				}
			}
		}
	}
	switch {
	case !there:
		return nil, fmt.Errorf("%s %q not found; choose one of %s", kind, id, pack.List(ids))
	case len(edits) == 0:
		return nil, fmt.Errorf("%s %s has no field %q to change; choose one of %s", kind, id, field, pack.List(fields))
	}
	return edits, nil
}

// word returns the text of a field, or "".
func word(n *pack.Node, key string) string {
	if v := n.Get(key); v != nil {
		return v.Text
	}
	return ""
}
