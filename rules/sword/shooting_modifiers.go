package sword

import "acies/grid"

// Charts C3 and FT: the rolls a shot needs, and its modifiers.

// shotRange returns the distance of the farthest shooter (ant-9.3c).
func (s *State) shotRange() int {
	d := 0
	for _, u := range s.shot.shooters[:s.shot.n] {
		d = max(d, s.b.m.Distance(int(s.units[u].hex), int(s.shot.target)))
	}
	return d
}

// shotNeed returns the cell of the shooting chart for the shot, with its clause.
func (s *State) shotNeed() (ShotNeed, string) {
	code := s.b.book.Types[s.b.units[s.shot.shooters[0]].typ].Code
	for i := range s.b.book.Shots {
		if r := &s.b.book.Shots[i]; r.Type == code {
			d := s.shotRange() + s.armourOf(int(s.shot.target))
			return r.Need[d-1], r.Clause[d-1]
		}
	}
	return ShotNeed{}, ""
}

// shotMods lists the modifiers of the shot, one by one (ant-C3f to C3p).
func (s *State) shotMods(m *mods) {
	sh := &s.shot
	b := s.b.book
	target := int(sh.target)
	s.shotTerrain(m)
	sp, moved, shaken, horse := 0, uint8(none), uint8(none), uint8(none)
	for _, u := range sh.shooters[:sh.n] {
		sp += s.sp(u)
		if s.isMounted(u) {
			horse = u
		}
		if s.has(u, fMoved) && !exempt(b.ShotMods.MovedExempt, b.Types[s.b.units[u].typ].Code) {
			moved = u
		}
		if s.isDiscouraged(u) {
			shaken = u
		}
	}
	switch {
	case sp < b.ShotMods.Few && exempt(b.ShotMods.FewExempt, b.Types[s.b.units[sh.shooters[0]].typ].Code):
	case sp < b.ShotMods.Few:
		m.add(int(b.ShotMods.FewMod), "shot-few", "ant-C3h", sp, b.ShotMods.Few)
	case b.ShotMods.More > 0 && sp > b.ShotMods.More:
		m.add(int(b.ShotMods.MoreMod), "shot-many", "med-FT9", sp, b.ShotMods.More)
	case sp > b.ShotMods.Many:
		m.add(int(b.ShotMods.ManyMod), "shot-many", "ant-C3i", sp, b.ShotMods.Many)
	}
	switch size := s.stackSP(target); {
	case b.ShotMods.Small > 0 && size <= b.ShotMods.Small:
		m.add(int(b.ShotMods.SmallMod), "shot-small", "ant-C3k", size, b.ShotMods.Small)
	case b.ShotMods.Large > 0 && size >= b.ShotMods.Large:
		m.add(int(b.ShotMods.LargeMod), "shot-large", "ant-C3l", size, b.ShotMods.Large)
	}
	if typ := s.b.units[s.top[target]].typ; s.b.shotMod[typ] != 0 {
		m.add(int(s.b.shotMod[typ]), "shot-type", s.shotTypeClause(b.Types[typ].Code), int(s.top[target]), 0)
	}
	if u, c := s.dismountedTarget(target); u != none {
		m.add(int(c.Mod), "shot-on-foot", c.Clause, int(u), 0)
	}
	if n := s.armourOf(target); n > 0 {
		m.add(0, "shot-armour", "gui-4a", int(s.top[target]), n)
	}
	if moved != none {
		m.add(int(b.ShotMods.Moved), "shot-moved", "ant-C3o", int(moved), 0)
	}
	if horse != none && b.ShotMods.Mounted != 0 {
		m.add(int(b.ShotMods.Mounted), "shot-mounted", "med-FT12", int(horse), 0)
	}
	if shaken != none {
		m.add(int(b.ShotMods.Discouraged), "shot-discouraged", "ant-C3p", int(shaken), 0)
	}
}

func exempt(list []string, code string) bool {
	for _, c := range list {
		if c == code {
			return true
		}
	}
	return false
}

func (s *State) shotTypeClause(code string) string {
	for i := range s.b.book.ShotMods.Target {
		if t := &s.b.book.ShotMods.Target[i]; exempt(t.Types, code) {
			return t.Clause
		}
	}
	return ""
}

// shotTerrain adds the modifiers of the target's terrain: its hex, and a feature of the hexside the shot enters by
// (R25, R26). What the line of one shooter crosses applies to the whole shot (ant-9.3f); walls and gates count once
// (med-R48).
func (s *State) shotTerrain(m *mods) {
	target := int(s.shot.target)
	g := &s.b.book.Terrain[s.b.terrain[target]]
	if g.Shot != 0 {
		m.add(int(g.Shot), "shot-terrain", g.Clause, int(s.b.terrain[target]), target)
	}
	var seen uint32
	for _, u := range s.shot.shooters[:s.shot.n] {
		s1, s2 := s.b.m.Entry(int(s.units[u].hex), target)
		seen |= s.inward(target, s1) | s.inward(target, s2)
	}
	walled := false
	for e := range s.b.book.Edges {
		edge := &s.b.book.Edges[e]
		mod := int(edge.Shot)
		if seen>>(2*e)&1 == 0 {
			mod = int(edge.ShotOut)
		}
		if seen>>(2*e)&3 == 0 || mod == 0 || edge.Wall && walled {
			continue
		}
		walled = walled || edge.Wall
		m.add(mod, "shot-edge", edge.Clause, e, target)
	}
}

// inward returns the features of a hexside as crossed by a move into the hex.
func (s *State) inward(h, side int) uint32 {
	n := int(s.b.next[h][side])
	if n < 0 {
		return 0
	}
	return s.b.edges[n][grid.Opposite(side)]
}

// dismountedTarget returns a unit of the target that fights on foot in armour, and its modifier; or none (med-FT10).
func (s *State) dismountedTarget(h int) (uint8, *TypeMod) {
	for i := range s.b.book.ShotMods.TargetOnFoot {
		x := &s.b.book.ShotMods.TargetOnFoot[i]
		for u := s.top[h]; u != none; u = s.units[u].below {
			if exempt(x.Types, s.b.book.Types[s.b.units[u].typ].Code) && !s.isMounted(u) {
				return u, x
			}
		}
	}
	return none, nil
}

// armourOf returns how many columns farther the armour of the target makes the shot.
func (s *State) armourOf(h int) int { return s.armour(s.shot.shooters[0], h) }

// armour returns how many columns farther a shot of the unit at a hex counts (gui-4a).
func (s *State) armour(u uint8, h int) int {
	r := s.b.armour
	if r == nil || !r.shooters[s.b.units[u].typ] {
		return 0
	}
	for v := s.top[h]; v != none; v = s.units[v].below {
		if r.targets[s.b.units[v].typ] {
			return r.columns
		}
	}
	return 0
}
