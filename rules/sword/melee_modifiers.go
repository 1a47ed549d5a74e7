package sword

import (
	"math/bits"

	"acies/grid"
)

// Charts C4 and C5: the modifiers of a melee, and the phalanx lines of volume 1.

// meleeMods lists the modifiers of the melee in the order of the steps (ant-10.3f to 10.3k).
func (s *State) meleeMods(m *mods) {
	s.meleeTerrain(m)
	s.meleeRatio(m)
	s.meleeType(m)
	s.meleeQuality(m)
	s.meleeLeaders(m)
	if s.melee.shot {
		m.add(int(s.b.book.MeleeMods.OffensiveShot), "melee-shot", "ant-C5m", 0, 0)
	}
	if s.melee.stage == notCharge || s.b.setup.RearCharge {
		s.meleeFacing(m)
	}
	if s.melee.stage != notCharge {
		s.meleeCharge(m)
	}
	s.meleeDisorder(m)
	if s.b.book.MeleeMods.PhalanxPair != 0 {
		s.meleePhalanx(m)
	}
}

// meleeTerrain adds the terrain modifier of the pair of attacker and defender that is best for the defender (ant-10.3g,
// R59).
func (s *State) meleeTerrain(m *mods) {
	best, from, side, charge := 127, -1, -1, false
	for _, h := range s.melee.att[:s.melee.nAtt] {
		table, rides := &s.b.attack, s.rides(int(h))
		if rides {
			table = &s.b.charge
		}
		for _, e := range s.melee.def[:s.melee.nDef] {
			k := s.b.m.Side(int(h), int(e))
			if k >= 0 && int(table[h][k]) < best && s.inFrontOf(int(h), int(e)) {
				best, from, side, charge = int(table[h][k]), int(h), k, rides
			}
		}
	}
	if from < 0 {
		return
	}
	to := int(s.b.next[from][side])
	g := &s.b.book.Terrain[s.b.terrain[to]]
	ground := g.Melee
	if charge {
		ground = g.Charge
	}
	if ground != 0 {
		m.add(int(ground), "melee-terrain", g.Clause, int(s.b.terrain[to]), to)
	}
	for e := range s.b.book.Edges {
		edge := &s.b.book.Edges[e]
		mod := 0
		switch bits := s.b.edges[from][side] >> (2 * e) & 3; {
		case bits == 0 || s.b.edges[from][side] != 0 && s.bridged(from, side) && !edge.Bridge:
		case charge:
			mod = int(edge.Charge)
		case bits&2 != 0:
			mod = int(edge.MeleeOut)
		default:
			mod = int(edge.Melee)
		}
		if mod != 0 {
			m.add(mod, "melee-edge", edge.Clause, e, to)
		}
	}
	switch l := s.b.levelMod(from, to, charge); {
	case l != 0 && s.b.level[to] > s.b.level[from]:
		m.add(l, "melee-up", "ant-C2g", to, 0)
	case l != 0:
		m.add(l, "melee-down", "ant-C2h", to, 0)
	}
}

// bridged reports whether a bridge lies on the hexside and so replaces its other features.
func (s *State) bridged(h, side int) bool {
	for e := range s.b.book.Edges {
		if s.b.book.Edges[e].Bridge && s.b.edges[h][side]>>(2*e)&3 != 0 {
			return true
		}
	}
	return false
}

// counts reports whether a defender counts toward the strength of its side: a unit that entered the hex through a melee
// result of this activation does not (ant-5.2.5e, R63).
func (s *State) counts(u uint8) bool {
	if !s.has(u, fJoined) {
		return true
	}
	for v := s.top[s.units[u].hex]; v != none; v = s.units[v].below {
		if !s.has(v, fJoined) {
			return false
		}
	}
	return true
}

// meleeRatio compares strengths, rounded in the defender's favour (ant-C5b to C5g, R56).
func (s *State) meleeRatio(m *mods) {
	a, d := 0, 0
	for i := range s.b.units {
		u := uint8(i)
		switch {
		case s.has(u, fAtt):
			a += s.sp(u)
		case s.has(u, fDef) && s.counts(u):
			d += s.sp(u)
		}
	}
	switch {
	case a >= 2*d:
		m.add(2, "melee-ratio", "ant-C5b", a, d)
	case a >= d:
		m.add(1, "melee-ratio", "ant-C5c", a, d)
	case 2*a >= d:
		m.add(0, "melee-ratio", "ant-C5d", a, d)
	case 3*a >= d:
		m.add(-1, "melee-ratio", "ant-C5e", a, d)
	default:
		m.add(-2, "melee-ratio", "ant-C5f", a, d)
	}
}

// meleeType adds the modifier of the pairing of types that is best for the defender (ant-C4g).
func (s *State) meleeType(m *mods) {
	best, att, def := 127, uint8(none), uint8(none)
	for i := range s.b.units {
		if !s.has(uint8(i), fAtt) {
			continue
		}
		for j := range s.b.units {
			if !s.has(uint8(j), fDef) || !s.counts(uint8(j)) {
				continue
			}
			if v := int(s.b.book.Melee[s.b.units[i].typ][s.b.units[j].typ]); v < best {
				best, att, def = v, uint8(i), uint8(j)
			}
		}
	}
	if att != none {
		m.add(best, "melee-type", s.b.book.Types[s.b.units[att].typ].Clause, int(att), int(def))
	}
}

// meleeQuality compares the best quality of the attackers with that of the defenders: for each defending stack its
// lowest, and of several stacks the best (ant-C5h to C5j, R57).
func (s *State) meleeQuality(m *mods) {
	best, by := 0, uint8(none)
	if s.b.book.Stacking.Lowest {
		best = s.lowestAttack()
	} else {
		for i := range s.b.units {
			if u := uint8(i); s.has(u, fAtt) {
				if q := s.meleeQ(u); q > best {
					best, by = q, u
				}
			}
		}
	}
	worst, of := 0, uint8(none)
	for _, h := range s.melee.def[:s.melee.nDef] {
		low, v := 127, uint8(none)
		for u := s.top[h]; u != none; u = s.units[u].below {
			if s.counts(u) {
				if q := s.meleeQ(u); q < low {
					low, v = q, u
				}
			}
		}
		if v != none && low > worst {
			worst, of = low, v
		}
	}
	mods := &s.b.book.MeleeMods
	switch {
	case best > worst:
		m.add(int(mods.QualityUp), "melee-quality", "ant-C5h", best, worst)
	case best < worst:
		m.add(int(mods.QualityDown), "melee-quality", "ant-C5i", best, worst)
	default:
		m.add(0, "melee-quality", "ant-C5j", best, worst)
	}
	if by != none && best > s.quality(by) {
		m.add(0, "melee-phalanx-quality", "iss-M2a", int(by), best)
	}
	if of != none && worst > s.quality(of) {
		m.add(0, "melee-phalanx-quality", "iss-M2a", int(of), worst)
	}
}

// meleeQ returns a unit's quality for the comparison; a phalanx next to another counts one more (iss-M2a, R115, R125).
func (s *State) meleeQ(u uint8) int {
	q := s.quality(u)
	if s.b.book.MeleeMods.PhalanxQuality == 0 || !s.b.book.Types[s.b.units[u].typ].Phalanx {
		return q
	}
	if s.phalanxNeighbors(u, true) > 0 {
		q += int(s.b.book.MeleeMods.PhalanxQuality)
	}
	return q
}

// phalanxNeighbors counts the phalanxes with the unit's facing in adjacent hexes; if name is set, only those of its
// name.
func (s *State) phalanxNeighbors(u uint8, name bool) int {
	n := 0
	for k := range 6 {
		h := s.b.next[s.units[u].hex][k]
		if h < 0 {
			continue
		}
		for v := s.top[h]; v != none; v = s.units[v].below {
			if s.likePhalanx(u, v, name) {
				n++
			}
		}
	}
	return n
}

// meleeLeaders adds the bonuses of the attackers' leaders and subtracts those of the defenders' (ant-C5l, R61).
func (s *State) meleeLeaders(m *mods) {
	add := func(list []int16, side uint8, sign int) {
		for _, h := range list {
			for set := s.leadersAt(int(h), side); set != 0; set &= set - 1 {
				l := uint8(bits.TrailingZeros32(set))
				if b := s.bonus(l); b != 0 && (sign > 0 || s.leaders[l].flags&lJoined == 0) {
					m.add(sign*b, "melee-leader", "ant-C5l", len(s.b.units)+int(l), 0)
				}
			}
		}
	}
	add(s.melee.att[:s.melee.nAtt], s.side, 1)
	add(s.melee.def[:s.melee.nDef], 1-s.side, -1)
}

// meleeFacing adds the modifier of the facing: only one applies, the highest against several stacks (ant-C5n to C5p,
// R58, R62).
func (s *State) meleeFacing(m *mods) {
	best, key, clause, where := int8(0), "", "", 0
	mods := &s.b.book.MeleeMods
	for _, e := range s.melee.def[:s.melee.nDef] {
		f, ok := s.defenderFacing(int(e))
		if !ok {
			continue
		}
		var seen [3]bool
		for _, h := range s.melee.att[:s.melee.nAtt] {
			if k := s.b.m.Side(int(e), int(h)); k >= 0 && s.inFrontOf(int(h), int(e)) && !s.ringed(int(e)) {
				seen[s.stackArc(int(e), f, k)] = true
			}
		}
		v, k, c := int8(0), "", ""
		switch {
		case mods.RearMore != 0 && seen[grid.Rear] && (seen[grid.Flank] || seen[grid.Front]):
			v, k, c = mods.RearMore, "melee-rear-more", "ant-C5p"
		case seen[grid.Rear]:
			v, k, c = mods.Rear, "melee-rear", "ant-C5o"
		case seen[grid.Flank]:
			v, k, c = mods.Flank, "melee-flank", "ant-C5n"
		}
		if v > best {
			best, key, clause, where = v, k, c, int(e)
		}
	}
	if best != 0 {
		m.add(int(best), key, clause, where, 0)
	}
}

// defenderFacing returns the facing of the unrouted defenders that count; ok is false if all are routed (ant-C5v).
func (s *State) defenderFacing(h int) (f int, ok bool) {
	for u := s.top[h]; u != none; u = s.units[u].below {
		if !s.isRouted(u) && s.counts(u) {
			return int(s.units[u].facing), true
		}
	}
	return 0, false
}

// inFrontOf reports whether an enemy hex is in the front of a stack.
func (s *State) inFrontOf(from, to int) bool {
	f, ok := s.stackFacing(from)
	k := s.b.m.Side(from, to)
	return ok && k >= 0 && s.stackArc(from, f, k) == grid.Front
}

// meleeDisorder adds one line for each side with discouraged or routed units (ant-C5q to C5u, R60).
func (s *State) meleeDisorder(m *mods) {
	var att, attShaken, def, defShaken, defRouted int
	for i := range s.b.units {
		u := uint8(i)
		switch {
		case s.has(u, fAtt):
			att++
			if s.isDiscouraged(u) {
				attShaken++
			}
		case s.has(u, fDef) && s.counts(u):
			def++
			if s.isDiscouraged(u) {
				defShaken++
			}
			if s.isRouted(u) {
				defRouted++
			}
		}
	}
	mods := &s.b.book.MeleeMods
	switch {
	case attShaken == att:
		m.add(int(mods.AttackersAll), "melee-attackers-all", "ant-C5r", attShaken, att)
	case attShaken > 0:
		m.add(int(mods.AttackersSome), "melee-attackers-some", "ant-C5q", attShaken, att)
	}
	switch {
	case defRouted == def:
		m.add(int(mods.DefendersRouted), "melee-defenders-routed", "ant-C5u", defRouted, def)
	case defRouted > 0:
		m.add(int(mods.DefendersAll), "melee-defenders-part", "ant-C5t", defRouted, def)
	case defShaken == def:
		m.add(int(mods.DefendersAll), "melee-defenders-all", "ant-C5t", defShaken, def)
	case defShaken > 0:
		m.add(int(mods.DefendersSome), "melee-defenders-some", "ant-C5s", defShaken, def)
	}
}

// meleePhalanx adds the phalanx lines, each once (iss-M2b to M2d, R116, R125).
func (s *State) meleePhalanx(m *mods) {
	attack, defend, pair := uint8(none), uint8(none), false
	for i := range s.b.units {
		u := uint8(i)
		if !s.b.book.Types[s.b.units[u].typ].Phalanx || s.isRouted(u) {
			continue
		}
		switch {
		case s.has(u, fAtt):
			if s.phalanxNeighbors(u, false) >= 2 {
				attack = u
			}
			pair = pair || s.pairedWith(u)
		case s.has(u, fDef) && s.counts(u):
			if s.phalanxFlanks(u) {
				defend = u
			}
		}
	}
	mods := &s.b.book.MeleeMods
	if attack != none {
		m.add(int(mods.PhalanxAttack), "melee-phalanx-attack", "iss-M2b", int(attack), 0)
	}
	if defend != none {
		m.add(int(mods.PhalanxDefend), "melee-phalanx-defend", "iss-M2c", int(defend), 0)
	}
	if pair {
		m.add(int(mods.PhalanxPair), "melee-phalanx-pair", "iss-M2d", 0, 0)
	}
}

// pairedWith reports whether an attacking phalanx has another of its name attacking with it from an adjacent hex.
func (s *State) pairedWith(u uint8) bool {
	for k := range 6 {
		h := s.b.next[s.units[u].hex][k]
		if h < 0 {
			continue
		}
		for v := s.top[h]; v != none; v = s.units[v].below {
			if s.has(v, fAtt) && s.b.units[v].name == s.b.units[u].name && s.b.units[v].typ == s.b.units[u].typ {
				return true
			}
		}
	}
	return false
}

// phalanxFlanks reports whether both flank hexes of a phalanx hold phalanxes with its facing.
func (s *State) phalanxFlanks(u uint8) bool {
	for k := range 6 {
		if s.unitArc(u, k) != grid.Flank {
			continue
		}
		h := s.b.next[s.units[u].hex][k]
		like := false
		if h >= 0 {
			for v := s.top[h]; v != none; v = s.units[v].below {
				like = like || s.likePhalanx(u, v, false)
			}
		}
		if !like {
			return false
		}
	}
	return true
}

// lowestAttack returns the best of the attacking stacks' qualities, each being the lowest of its units (med-5.2.5d,
// MTd, R69).
func (s *State) lowestAttack() int {
	best := 0
	for _, h := range s.melee.att[:s.melee.nAtt] {
		low := 127
		for u := s.top[h]; u != none; u = s.units[u].below {
			if s.has(u, fAtt) {
				low = min(low, s.quality(u))
			}
		}
		if low != 127 {
			best = max(best, low)
		}
	}
	return best
}

// rides reports whether the attackers of a hex count as charging: not those met by a reaction charge (med-10.3g, 10.3k,
// R62, R63).
func (s *State) rides(h int) bool {
	m := &s.melee
	return m.stage != notCharge && (m.reacted == 0 || int(s.units[m.reacted-1].hex) != h)
}

// meleeCharge adds the modifier of the charge: one line, by how many units charge and from where; nothing against
// defenders that are all routed (MT23 to MT25, med-MTg, R61, R63, R72).
func (s *State) meleeCharge(m *mods) {
	e := int(s.melee.def[0])
	f, ok := s.defenderFacing(e)
	if !ok {
		return
	}
	front, rear := 0, 0
	for _, h := range s.melee.att[:s.melee.nAtt] {
		k := s.b.m.Side(e, int(h))
		switch {
		case k < 0 || !s.rides(int(h)):
		case s.stackArc(e, f, k) == grid.Rear && !s.ringed(e):
			rear++
		default:
			front++
		}
	}
	mods := &s.b.book.MeleeMods
	switch {
	case front+rear == 0:
	case rear > 0 && front+rear > 1:
		m.add(int(mods.ChargeMore), "melee-charge-more", "med-MT25", e, 0)
	case rear > 0:
		m.add(int(mods.ChargeRear), "melee-charge-rear", "med-MT24", e, 0)
	case front > 1:
		m.add(int(mods.ChargeRear), "melee-charges", "med-MT24", e, 0)
	default:
		m.add(int(mods.ChargeFront), "melee-charge", "med-MT23", e, 0)
	}
}

// ringed reports whether a stack has no rear because it has not moved in this turn (bou-4b).
func (s *State) ringed(h int) bool {
	if s.b.setup.Special.Ring == nil {
		return false
	}
	for u := s.top[h]; u != none; u = s.units[u].below {
		if !s.b.units[u].ring || s.has(u, fStirred) {
			return false
		}
	}
	return true
}
