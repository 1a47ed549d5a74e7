package casewords

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/pack"
	"acies/rules/sword"
)

// What a case's own battle has in addition to its ground: figures, forms, markers, reinforcements.

// usual are the figures of a unit whose line has none.
var usual = map[string]string{
	"Lg": "5-5-4", "Ho": "5-5-4", "Pe": "4*-4-4", "Ja": "4*-4-5", "Ar": "4*-4-4", "Ca": "3-5-6",
	"Ph": "4-6-4", "In": "5-3-4", "Cl": "3*-4-7", "Ch": "3*-4-6", "El": "3*-5-4",
}

// usualMedieval are those of the medieval book.
var usualMedieval = map[string]string{
	"Ch": "3-6-6", "Ha": "3-5-6", "Cl": "2*-4-7", "Su": "6-7-4", "Pi": "5-5-4", "Mi": "5-3-4", "Il": "4*-4-5",
	"Ar": "4*-5-4", "Ab": "4*-4-4", "Aq": "4*-4-4", "At": "3*-4-2",
}

// medieval reports whether the battle uses a book in which units can mount or dismount.
func (o *own) medieval() bool { return o.setup.Book.Mounting != nil }

// usualRules sets what all battles of the book have in common.
func (o *own) usualRules() {
	n := func(n int) sword.Figure { return sword.Figure{N: n} }
	if !o.medieval() {
		o.setup.Wounded = sword.LeaderState{Radius: n(3), MP: n(4)}
		o.setup.Replacement = sword.LeaderState{Rating: 1, Radius: n(3), MP: n(6)}
		o.setup.Victory = sword.Victory{Margin: 8, MajorClause: "ant-13.3.2s", MinorClause: "ant-13.3.2t", DrawClause: "ant-R111"}
		return
	}
	same := sword.Figure{Relative: true}
	less := func(n, least int) sword.Figure { return sword.Figure{N: -n, Relative: true, Least: least} }
	o.setup.Wounded = sword.LeaderState{Bonus: same, Radius: less(2, 1), MP: less(2, 3)}
	o.setup.Replacement = sword.LeaderState{Rating: 1, Radius: less(1, 2), MP: same}
	o.setup.Victory = sword.Victory{Margin: 30, Least: 10, MajorClause: "med-R96", MinorClause: "med-R96", DrawClause: "med-R96"}
}

func (o *own) leaderMP() int {
	if o.medieval() {
		return 7
	}
	return 6
}

// formWord reads a word of a unit's line about its form, and reports whether it was one.
func (o *own) formWord(d *sword.UnitDef, w string) bool {
	if !o.medieval() {
		return false
	}
	switch w {
	case "foot", "mounted":
		d.Form = sword.Form(w)
	case "dismounted":
		d.Form, d.Changed = sword.Mounted, true
	case "remounted":
		d.Form, d.Changed = sword.OnFoot, true
	default:
		return false
	}
	return true
}

// values reads the figures of a counter, or sets the usual ones. If only the front is given, the back has one point
// less of strength and quality and, in the medieval book, of movement, except for guns.
func (o *own) values(d *sword.UnitDef, figures string) error {
	t := o.setup.Book.Types[slices.Index(typeCodes(o.setup.Book), d.Type)]
	if d.Form != "" && t.Guns {
		return fmt.Errorf("%s are guns, neither on foot nor mounted", d.Type)
	}
	given := figures != ""
	switch {
	case given:
	case o.medieval():
		figures = usualMedieval[d.Type]
	default:
		figures = usual[d.Type]
	}
	m := valueWord.FindStringSubmatch(figures)
	number := func(i int) int { n, _ := strconv.Atoi(m[i]); return min(n, 99) }
	d.Front = sword.Values{SP: number(1), Quality: number(3), MP: min(number(4), 15), Shoots: m[2] != ""}
	if mounted := d.Form == sword.Mounted; !given && d.Form != "" && mounted != t.Mounted {
		d.Front.MP = int(o.setup.Book.Mounting.Foot[0])
		if mounted {
			d.Front.MP = int(o.setup.Book.Mounting.Horse[0])
		}
	}
	if m[5] != "" {
		d.Back = sword.Values{SP: number(5), Quality: number(7), MP: min(number(8), 15), Shoots: m[6] != ""}
		return nil
	}
	d.Back = d.Front
	d.Back.SP, d.Back.Quality = max(1, d.Back.SP-1), max(0, d.Back.Quality-1)
	if o.medieval() && !t.Guns {
		d.Back.MP = max(1, d.Back.MP-1)
	}
	return nil
}

// pairs reads the types of which two units of one contingent may share a hex.
func (o *own) pairs() (err error) {
	o.setup.Pairs, err = o.types("pairs")
	return err
}

// types reads a list of types of the book; it returns nil if the field is missing.
func (o *own) types(field string) ([]string, error) {
	n := o.n.Get(field)
	if n == nil {
		return nil, nil
	}
	if !o.medieval() {
		return nil, n.Errorf("%s: the book %s does not use it", field, o.setup.Book.ID)
	}
	words, err := n.Words()
	for _, w := range words {
		if !slices.Contains(typeCodes(o.setup.Book), w) {
			return nil, n.Errorf("%s: type %q is unknown; expected some of %s", field, w, strings.Join(typeCodes(o.setup.Book), ", "))
		}
	}
	return words, err
}

// options reads the switches of the book.
func (o *own) options() error {
	n := o.n.Get("options")
	if n == nil {
		return nil
	}
	words, err := n.Words()
	for _, w := range words {
		if w != "rear-charge" || o.setup.Book.Charge == nil {
			return n.Errorf("option %q is unknown here; the medieval book has rear-charge", w)
		}
		o.setup.RearCharge = true
	}
	return err
}

// markers reads which units may mount or dismount, and with how many markers. A side that is not mentioned has as many
// as its units need at the start.
func (o *own) markers() error {
	types, err := o.types("mounting")
	if err != nil || !o.medieval() {
		return err
	}
	m := &o.setup.Mounting
	if m.Types = types; o.n.Get("mounting") == nil {
		m.Types = []string{"Ch", "Ha", "Ar"}
	}
	for _, u := range o.setup.Units {
		switch side := o.sideOf(u.Contingent); {
		case u.Changed && u.Form == sword.Mounted:
			m.Dismount[side]++
		case u.Changed:
			m.Remount[side]++
		}
		if u.Changed && !slices.Contains(m.Types, u.Type) {
			return o.n.Get("units").Get(u.ID).Errorf("unit %s: %s is not among the types under mounting: %s", u.ID, u.Type, strings.Join(m.Types, ", "))
		}
	}
	if err := o.bySide("dismount", &m.Dismount); err != nil {
		return err
	}
	return o.bySide("remount", &m.Remount)
}

// bySide reads a mapping from sides to numbers.
func (o *own) bySide(field string, into *[2]int) error {
	n := o.n.Get(field)
	if n == nil {
		return nil
	}
	if n.Shape != pack.Mapping {
		return n.Errorf("%s: expected a mapping such as {red: 2, blue: 1}", field)
	}
	for i, k := range n.Keys {
		side := slices.Index(sideIDs, k.Text)
		if side < 0 {
			return k.Errorf("%s: side %q is unknown; expected red or blue", field, k.Text)
		}
		var err error
		if into[side], err = n.Items[i].Number(0, 99); err != nil {
			return err
		}
	}
	return nil
}

// sideOf returns the side of a contingent.
func (o *own) sideOf(contingent string) int {
	i := slices.IndexFunc(o.setup.Contingents, func(c sword.ContingentDef) bool { return c.ID == contingent })
	return o.setup.Contingents[i].Side
}

// rout reads the edges toward which sides and contingents rout.
func (o *own) rout() error {
	n := o.n.Get("rout")
	if n == nil {
		return nil
	}
	if n.Shape != pack.Mapping {
		return n.Errorf("rout: expected a mapping such as {red: left, blue: right}")
	}
	for i, k := range n.Keys {
		edge, err := n.Items[i].One()
		if err != nil {
			return err
		}
		if edges := []string{"top", "bottom", "left", "right"}; !slices.Contains(edges, edge) {
			return n.Items[i].Errorf("rout: %q is not an edge; expected one of %s", edge, strings.Join(edges, ", "))
		}
		side := slices.Index(sideIDs, k.Text)
		c := slices.IndexFunc(o.setup.Contingents, func(c sword.ContingentDef) bool { return c.ID == k.Text })
		switch {
		case side >= 0:
			o.setup.Sides[side].RoutEdge = edge
		case c >= 0:
			o.setup.Contingents[c].RoutEdge = edge
		default:
			return k.Errorf("rout: %q is neither a side nor a contingent", k.Text)
		}
	}
	return nil
}

// arrivals records the pieces that the reinforcements name: they need no hex.
func (o *own) arrivals() error {
	o.late = map[string]bool{}
	return o.eachGroup(func(_ *pack.Node, g sword.Reinforcement) error {
		o.late[g.Leader] = true
		for _, id := range g.Units {
			o.late[id] = true
		}
		return nil
	})
}

// reinforcements reads which pieces enter later. A leader with a hex is on the map from the start.
func (o *own) reinforcements() error {
	return o.eachGroup(func(n *pack.Node, g sword.Reinforcement) error {
		if !slices.ContainsFunc(o.setup.Leaders, func(l sword.LeaderDef) bool { return l.ID == g.Leader }) {
			return n.Errorf("reinforcements: there is no leader %q", g.Leader)
		}
		for _, id := range g.Units {
			if !slices.ContainsFunc(o.setup.Units, func(u sword.UnitDef) bool { return u.ID == id }) {
				return n.Errorf("reinforcements: there is no unit %q", id)
			}
		}
		o.setup.Reinforcements = append(o.setup.Reinforcements, g)
		return nil
	})
}

// eachGroup reads the reinforcements one by one.
func (o *own) eachGroup(group func(*pack.Node, sword.Reinforcement) error) error {
	n := o.n.Get("reinforcements")
	if n == nil {
		return nil
	}
	if n.Shape != pack.Sequence {
		return n.Errorf("reinforcements: expected a list of {turn: 3, leader: l1, units: a1 a2, entry: 0101 0201}")
	}
	for _, item := range n.Items {
		g := sword.Reinforcement{Turn: 1}
		if err := item.Each("a reinforcement", map[string]func(*pack.Node) error{
			"turn":   func(n *pack.Node) (err error) { g.Turn, err = n.Number(1, 99); return err },
			"leader": func(n *pack.Node) (err error) { g.Leader, err = n.One(); return err },
			"units":  func(n *pack.Node) (err error) { g.Units, err = n.Words(); return err },
			"entry":  func(n *pack.Node) (err error) { g.Entry, err = n.Words(); return err },
		}); err != nil {
			return err
		}
		for _, id := range g.Entry {
			if _, err := o.m.Parse(id); err != nil {
				return item.Errorf("reinforcements: %v", err)
			}
		}
		if err := group(item, g); err != nil {
			return err
		}
	}
	return nil
}
