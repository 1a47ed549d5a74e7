package sword

import (
	"fmt"
	"slices"

	"acies/grid"
)

// Compiling a battle: the map, the cost and modifiers of crossing each hexside, the pieces, the rules.

func (b *Battle) compileMap() error {
	s := b.setup
	if s.Book == nil {
		return fmt.Errorf("book: missing")
	}
	n := s.Cols * s.Rows
	if s.Cols < 1 || s.Rows < 1 || s.Cols > grid.MaxSize || s.Rows > grid.MaxSize || n > maxHexes {
		return fmt.Errorf("map of %d columns and %d rows: at most %d hexes fit", s.Cols, s.Rows, maxHexes)
	}
	if len(s.Hexes) != n {
		return fmt.Errorf("map: %d hexes given, %d columns and %d rows make %d", len(s.Hexes), s.Cols, s.Rows, n)
	}
	b.m = grid.New(s.Cols, s.Rows)
	b.hexes = n
	for at := range b.window {
		b.window[at] = int16((at/window-maxAllowance)*s.Cols + at%window - maxAllowance)
	}
	for h := range n {
		t := slices.IndexFunc(b.book.Terrain, func(t Terrain) bool { return t.ID == s.Hexes[h].Terrain })
		if t < 0 {
			return fmt.Errorf("hex %s: unknown terrain %q", b.m.ID(h), s.Hexes[h].Terrain)
		}
		b.terrain[h] = uint8(t)
		b.level[h] = int8(s.Hexes[h].Level)
		b.blocks[h] = b.book.Terrain[t].Blocks
		for k := range 6 {
			b.next[h][k] = int16(b.m.Neighbor(h, k))
		}
	}
	if err := b.compileEdges(); err != nil {
		return err
	}
	for h := range n {
		for k := range 6 {
			b.compileSide(h, k)
		}
	}
	for _, z := range s.Zones {
		c := zone{id: z.ID}
		for _, id := range z.Hexes {
			h, err := b.m.Parse(id)
			if err != nil {
				return fmt.Errorf("zone %s: %w", z.ID, err)
			}
			c.hexes = append(c.hexes, int16(h))
			c.in[h] = true
		}
		b.zones = append(b.zones, c)
	}
	return nil
}

func (b *Battle) compileEdges() error {
	for _, e := range b.setup.Edges {
		kind := slices.IndexFunc(b.book.Edges, func(x Edge) bool { return x.ID == e.Kind })
		if kind < 0 {
			return fmt.Errorf("hexside %s|%s: unknown feature %q", e.A, e.B, e.Kind)
		}
		in, err := b.m.Parse(e.A)
		if err != nil {
			return err
		}
		out, err := b.m.Parse(e.B)
		if err != nil {
			return err
		}
		k := b.m.Side(in, out)
		if k < 0 {
			return fmt.Errorf("hexside %s|%s: the hexes are not adjacent", e.A, e.B)
		}
		b.edges[out][grid.Opposite(k)] |= 1 << (2 * kind)
		b.edges[in][k] |= 2 << (2 * kind)
	}
	return nil
}

// compileSide works out the cost of crossing side k of hex h and the modifiers of an attack across it (ant-C2, R26 to
// R29).
func (b *Battle) compileSide(h, k int) {
	n := int(b.next[h][k])
	if n < 0 {
		b.step[Foot][h][k], b.step[Horse][h][k] = Closed, Closed
		return
	}
	ground := &b.book.Terrain[b.terrain[n]]
	rise := int(b.level[n]) - int(b.level[h])
	for c := range columns {
		level := rise * int(b.book.Level.Up[c])
		if rise < 0 {
			level = -rise * int(b.book.Level.Down[c])
		}
		cost, closed := int(ground.Cost[c]), ground.Cost[c] == Closed
		path, road := b.pathOver(h, k)
		b.eachEdge(h, k, func(e *Edge, _ bool) {
			if e.Cost[c] == Closed {
				closed = true
			} else {
				cost += int(e.Cost[c])
			}
		})
		if path {
			cost, closed = 1, false
		}
		if road {
			level = 0
		}
		b.step[c][h][k] = int8(cost + level)
		if closed {
			b.step[c][h][k] = Closed
		}
	}
	mod, charge, noRide := int(ground.Melee), int(ground.Charge), ground.Barred
	b.eachEdge(h, k, func(e *Edge, out bool) {
		if out {
			mod += int(e.MeleeOut)
		} else {
			mod += int(e.Melee)
		}
		if e.NoMelee || e.Cost[Foot] == Closed && e.Cost[Horse] == Closed {
			b.barred[h] |= 1 << k
		}
		charge += int(e.Charge)
		noRide = noRide || e.Barred
	})
	b.attack[h][k] = int8(mod + b.levelMod(h, n, false))
	b.charge[h][k] = int8(charge + b.levelMod(h, n, true))
	if noRide {
		b.noRide[h] |= 1 << k
	}
}

// levelMod returns the modifier of attacking, or charging, from one level to another: once, however many levels (R29).
func (b *Battle) levelMod(from, to int, charge bool) int {
	l := &b.book.Level
	up, down := l.MeleeUp, l.MeleeDown
	if charge {
		up, down = l.ChargeUp, l.ChargeDown
	}
	switch {
	case b.level[to] > b.level[from]:
		return int(up)
	case b.level[to] < b.level[from]:
		return int(down)
	}
	return 0
}

// pathOver reports whether a path or a road crosses a hexside, including by a bridge.
func (b *Battle) pathOver(h, k int) (path, road bool) {
	for i := range b.book.Edges {
		e := &b.book.Edges[i]
		if b.edges[h][k]>>(2*i)&3 != 0 {
			path, road = path || e.Path, road || e.Road
		}
	}
	return path, road
}

// eachEdge calls f for every feature of a hexside, as crossed from h. A bridge replaces the others.
func (b *Battle) eachEdge(h, k int, f func(e *Edge, out bool)) {
	bits := b.edges[h][k]
	if bits == 0 {
		return
	}
	for pass := range 2 {
		for e := range b.book.Edges {
			edge := &b.book.Edges[e]
			if bits>>(2*e)&3 == 0 || pass == 0 && !edge.Bridge {
				continue
			}
			f(edge, bits>>(2*e)&2 != 0)
			if edge.Bridge {
				return
			}
		}
	}
}

func (b *Battle) compilePieces() error {
	s := b.setup
	if len(s.Units) > maxUnits || len(s.Leaders) > maxLeaders || len(b.book.Types) > maxTypes {
		return fmt.Errorf("%d units, %d leaders: at most %d and %d fit", len(s.Units), len(s.Leaders), maxUnits, maxLeaders)
	}
	b.compileFacing()
	for _, c := range s.Contingents {
		edge := s.Sides[c.Side].RoutEdge
		if c.RoutEdge != "" {
			edge = c.RoutEdge
		}
		rout, ok := routEdges[edge]
		if !ok {
			return fmt.Errorf("contingent %s: rout edge %q, expected top, bottom, left or right", c.ID, edge)
		}
		b.slant = b.slant || rout[0] != rout[1]
		b.contingents = append(b.contingents, contingentDef{id: c.ID, side: uint8(c.Side), leader: none, rout: rout})
	}
	late, err := b.arrivalTurns()
	if err != nil {
		return err
	}
	for i := range s.Units {
		u, err := b.compileUnit(&s.Units[i], late)
		if err != nil {
			return fmt.Errorf("unit %s: %w", s.Units[i].ID, err)
		}
		b.units = append(b.units, u)
		c := &b.contingents[u.contingent]
		c.units = append(c.units, uint8(i))
	}
	for i, l := range s.Leaders {
		h, err := b.startHex(l.Hex, late[l.ID])
		if err != nil {
			return fmt.Errorf("leader %s: %w", l.ID, err)
		}
		if l.MP < 1 || l.MP > maxLeaderMP {
			return fmt.Errorf("leader %s: %d MP, expected 1 to %d", l.ID, l.MP, maxLeaderMP)
		}
		d := leaderDef{
			id: l.ID, side: uint8(l.Side), commander: l.Commander, contingent: none, hex: h,
			bonus: int8(l.Bonus), rating: int8(l.Rating), radius: int8(l.Radius), mp: int8(l.MP),
		}
		if h == waiting {
			d.arrives = uint8(late[l.ID])
		}
		for c := range s.Contingents {
			if s.Contingents[c].Leader == l.ID {
				d.contingent = uint8(c)
				b.contingents[c].leader = uint8(i)
			}
		}
		if (!l.Commander || b.book.Capture) && d.contingent == none {
			return fmt.Errorf("leader %s: no contingent names him as its leader", l.ID)
		}
		b.leaders = append(b.leaders, d)
	}
	for c := range b.contingents {
		if b.contingents[c].leader == none {
			return fmt.Errorf("contingent %s: unknown leader %q", s.Contingents[c].ID, s.Contingents[c].Leader)
		}
	}
	for i := range s.Sides {
		for _, id := range s.Sides[i].Bonus {
			l, err := b.leader(id)
			if err != nil {
				return fmt.Errorf("side %s: bonus: %w", s.Sides[i].ID, err)
			}
			b.initiative[i] = append(b.initiative[i], l)
		}
	}
	return b.compileArrivals()
}

// routEdges gives the sides over which units flee toward an edge of the sheet.
var routEdges = map[string][2]uint8{
	"top": {grid.N, grid.N}, "bottom": {grid.S, grid.S}, "left": {grid.NW, grid.SW}, "right": {grid.NE, grid.SE},
}

// compileFacing works out the arc of each side for each facing, as the book has units face; guns have one front hex
// only.
func (b *Battle) compileFacing() {
	for k := range 6 {
		b.arcs[0][k] = grid.ArcByCorner(0, k)
		if b.book.Facing == FaceSide {
			b.arcs[0][k] = grid.ArcBySide(0, k)
		}
		b.arcs[1][k] = grid.Rear
	}
	b.arcs[1][0] = grid.Front
	b.frontSides, b.guns = 2, b.book.Stacking.Guns
	if b.book.Facing == FaceSide {
		b.frontSides = 3
	}
	for kind := range b.fronts {
		for f := range 6 {
			n := 0
			for k, a := range b.arcs[kind] {
				if a == grid.Front {
					b.fronts[kind][f] |= sides((f+k)%6+1) << n
					n += 3
				}
			}
		}
	}
}

func (b *Battle) compileUnit(d *UnitDef, late map[string]int) (unitDef, error) {
	typ := b.typeOf(d.Type)
	if typ < 0 {
		return unitDef{}, fmt.Errorf("unknown type %q", d.Type)
	}
	c := slices.IndexFunc(b.setup.Contingents, func(c ContingentDef) bool { return c.ID == d.Contingent })
	if c < 0 {
		return unitDef{}, fmt.Errorf("unknown contingent %q", d.Contingent)
	}
	h, err := b.startHex(d.Hex, late[d.ID])
	if err != nil {
		return unitDef{}, err
	}
	if d.Facing < 0 || d.Facing > 5 {
		return unitDef{}, fmt.Errorf("facing %d, expected 0 to 5", d.Facing)
	}
	t := &b.book.Types[typ]
	most := maxMP
	switch {
	case t.FreeTurn:
		most = maxFreeMP
	case b.book.Facing == FaceSide:
		most = maxSideMP
	}
	if mp := max(d.Front.MP, d.Back.MP); mp > most || min(d.Front.MP, d.Back.MP) < 1 {
		return unitDef{}, fmt.Errorf("%d MP, expected 1 to %d", mp, most)
	}
	name := slices.Index(b.names, d.Name)
	if name < 0 {
		name = len(b.names)
		b.names = append(b.names, d.Name)
	}
	u := unitDef{
		id: d.ID, name: uint8(name), typ: uint8(typ), side: b.contingents[c].side, contingent: uint8(c),
		freeTurn: t.FreeTurn, guns: t.Guns, charges: t.Charges, changed: d.Changed, rout: b.contingents[c].rout,
		sp:      [2]int8{int8(d.Front.SP), int8(d.Back.SP)},
		quality: [2]int8{int8(d.Front.Quality), int8(d.Back.Quality)},
		shoots:  [2]bool{d.Front.Shoots, d.Back.Shoots},
		hex:     h, facing: uint8(d.Facing),
	}
	if h == waiting {
		u.arrives = uint8(late[d.ID])
	}
	return u, b.compileForm(&u, d, t)
}

// compileForm works out how the unit moves as printed and in its other form.
func (b *Battle) compileForm(u *unitDef, d *UnitDef, t *UnitType) error {
	printed := [2]int8{int8(d.Front.MP), int8(d.Back.MP)}
	u.column = [2]Column{t.Column, t.Column}
	u.mounted = [2]bool{t.Mounted, t.Mounted}
	u.mp = [2][2]int8{printed, printed}
	if d.Form != "" && d.Form != OnFoot && d.Form != Mounted {
		return fmt.Errorf("form %q, expected %s or %s", d.Form, OnFoot, Mounted)
	}
	if d.Form != "" {
		horse := d.Form == Mounted
		u.mounted = [2]bool{horse, horse}
		u.column[0] = Foot
		if horse {
			u.column[0] = Horse
		}
	}
	m := b.book.Mounting
	if m == nil || t.Guns {
		if d.Changed {
			return fmt.Errorf("a unit of this type cannot mount or dismount")
		}
		return nil
	}
	u.mounted[1] = !u.mounted[0]
	if u.mounted[1] {
		u.column[1], u.mp[1] = Horse, m.Horse
	} else {
		u.column[1], u.mp[1] = Foot, m.Foot
	}
	return nil
}

func (b *Battle) compileRules() error {
	for _, r := range b.book.Shots {
		if t := b.typeOf(r.Type); t >= 0 {
			b.reach[t] = uint8(len(r.Need))
		}
	}
	for _, m := range b.book.ShotMods.Target {
		for _, code := range m.Types {
			b.shotMod[b.typeOf(code)] = m.Mod
		}
	}
	var err error
	if b.pairs, err = b.types(b.setup.Pairs); err != nil {
		return fmt.Errorf("pairs: %w", err)
	}
	if b.mounts, err = b.types(b.setup.Mounting.Types); err != nil {
		return fmt.Errorf("mounting: %w", err)
	}
	for i := range b.free {
		b.free[i] = -1
		if id := b.setup.Deploy.Free[i].Zone; id != "" {
			z, err := b.zone(id)
			if err != nil {
				return fmt.Errorf("deployment: %w", err)
			}
			b.free[i] = int16(z)
		}
	}
	if err := b.compileSpecial(); err != nil {
		return err
	}
	return b.compileVictory()
}

func (b *Battle) typeOf(code string) int {
	return slices.IndexFunc(b.book.Types, func(t UnitType) bool { return t.Code == code })
}

func (b *Battle) types(codes []string) (set [maxTypes]bool, err error) {
	for _, c := range codes {
		t := b.typeOf(c)
		if t < 0 {
			return set, fmt.Errorf("unknown type %q", c)
		}
		set[t] = true
	}
	return set, nil
}

func (b *Battle) leader(id string) (uint8, error) {
	for i := range b.leaders {
		if b.leaders[i].id == id {
			return uint8(i), nil
		}
	}
	return none, fmt.Errorf("unknown leader %q", id)
}

func (b *Battle) zone(id string) (int, error) {
	for z := range b.zones {
		if b.zones[z].id == id {
			return z, nil
		}
	}
	return -1, fmt.Errorf("unknown zone %q", id)
}
