// Package scenario reads the battles of By the Edge of the Sword from packs; package pack reads what the packs of all
// rulebooks have in common.
//
// A pack has these files:
//
//	battle.yaml    what the battle is: book, turns, map (its size, its north, its legend), zones, sides,
//	               mounting, special rules, victory, options
//	armies.yaml    leaders, contingents, units and reinforcements, every figure with a source mark
//	terrain.txt    the map, one letter per hex
//	levels.txt     the heights, one digit per hex
//	edges.yaml     rivers, walls and paths, which lie between hexes; a pack without them has no such file
//	text.en.yaml   the names of everything, in each language
//	text.fr.yaml
//	lessons/*.yaml examples to play at the table, if any; see [pack.Lesson]
//
// [Read] returns the battle for play and reports what is wrong with a pack as a compiler would. Damaged input leads to a
// list of problems, never to a panic.
package scenario

import (
	"cmp"
	"fmt"
	"slices"

	"acies/pack"
	"acies/rules/sword"
)

// Pack is a battle that has been read and has no errors. It never changes.
type Pack struct {
	*pack.Pack
	Turns   int       // how long it lasts
	North   string    // the edge of the map that lies to the north: "top", "right", "bottom" or "left"
	Lessons []*Lesson // in the order of their files

	// Hash is the SHA-256 in hexadecimal of the files that decide how the pack plays, that is, of all but its texts and
	// lessons, so that correcting a translation leaves the records of old games readable.
	Hash string

	setup   sword.Setup
	options []option
}

// pack returns what has been read as a pack.
func (r *reading) pack(common *pack.Pack) *Pack {
	p := &Pack{
		Pack:    common,
		Turns:   r.setup.Turns,
		North:   r.north,
		Lessons: r.lessons,
		Hash:    common.Files.Hash(deciding...),
		setup:   r.setup,
		options: r.options,
	}
	p.setup.Hash = p.Hash
	return p
}

// Setup returns the battle with the given options. It shares nothing with the pack, so the caller may change it.
func (p *Pack) Setup(options []string) (*sword.Setup, error) {
	s := clone(&p.setup)
	for i, id := range options {
		k := slices.Index(p.Options, id)
		if k < 0 {
			return nil, fmt.Errorf("battle %s: option %q is unknown; it has %s", p.ID, id, pack.List(p.Options))
		}
		if slices.Contains(options[:i], id) {
			return nil, fmt.Errorf("battle %s: option %q is given twice", p.ID, id)
		}
		p.options[k].apply(s)
	}
	return s, nil
}

// apply makes the option's changes to a set-up.
func (o *option) apply(s *sword.Setup) {
	gone := func(contingent string) bool { return slices.Contains(o.remove, contingent) }
	s.Contingents = slices.DeleteFunc(s.Contingents, func(c sword.ContingentDef) bool { return gone(c.ID) })
	s.Units = slices.DeleteFunc(s.Units, func(u sword.UnitDef) bool { return gone(u.Contingent) })
	s.Leaders = slices.DeleteFunc(s.Leaders, func(l sword.LeaderDef) bool { return gone(l.Contingent) })
	s.Reinforcements = slices.DeleteFunc(s.Reinforcements, func(g sword.Reinforcement) bool {
		return !slices.ContainsFunc(s.Leaders, func(l sword.LeaderDef) bool { return l.ID == g.Leader })
	})

	unknown := func(name string) bool {
		return !slices.ContainsFunc(s.Units, func(u sword.UnitDef) bool { return u.Name == name })
	}
	if l := s.Special.Legion; l != nil {
		l.Reserve = slices.DeleteFunc(l.Reserve, unknown)
	}
	s.Victory.Scores = slices.DeleteFunc(s.Victory.Scores, func(r sword.ScoreRule) bool {
		return len(r.Names) > 0 && !slices.ContainsFunc(r.Names, func(n string) bool { return !unknown(n) })
	})
	for i := range s.Victory.Scores {
		s.Victory.Scores[i].Names = slices.DeleteFunc(s.Victory.Scores[i].Names, unknown)
	}
	for side, zone := range o.free {
		if zone != "" {
			s.Deploy.Free[side].Zone = zone
		}
	}
	for i := range s.Units {
		if slices.Contains(o.change, s.Units[i].ID) {
			s.Units[i].Changed = !s.Units[i].Changed
		}
	}
	s.RearCharge = s.RearCharge || o.rearCharge
	s.Special = merge(s.Special, cloneSpecial(o.special))
}

// merge returns the special rules of a with those of b added.
func merge(a, b sword.Special) sword.Special {
	return sword.Special{
		Citadel:    cmp.Or(b.Citadel, a.Citadel),
		Fire:       cmp.Or(b.Fire, a.Fire),
		Legion:     cmp.Or(b.Legion, a.Legion),
		SecondBlow: cmp.Or(b.SecondBlow, a.SecondBlow),
		HillForce:  cmp.Or(b.HillForce, a.HillForce),
		Flight:     cmp.Or(b.Flight, a.Flight),
		Levies:     cmp.Or(b.Levies, a.Levies),
		Armour:     cmp.Or(b.Armour, a.Armour),
		Ring:       cmp.Or(b.Ring, a.Ring),
		FarBank:    cmp.Or(b.FarBank, a.FarBank),
		Doubtful:   cmp.Or(b.Doubtful, a.Doubtful),
		Ransom:     cmp.Or(b.Ransom, a.Ransom),
		Plunder:    cmp.Or(b.Plunder, a.Plunder),
	}
}

// clone returns a copy of a set-up that shares nothing with it but the book.
func clone(s *sword.Setup) *sword.Setup {
	c := *s
	c.Hexes = slices.Clone(s.Hexes)
	c.Edges = slices.Clone(s.Edges)
	c.Zones = slices.Clone(s.Zones)
	for i := range c.Zones {
		c.Zones[i].Hexes = slices.Clone(c.Zones[i].Hexes)
	}
	for i := range c.Sides {
		c.Sides[i].Bonus = slices.Clone(c.Sides[i].Bonus)
	}
	c.Contingents = slices.Clone(s.Contingents)
	c.Units = slices.Clone(s.Units)
	c.Leaders = slices.Clone(s.Leaders)

	c.Pairs = slices.Clone(s.Pairs)
	c.Mounting.Types = slices.Clone(s.Mounting.Types)
	c.Reinforcements = slices.Clone(s.Reinforcements)
	for i := range c.Reinforcements {
		g := &c.Reinforcements[i]
		g.Units, g.Entry = slices.Clone(g.Units), slices.Clone(g.Entry)
	}
	c.Special = cloneSpecial(s.Special)
	c.Victory.Scores = slices.Clone(s.Victory.Scores)
	for i := range c.Victory.Scores {
		r := &c.Victory.Scores[i]
		r.Zones, r.Names, r.Types = slices.Clone(r.Zones), slices.Clone(r.Names), slices.Clone(r.Types)
	}
	c.Victory.Decisive = slices.Clone(s.Victory.Decisive)
	for i := range c.Victory.Decisive {
		c.Victory.Decisive[i].Zones = slices.Clone(c.Victory.Decisive[i].Zones)
	}
	return &c
}

func cloneSpecial(x sword.Special) sword.Special {
	x.Citadel = copyOf(x.Citadel)
	if x.Fire = copyOf(x.Fire); x.Fire != nil {
		x.Fire.Terrain, x.Fire.Heavy = slices.Clone(x.Fire.Terrain), slices.Clone(x.Fire.Heavy)
	}
	if x.Legion = copyOf(x.Legion); x.Legion != nil {
		l := x.Legion
		l.Pilum, l.Reserve, l.Line = slices.Clone(l.Pilum), slices.Clone(l.Reserve), slices.Clone(l.Line)
	}
	x.SecondBlow = copyOf(x.SecondBlow)
	x.HillForce = copyOf(x.HillForce)
	if x.Flight = copyOf(x.Flight); x.Flight != nil {
		x.Flight.Threats = slices.Clone(x.Flight.Threats)
	}
	if x.Levies = copyOf(x.Levies); x.Levies != nil {
		x.Levies.Types, x.Levies.Against = slices.Clone(x.Levies.Types), slices.Clone(x.Levies.Against)
	}
	if x.Armour = copyOf(x.Armour); x.Armour != nil {
		x.Armour.Shooters, x.Armour.Targets = slices.Clone(x.Armour.Shooters), slices.Clone(x.Armour.Targets)
	}
	if x.Ring = copyOf(x.Ring); x.Ring != nil {
		x.Ring.Types = slices.Clone(x.Ring.Types)
	}
	x.FarBank = copyOf(x.FarBank)
	if x.Doubtful = copyOf(x.Doubtful); x.Doubtful != nil {
		x.Doubtful.Names = slices.Clone(x.Doubtful.Names)
	}
	if x.Ransom = copyOf(x.Ransom); x.Ransom != nil {
		x.Ransom.Types = slices.Clone(x.Ransom.Types)
	}
	x.Plunder = copyOf(x.Plunder)
	return x
}

// copyOf returns a pointer to a copy of what p points to, or nil.
func copyOf[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}
