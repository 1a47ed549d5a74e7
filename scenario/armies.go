package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"acies/grid"
	"acies/rules/sword"
)

// checkArmies reads the leaders and units of both sides, and how they stand at set-up.
func (r *reading) checkArmies() {
	r.file = armiesYAML
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
		edge, ok := r.value(e.line, what+": rout", e.v.Rout)
		if ok && edge != "top" && edge != "bottom" {
			r.fail(e.v.Rout.line, fmt.Sprintf("%s: rout %q is no edge", what, edge), "want top or bottom")
		}
		r.facing(e.line, what, e.v.Facing)
		r.setup.Sides[i] = sword.SideDef{ID: e.v.ID.text, RoutEdge: edge}
	}
	return true
}

// facing returns the corner that a marked value names.
func (r *reading) facing(line int, what string, m marked) int {
	s, ok := r.value(line, what+": facing", m)
	if !ok {
		return 0
	}
	f, err := grid.ParseCorner(s)
	if err != nil {
		r.fail(m.line, fmt.Sprintf("%s: facing %q is no corner", what, s), "want one of "+list(grid.CornerNames[:]))
		return 0
	}
	return f
}

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
	return sword.LeaderState{
		Bonus:  r.number(e.line, what+": bonus", e.v.Bonus, 0, 9),
		Rating: r.number(e.line, what+": rating", e.v.Rating, -9, 9),
		Radius: r.number(e.line, what+": radius", e.v.Radius, 0, 20),
		MP:     r.number(e.line, what+": mp", e.v.MP, 1, 20),
	}
}

func (r *reading) checkContingent(e *entry[contingentEntry], seen, pieces map[string]int) {
	if !r.id(e.line, "contingent", e.v.ID) || !r.unique(seen, "contingent", e.v.ID) {
		return
	}
	id := e.v.ID.text
	what := "contingent " + id
	c := sword.ContingentDef{ID: id, Leader: e.v.Leader.text, Side: -1}
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
		u.Facing, _ = grid.ParseCorner(r.battle.Sides[c.Side].v.Facing.text)
		u.Facing = max(0, u.Facing)
	}
	h := -1
	if id, ok := r.value(e.line, what+": hex", e.v.Hex); ok {
		h = r.hex(e.v.Hex.line, what, id)
		u.Hex = id
	}
	if code, ok := r.value(e.line, what+": type", e.v.Type); ok && r.oneOf(e.v.Type.line, what, "type", code, r.inBook(), r.typeIDs()) {
		u.Type = code
		r.checkType(e, &u, h)
	}
	r.setup.Units = append(r.setup.Units, u)
	r.lines = append(r.lines, e.line)
}

// checkType checks what depends on the type of a unit: where it may stand and whether it can shoot.
func (r *reading) checkType(e *entry[unitEntry], u *sword.UnitDef, h int) {
	t := r.book.Types[slices.Index(r.typeIDs(), u.Type)]
	if h >= 0 && r.closed(h, t.Column) {
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
	if v.SP < 1 || v.SP > r.book.StackSP || v.MP < 1 || v.MP > 20 {
		r.fail(m.line, fmt.Sprintf("%s %q: figures out of range", what, s), fmt.Sprintf("want strength 1 to %d and movement 1 to 20", r.book.StackSP))
	}
	return v
}

// atoi returns the number that a few digits write.
func atoi(digits string) int {
	n := 0
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

// checkStacks checks the units that begin in one hex, and that no leader stands alone.
func (r *reading) checkStacks() {
	stacks := map[string][]*sword.UnitDef{}
	for i := range r.setup.Units {
		u := &r.setup.Units[i]
		stack := stacks[u.Hex]
		if u.Hex != "" && u.Type != "" && len(stack) > 0 {
			r.checkStack(r.lines[i], stack, u)
		}
		stacks[u.Hex] = append(stack, u)
	}
	for _, e := range r.armies.Leaders {
		l := r.leaders[e.v.ID.text]
		if l == nil || l.Side < 0 || l.Hex == "" || !l.Commander && l.Contingent == "" {
			continue // reported already
		}
		if !slices.ContainsFunc(stacks[l.Hex], func(u *sword.UnitDef) bool { return r.mayJoin(l, u) }) {
			whose := "contingent"
			if l.Commander {
				whose = "army"
			}
			r.fail(e.v.Hex.line, fmt.Sprintf("leader %s: no unit of his %s is in %s", l.ID, whose, l.Hex), "a leader stands with a unit he may join")
		}
	}
}

// mayJoin reports whether a leader may stand with a unit (ant-5.1g, ant-5.1h).
func (r *reading) mayJoin(l *sword.LeaderDef, u *sword.UnitDef) bool {
	return u.Contingent == l.Contingent || l.Commander && (r.sideOf(u) == l.Side || r.sideOf(u) < 0)
}

// sideOf returns the side of a unit, or -1.
func (r *reading) sideOf(u *sword.UnitDef) int {
	i := slices.IndexFunc(r.setup.Contingents, func(c sword.ContingentDef) bool { return c.ID == u.Contingent })
	return r.setup.Contingents[i].Side
}

// checkStack checks that a unit may begin in the hex of others (ant-5.1a, ant-5.2.1a, ant-5.2.3b, ant-13.2.1c).
func (r *reading) checkStack(line int, stack []*sword.UnitDef, u *sword.UnitDef) {
	top := stack[0]
	what := fmt.Sprintf("unit %s: hex %s holds %s", u.ID, u.Hex, top.ID)
	sp := u.Front.SP
	for _, v := range stack {
		sp += v.Front.SP
	}
	switch {
	case r.sideOf(top) != r.sideOf(u):
		r.fail(line, what+" of the enemy", "enemies never share a hex")
	case r.battle.Deployment.v.Stacking.text != "true":
		r.fail(line, what+" already", "this battle begins without stacks")
	case top.Name != u.Name || top.Type != u.Type:
		r.fail(line, fmt.Sprintf("%s, %s %s", what, top.Name, top.Type), "units that share a hex have one name and one type")
	case sp > r.book.StackSP:
		r.fail(line, fmt.Sprintf("%s and others: %d strength points in all", what, sp), fmt.Sprintf("at most %d share a hex", r.book.StackSP))
	case top.Facing != u.Facing:
		r.fail(line, what+", which faces another corner", "units that share a hex face one corner")
	}
}

// checkCommand warns of units that begin out of command (ant-7.2a).
func (r *reading) checkCommand() {
	for i := range r.setup.Units {
		u := &r.setup.Units[i]
		if near, ok := r.commands(u); !ok {
			r.warn(r.lines[i], fmt.Sprintf("unit %s is out of command in %s", u.ID, u.Hex), "within reach would be "+strings.Join(near, " or "))
		}
	}
}

// commands reports whether a unit is in command at set-up; if not, which leaders could have reached it, and how far.
func (r *reading) commands(u *sword.UnitDef) (near []string, ok bool) {
	h, err := r.grid.Parse(u.Hex)
	if err != nil || r.sideOf(u) < 0 {
		return nil, true // reported already
	}
	for _, l := range r.setup.Leaders {
		at, err := r.grid.Parse(l.Hex)
		if err != nil || u.Contingent != l.Contingent && !(l.Commander && l.Side == r.sideOf(u)) {
			continue
		}
		d := r.grid.Distance(at, h)
		if d <= l.Radius {
			return nil, true
		}
		near = append(near, fmt.Sprintf("%d hexes of %s in %s (he is %d away)", l.Radius, l.ID, l.Hex, d))
	}
	return near, len(near) == 0
}

func (r *reading) checkDeployment() {
	r.file = battleYAML
	d, line := &r.battle.Deployment.v, max(1, r.battle.Deployment.line)
	r.setup.Deploy = sword.Deployment{
		Face:     r.flag(line, "deployment: face", d.Face),
		Exchange: r.flag(line, "deployment: exchange", d.Exchange),
		Stacking: r.flag(line, "deployment: stacking", d.Stacking),
	}
}
