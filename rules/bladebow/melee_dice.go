package bladebow

import (
	"acies/game"
)

// Sections 9.4.5 to 9.4.7: the lead, the dice of both sides, and re-rolls.

// mayLead reports whether an attacker may be the lead: the one in the square that the defender faces, else one in another
// front square, else any (9.4.5.4, R62, R85).
func (s *State) mayLead(u uint8) bool {
	best := 2
	grade := func(u uint8) int {
		switch pos := s.position(u); {
		case pos == 0:
			return 0
		case isFront(pos):
			return 1
		}
		return 2
	}
	for _, v := range s.duel.units[:s.duel.n] {
		best = min(best, grade(v))
	}
	return grade(u) == best
}

// stepLead chooses the lead, and then the order in which supporters take hits. a counts what is settled.
func (s *State) stepLead(t task) bool {
	d := &s.duel
	if d.evaded && t.a == 1 || t.a >= d.n {
		s.pop()
		return false
	}
	open, last := 0, 0
	for i := int(t.a); i < int(d.n); i++ {
		if s.mayBeNext(t, d.units[i]).ok() {
			open++
			last = i
		}
	}
	if open == 1 || t.a > 0 && !s.orderMatters(t.a) {
		if open > 1 {
			last = int(t.a)
		}
		s.order(t.a, last)
		return false
	}
	return s.waitFor(s.active)
}

// orderMatters reports whether the order of the supporters that are not settled changes anything: two of them may take
// hits, or the cap on dice may cut those of a shield wall.
func (s *State) orderMatters(from uint8) bool {
	n, front, walls := 0, 0, 0
	for _, u := range s.duel.units[from:s.duel.n] {
		n++
		if isFront(s.position(u)) {
			front++
		}
		if s.has(u, fShield) {
			walls++
		}
	}
	leadFront := isFront(s.position(s.duel.units[0]))
	return front > 1 || !leadFront && n > 1 || walls > 0 && walls < n
}

func (s *State) mayBeNext(t task, u uint8) reason {
	if t.a == 0 && !s.mayLead(u) {
		return reason{id: whyLead, a: int16(u)}
	}
	for _, v := range s.duel.units[t.a:s.duel.n] {
		if u == v {
			return reason{}
		}
	}
	return reason{id: whyNotAttacker, a: int16(u)}
}

// order puts an attacker into its place and settles it.
func (s *State) order(place uint8, i int) {
	d := &s.duel
	d.units[place], d.units[i] = d.units[i], d.units[place]
	d.status[place], d.status[i] = d.status[i], d.status[place]
	s.top().a++
}

func (s *State) optLead(t task, buf []game.Action) []game.Action {
	for _, u := range s.duel.units[t.a:s.duel.n] {
		buf = append(buf, game.Action{Verb: vLead, A: int32(u)})
	}
	return buf
}

func (s *State) checkLead(t task, a game.Action) reason {
	if a.Verb != vLead {
		return reason{id: whyChooseLead}
	}
	return s.mayBeNext(t, uint8(a.A))
}

func (s *State) doLead(t task, a game.Action) {
	for i := int(t.a); i < int(s.duel.n); i++ {
		if int32(s.duel.units[i]) == a.A {
			s.order(t.a, i)
			return
		}
	}
}

// reveal shows the ranks that count in the dice (R11).
func (s *State) reveal() {
	for _, u := range [2]uint8{s.duel.units[0], s.duel.target} {
		if u != none && s.ranked(u) && !s.has(u, fKnown) {
			s.discover(u, "bnb-R11")
		}
	}
}

// The sides of a melee, as indices.
const (
	attacking = iota
	defending
)

// meleeDice returns the terms that make up the dice of one side of the melee (9.4.5, T2 to T7, T16, R63, R64).
func (s *State) meleeDice(half int, add func(value int, key, clause string, u uint8)) {
	d := &s.duel
	lead := d.units[0]
	ground := func(q int) Terrain { return s.b.ground[q].terrain }
	ours, theirs := ground(int(s.units[lead].square)), ground(int(d.square))
	if half == attacking {
		for i, u := range d.units[:d.n] {
			key, clause := "support", "bnb-9.4.5.4f"
			if i == 0 {
				key, clause = "size", "bnb-9.4.5a"
			}
			add(int(s.b.units[u].Size), key, clause, u)
		}
		if n := int(s.units[lead].ranks); n > 0 {
			add(n, "ranks", "bnb-9.3c", lead)
		}
		if s.b.units[lead].typ == Immortals {
			add(1, "immortals", "bnb-9.4.5.3a", lead)
		}
		switch flank, rear := s.vectors(); {
		case rear:
			add(1, "rear", "bnb-9.4.5.1e", lead)
		case flank:
			add(1, "flank", "bnb-9.4.5.1c", lead)
		}
		if ours.high() && !theirs.high() {
			add(1, "hill", "bnb-T2", lead)
		}
		if d.target != none && s.clumsy(d.target, theirs) {
			add(1, "rough-ground", theirs.Data().Clause, d.target)
		}
		if d.extra[0] != 0 {
			add(int(d.extra[0]), "cards", "bnb-9.4.5.6a", lead)
		}
		return
	}
	if d.target == none {
		add(3, "camp", "bnb-12.0f", none)
	} else {
		add(int(s.b.units[d.target].Size), "size", "bnb-9.4.5a", d.target)
		if n := int(s.units[d.target].ranks); n > 0 {
			add(n, "ranks", "bnb-9.3c", d.target)
		}
		if s.has(d.target, fShield) {
			add(1, "shield-wall", "bnb-13.2f", d.target)
		}
		if theirs.high() && !ours.high() {
			add(1, "hill", "bnb-T2", d.target)
		}
		if theirs == Town && !s.b.units[d.target].Mounted {
			add(1, "town", "bnb-T4", d.target)
		}
	}
	if s.clumsy(lead, ours) {
		add(1, "rough-ground", ours.Data().Clause, lead)
	}
	if d.extra[1] != 0 {
		add(int(d.extra[1]), "cards", "bnb-9.4.5.6a", d.target)
	}
}

// clumsy reports whether the opponent of a unit on some ground has an additional die.
func (s *State) clumsy(u uint8, t Terrain) bool {
	d := &s.b.units[u]
	switch t {
	case Woods:
		return d.Density != Open || d.Mounted
	case Town:
		return d.Mounted
	case River, Marsh:
		return true
	}
	return false
}

// vectors reports whether an attacker strikes a flank or the rear of the defender.
func (s *State) vectors() (flank, rear bool) {
	for _, u := range s.duel.units[:s.duel.n] {
		switch pos := s.position(u); {
		case isFlank(pos):
			flank = true
		case !isFront(pos):
			rear = true
		}
	}
	return flank, rear
}

// countDice counts the dice of both sides, those of shield walls apart, because they add one to each die. The cap cuts
// supporters' dice first, the last supporter first; additional dice belong to the lead (R87).
func (s *State) countDice() {
	d := &s.duel
	var sum [2]int
	for half := range sum {
		s.meleeDice(half, func(value int, _, _ string, _ uint8) { sum[half] += value })
	}
	total := min(max(sum[0], 1), maxDice)
	d.count = [3]uint8{2: uint8(min(max(sum[1], 0), maxDice))}
	// Dice of the lead come first, then those of the supporters in order.
	own := sum[0]
	for _, u := range d.units[1:d.n] {
		own -= int(s.b.units[u].Size)
	}
	left := total
	for i, u := range d.units[:d.n] {
		n := own
		if i > 0 {
			n = int(s.b.units[u].Size)
		}
		n = min(n, left)
		left -= n
		d.count[s.wallIndex(u)] += uint8(n)
	}
}

// wallIndex returns the group of dice to which those of an attacker belong.
func (s *State) wallIndex(u uint8) int {
	if s.has(u, fShield) {
		return 1
	}
	return 0
}

// sayDice tells how many dice are rolled.
func (s *State) sayDice() {
	d := &s.duel
	s.say("melee-dice", "bnb-9.4.6a", num("attack", int(d.count[0]+d.count[1])), num("defence", int(d.count[2])), piece("lead", int(d.units[0])))
}

// leadersIn returns the number of leaders on one side of the melee (9.4.7.1a, R66).
func (s *State) leadersIn(half int) (n uint8) {
	d := &s.duel
	for l := range s.b.leaders {
		p := &s.leaders[l]
		if p.where != onMap {
			continue
		}
		if half == defending {
			if d.target != none && p.square == d.square && s.b.leaders[l].Side == int(s.side(d.target)) {
				n++
			}
			continue
		}
		for _, u := range d.units[:d.n] {
			if p.square == s.units[u].square && s.b.leaders[l].Side == int(s.active) {
				n++
			}
		}
	}
	return n
}

// tally returns the hits and cancellations of a group of dice: 0 the attack, 1 the attack from shield walls, 2 the defence.
func (s *State) tally(group int) (hits, cancels int) {
	p := s.duel.dice[group]
	most, least := s.faces(group)
	return p.between(1, most), p.between(least, 6)
}

// faces returns the highest face that hits and the lowest that cancels in a group of dice (9.3d, 9.3e, 9.4.5.1d, 9.4.5.1f,
// 9.4.5.5b, R87).
func (s *State) faces(group int) (hit, cancel int) {
	d := &s.duel
	plus := 0
	if group == 1 || group == 2 && d.target != none && s.has(d.target, fShield) {
		plus = 1
	}
	most := 2
	if group == 2 && d.target != none {
		switch flank, rear := s.vectors(); {
		case rear || s.disrupted(d.target):
			most = 0
		case flank:
			most = 1
		}
	}
	return most - plus, 5 - plus
}

// half returns which side of the melee a player is.
func (s *State) half(side uint8) int {
	if side == s.active {
		return attacking
	}
	return defending
}

// stepRerolls lets a side re-roll its own dice (9.4.7, R66).
func (s *State) stepRerolls(t task) bool {
	if t.b != 0 || s.duel.rerolls[s.half(t.a)] == 0 {
		s.pop()
		return false
	}
	return s.waitFor(t.a)
}

func (s *State) optRerolls(t task, buf []game.Action) []game.Action {
	for group := range int32(2) {
		for f := int32(1); f <= 6; f++ {
			buf = append(buf, game.Action{Verb: vReroll, A: f, B: group})
		}
	}
	return append(buf, game.Action{Verb: vKeep})
}

// ownGroup returns the group of dice that a side names by a number, or -1.
func (s *State) ownGroup(side uint8, n int) int {
	if s.half(side) == defending {
		if n != 0 {
			return -1
		}
		return 2
	}
	if n > 1 {
		return -1
	}
	return n
}

func (s *State) checkRerolls(t task, a game.Action) reason {
	switch a.Verb {
	case vKeep:
		return reason{}
	case vReroll:
		if g := s.ownGroup(t.a, int(a.B)); g < 0 || a.A < 1 || a.A > 6 || s.duel.dice[g].count(int(a.A)) == 0 {
			return reason{id: whyNoDie}
		}
		return reason{}
	}
	return reason{id: whyRerolls}
}

func (s *State) doRerolls(t task, a game.Action) {
	if a.Verb == vKeep {
		s.top().b = 1
		return
	}
	g := s.ownGroup(t.a, int(a.B))
	s.duel.rerolls[s.half(t.a)]--
	s.duel.dice[g] = s.duel.dice[g].without(int(a.A))
	s.say("rerolls", "bnb-9.4.7a", player("side", t.a), face("die", int(a.A)))
	s.push(tReroll, t.a, 0, g)
}

func (s *State) doReroll(t task, a game.Action) {
	f := pool(a.A).lowest()
	s.duel.dice[t.c] = s.duel.dice[t.c].with(f)
	s.pop()
	s.say("rerolled", "bnb-9.4.7b", player("side", t.a), face("die", f))
}
