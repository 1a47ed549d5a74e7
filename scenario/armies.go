package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"acies/rules/sword"
)

// checkArmies reads the leaders and units of both sides, and how they stand at set-up.
func (r *reading) checkArmies() {
	r.file = armiesYAML
	r.noteArrivals()
	pieces := map[string]int{} // leaders and units share the notation
	for i := range r.armies.Leaders {
		r.checkLeader(&r.armies.Leaders[i], pieces)
	}
	for i := range r.setup.Leaders {
		r.leaders[r.setup.Leaders[i].ID] = &r.setup.Leaders[i]
	}
	r.setup.Wounded = r.checkState("wounded", r.armies.States.v.Wounded)
	r.setup.Replacement = r.checkState("replacement", r.armies.States.v.Replacement)

	contingents := map[string]int{}
	for i := range r.armies.Contingents {
		r.checkContingent(&r.armies.Contingents[i], contingents, pieces)
	}
	for _, e := range r.armies.Leaders {
		if l := r.leaders[e.v.ID.text]; l != nil && !l.Commander && l.Contingent == "" {
			r.fail(e.line, fmt.Sprintf("leader %s has no contingent", l.ID), "a leader leads a contingent or is a commander")
		}
	}
	r.checkInitiative()
	r.checkMounting()
	r.checkReinforcements()
	if r.grid != nil {
		r.checkStacks()
		r.checkCommand()
	}
	r.checkDeployment()
}

// checkSides reads the two sides and reports whether there are two.
func (r *reading) checkSides() bool {
	r.file = battleYAML
	if n := len(r.battle.Sides); n != 2 {
		r.fail(1, fmt.Sprintf("the battle has %d sides", n), "want the attacker and the defender under sides:")
		return false
	}
	seen := map[string]int{}
	for i, e := range r.battle.Sides {
		if !r.id(e.line, "side", e.v.ID) || !r.unique(seen, "side", e.v.ID) {
			return false
		}
		what := "side " + e.v.ID.text
		r.facing(e.line, what, e.v.Facing)
		r.setup.Sides[i] = sword.SideDef{ID: e.v.ID.text, RoutEdge: r.edge(e.line, what, e.v.Rout)}
	}
	return true
}

// edge returns the edge of the sheet toward which a side or a contingent routs.
func (r *reading) edge(line int, what string, m marked) string {
	edge, ok := r.value(line, what+": rout", m)
	if edges := []string{"top", "bottom", "left", "right"}; ok && !slices.Contains(edges, edge) {
		r.fail(m.line, fmt.Sprintf("%s: rout %q is no edge", what, edge), "want one of "+list(edges))
	}
	return edge
}

// facing returns the corner or side that a marked value names, whichever units of the book face.
func (r *reading) facing(line int, what string, m marked) int {
	s, ok := r.value(line, what+": facing", m)
	if !ok {
		return 0
	}
	f, err := r.book.ParseFacing(s)
	if err != nil {
		r.fail(m.line, fmt.Sprintf("%s: facing %q is no %s", what, s, r.faced()), "want one of "+list(r.book.FacingNames()[:]))
		return 0
	}
	return f
}

// faced returns what units of the book face.
func (r *reading) faced() string {
	if r.book.Facing == sword.FaceSide {
		return "side"
	}
	return "corner"
}

// checkInitiative reads whose bonus counts. Where a lost commander is followed by another, it is that of whoever commands,
// and there must be one to begin with.
func (r *reading) checkInitiative() {
	r.file = battleYAML
	for i, e := range r.battle.Sides {
		var commanders []string
		for _, l := range r.setup.Leaders {
			if l.Commander && l.Side == i {
				commanders = append(commanders, l.ID)
			}
		}
		side := &r.setup.Sides[i]
		if r.book.Succession && len(commanders) != 1 {
			r.fail(e.line, fmt.Sprintf("side %s has %d commanders: %s", side.ID, len(commanders), list(commanders)), "want one leader with commander: true")
		}
		if r.book.Succession && e.v.Initiative.line == 0 {
			continue
		}
		side.Bonus = r.listOf(e.line, "side "+side.ID, "initiative", "commander", e.v.Initiative, "the side", commanders)
	}
	r.file = armiesYAML
}

func (r *reading) checkLeader(e *entry[leaderEntry], pieces map[string]int) {
	if !r.id(e.line, "leader", e.v.ID) || !r.unique(pieces, "leader", e.v.ID) {
		return
	}
	what := "leader " + e.v.ID.text
	l := sword.LeaderDef{
		ID:     e.v.ID.text,
		Side:   r.side(e.line, what, e.v.Side),
		Bonus:  r.number(e.line, what+": bonus", e.v.Bonus, 0, 9),
		Rating: r.number(e.line, what+": rating", e.v.Rating, 0, 9),
		Radius: r.number(e.line, what+": radius", e.v.Radius, 0, 20),
		MP:     r.number(e.line, what+": mp", e.v.MP, 1, 20),
	}
	if e.v.Commander.line > 0 {
		l.Commander = r.flag(e.line, what+": commander", e.v.Commander)
	}
	if r.arrives[l.ID] && e.v.Hex.line == 0 {
		r.setup.Leaders = append(r.setup.Leaders, l)
		return
	}
	if id, ok := r.value(e.line, what+": hex", e.v.Hex); ok {
		r.hex(e.v.Hex.line, what, id)
		l.Hex = id
	}
	r.setup.Leaders = append(r.setup.Leaders, l)
}

func (r *reading) checkState(what string, e entry[stateBlock]) sword.LeaderState {
	line := max(1, r.armies.States.line)
	if e.line == 0 {
		r.fail(line, "state "+what+" is missing", "want bonus, rating, radius and mp under states: "+what+":")
		return sword.LeaderState{}
	}
	state := sword.LeaderState{
		Bonus:  r.figure(e.line, what+": bonus", e.v.Bonus, 0, 9),
		Radius: r.figure(e.line, what+": radius", e.v.Radius, 0, 20),
		MP:     r.figure(e.line, what+": mp", e.v.MP, 1, 20),
	}
	if e.v.Rating.text != "same" {
		state.Rating = r.number(e.line, what+": rating", e.v.Rating, -9, 9)
	}
	return state
}

var relative = regexp.MustCompile(`^([+-])([0-9]{1,2})(?: min ([0-9]{1,2}))?$`)

// figure returns what a state makes of a figure of a leader: the number it becomes, if that is worse than his own; same;
// or so many more or less, though not below a least: -2 min 1.
func (r *reading) figure(line int, what string, m marked, lo, hi int) sword.Figure {
	if m.text == "same" {
		r.value(line, what, m)
		return sword.Figure{Relative: true}
	}
	f := relative.FindStringSubmatch(m.text)
	if f == nil && (strings.Contains(m.text, " ") || strings.HasPrefix(m.text, "-")) {
		r.value(line, what, m)
		r.fail(m.line, fmt.Sprintf("%s %q is not a figure", what, m.text), fmt.Sprintf("want a number from %d to %d, same, or a change such as -2 or -2 min 1", lo, hi))
		return sword.Figure{}
	}
	if f == nil {
		return sword.Figure{N: r.number(line, what, m, lo, hi)}
	}
	r.value(line, what, m)
	out := sword.Figure{N: atoi(f[2]), Relative: true, Least: lo}
	if f[1] == "-" {
		out.N = -out.N
	}
	if f[3] != "" {
		out.Least = atoi(f[3])
	}
	if out.Least < lo || out.Least > hi {
		r.fail(m.line, fmt.Sprintf("%s %q: %d is not from %d to %d", what, m.text, out.Least, lo, hi), "")
	}
	return out
}

func (r *reading) checkContingent(e *entry[contingentEntry], seen, pieces map[string]int) {
	if !r.id(e.line, "contingent", e.v.ID) || !r.unique(seen, "contingent", e.v.ID) {
		return
	}
	id := e.v.ID.text
	what := "contingent " + id
	c := sword.ContingentDef{ID: id, Leader: e.v.Leader.text, Side: -1}
	if e.v.Rout.line > 0 {
		c.RoutEdge = r.edge(e.line, what, e.v.Rout)
	}
	if e.v.Arms.line > 0 {
		c.Arms = r.arms(e.line, what, e.v.Arms)
	}
	if r.oneOf(max(e.line, e.v.Leader.line), what, "leader", c.Leader, "the battle", r.leaderIDs()) {
		l := r.leaders[c.Leader]
		if l.Contingent != "" {
			r.fail(e.v.Leader.line, fmt.Sprintf("%s: %s already leads %s", what, l.ID, l.Contingent), "a leader leads one contingent")
		} else {
			l.Contingent = id
		}
		c.Side = l.Side
	}
	if len(e.v.Units) == 0 {
		r.fail(e.line, what+" has no units", "want a list under units:")
	}
	r.setup.Contingents = append(r.setup.Contingents, c)
	for i := range e.v.Units {
		r.checkUnit(&e.v.Units[i], c, pieces)
	}
}

func (r *reading) checkUnit(e *entry[unitEntry], c sword.ContingentDef, pieces map[string]int) {
	// A unit whose id is wrong is read all the same: a leader may stand with it.
	if r.id(e.line, "unit", e.v.ID) {
		r.unique(pieces, "unit", e.v.ID)
	}
	u := sword.UnitDef{ID: e.v.ID.text, Contingent: c.ID}
	what := "unit " + u.ID
	if e.v.Name.line == 0 {
		r.fail(e.line, what+": name is missing", "units of one name may share a hex")
	} else if r.id(e.line, what+": name", e.v.Name) {
		u.Name = e.v.Name.text
		if !slices.Contains(r.names, u.Name) {
			r.names = append(r.names, u.Name)
		}
	}
	u.Front = r.figures(e.line, what+": front", e.v.Front)
	u.Back = r.figures(e.line, what+": back", e.v.Back)
	switch {
	case e.v.Facing.line > 0:
		u.Facing = r.facing(e.line, what, e.v.Facing)
	case c.Side >= 0:
		u.Facing, _ = r.book.ParseFacing(r.battle.Sides[c.Side].v.Facing.text)
		u.Facing = max(0, u.Facing)
	}
	h := -1
	if !r.arrives[u.ID] {
		if id, ok := r.value(e.line, what+": hex", e.v.Hex); ok {
			h = r.hex(e.v.Hex.line, what, id)
			u.Hex = id
		}
	} else if e.v.Hex.line > 0 {
		r.fail(e.v.Hex.line, fmt.Sprintf("%s is among the reinforcements and has the hex %s", what, e.v.Hex.text), "want one of the two")
	}
	if code, ok := r.value(e.line, what+": type", e.v.Type); ok && r.oneOf(e.v.Type.line, what, "type", code, r.inBook(), r.typeIDs()) {
		u.Type = code
		r.checkType(e, &u, h)
	}
	r.setup.Units = append(r.setup.Units, u)
	r.lines = append(r.lines, e.line)
}

// checkType checks what depends on the type of a unit: how it goes, where it may stand and whether it can shoot.
func (r *reading) checkType(e *entry[unitEntry], u *sword.UnitDef, h int) {
	r.checkForm(e, u)
	if h >= 0 && r.closed(h, r.column(u)) {
		r.fail(e.v.Hex.line, fmt.Sprintf("unit %s: hex %s is %s, closed to %s", u.ID, u.Hex, r.setup.Hexes[h].Terrain, u.Type), "place it on ground it may enter")
	}
	shooters := collect(r.book.Shots, func(s sword.ShotRow) string { return s.Type })
	if (u.Front.Shoots || u.Back.Shoots) && !slices.Contains(shooters, u.Type) {
		r.fail(e.line, fmt.Sprintf("unit %s: has an asterisk, but %s cannot shoot", u.ID, u.Type), fmt.Sprintf("%s lets %s shoot", r.inBook(), list(shooters)))
	}
}

var figures = regexp.MustCompile(`^([0-9]{1,2})(\*?)-([0-9])-([0-9]{1,2})$`)

// figures returns the figures of one side of a counter, such as 4*-4-5.
func (r *reading) figures(line int, what string, m marked) sword.Values {
	mark := oneMark
	if len(m.mark) == 3 {
		mark = threeMark
	}
	s, ok := r.valueOf(line, what, m, mark)
	if !ok {
		return sword.Values{}
	}
	f := figures.FindStringSubmatch(s)
	if f == nil {
		r.fail(m.line, fmt.Sprintf("%s %q is not strength-quality-movement", what, s), "want figures such as 4*-4-5")
		return sword.Values{}
	}
	v := sword.Values{SP: atoi(f[1]), Quality: atoi(f[3]), MP: atoi(f[4]), Shoots: f[2] != ""}
	if most := r.mostSP(); v.SP < 1 || v.SP > most || v.MP < 1 || v.MP > 20 {
		r.fail(m.line, fmt.Sprintf("%s %q: figures out of range", what, s), fmt.Sprintf("want strength 1 to %d and movement 1 to 20", most))
	}
	return v
}

// mostSP returns the greatest strength of a unit: that of a stack, if the book limits it.
func (r *reading) mostSP() int {
	if r.book.Stacking.SP > 0 {
		return r.book.Stacking.SP
	}
	return 20
}

// atoi returns the number that a few digits write.
func atoi(digits string) int {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

func (r *reading) checkDeployment() {
	r.file = battleYAML
	d, line := &r.battle.Deployment.v, max(1, r.battle.Deployment.line)
	r.setup.Deploy = sword.Deployment{
		Face:     r.flag(line, "deployment: face", d.Face),
		Exchange: r.flag(line, "deployment: exchange", d.Exchange),
		Stacking: r.flag(line, "deployment: stacking", d.Stacking),
	}
	if d.First.line > 0 {
		r.setup.Deploy.First = r.markedSide(line, "deployment", "first", d.First)
	}
	if d.Command.line > 0 {
		r.setup.Deploy.Command = r.flag(line, "deployment: command", d.Command)
		r.setup.Deploy.CommandClause = r.clause(line, "deployment: command-clause", d.CommandClause)
		r.setup.Deploy.ZonesClause = r.clause(line, "deployment: zones-clause", d.ZonesClause)
	}
}
