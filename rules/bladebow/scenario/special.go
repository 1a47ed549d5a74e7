package scenario

import (
	"fmt"
	"slices"
	"strings"

	"acies/pack"
	"acies/rules/bladebow"
)

// noteSpecial notes what the special rules say about the pieces at the start, before the armies are read: who arrives
// later, and which ground is closed.
func (r *reading) noteSpecial() {
	r.File = battleYAML
	if a := r.battle.Special.V.Arrival; a != nil {
		for _, id := range append(strings.Fields(a.V.Units.Text), a.V.Leader.Text) {
			r.arrives[id] = true
		}
	}
	p := r.battle.Special.V.Pass
	if p == nil {
		return
	}
	const what = "special rule pass"
	pass := &bladebow.Pass{
		Side:    r.markedSide(p.Line, what, p.V.Side),
		Path:    r.squares(p.Line, what+": path", p.V.Path),
		Hills:   r.squares(p.Line, what+": hills", p.V.Hills),
		Walls:   r.pairs(p.Line, what+": walls", p.V.Walls, false),
		Gap:     r.squares(p.Line, what+": gap", p.V.Gap),
		Corners: r.pairs(p.Line, what+": corners", p.V.Corners, true),
	}
	r.open = map[int]bool{}
	for _, s := range pass.Hills {
		r.open[s] = true
	}
	if letter, ok := r.Value(p.Line, what+": column", p.V.Column); ok && r.board != nil {
		if len(letter) != 1 || letter[0] < 'A' || int(letter[0]-'A') >= r.board.Cols {
			r.Fail(p.V.Column.Line, fmt.Sprintf("%s: column %q is not on the map", what, letter), fmt.Sprintf("expected a letter from A to %c", 'A'+r.board.Cols-1))
		} else {
			pass.Column = int(letter[0]-'A') + 1
		}
	}
	r.setup.Pass = pass
}

// markedSide returns the index of the side that a marked value names, or -1.
func (r *reading) markedSide(line int, what string, m pack.Marked) int {
	if _, ok := r.Value(line, what+": side", m); !ok {
		return -1
	}
	return r.side(line, what, m.Word)
}

// checkColumn checks that a unit stands where the pass lets its side be at the start.
func (r *reading) checkColumn(m pack.Marked, what string, side, s int) {
	if p := r.setup.Pass; p != nil && p.Side == side && p.Column > 0 && s >= 0 && r.board.Col(s) > p.Column {
		r.Fail(m.Line, fmt.Sprintf("%s: square %s is beyond column %c", what, m.Text, 'A'+p.Column-1), "side "+r.setup.Sides[side].ID+" may not pass it before the path is found")
	}
}

// checkSpecial reads the special rules of the battle.
func (r *reading) checkSpecial() {
	r.File = battleYAML
	x := &r.battle.Special.V
	r.checkPath()
	if x.Pass != nil {
		r.checkPass(x.Pass)
	}
	if x.King != nil {
		const what = "special rule king"
		if id, ok := r.Value(x.King.Line, what+": leader", x.King.V.Leader); ok && r.OneOf(x.King.V.Leader.Line, what, "leader", id, "the battle", r.leaderIDs()) {
			r.setup.King = &bladebow.King{Leader: r.leaders[id]}
		}
	}
	if x.Sack != nil {
		const what = "special rule sack"
		r.setup.Sack = &bladebow.Sack{Side: r.markedSide(x.Sack.Line, what, x.Sack.V.Side)}
		if k := r.setup.King; k != nil && r.setup.Leaders[k.Leader].Side == r.setup.Sack.Side {
			r.Fail(x.Sack.V.Side.Line, what+": the king is on the side "+x.Sack.V.Side.Text+" too", "the camp is that of his enemy")
		}
	}
	if x.Storm != nil {
		r.setup.Storm = &bladebow.Storm{Side: r.markedSide(x.Storm.Line, "special rule storm", x.Storm.V.Side)}
	}
	if x.Arrival != nil {
		r.checkArrival(x.Arrival)
	}
}

// checkPath compares the goat path with the map.
func (r *reading) checkPath() {
	if !r.known {
		return
	}
	r.File = terrainTXT
	for s, t := range r.setup.Terrain {
		if t == bladebow.GoatPath && (r.setup.Pass == nil || !slices.Contains(r.setup.Pass.Path, s)) {
			r.Fail(r.rows[r.board.Row(s)-1], fmt.Sprintf("square %s is goat path, but the special rule pass has no such square", r.board.ID(s)), "expected it in its path")
		}
	}
	r.File = battleYAML
}

// checkPass checks the ground that the pass names.
func (r *reading) checkPass(e *pack.Entry[passBlock]) {
	if !r.known {
		return
	}
	const what = "special rule pass"
	p := r.setup.Pass
	for i, s := range p.Path {
		if r.setup.Terrain[s] != bladebow.GoatPath {
			r.Fail(e.V.Path.Line, fmt.Sprintf("%s: path: square %s is %s", what, r.board.ID(s), r.setup.Terrain[s].Data().Key), "expected goat path (g) in "+terrainTXT)
		}
		if i == 0 {
			continue
		}
		if d := r.board.Direction(p.Path[i-1], s); d < 0 || d&1 == 1 {
			r.Fail(e.V.Path.Line, fmt.Sprintf("%s: path: %s and %s do not meet at a side", what, r.board.ID(p.Path[i-1]), r.board.ID(s)), "list the squares in order")
		}
	}
	for _, s := range p.Hills {
		if r.setup.Terrain[s] != bladebow.Hill {
			r.Fail(e.V.Hills.Line, fmt.Sprintf("%s: hills: square %s is %s", what, r.board.ID(s), r.setup.Terrain[s].Data().Key), "expected hill (^) in "+terrainTXT)
		}
	}
	for _, s := range p.Gap {
		if why := r.closed(s, nil); why != "" {
			r.Fail(e.V.Gap.Line, fmt.Sprintf("%s: gap: square %s is %s", what, r.board.ID(s), why), "expected squares that units may enter")
		}
	}
	for _, c := range p.Corners {
		if !slices.Contains(p.Gap, c[0]) && !slices.Contains(p.Gap, c[1]) {
			r.Fail(e.V.Corners.Line, fmt.Sprintf("%s: corners: %s-%s does not touch the gap", what, r.board.ID(c[0]), r.board.ID(c[1])), "expected corners that lead into the gap")
		}
	}
}

func (r *reading) leaderIDs() []string {
	var out []string
	for _, l := range r.setup.Leaders {
		out = append(out, l.ID)
	}
	return out
}

// checkArrival reads who arrives, and where by the second die.
func (r *reading) checkArrival(e *pack.Entry[arrivalBlock]) {
	const what = "special rule arrival"
	a := &bladebow.Arrival{Leader: -1}
	var all []string
	for _, u := range r.setup.Units {
		all = append(all, u.ID)
	}
	side := -1
	if id, ok := r.Value(e.Line, what+": leader", e.V.Leader); ok && r.OneOf(e.V.Leader.Line, what, "leader", id, "the battle", r.leaderIDs()) {
		a.Leader = r.leaders[id]
		side = r.setup.Leaders[a.Leader].Side
	}
	for _, id := range r.ListOf(e.Line, what, "units", "unit", e.V.Units, "the battle", all) {
		u := r.units[id]
		if side >= 0 && r.setup.Units[u].Side != side {
			r.Fail(e.V.Units.Line, fmt.Sprintf("%s: %s is not on the side of the leader", what, id), "an arrival is of one side")
		}
		a.Units = append(a.Units, u)
	}
	var given [7]bool
	for i := range e.V.Areas {
		r.checkArea(&e.V.Areas[i], a, &given)
	}
	for face := 1; face <= 6; face++ {
		if !given[face] {
			r.Fail(e.Line, fmt.Sprintf("%s: no area for a %d of the second die", what, face), "the areas share the numbers from 1 to 6")
		}
	}
	r.setup.Arrival = a
}

func (r *reading) checkArea(e *pack.Entry[areaEntry], a *bladebow.Arrival, given *[7]bool) {
	const what = "special rule arrival: area"
	area := bladebow.Area{Squares: r.squares(e.Line, what+": squares", e.V.Squares), Facing: r.facing(e.Line, what, e.V.Facing)}
	if e.V.Squares.Line > 0 && len(area.Squares) < len(a.Units) {
		r.Fail(e.V.Squares.Line, fmt.Sprintf("%s has %d squares", what, len(area.Squares)), fmt.Sprintf("expected one for each of the %d units", len(a.Units)))
	}
	for _, s := range area.Squares {
		if c, w := r.board.Col(s), r.board.Row(s); c != 1 && c != r.board.Cols && w != 1 && w != r.board.Rows {
			r.Fail(e.V.Squares.Line, fmt.Sprintf("%s: square %s is not at the edge of the map", what, r.board.ID(s)), "the units enter over the edge")
		}
		for _, u := range a.Units {
			if why := r.closed(s, r.setup.Units[u].Type.Data()); why != "" {
				r.Fail(e.V.Squares.Line, fmt.Sprintf("%s: square %s is %s", what, r.board.ID(s), why), "expected ground that the units may enter")
				break
			}
		}
	}
	text, ok := r.Value(e.Line, what+": dice", e.V.Dice)
	if !ok {
		return
	}
	for _, w := range strings.Fields(text) {
		face := r.digit(e.V.Dice.Line, what+": dice", w, 1, 6)
		switch {
		case face < 0:
		case given[face]:
			r.Fail(e.V.Dice.Line, fmt.Sprintf("%s: dice: %d has two areas", what, face), "the areas share the numbers from 1 to 6")
		default:
			given[face] = true
			a.Areas[face-1] = area
		}
	}
}
