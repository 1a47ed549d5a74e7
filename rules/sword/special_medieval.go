package sword

import (
	"fmt"
	"slices"
)

// The special rules of the medieval scenarios (bou-4 of Bouvines, gui-4 of Guinegate): named rules with parameters that
// any battle may use.

type armourRule struct {
	shooters, targets [maxTypes]bool
	columns           int
}

type doubtfulRule struct {
	side  uint8
	units []uint8
	least int
}

type plunderRule struct {
	contingent uint8
	zone       int
}

func (b *Battle) compileArmour() (err error) {
	r := b.setup.Special.Armour
	if r == nil {
		return nil
	}
	b.armour = &armourRule{columns: r.Columns}
	if b.armour.shooters, err = b.types(r.Shooters); err != nil {
		return fmt.Errorf("armour: %w", err)
	}
	if b.armour.targets, err = b.types(r.Targets); err != nil {
		return fmt.Errorf("armour: %w", err)
	}
	return nil
}

func (b *Battle) contingent(id string) (uint8, error) {
	c := slices.IndexFunc(b.contingents, func(c contingentDef) bool { return c.id == id })
	if c < 0 {
		return none, fmt.Errorf("unknown contingent %q", id)
	}
	return uint8(c), nil
}

func (b *Battle) compileRing() error {
	r := b.setup.Special.Ring
	if r == nil {
		return nil
	}
	c, err := b.contingent(r.Contingent)
	if err != nil {
		return fmt.Errorf("ring: %w", err)
	}
	types, err := b.types(r.Types)
	if err != nil {
		return fmt.Errorf("ring: %w", err)
	}
	for i := range b.units {
		b.units[i].ring = b.units[i].contingent == c && types[b.units[i].typ]
	}
	return nil
}

// compileFarBank closes the sides that lead into the zone from outside it.
func (b *Battle) compileFarBank() error {
	r := b.setup.Special.FarBank
	if r == nil {
		return nil
	}
	z, err := b.zone(r.Zone)
	if err != nil {
		return fmt.Errorf("far bank: %w", err)
	}
	in := &b.zones[z].in
	b.bankStep = map[[3]int]int8{}
	for h := range b.hexes {
		for k := range 6 {
			n := b.next[h][k]
			if n < 0 || in[h] || !in[n] {
				continue
			}
			b.bank[h] |= 1 << k
			for c := range columns {
				b.bankStep[[3]int{int(c), h, k}] = b.step[c][h][k]
				b.step[c][h][k] = Closed
			}
		}
	}
	return nil
}

func (b *Battle) compileDoubtful() error {
	r := b.setup.Special.Doubtful
	if r == nil {
		return nil
	}
	d := &doubtfulRule{least: r.Least}
	for i := range b.units {
		if slices.Contains(r.Names, b.names[b.units[i].name]) {
			d.side = b.units[i].side
			d.units = append(d.units, uint8(i))
		}
	}
	if len(d.units) == 0 {
		return fmt.Errorf("doubtful: no unit is named %q", r.Names)
	}
	b.doubtful = d
	return nil
}

func (b *Battle) compileRansom() (err error) {
	r := b.setup.Special.Ransom
	if r == nil {
		return nil
	}
	if b.ransom[r.Side], err = b.types(r.Types); err != nil {
		return fmt.Errorf("ransom: %w", err)
	}
	return nil
}

func (b *Battle) compilePlunder() error {
	r := b.setup.Special.Plunder
	if r == nil {
		return nil
	}
	c, err := b.contingent(r.Contingent)
	if err != nil {
		return fmt.Errorf("plunder: %w", err)
	}
	z, err := b.zone(r.Zone)
	if err != nil {
		return fmt.Errorf("plunder: %w", err)
	}
	b.plunder = &plunderRule{c, z}
	return nil
}

// markMoved records that a unit has moved or turned in this turn, if the Ring rule applies to it (bou-4b).
func (s *State) markMoved(u uint8) {
	if s.b.units[u].ring {
		s.set(u, fStirred)
	}
}

// applyDoubtful puts doubtful allies out of command when the enemy has won the initiative by enough (bou-4f).
func (s *State) applyDoubtful(winner uint8, diff int) {
	r := s.b.doubtful
	if r == nil || winner == r.side || diff < r.least {
		return
	}
	for _, u := range r.units {
		if s.units[u].hex >= 0 && !s.has(u, fOutOfCommand) {
			s.set(u, fOutOfCommand)
			s.sayUnit("doubtful", "bou-4f", u)
		}
	}
}

// plunders reports whether a unit misses the activation that begins, and clears the flag so that it acts in the next
// (gui-4e, 4f).
func (s *State) plunders(u uint8) bool {
	if !s.has(u, fPlunder) {
		return false
	}
	s.unset(u, fPlunder)
	s.sayUnit("plunders-on", "gui-4e", u)
	return true
}

// hasEntered scores the hex that units have entered, and marks those that plunder it.
func (s *State) hasEntered(units []uint8, h int) {
	if s.b.plunder == nil && !s.b.entries {
		return
	}
	for _, u := range units {
		if s.isRouted(u) {
			continue
		}
		if p := s.b.plunder; p != nil && s.b.units[u].contingent == p.contingent && s.b.zones[p.zone].in[h] {
			s.set(u, fPlunder)
			s.sayUnit("plunders", "gui-4e", u)
		}
		s.scoreEntered(u, h)
	}
}

// gunsTaken records that guns were lost where a defender of the melee stood.
func (s *State) gunsTaken(h int) {
	m := &s.melee
	for i, d := range m.def[:m.nDef] {
		if int(d) == h {
			m.guns |= 1 << i
		}
	}
}

// takesGuns marks as plundering the units that advance into the hex of guns their attack has destroyed (gui-4f).
func (s *State) takesGuns(units []uint8, to int) {
	p, m := s.b.plunder, &s.melee
	i := slices.Index(m.def[:m.nDef], int16(to))
	if p == nil || i < 0 || m.guns>>i&1 == 0 {
		return
	}
	for _, u := range units {
		if s.b.units[u].contingent == p.contingent {
			s.set(u, fPlunder)
			s.sayUnit("plunders", "gui-4f", u)
		}
	}
}
