package scenario

import (
	"fmt"
	"slices"

	"acies/pack"
	"acies/plane"
	"acies/rules/impetus"
)

// option is something that players may choose, and what it sets. Options that set the same thing are of one group, of
// which a game has at most one.
type option struct {
	id    string
	group string
	sets  what
	side  int
	army  string
	table string
	seed  int
}

// what an option sets.
type what uint8

const (
	setsUp what = iota
	setsAmendments
	setsArmy
	setsTable
)

// setsSame reports whether two options set the same thing.
func (o *option) setsSame(p *option) bool {
	return o.sets == p.sets && (o.sets != setsArmy || o.side == p.side)
}

// checkOptions reads the options.
func (r *reading) checkOptions() {
	seen := map[string]int{}
	for i := range r.battle.Options {
		e := &r.battle.Options[i]
		if !r.ID(e.Line, "option", e.V.ID) || !r.Unique(seen, "option", e.V.ID) {
			continue
		}
		before := len(r.Problems)
		o := r.checkOption(e)
		if len(r.Problems) > before {
			continue
		}
		k := slices.IndexFunc(r.options, func(p option) bool { return p.setsSame(&o) != (p.group == o.group && o.group != "") })
		if k >= 0 {
			r.Fail(e.Line, fmt.Sprintf("option %s: group %q, with %q for option %s", o.id, o.group, r.options[k].group, r.options[k].id),
				"options that set the same thing, and no others, are of one group")
			continue
		}
		r.options = append(r.options, o)
	}
	if !r.Free() {
		return
	}
	for i, s := range r.sides {
		if n := len(r.choices(i)); n < 2 && !r.Failed() {
			r.Fail(r.battle.Sides[i].Line, fmt.Sprintf("side %s has no army and %d options for one", s.id, n), "expected at least two")
		}
	}
}

func (r *reading) checkOption(e *pack.Entry[optionEntry]) option {
	o := option{id: e.V.ID.Text, group: e.V.Group.Text}
	what := "option " + o.id
	if e.V.Group.Line > 0 {
		r.ID(e.Line, what+": group", e.V.Group)
	}
	given := 0
	for _, m := range []pack.Marked{e.V.SetUp, e.V.Amendments, e.V.Army, e.V.Table, e.V.Seed} {
		if m.Line > 0 {
			given++
		}
	}
	if given != 1 {
		r.Fail(e.Line, fmt.Sprintf("%s sets %d things", what, given), "expected one of set-up, amendments, army (with side), table and seed")
		return o
	}
	switch v := &e.V; {
	case v.SetUp.Line > 0:
		o.sets = setsUp
		r.index(e.Line, what, "set-up", v.SetUp, []string{"free"})
	case v.Amendments.Line > 0:
		o.sets = setsAmendments
		r.index(e.Line, what, "amendments", v.Amendments, []string{"true"})
	case v.Army.Line > 0:
		o.sets, o.army = setsArmy, v.Army.Text
		r.OneOf(v.Army.Line, what, "army", o.army, "the pack", r.armyIDs())
		if side, ok := r.Value(e.Line, what+": side", v.Side); ok && r.OneOf(v.Side.Line, what, "side", side, "the battle", r.sideIDs()) {
			o.side = slices.Index(r.sideIDs(), side)
			if r.sides[o.side].army != "" {
				r.Fail(v.Army.Line, fmt.Sprintf("%s: army %s, but side %s has one", what, o.army, side), "a side has an army or options for one")
			}
		}
	case v.Table.Line > 0:
		o.sets, o.table = setsTable, v.Table.Text
		r.OneOf(v.Table.Line, what, "table", o.table, "the pack", r.tableIDs())
	default:
		o.sets, o.seed = setsTable, r.Number(e.Line, what+": seed", v.Seed, 1, MaxSeed)
	}
	return o
}

// choices returns the armies that a side may have, in order.
func (p *Pack) choices(side int) []string {
	if a := p.sides[side].army; a != "" {
		return []string{a}
	}
	var ids []string
	for _, o := range p.options {
		if o.sets == setsArmy && o.side == side {
			ids = append(ids, o.army)
		}
	}
	return ids
}

// allTables returns the tables on which the battle may be fought.
func (p *Pack) allTables() []*Table {
	list := []*Table{find(p.tables, p.table)}
	for i := range p.options {
		if o := &p.options[i]; o.sets == setsTable {
			list = append(list, p.tableOf(o))
		}
	}
	return list
}

func (p *Pack) tableOf(o *option) *Table {
	if o.seed > 0 {
		return LayTable(o.seed)
	}
	return find(p.tables, o.table)
}

// choice is what the options of a game have set.
type choice struct {
	armies           [2]*Army
	table            *Table
	free, amendments bool
}

// choose returns what some options set. A side whose player has chosen no army gets the first of its list that the other
// side has not.
func (p *Pack) choose(options []string) (*choice, error) {
	c := &choice{table: find(p.tables, p.table)}
	var chosen []*option
	for _, id := range options {
		k := slices.IndexFunc(p.options, func(o option) bool { return o.id == id })
		if k < 0 {
			return nil, fmt.Errorf("battle %s: option %q is unknown; it has %s", p.ID, id, pack.List(p.Options))
		}
		o := &p.options[k]
		for _, other := range chosen {
			switch {
			case other == o:
				return nil, fmt.Errorf("battle %s: option %q is chosen twice", p.ID, id)
			case other.setsSame(o):
				return nil, fmt.Errorf("battle %s: the options %q and %q exclude each other; choose one of them", p.ID, other.id, id)
			}
		}
		chosen = append(chosen, o)
		switch o.sets {
		case setsUp:
			c.free = true
		case setsAmendments:
			c.amendments = true
		case setsArmy:
			c.armies[o.side] = p.Army(o.army)
		case setsTable:
			c.table = p.tableOf(o)
		}
	}
	for i := range c.armies {
		for _, id := range p.choices(i) {
			if other := c.armies[1-i]; c.armies[i] == nil && (other == nil || other.ID != id) {
				c.armies[i] = p.Army(id)
			}
		}
	}
	if c.armies[0] == c.armies[1] {
		return nil, fmt.Errorf("battle %s: both sides have the army %s; choose another for one of them", p.ID, c.armies[0].ID)
	}
	return c, nil
}

// Setup returns the battle with some of its options. It shares nothing with the pack, so the caller may change it.
func (p *Pack) Setup(options []string) (*impetus.Setup, error) {
	c, err := p.choose(options)
	if err != nil {
		return nil, err
	}
	set := &impetus.Setup{
		ID: p.ID, Width: plane.Width, Height: plane.Height, Turns: p.Turns, TieWinner: p.tie, Amendments: c.amendments,
		FreeSetup: c.free, SetupFirst: p.first, HighBank: copyOf(c.table.HighBank),
	}
	for _, t := range c.table.Terrain {
		t.Polygon, t.Crest = slices.Clone(t.Polygon), slices.Clone(t.Crest)
		set.Terrain = append(set.Terrain, t)
	}
	for _, l := range c.table.Lines {
		l.Points = slices.Clone(l.Points)
		set.Lines = append(set.Lines, l)
	}
	var camps []impetus.UnitSetup
	for i, a := range c.armies {
		places := p.placement
		if places == nil {
			if places, err = Deploy(a, c.table, p.sides[i].edge); err != nil {
				return nil, fmt.Errorf("battle %s: %w", p.ID, err)
			}
		}
		set.Sides[i] = impetus.Army{
			ID: a.ID, Structure: a.Structure, Commands: slices.Clone(a.Commands), Zone: c.table.Zones[p.sides[i].edge],
			HomeEdge: p.sides[i].edge, Destiny: p.sides[i].destiny,
		}
		start := len(set.Units)
		for k := range set.Sides[i].Commands {
			if at := &set.Sides[i].Commands[k].Attached; *at >= 0 {
				*at += start
			}
		}
		for _, u := range a.Units {
			u.Side, u.Pose = i, places[u.ID]
			if u.Square >= 0 {
				u.Square += start
			}
			if u.Foot = copyOf(u.Foot); u.Foot != nil {
				u.Foot.Side, u.Foot.Square = i, -1
			}
			set.Units = append(set.Units, u)
		}
		camp := Camp(a.ID)
		camp.Side, camp.Pose = i, places[camp.ID]
		camps = append(camps, camp)
	}
	set.Units = append(set.Units, camps...)
	return set, nil
}

// Camp returns the baggage of an army (22.1).
func Camp(army string) impetus.UnitSetup {
	return impetus.UnitSetup{
		ID: army + campSuffix, Command: -1, Type: impetus.Baggage, VBU: 2, VD: 3, Discipline: 2, Rows: 1, Depth: impetus.Baggage.Depth(), Square: -1,
	}
}

// copyOf returns a pointer to a copy of what p points to, or nil.
func copyOf[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}

// Special returns the ids of the special rules of a battle, for which its pack has texts.
func Special(s *impetus.Setup) []string {
	var ids []string
	for _, rule := range []struct {
		id string
		on bool
	}{
		{"fortifications", len(s.Lines) > 0},
		{"high-bank", s.HighBank != nil},
		{"tie", s.TieWinner >= 0},
		{"free-set-up", s.FreeSetup},
		{"amendments", s.Amendments},
	} {
		if rule.on {
			ids = append(ids, rule.id)
		}
	}
	return ids
}

// specials returns the ids of all special rules that a game of the pack may have.
func (r *reading) specials() []string {
	s := &impetus.Setup{TieWinner: r.tie}
	for _, t := range r.tables {
		s.Lines = append(s.Lines, t.Lines...)
		if t.HighBank != nil {
			s.HighBank = t.HighBank
		}
	}
	for _, o := range r.options {
		s.FreeSetup = s.FreeSetup || o.sets == setsUp
		s.Amendments = s.Amendments || o.sets == setsAmendments
	}
	return Special(s)
}

// PieceKey returns the key of the name of a unit or camp of a battle.
func PieceKey(s *impetus.Setup, unit int) string {
	if u := &s.Units[unit]; u.Type != impetus.Baggage {
		return "unit." + u.ID
	}
	return "camp." + s.Sides[s.Units[unit].Side].ID
}
