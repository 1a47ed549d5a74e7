package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"acies/pack"
	"acies/rules/impetus"
)

// Army is an army that has been read. Its units have no places and belong to side 0.
type Army struct {
	ID        string
	Structure impetus.Structure
	Points    int // of its units, commanders and command structure
	VD        int
	Commands  []impetus.Command // with the index of the unit in the army
	Units     []impetus.UnitSetup
}

// unitID is the form of the ids of units: R1.1.
var unitID = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*([.-][A-Za-z0-9]+)*$`)

// checkArmies reads the armies of the pack.
func (r *reading) checkArmies(f *pack.Files) {
	seen := map[string]place{}
	for _, name := range f.Names() {
		id, ok := strings.CutPrefix(name, pack.ArmiesDir+"/")
		if !ok {
			continue
		}
		var file armyFile
		before := len(r.Problems)
		r.Decode(f, name, true, &file)
		if len(r.Problems) > before {
			continue
		}
		r.File = name
		r.armies = append(r.armies, r.checkArmy(strings.TrimSuffix(id, ".yaml"), &file, seen))
	}
}

// place is where an id is used.
type place struct {
	file string
	line int
}

func (r *reading) checkArmy(name string, file *armyFile, seen map[string]place) *Army {
	a := &Army{ID: name}
	if r.ID(1, "army", file.ID) && file.ID.Text != name {
		r.Fail(file.ID.Line, fmt.Sprintf("the army %s is in the file %s", file.ID.Text, r.File), "the file must have the name of the army")
	}
	r.Source(1, "army "+name, file.Source)
	if i, ok := r.index(1, "army "+name, "structure", file.Structure, impetus.StructureNames[:]); ok {
		a.Structure = impetus.Structure(i)
	}
	r.checkCommands(a, file)
	for i := range file.Units {
		r.checkUnit(a, &file.Units[i], seen)
	}
	r.checkInside(a, file)
	r.checkAttached(a, file)
	if n := len(a.Units); n > MaxUnits {
		r.Fail(file.Units[MaxUnits].Line, fmt.Sprintf("army %s has %d units", name, n), fmt.Sprintf("an army has at most %d", MaxUnits))
	}
	r.checkTotals(a, file)
	return a
}

// checkCommands reads the commands of an army and their commanders.
func (r *reading) checkCommands(a *Army, file *armyFile) {
	if n := len(file.Commands); n < 1 || n > impetus.MaxCommands {
		r.Fail(1, fmt.Sprintf("army %s has %d commands", a.ID, n), fmt.Sprintf("an army has 1 to %d", impetus.MaxCommands))
	}
	seen := map[string]int{}
	chiefs := 0
	for i := range file.Commands {
		e := &file.Commands[i]
		if r.ID(e.Line, "command", e.V.ID) {
			r.Unique(seen, "command", e.V.ID)
		}
		what := "command " + e.V.ID.Text
		c := impetus.Command{ID: e.V.ID.Text, InChief: r.Flag(e.Line, what+": in-chief", e.V.InChief), Attached: -1}
		if q, ok := r.index(e.Line, what, "quality", e.V.Quality, impetus.QualityNames[:]); ok {
			c.Quality = impetus.Quality(q)
		}
		if c.InChief {
			chiefs++
		} else if c.Quality == impetus.Charismatic {
			r.Fail(e.V.Quality.Line, what+": quality Charismatic, but he is not in chief", "only a Commander-in-Chief may be Charismatic (imp-4.1d)")
		}
		a.Commands = append(a.Commands, c)
	}
	if chiefs != 1 && len(file.Commands) > 0 {
		r.Fail(file.Commands[0].Line, fmt.Sprintf("army %s has %d commanders in chief", a.ID, chiefs), "one of its commanders is (imp-4.1c)")
	}
}

func (r *reading) checkUnit(a *Army, e *pack.Entry[unitEntry], seen map[string]place) {
	v := &e.V
	id := v.ID.Text
	switch first, used := seen[id]; {
	case v.ID.Line == 0:
		r.Fail(e.Line, "unit without an id", "expected id: and a name such as R1.1")
	case !unitID.MatchString(id):
		r.Fail(v.ID.Line, fmt.Sprintf("unit %q: not an id", id), "expected letters and digits, with dots or hyphens between them, such as R1.1")
	case strings.HasSuffix(id, campSuffix):
		r.Fail(v.ID.Line, fmt.Sprintf("unit %s: the id is that of a camp", id), "ids that end in "+campSuffix+" belong to the camps")
	case used:
		r.Fail(v.ID.Line, fmt.Sprintf("unit %s: the id is already used in %s, line %d", id, first.file, first.line), "ids are unique in all armies of a pack")
	default:
		seen[id] = place{r.File, v.ID.Line}
	}
	what := "unit " + id
	u := impetus.UnitSetup{
		ID: id, Command: -1, Square: -1,
		VD:   r.Number(e.Line, what+": vd", v.VD, 0, 9),
		Rows: r.Number(e.Line, what+": rows", v.Rows, 1, 3),
	}
	if u.Command = slices.IndexFunc(a.Commands, func(c impetus.Command) bool { return c.ID == v.Command.Text }); u.Command < 0 {
		var ids []string
		for _, c := range a.Commands {
			ids = append(ids, c.ID)
		}
		r.Fail(max(e.Line, v.Command.Line), fmt.Sprintf("%s: command %q is unknown", what, v.Command.Text), "the army has "+pack.List(ids))
	}
	before := len(r.Problems)
	r.checkProfile(e.Line, what, &u, &profileBlock{v.Type, v.Move, v.VBU, v.Impetus, v.Discipline, v.Weapon, v.Depth, v.Traits})
	if len(r.Problems) == before {
		r.checkRows(e, what, &u)
		r.checkPoints(e, what, &u)
	}
	r.checkLine(e, what, &u)
	if v.Foot != nil {
		foot := u
		foot.Rows, foot.Hastati, foot.Principes = 1, false, false
		r.checkProfile(v.Foot.Line, what+": foot", &foot, &v.Foot.V)
		u.Foot = &foot
	}
	a.Units = append(a.Units, u)
}

// checkProfile reads the statistics of a unit that is already known to have a number of rows.
func (r *reading) checkProfile(line int, what string, u *impetus.UnitSetup, p *profileBlock) {
	before := len(r.Problems)
	if t, ok := r.index(line, what, "type", p.Type, armyTypes()); ok {
		u.Type = impetus.Type(t)
	}
	if w, ok := r.index(line, what, "weapon", p.Weapon, impetus.Weapons()); ok {
		u.Weapon = impetus.Weapon(w)
	}
	if d, ok := r.index(line, what, "discipline", p.Discipline, []string{"A", "B", "C"}); ok {
		u.Discipline = impetus.Discipline(d)
	}
	u.Move = int32(r.Number(line, what+": move", p.Move, 1, 20)) * impetus.U
	u.VBU = r.Number(line, what+": vbu", p.VBU, 1, 9)
	u.Impetus = r.Number(line, what+": impetus", p.Impetus, 0, 9)
	u.Depth = r.length(line, what+": depth", p.Depth, 1, 40)
	u.Traits = 0
	if text, ok := r.Value(line, what+": traits", p.Traits); ok && text != "none" {
		for _, name := range r.ListOf(line, what, "traits", "trait", p.Traits, "the book", impetus.Traits()) {
			u.Traits |= 1 << slices.Index(impetus.Traits(), name)
		}
	}
	if len(r.Problems) > before {
		return
	}
	if want := u.Type.Depth() * int32(u.Rows); u.Depth != want {
		r.Fail(p.Depth.Line, fmt.Sprintf("%s: depth %s, with type %s and rows %d", what, p.Depth.Text, u.Type.Code(), u.Rows),
			fmt.Sprintf("%s has a depth of %sU for each row", u.Type.Code(), formatLength(int64(u.Type.Depth()))))
	}
	artillery := u.Weapon == impetus.ArtilleryA || u.Weapon == impetus.ArtilleryB || u.Weapon == impetus.ArtilleryC
	if artillery != (u.Type == impetus.ART) {
		r.Fail(p.Weapon.Line, fmt.Sprintf("%s: weapon %s, with type %s", what, p.Weapon.Text, u.Type.Code()), "ART, and no other type, has artillery_A, artillery_B or artillery_C")
	}
	for _, t := range traitTypes {
		if u.Traits&t.trait != 0 && !slices.Contains(t.types, u.Type) {
			r.Fail(p.Traits.Line, fmt.Sprintf("%s: traits %s, with type %s", what, p.Traits.Text, u.Type.Code()), t.want)
		}
	}
}

// traitTypes are the types that may have a trait (1.3).
var traitTypes = []struct {
	trait impetus.Trait
	types []impetus.Type
	want  string
}{
	{impetus.Pike, []impetus.Type{impetus.FP}, "pike is a trait of FP"},
	{impetus.Schiltron, []impetus.Type{impetus.FP}, "schiltron is a trait of FP"},
	{impetus.Legionary, []impetus.Type{impetus.FP}, "legionary is a trait of FP"},
	{impetus.Shieldwall, []impetus.Type{impetus.FP}, "shieldwall is a trait of FP"},
	{impetus.LineRelief, []impetus.Type{impetus.FP}, "line_relief is a trait of FP"},
	{impetus.LongSpear, []impetus.Type{impetus.FP, impetus.FL}, "long_spear is a trait of FP and FL"},
	{impetus.Warband, []impetus.Type{impetus.FP, impetus.FL}, "warband is a trait of FP and FL"},
	{impetus.Pavise, []impetus.Type{impetus.T}, "pavise is a trait of T"},
	{impetus.Camel, []impetus.Type{impetus.CP, impetus.CM, impetus.CL}, "camel is a trait of CP, CM and CL"},
	{impetus.WesternArchers, []impetus.Type{impetus.CM, impetus.CL}, "western_archers is a trait of CM and CL"},
}

// armyTypes returns the types that an army may have, which are all but baggage.
func armyTypes() []string { return impetus.Types()[:impetus.Baggage] }

// checkRows checks who may be a Large Unit and how deep (18.1).
func (r *reading) checkRows(e *pack.Entry[unitEntry], what string, u *impetus.UnitSetup) {
	if u.Rows == 3 && u.Traits&impetus.Pike == 0 {
		r.Fail(e.V.Rows.Line, what+": rows 3", "only pikemen have three rows (imp-18.1d)")
	}
}

// checkPoints compares the points of a unit with the yardstick of the army lists. A difference is a warning, so that a
// battle can be tried with other figures.
func (r *reading) checkPoints(e *pack.Entry[unitEntry], what string, u *impetus.UnitSetup) {
	r.compare(e.Line, what+": points", e.V.Points, UnitPoints(u), "by the yardstick of the army lists")
}

// UnitPoints returns the points of a unit by the yardstick of the army lists, with its rear rows at three quarters,
// rounded to nearest.
func UnitPoints(u *impetus.UnitSetup) int {
	row := impetus.Points(u.VBU, u.Impetus, u.Discipline, u.Weapon, u.Traits)
	return row + (u.Rows-1)*((3*row+2)>>2)
}

// ArmyPoints returns the points of an army of a battle: its units, commanders, command structure and Rolls of Destiny.
func ArmyPoints(s *impetus.Setup, side int) int {
	n := s.Sides[side].Structure.Cost()
	if s.Amendments {
		n += impetus.DestinyCost * s.Sides[side].Destiny // 25.1g
	}
	for _, c := range s.Sides[side].Commands {
		n += c.Quality.Cost()
	}
	for i := range s.Units {
		if u := &s.Units[i]; u.Side == side && u.Type != impetus.Baggage {
			n += UnitPoints(u)
		}
	}
	return n
}

// compare warns if a number is not what follows from others.
func (r *reading) compare(line int, what string, m pack.Marked, want int, why string) {
	before := len(r.Problems)
	n := r.Number(line, what, m, -99, 9999)
	if len(r.Problems) == before && n != want {
		r.Warn(m.Line, fmt.Sprintf("%s %d", what, n), fmt.Sprintf("expected %d %s", want, why))
	}
}

// checkLine reads which line of the legion a unit belongs to (24.8).
func (r *reading) checkLine(e *pack.Entry[unitEntry], what string, u *impetus.UnitSetup) {
	relieves := u.Traits&impetus.LineRelief != 0
	switch {
	case e.V.Line.Line == 0 && relieves:
		r.Fail(e.Line, what+": line is missing", "a unit with line_relief is of the line hastati or principes")
	case e.V.Line.Line == 0:
	case !relieves:
		r.Fail(e.V.Line.Line, fmt.Sprintf("%s: line %s, without the trait line_relief", what, e.V.Line.Text), "expected both or neither")
	default:
		if i, ok := r.index(e.Line, what, "line", e.V.Line, []string{"hastati", "principes"}); ok {
			u.Hastati, u.Principes = i == 0, i == 1
		}
	}
}

// checkInside reads which units stand inside a square of pikemen (24.9).
func (r *reading) checkInside(a *Army, file *armyFile) {
	holds := map[int]bool{}
	for i := range a.Units {
		m := file.Units[i].V.Inside
		if m.Line == 0 {
			continue
		}
		u := &a.Units[i]
		what := fmt.Sprintf("unit %s: inside %s", u.ID, m.Text)
		k := a.unit(m.Text)
		armed := u.Weapon == impetus.HarquebusA || u.Weapon == impetus.HarquebusB || u.Weapon == impetus.Musket
		switch {
		case k < 0:
			r.Fail(m.Line, what+": the army has no such unit", "expected a large unit of pikemen")
		case u.Type != impetus.T || !armed:
			r.Fail(m.Line, what, "only T with harquebus or musket stand in a square (imp-24.9a)")
		case a.Units[k].Traits&impetus.Pike == 0 || a.Units[k].Rows < 2 || a.Units[k].Command != u.Command:
			r.Fail(m.Line, what, "expected a large unit of pikemen of the same command (imp-24.9a)")
		case holds[k]:
			r.Fail(m.Line, what+": another unit is in it", "a square holds one unit (imp-24.9a)")
		default:
			holds[k], u.Square = true, k
		}
	}
}

func (a *Army) unit(id string) int {
	return slices.IndexFunc(a.Units, func(u impetus.UnitSetup) bool { return u.ID == id })
}

// checkAttached reads the units to which the commanders are attached.
func (r *reading) checkAttached(a *Army, file *armyFile) {
	for i := range a.Commands {
		m := file.Commands[i].V.AttachedTo
		if m.Line == 0 {
			continue
		}
		what := fmt.Sprintf("command %s: attached-to %s", a.Commands[i].ID, m.Text)
		switch k := a.unit(m.Text); {
		case k < 0:
			r.Fail(m.Line, what+": the army has no such unit", "expected a unit of the command")
		case a.Units[k].Command != i:
			r.Fail(m.Line, what+", which is of another command", "expected a unit of the command (imp-4.1e)")
		default:
			a.Commands[i].Attached = k
		}
	}
}

// checkTotals compares the totals of an army with the sums of its parts.
func (r *reading) checkTotals(a *Army, file *armyFile) {
	a.Points = a.Structure.Cost()
	for i := range a.Commands {
		c, e := &a.Commands[i], &file.Commands[i]
		vd, n := 0, 0
		for _, u := range a.Units {
			if u.Command == i {
				vd += u.VD
				n++
			}
		}
		if n == 0 || n > MaxCommand {
			r.Fail(e.Line, fmt.Sprintf("command %s has %d units", c.ID, n), fmt.Sprintf("a command has 1 to %d", MaxCommand))
		}
		what := "command " + c.ID
		r.compare(e.Line, what+": points", e.V.Points, c.Quality.Cost(), "for his quality (imp-26.1g)")
		r.compare(e.Line, what+": vd", e.V.VD, vd, "as the sum of its units")
		r.compare(e.Line, what+": routs-at", e.V.RoutsAt, (vd+1)/2, "as half of its vd (imp-23.1g)")
		a.Points += c.Quality.Cost()
		a.VD += vd
	}
	for i := range a.Units {
		a.Points += UnitPoints(&a.Units[i])
	}
	r.compare(1, "points", file.Points, a.Points, "as the sum of units, commanders and structure")
	r.compare(1, "vd", file.VD, a.VD, "as the sum of its commands")
	r.compare(1, "defeated-at", file.DefeatedAt, (a.VD+1)/2, "as half of its vd (imp-23.1g)")
}
