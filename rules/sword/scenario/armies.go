package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"acies/pack"
	"acies/rules/sword"
)

// checkArmies reads the leaders and units of both sides, and where they stand at set-up.
func (r *reading) checkArmies() {
	r.File = armiesYAML
	r.noteArrivals()
	pieces := map[string]int{} // leaders and units share one set of ids
	for i := range r.armies.Leaders {
		r.checkLeader(&r.armies.Leaders[i], pieces)
	}
	for i := range r.setup.Leaders {
		r.leaders[r.setup.Leaders[i].ID] = &r.setup.Leaders[i]
	}
	r.setup.Wounded = r.checkState("wounded", r.armies.States.V.Wounded)
	r.setup.Replacement = r.checkState("replacement", r.armies.States.V.Replacement)

	contingents := map[string]int{}
	for i := range r.armies.Contingents {
		r.checkContingent(&r.armies.Contingents[i], contingents, pieces)
	}
	for _, e := range r.armies.Leaders {
		if l := r.leaders[e.V.ID.Text]; l != nil && !l.Commander && l.Contingent == "" {
			r.Fail(e.Line, fmt.Sprintf("leader %s has no contingent", l.ID), "a leader must lead a contingent or be a commander")
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
	r.File = battleYAML
	if n := len(r.battle.Sides); n != 2 {
		r.Fail(1, fmt.Sprintf("the battle has %d sides", n), "expected the attacker and the defender under sides:")
		return false
	}
	seen := map[string]int{}
	for i, e := range r.battle.Sides {
		if !r.ID(e.Line, "side", e.V.ID) || !r.Unique(seen, "side", e.V.ID) {
			return false
		}
		what := "side " + e.V.ID.Text
		r.facing(e.Line, what, e.V.Facing)
		r.setup.Sides[i] = sword.SideDef{ID: e.V.ID.Text, RoutEdge: r.edge(e.Line, what, e.V.Rout)}
	}
	return true
}

// edge returns the edge of the sheet toward which a side or a contingent routs.
func (r *reading) edge(line int, what string, m pack.Marked) string {
	edge, ok := r.Value(line, what+": rout", m)
	if edges := []string{"top", "bottom", "left", "right"}; ok && !slices.Contains(edges, edge) {
		r.Fail(m.Line, fmt.Sprintf("%s: rout %q is not an edge", what, edge), "expected one of "+pack.List(edges))
	}
	return edge
}

// facing returns the corner or side that a marked value names, depending on what units of the book face.
func (r *reading) facing(line int, what string, m pack.Marked) int {
	s, ok := r.Value(line, what+": facing", m)
	if !ok {
		return 0
	}
	f, err := r.book.ParseFacing(s)
	if err != nil {
		r.Fail(m.Line, fmt.Sprintf("%s: facing %q is not a %s", what, s, r.faced()), "expected one of "+pack.List(r.book.FacingNames()[:]))
		return 0
	}
	return f
}

// faced returns what units of the book face: a corner or a side.
func (r *reading) faced() string {
	if r.book.Facing == sword.FaceSide {
		return "side"
	}
	return "corner"
}

// checkInitiative reads whose bonus counts. In a book with succession it is that of the present commander, and there
// must be one at the start.
func (r *reading) checkInitiative() {
	r.File = battleYAML
	for i, e := range r.battle.Sides {
		var commanders []string
		for _, l := range r.setup.Leaders {
			if l.Commander && l.Side == i {
				commanders = append(commanders, l.ID)
			}
		}
		side := &r.setup.Sides[i]
		if r.book.Succession && len(commanders) != 1 {
			r.Fail(e.Line, fmt.Sprintf("side %s has %d commanders: %s", side.ID, len(commanders), pack.List(commanders)), "expected one leader with commander: true")
		}
		if r.book.Succession && e.V.Initiative.Line == 0 {
			continue
		}
		side.Bonus = r.ListOf(e.Line, "side "+side.ID, "initiative", "commander", e.V.Initiative, "the side", commanders)
	}
	r.File = armiesYAML
}

func (r *reading) checkLeader(e *pack.Entry[leaderEntry], pieces map[string]int) {
	if !r.ID(e.Line, "leader", e.V.ID) || !r.Unique(pieces, "leader", e.V.ID) {
		return
	}
	what := "leader " + e.V.ID.Text
	l := sword.LeaderDef{
		ID:     e.V.ID.Text,
		Side:   r.side(e.Line, what, e.V.Side),
		Bonus:  r.Number(e.Line, what+": bonus", e.V.Bonus, 0, 9),
		Rating: r.Number(e.Line, what+": rating", e.V.Rating, 0, 9),
		Radius: r.Number(e.Line, what+": radius", e.V.Radius, 0, 20),
		MP:     r.Number(e.Line, what+": mp", e.V.MP, 1, 20),
	}
	if e.V.Commander.Line > 0 {
		l.Commander = r.Flag(e.Line, what+": commander", e.V.Commander)
	}
	if r.arrives[l.ID] && e.V.Hex.Line == 0 {
		r.setup.Leaders = append(r.setup.Leaders, l)
		return
	}
	if id, ok := r.Value(e.Line, what+": hex", e.V.Hex); ok {
		r.hex(e.V.Hex.Line, what, id)
		l.Hex = id
	}
	r.setup.Leaders = append(r.setup.Leaders, l)
}

func (r *reading) checkState(what string, e pack.Entry[stateBlock]) sword.LeaderState {
	line := max(1, r.armies.States.Line)
	if e.Line == 0 {
		r.Fail(line, "state "+what+" is missing", "expected bonus, rating, radius and mp under states: "+what+":")
		return sword.LeaderState{}
	}
	state := sword.LeaderState{
		Bonus:  r.figure(e.Line, what+": bonus", e.V.Bonus, 0, 9),
		Radius: r.figure(e.Line, what+": radius", e.V.Radius, 0, 20),
		MP:     r.figure(e.Line, what+": mp", e.V.MP, 1, 20),
	}
	if e.V.Rating.Text != "same" {
		state.Rating = r.Number(e.Line, what+": rating", e.V.Rating, -9, 9)
	}
	return state
}

var relative = regexp.MustCompile(`^([+-])([0-9]{1,2})(?: min ([0-9]{1,2}))?$`)

// figure returns the figure of a leader in some state: a number, used if it is worse than his own; same; or a
// difference with a lower limit, such as -2 min 1.
func (r *reading) figure(line int, what string, m pack.Marked, lo, hi int) sword.Figure {
	if m.Text == "same" {
		r.Value(line, what, m)
		return sword.Figure{Relative: true}
	}
	f := relative.FindStringSubmatch(m.Text)
	if f == nil && (strings.Contains(m.Text, " ") || strings.HasPrefix(m.Text, "-")) {
		r.Value(line, what, m)
		r.Fail(m.Line, fmt.Sprintf("%s %q is not a figure", what, m.Text), fmt.Sprintf("expected a number from %d to %d, same, or a change such as -2 or -2 min 1", lo, hi))
		return sword.Figure{}
	}
	if f == nil {
		return sword.Figure{N: r.Number(line, what, m, lo, hi)}
	}
	r.Value(line, what, m)
	out := sword.Figure{N: atoi(f[2]), Relative: true, Least: lo}
	if f[1] == "-" {
		out.N = -out.N
	}
	if f[3] != "" {
		out.Least = atoi(f[3])
	}
	if out.Least < lo || out.Least > hi {
		r.Fail(m.Line, fmt.Sprintf("%s %q: %d is not from %d to %d", what, m.Text, out.Least, lo, hi), "")
	}
	return out
}

func (r *reading) checkContingent(e *pack.Entry[contingentEntry], seen, pieces map[string]int) {
	if !r.ID(e.Line, "contingent", e.V.ID) || !r.Unique(seen, "contingent", e.V.ID) {
		return
	}
	id := e.V.ID.Text
	what := "contingent " + id
	c := sword.ContingentDef{ID: id, Leader: e.V.Leader.Text, Side: -1}
	if e.V.Rout.Line > 0 {
		c.RoutEdge = r.edge(e.Line, what, e.V.Rout)
	}
	if e.V.Arms.Line > 0 {
		c.Arms = r.arms(e.Line, what, e.V.Arms)
	}
	if r.OneOf(max(e.Line, e.V.Leader.Line), what, "leader", c.Leader, "the battle", r.leaderIDs()) {
		l := r.leaders[c.Leader]
		if l.Contingent != "" {
			r.Fail(e.V.Leader.Line, fmt.Sprintf("%s: %s already leads %s", what, l.ID, l.Contingent), "a leader leads one contingent")
		} else {
			l.Contingent = id
		}
		c.Side = l.Side
	}
	if len(e.V.Units) == 0 {
		r.Fail(e.Line, what+" has no units", "expected a list under units:")
	}
	r.setup.Contingents = append(r.setup.Contingents, c)
	for i := range e.V.Units {
		r.checkUnit(&e.V.Units[i], c, pieces)
	}
}

func (r *reading) checkUnit(e *pack.Entry[unitEntry], c sword.ContingentDef, pieces map[string]int) {
	// A unit with an invalid id is still read, since a leader may stand with it.
	if r.ID(e.Line, "unit", e.V.ID) {
		r.Unique(pieces, "unit", e.V.ID)
	}
	u := sword.UnitDef{ID: e.V.ID.Text, Contingent: c.ID}
	what := "unit " + u.ID
	if e.V.Name.Line == 0 {
		r.Fail(e.Line, what+": name is missing", "units of one name may share a hex")
	} else if r.ID(e.Line, what+": name", e.V.Name) {
		u.Name = e.V.Name.Text
		if !slices.Contains(r.names, u.Name) {
			r.names = append(r.names, u.Name)
		}
	}
	u.Front = r.figures(e.Line, what+": front", e.V.Front)
	u.Back = r.figures(e.Line, what+": back", e.V.Back)
	switch {
	case e.V.Facing.Line > 0:
		u.Facing = r.facing(e.Line, what, e.V.Facing)
	case c.Side >= 0:
		u.Facing, _ = r.book.ParseFacing(r.battle.Sides[c.Side].V.Facing.Text)
		u.Facing = max(0, u.Facing)
	}
	h := -1
	if !r.arrives[u.ID] {
		if id, ok := r.Value(e.Line, what+": hex", e.V.Hex); ok {
			h = r.hex(e.V.Hex.Line, what, id)
			u.Hex = id
		}
	} else if e.V.Hex.Line > 0 {
		r.Fail(e.V.Hex.Line, fmt.Sprintf("%s is among the reinforcements and has the hex %s", what, e.V.Hex.Text), "expected one of the two")
	}
	if code, ok := r.Value(e.Line, what+": type", e.V.Type); ok && r.OneOf(e.V.Type.Line, what, "type", code, r.inBook(), r.typeIDs()) {
		u.Type = code
		r.checkType(e, &u, h)
	}
	r.setup.Units = append(r.setup.Units, u)
	r.lines = append(r.lines, e.Line)
}

// checkType checks what depends on the type of a unit: how it moves, where it may stand and whether it can shoot.
func (r *reading) checkType(e *pack.Entry[unitEntry], u *sword.UnitDef, h int) {
	r.checkForm(e, u)
	if h >= 0 && r.closed(h, r.column(u)) {
		r.Fail(e.V.Hex.Line, fmt.Sprintf("unit %s: hex %s is %s, closed to %s", u.ID, u.Hex, r.setup.Hexes[h].Terrain, u.Type), "place it on ground it may enter")
	}
	shooters := collect(r.book.Shots, func(s sword.ShotRow) string { return s.Type })
	if (u.Front.Shoots || u.Back.Shoots) && !slices.Contains(shooters, u.Type) {
		r.Fail(e.Line, fmt.Sprintf("unit %s: has an asterisk, but %s cannot shoot", u.ID, u.Type), fmt.Sprintf("%s lets %s shoot", r.inBook(), pack.List(shooters)))
	}
}

var figures = regexp.MustCompile(`^([0-9]{1,2})(\*?)-([0-9])-([0-9]{1,2})$`)

// figures returns the figures of one side of a counter, such as 4*-4-5.
func (r *reading) figures(line int, what string, m pack.Marked) sword.Values {
	s, ok := r.Values(line, what, m)
	if !ok {
		return sword.Values{}
	}
	f := figures.FindStringSubmatch(s)
	if f == nil {
		r.Fail(m.Line, fmt.Sprintf("%s %q is not strength-quality-movement", what, s), "expected figures such as 4*-4-5")
		return sword.Values{}
	}
	v := sword.Values{SP: atoi(f[1]), Quality: atoi(f[3]), MP: atoi(f[4]), Shoots: f[2] != ""}
	if most := r.mostSP(); v.SP < 1 || v.SP > most || v.MP < 1 || v.MP > 20 {
		r.Fail(m.Line, fmt.Sprintf("%s %q: figures out of range", what, s), fmt.Sprintf("expected strength 1 to %d and movement 1 to 20", most))
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

// atoi returns the number written by a few digits.
func atoi(digits string) int {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

func (r *reading) checkDeployment() {
	r.File = battleYAML
	d, line := &r.battle.Deployment.V, max(1, r.battle.Deployment.Line)
	r.setup.Deploy = sword.Deployment{
		Face:     r.Flag(line, "deployment: face", d.Face),
		Exchange: r.Flag(line, "deployment: exchange", d.Exchange),
		Stacking: r.Flag(line, "deployment: stacking", d.Stacking),
	}
	if d.First.Line > 0 {
		r.setup.Deploy.First = r.markedSide(line, "deployment", "first", d.First)
	}
	if d.Command.Line > 0 {
		r.setup.Deploy.Command = r.Flag(line, "deployment: command", d.Command)
		r.setup.Deploy.CommandClause = r.clause(line, "deployment: command-clause", d.CommandClause)
		r.setup.Deploy.ZonesClause = r.clause(line, "deployment: zones-clause", d.ZonesClause)
	}
}
