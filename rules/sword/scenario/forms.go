package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"acies/pack"
	"acies/rules/sword"
)

// typeOf returns the type of a unit whose type is known.
func (r *reading) typeOf(u *sword.UnitDef) *sword.UnitType {
	return &r.book.Types[slices.Index(r.typeIDs(), u.Type)]
}

// mounted reports whether a unit of known type begins on horse.
func (r *reading) mounted(u *sword.UnitDef) bool {
	on := r.typeOf(u).Mounted
	if u.Form != "" {
		on = u.Form == sword.Mounted
	}
	return on != u.Changed
}

// column returns the column of the terrain chart that a unit of known type uses at the start.
func (r *reading) column(u *sword.UnitDef) sword.Column {
	switch {
	case r.book.Mounting == nil || r.typeOf(u).Guns:
		return r.typeOf(u).Column
	case r.mounted(u):
		return sword.Horse
	}
	return sword.Foot
}

// checkForm reads whether a unit moves on foot or on horse, and whether it begins in its other form.
func (r *reading) checkForm(e *pack.Entry[unitEntry], u *sword.UnitDef) {
	what := "unit " + u.ID
	for _, x := range []struct {
		field string
		m     pack.Marked
	}{{"form", e.V.Form}, {"changed", e.V.Changed}} {
		field, m := x.field, x.m
		switch {
		case m.Line == 0:
		case r.book.Mounting == nil:
			r.Fail(m.Line, fmt.Sprintf("%s: %s does not belong here", what, field), r.inBook()+" has no mounting or dismounting")
			return
		case r.typeOf(u).Guns:
			r.Fail(m.Line, fmt.Sprintf("%s: %s does not belong here", what, field), u.Type+" are guns")
			return
		}
	}
	if e.V.Form.Line > 0 {
		form, _ := r.Value(e.Line, what+": form", e.V.Form)
		if form != string(sword.OnFoot) && form != string(sword.Mounted) {
			r.Fail(e.V.Form.Line, fmt.Sprintf("%s: form %q is unknown", what, form), "expected foot or mounted")
			return
		}
		u.Form = sword.Form(form)
	}
	if e.V.Changed.Line > 0 {
		u.Changed = r.Flag(e.Line, what+": changed", e.V.Changed)
	}
}

// checkMounting reads which types may share a hex, which units may mount or dismount, and with how many markers.
func (r *reading) checkMounting() {
	r.File = battleYAML
	defer func() { r.File = armiesYAML }()
	b := &r.battle
	if b.Pairs.Line > 0 {
		if r.book.Stacking.SP > 0 {
			r.Fail(b.Pairs.Line, "pairs does not belong here", r.inBook()+" stacks units of one name")
		}
		r.setup.Pairs = r.types(b.Pairs.Line, "pairs", "types", b.Pairs)
	}
	if b.RearCharge.Line > 0 {
		r.setup.RearCharge = r.rearCharge(b.RearCharge.Line, "the battle", b.RearCharge)
	}
	if m := b.Mounting; m != nil {
		if r.book.Mounting == nil {
			r.Fail(m.Line, "mounting does not belong here", r.inBook()+" has no mounting or dismounting")
			return
		}
		r.setup.Mounting = sword.MountingDef{
			Types:    r.types(m.Line, "mounting", "types", m.V.Types),
			Dismount: r.markers(m.Line, "dismount", m.V.Dismount),
			Remount:  r.markers(m.Line, "remount", m.V.Remount),
		}
	}
	r.File = armiesYAML
	for i := range r.setup.Units {
		if u := &r.setup.Units[i]; u.Changed {
			r.checkChange(r.lines[i], "unit "+u.ID, u)
		}
	}
	if b.Mounting != nil {
		r.File = battleYAML
		r.checkMarkers(b.Mounting.Line, "mounting")
	}
}

// markers returns how many markers each side has for mounting or dismounting.
func (r *reading) markers(line int, field string, bySide map[string]pack.Marked) (out [2]int) {
	for _, id := range slices.Sorted(maps.Keys(bySide)) {
		if !slices.Contains(r.sideIDs(), id) {
			r.OneOf(bySide[id].Line, "mounting: "+field, "side", id, "the battle", r.sideIDs())
		}
	}
	for i, id := range r.sideIDs() {
		out[i] = r.Number(line, "mounting: "+field+": "+id, bySide[id], 0, 99)
	}
	return out
}

// checkChange checks that a unit may begin in its other form.
func (r *reading) checkChange(line int, what string, u *sword.UnitDef) {
	if !slices.Contains(r.setup.Mounting.Types, u.Type) {
		r.Fail(line, fmt.Sprintf("%s: %s may not mount or dismount", what, u.Type), "mounting has the types "+pack.List(r.setup.Mounting.Types))
	}
}

// checkMarkers checks that there is a marker for every unit that begins in its other form (med-R38).
func (r *reading) checkMarkers(line int, what string) {
	var used [2][2]int // by side, dismounted and on horse
	for i := range r.setup.Units {
		u := &r.setup.Units[i]
		if side := r.sideOf(u); u.Changed && u.Type != "" && side >= 0 {
			if r.mounted(u) {
				used[side][1]++
			} else {
				used[side][0]++
			}
		}
	}
	for side, n := range used {
		for i, has := range []int{r.setup.Mounting.Dismount[side], r.setup.Mounting.Remount[side]} {
			if n[i] > has {
				r.Fail(line, fmt.Sprintf("%s: %d units of %s begin with a %s marker", what, n[i], r.sideIDs()[side], [...]string{"dismount", "remount"}[i]),
					fmt.Sprintf("the side has %d", has))
			}
		}
	}
}

// rearCharge reads the switch of med-R61.
func (r *reading) rearCharge(line int, what string, m pack.Marked) bool {
	if r.book.Charge == nil {
		r.Fail(m.Line, what+": rear-charge does not belong here", r.inBook()+" has no charges")
	}
	return r.Flag(line, what+": rear-charge", m)
}

var (
	tinctures = []string{"or", "argent", "gules", "azure", "sable", "vert", "purpure"}
	charges   = []string{
		"plain", "pale", "fess", "bend", "chevron", "cross", "saltire", "bendy", "paly", "barry", "checky", "quarterly",
		"lion", "fleur", "eagle",
	}
)

// arms returns a plain blazon: a charge, the tincture of the field, and that of the charge; a plain field has one.
func (r *reading) arms(line int, what string, m pack.Marked) string {
	s, ok := r.Value(line, what+": arms", m)
	if !ok {
		return ""
	}
	words := strings.Fields(s)
	if len(words) == 0 || !r.OneOf(m.Line, what+": arms", "charge", words[0], "the program", charges) {
		return ""
	}
	n := 2
	if words[0] == "plain" {
		n = 1
	}
	if len(words) != 1+n {
		r.Fail(m.Line, fmt.Sprintf("%s: arms %q have %d tinctures", what, s, len(words)-1), fmt.Sprintf("%s has %d, the field's first", words[0], n))
		return ""
	}
	for _, t := range words[1:] {
		if !r.OneOf(m.Line, what+": arms", "tincture", t, "the program", tinctures) {
			return ""
		}
	}
	return strings.Join(words, " ")
}
