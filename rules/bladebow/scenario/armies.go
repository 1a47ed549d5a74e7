package scenario

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"acies/grid"
	"acies/pack"
	"acies/rules/bladebow"
)

// checkBattle reads what the battle is and its turn track. It reports whether the book is the right one.
func (r *reading) checkBattle(dir string) bool {
	r.File = battleYAML
	b := &r.battle
	if r.ID(1, "battle", b.ID) {
		if dir != "" && dir != b.ID.Text {
			r.Fail(b.ID.Line, fmt.Sprintf("the battle %s is in the folder %s", b.ID.Text, dir), "the folder must have the name of the battle")
		}
		r.setup.ID = b.ID.Text
	}
	if b.Book.Text != Book {
		what := fmt.Sprintf("book %q is unknown", b.Book.Text)
		if b.Book.Line == 0 {
			what = "book is missing"
		}
		r.Fail(max(1, b.Book.Line), what, "the book is "+Book)
		return false
	}
	if text, ok := r.Value(1, "turns", b.Turns); ok && text != strconv.Itoa(Turns) {
		r.Fail(b.Turns.Line, fmt.Sprintf("turns %q", text), fmt.Sprintf("the turn track has %d", Turns))
	}
	text, ok := r.Value(1, "icons", b.Icons)
	if !ok {
		return true
	}
	icons := strings.Fields(text)
	if len(icons) != Turns {
		r.Fail(b.Icons.Line, fmt.Sprintf("icons has %d numbers", len(icons)), fmt.Sprintf("expected one for each of the %d turns", Turns))
	}
	for i, icon := range icons {
		n := r.digit(b.Icons.Line, fmt.Sprintf("icon of turn %d", i+1), icon, 0, 6)
		if n >= 0 && (n == 6) != (i == len(icons)-1) {
			r.Fail(b.Icons.Line, fmt.Sprintf("turn %d has the icon %d", i+1, n), "the last turn, and no other, has 6: the game ends without a roll")
		}
		r.setup.Icons = append(r.setup.Icons, n)
	}
	return true
}

// digit returns a number from lo to hi, or -1 if it is not valid.
func (r *reading) digit(line int, what, s string, lo, hi int) int {
	n, err := strconv.Atoi(s)
	if err != nil || n < lo || n > hi {
		r.Fail(line, fmt.Sprintf("%s %q is not a number from %d to %d", what, s, lo, hi), "")
		return -1
	}
	return n
}

// checkSides reads the two sides and reports whether there are two.
func (r *reading) checkSides() bool {
	r.File = battleYAML
	if n := len(r.battle.Sides); n != 2 {
		r.Fail(1, fmt.Sprintf("the battle has %d sides", n), "expected two under sides:")
		return false
	}
	seen, ties := map[string]int{}, 0
	for i, e := range r.battle.Sides {
		if !r.ID(e.Line, "side", e.V.ID) || !r.Unique(seen, "side", e.V.ID) {
			return false
		}
		what := "side " + e.V.ID.Text
		a := &r.setup.Sides[i]
		*a = bladebow.Army{
			ID:         e.V.ID.Text,
			Impulses:   r.Number(e.Line, what+": impulses", e.V.Impulses, 1, 9),
			RoutLevel:  r.Number(e.Line, what+": rout-level", e.V.RoutLevel, 1, 99),
			TieBreaker: r.Flag(e.Line, what+": tie-breaker", e.V.TieBreaker),
			ShieldWall: r.Flag(e.Line, what+": shield-wall", e.V.ShieldWall),
		}
		if e.V.MaxRanks.Line > 0 {
			before := len(r.Problems)
			a.MaxRanks = r.Number(e.Line, what+": max-ranks", e.V.MaxRanks, 1, MaxRanks)
			if len(r.Problems) > before {
				a.MaxRanks = MaxRanks // so that no rank is blamed for it
			}
		}
		if a.TieBreaker {
			ties++
		}
	}
	if ties != 1 {
		r.Fail(r.battle.Sides[1].Line, fmt.Sprintf("%d sides have the tie-breaker", ties), "one side wins a tied initiative roll on turn 1")
	}
	return true
}

func (r *reading) sideIDs() []string { return []string{r.setup.Sides[0].ID, r.setup.Sides[1].ID} }

// side returns the index of a side, or -1.
func (r *reading) side(line int, what string, w pack.Word) int {
	if w.Line == 0 {
		r.Fail(line, what+" names no side", "the battle has "+pack.List(r.sideIDs()))
		return -1
	}
	if !r.OneOf(w.Line, what, "side", w.Text, "the battle", r.sideIDs()) {
		return -1
	}
	return slices.Index(r.sideIDs(), w.Text)
}

// facing returns the direction that a marked value names.
func (r *reading) facing(line int, what string, m pack.Marked) int {
	s, ok := r.Value(line, what+": facing", m)
	if !ok {
		return 0
	}
	d := slices.Index(grid.DirectionNames[:], s)
	if d < 0 {
		r.Fail(m.Line, fmt.Sprintf("%s: facing %q is not a direction", what, s), "expected one of "+pack.List(grid.DirectionNames[:]))
	}
	return max(0, d)
}

// checkArmies reads the units and leaders of both sides, and where they stand at the start.
func (r *reading) checkArmies() {
	r.File = armiesYAML
	seen := map[string]int{} // leaders and units share one set of ids
	at := map[int]string{}   // the unit in each square
	for i := range r.armies.Units {
		r.checkUnit(&r.armies.Units[i], seen, at)
	}
	for i := range r.armies.Leaders {
		r.checkLeader(&r.armies.Leaders[i], seen)
	}
	if n := len(r.armies.Units); n > MaxUnits {
		r.Fail(r.armies.Units[MaxUnits].Line, fmt.Sprintf("there are %d units", n), fmt.Sprintf("a battle has at most %d", MaxUnits))
	}
	if n := len(r.armies.Leaders); n > MaxLeaders {
		r.Fail(r.armies.Leaders[MaxLeaders].Line, fmt.Sprintf("there are %d leaders", n), fmt.Sprintf("a battle has at most %d", MaxLeaders))
	}
	for side, id := range r.sideIDs() {
		if !slices.ContainsFunc(r.setup.Units, func(u bladebow.UnitSetup) bool { return u.Side == side && !r.arrives[u.ID] }) {
			r.Fail(1, "side "+id+" has no units at the start", "an army has units")
		}
		if !slices.ContainsFunc(r.setup.Leaders, func(l bladebow.LeaderSetup) bool { return l.Side == side && !r.arrives[l.ID] }) {
			r.Fail(1, "side "+id+" has no leader at the start", "an army has an overall commander")
		}
	}
}

// pieceID reports whether a unit or leader has a valid id of its own.
func (r *reading) pieceID(line int, what string, w pack.Word, seen map[string]int) bool {
	if !r.ID(line, what, w) || !r.Unique(seen, what, w) {
		return false
	}
	if strings.HasPrefix(w.Text, "camp-") {
		r.Fail(w.Line, fmt.Sprintf("%s %s: the id is that of a camp", what, w.Text), "ids that begin with camp- belong to the camps")
		return false
	}
	return true
}

// numbered matches ids of units that share a name: hoplite-3.
var numbered = regexp.MustCompile(`-[0-9]+$`)

func (r *reading) checkUnit(e *pack.Entry[unitEntry], seen map[string]int, at map[int]string) {
	// A unit with an invalid id is still read, since a leader may stand with it.
	if r.pieceID(e.Line, "unit", e.V.ID, seen) {
		r.units[e.V.ID.Text] = len(r.setup.Units)
	}
	what := "unit " + e.V.ID.Text
	u := bladebow.UnitSetup{ID: e.V.ID.Text, Side: r.side(e.Line, what, e.V.Side), Square: -1}
	r.checkName(e, what)
	typed := false
	if key, ok := r.Value(e.Line, what+": type", e.V.Type); ok {
		if r.OneOf(e.V.Type.Line, what, "type", key, "the book", typeKeys()) {
			u.Type, typed = bladebow.TypeOf(key)
		}
	}
	u.Ranks = r.Number(e.Line, what+": ranks", e.V.Ranks, 0, MaxRanks)
	if typed {
		r.checkRanks(e, &u)
	}
	if !r.arrives[u.ID] {
		u.Facing = r.facing(e.Line, what, e.V.Facing)
		if id, ok := r.Value(e.Line, what+": square", e.V.Square); ok {
			u.Square = r.square(e.V.Square.Line, what, id)
		}
		if typed {
			if why := r.closed(u.Square, u.Type.Data()); why != "" {
				r.Fail(e.V.Square.Line, fmt.Sprintf("%s: square %s is %s", what, e.V.Square.Text, why), "place it on ground it may enter")
			}
		}
		if other := at[u.Square]; other != "" && u.Square >= 0 {
			r.Fail(e.V.Square.Line, fmt.Sprintf("%s: square %s is held by %s", what, e.V.Square.Text, other), "a square holds one unit")
		} else {
			at[u.Square] = u.ID
		}
		r.checkColumn(e.V.Square, what, u.Side, u.Square)
	} else {
		r.absent(what, "square", e.V.Square)
		r.absent(what, "facing", e.V.Facing)
	}
	r.setup.Units = append(r.setup.Units, u)
}

// checkName reads the name of a unit, which others of the same name may share if their ids end in a number.
func (r *reading) checkName(e *pack.Entry[unitEntry], what string) {
	if e.V.Name.Line == 0 {
		r.Fail(e.Line, what+": name is missing", "expected the key of its name in the texts")
	} else if r.ID(e.Line, what+": name", e.V.Name) && slices.Contains(r.names, e.V.Name.Text) && !numbered.MatchString(e.V.ID.Text) {
		r.Fail(e.V.ID.Line, fmt.Sprintf("%s shares the name %s", what, e.V.Name.Text), "the id must end in a number, such as hoplite-3, to tell them apart")
	}
	r.names = append(r.names, e.V.Name.Text)
}

// checkRanks checks the additional ranks of a unit against its density and the limit of its side.
func (r *reading) checkRanks(e *pack.Entry[unitEntry], u *bladebow.UnitSetup) {
	d := u.Type.Data()
	if u.Ranks > 0 && d.Density == bladebow.Open {
		r.Fail(e.V.Ranks.Line, fmt.Sprintf("unit %s: ranks %d, but %s are open", u.ID, u.Ranks, d.Key), "only dense and flexible units have ranks")
		return
	}
	if u.Side < 0 {
		return
	}
	if most := r.setup.Sides[u.Side].MaxRanks; most > 0 && u.Ranks > most {
		r.Fail(e.V.Ranks.Line, fmt.Sprintf("unit %s: ranks %d", u.ID, u.Ranks), fmt.Sprintf("side %s has max-ranks %d", r.setup.Sides[u.Side].ID, most))
	}
}

// absent checks that a piece that arrives later does not have a value.
func (r *reading) absent(what, field string, m pack.Marked) {
	if m.Line > 0 {
		r.Fail(m.Line, fmt.Sprintf("%s arrives later and has the %s %s", what, field, m.Text), "expected one of the two")
	}
}

func typeKeys() []string {
	var out []string
	for t := range bladebow.Types {
		out = append(out, t.Data().Key)
	}
	return out
}

func (r *reading) checkLeader(e *pack.Entry[leaderEntry], seen map[string]int) {
	if !r.pieceID(e.Line, "leader", e.V.ID, seen) {
		return
	}
	what := "leader " + e.V.ID.Text
	l := bladebow.LeaderSetup{
		ID:     e.V.ID.Text,
		Side:   r.side(e.Line, what, e.V.Side),
		Rank:   r.Number(e.Line, what+": rank", e.V.Rank, 1, 9),
		Range:  r.Number(e.Line, what+": range", e.V.Range, 0, 99),
		Value:  r.Number(e.Line, what+": value", e.V.Value, 1, 6),
		Square: -1,
	}
	if name, ok := r.Value(e.Line, what+": colour", e.V.Colour); ok {
		if r.OneOf(e.V.Colour.Line, what, "colour", name, "the book", bladebow.ColourNames[:]) {
			l.Colour = bladebow.Colour(slices.Index(bladebow.ColourNames[:], name))
		}
	}
	for _, other := range r.setup.Leaders {
		if other.Side == l.Side && other.Rank == l.Rank && strconv.Itoa(l.Rank) == e.V.Rank.Text {
			r.Fail(e.Line, fmt.Sprintf("%s has the rank %d, as %s has", what, l.Rank, other.ID), "the ranks of the leaders of a side differ")
		}
	}
	if !r.arrives[l.ID] {
		if id, ok := r.Value(e.Line, what+": square", e.V.Square); ok {
			l.Square = r.square(e.V.Square.Line, what, id)
		}
		if l.Square >= 0 && l.Side >= 0 && !slices.ContainsFunc(r.setup.Units, func(u bladebow.UnitSetup) bool { return u.Square == l.Square && u.Side == l.Side }) {
			r.Fail(e.V.Square.Line, fmt.Sprintf("%s: square %s has no unit of his side", what, e.V.Square.Text), "a leader starts with a unit of his side")
		}
	} else {
		r.absent(what, "square", e.V.Square)
	}
	r.leaders[l.ID] = len(r.setup.Leaders)
	r.setup.Leaders = append(r.setup.Leaders, l)
}

// checkCamps reads the camps, which stand on free ground.
func (r *reading) checkCamps() {
	r.File = battleYAML
	owner := map[int]string{}
	for i, e := range r.battle.Sides {
		a := &r.setup.Sides[i]
		what := "side " + a.ID + ": camps"
		a.Camps = r.squares(e.Line, what, e.V.Camps)
		for _, s := range a.Camps {
			if why := r.closed(s, nil); why != "" {
				r.Fail(e.V.Camps.Line, fmt.Sprintf("%s: square %s is %s", what, r.board.ID(s), why), "a camp stands on open ground")
			}
			for _, u := range r.setup.Units {
				if u.Square == s {
					r.Fail(e.V.Camps.Line, fmt.Sprintf("%s: square %s is held by %s", what, r.board.ID(s), u.ID), "a camp stands in an empty square")
				}
			}
			if owner[s] != "" {
				r.Fail(e.V.Camps.Line, fmt.Sprintf("%s: square %s is a camp of %s", what, r.board.ID(s), owner[s]), "the camps stand apart")
			}
			owner[s] = a.ID
		}
	}
}

// ranked returns the units of a side that have density markers at the start, in the order of the file.
func (r *reading) ranked(side int) []int {
	var out []int
	for i, u := range r.setup.Units {
		if u.Side == side && u.Type.Data().Density != bladebow.Open && !r.arrives[u.ID] {
			out = append(out, i)
		}
	}
	return out
}

// checkPresets reads the distributions of ranks that a side may choose.
func (r *reading) checkPresets() {
	r.File = battleYAML
	for side, e := range r.battle.Sides {
		a := &r.setup.Sides[side]
		seen := map[string]int{}
		units, total := r.ranked(side), 0
		for _, u := range units {
			total += r.setup.Units[u].Ranks
		}
		if a.MaxRanks > 0 && len(units) == 0 {
			r.Fail(e.V.MaxRanks.Line, fmt.Sprintf("side %s: max-ranks %d, but no unit has ranks", a.ID, a.MaxRanks), "leave it out")
		}
		if a.MaxRanks > 0 && len(units) > bladebow.MaxSecret {
			r.Fail(e.V.MaxRanks.Line, fmt.Sprintf("side %s: %d units have ranks", a.ID, len(units)), fmt.Sprintf("ranks may be distributed among at most %d", bladebow.MaxSecret))
		}
		for _, p := range e.V.Presets {
			if !r.ID(p.Line, "preset", p.V.ID) || !r.Unique(seen, "preset", p.V.ID) {
				continue
			}
			what := "preset " + p.V.ID.Text
			if a.MaxRanks == 0 {
				r.Fail(p.Line, what+": the ranks of "+a.ID+" are fixed", "a side with presets has max-ranks")
				continue
			}
			text, ok := r.Value(p.Line, what+": ranks", p.V.Ranks)
			if !ok {
				continue
			}
			words := strings.Fields(text)
			if len(words) != len(units) {
				r.Fail(p.V.Ranks.Line, fmt.Sprintf("%s has %d numbers", what, len(words)), fmt.Sprintf("%d units of %s have ranks", len(units), a.ID))
				continue
			}
			out := bladebow.Preset{ID: p.V.ID.Text, Ranks: slices.Repeat([]int{-1}, len(r.setup.Units))}
			sum, valid := 0, true
			for i, w := range words {
				n := r.digit(p.V.Ranks.Line, fmt.Sprintf("%s: unit %s: ranks", what, r.setup.Units[units[i]].ID), w, 0, a.MaxRanks)
				out.Ranks[units[i]] = n
				sum, valid = sum+n, valid && n >= 0
			}
			if valid && sum != total {
				r.Fail(p.V.Ranks.Line, fmt.Sprintf("%s has %d ranks", what, sum), fmt.Sprintf("%s has %d", a.ID, total))
			}
			a.Presets = append(a.Presets, out)
		}
	}
}

// checkShields reads the units that start in a shield wall.
func (r *reading) checkShields() {
	r.File = battleYAML
	for side, e := range r.battle.Sides {
		a := &r.setup.Sides[side]
		if e.V.Shields.Line == 0 {
			continue
		}
		what := "side " + a.ID
		if !a.ShieldWall {
			r.Fail(e.V.Shields.Line, what+" has shields, but may not form shield walls", "expected shield-wall: true, or no shields")
			continue
		}
		var infantry []string
		for _, u := range r.setup.Units {
			if u.Side == side && !u.Type.Data().Mounted && !r.arrives[u.ID] {
				infantry = append(infantry, u.ID)
			}
		}
		for _, id := range r.ListOf(e.Line, what, "shields", "infantry unit", e.V.Shields, "the side", infantry) {
			a.Shields = append(a.Shields, r.units[id])
		}
		for _, i := range a.Shields {
			if u := r.setup.Units[i]; len(a.Shields) > 1 && u.Square >= 0 && !slices.ContainsFunc(a.Shields, func(k int) bool {
				s := r.setup.Units[k].Square
				return k != i && s >= 0 && r.board.Steps(u.Square, s) == 1
			}) {
				r.Fail(e.V.Shields.Line, fmt.Sprintf("%s: %s stands apart from the shield wall", what, u.ID), "every member stands next to another")
			}
		}
	}
}
