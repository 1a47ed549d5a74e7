package sheet

import (
	"slices"

	"acies/game"
	"acies/rules/sword"
	"acies/system"
)

// addTerrains adds the kinds of ground on the map with what the terrain chart says about them, and which of them each hex has.
func (f *field) addTerrains(s *system.Sheet) {
	index := map[string]int{}
	add := func(key string, t system.Terrain) {
		index[key] = len(s.Terrains)
		s.Terrains = append(s.Terrains, t)
	}
	book := f.setup.Book
	for i := range book.Terrain {
		t := &book.Terrain[i]
		if slices.ContainsFunc(f.setup.Hexes, func(h sword.HexDef) bool { return h.Terrain == t.ID }) {
			add(t.ID, system.Terrain{Name: f.w.Text("terrain." + t.ID), Effects: f.hexEffects(t)})
		}
	}
	for i := range book.Edges {
		e := &book.Edges[i]
		if slices.ContainsFunc(f.setup.Edges, func(x sword.EdgeDef) bool { return x.Kind == e.ID }) {
			add("edge "+e.ID, system.Terrain{Name: f.w.Text("edge." + e.ID), Effects: f.edgeEffects(e)})
		}
	}
	const slope = "slope"
	if slices.ContainsFunc(f.setup.Hexes, func(h sword.HexDef) bool { return h.Level > 0 }) {
		add(slope, system.Terrain{Name: f.w.Text("terrain." + slope), Effects: f.levelEffects()})
	}
	for h := range s.Places {
		p := &s.Places[h]
		put := func(key string) {
			if t, ok := index[key]; ok && !slices.Contains(p.Terrain, t) {
				p.Terrain = append(p.Terrain, t)
			}
		}
		put(f.setup.Hexes[h].Terrain)
		for _, e := range f.setup.Edges {
			if e.A == p.ID || e.B == p.ID {
				put("edge " + e.Kind)
			}
		}
		for k := range 6 {
			if n := f.m.Neighbor(h, k); n >= 0 && f.setup.Hexes[n].Level != f.setup.Hexes[h].Level {
				put(slope)
			}
		}
	}
}

// What the kinds of ground have an effect on.
const (
	onMovement = "movement"
	onSight    = "sight"
	onShooting = "shooting"
	onMelee    = "melee"
	onCharge   = "charge"
)

func (f *field) effect(on, clause, key string, args ...game.Arg) system.Effect {
	return system.Effect{On: f.w.Text("ground." + on), Text: f.w.Say("ground."+key, args...), Clause: f.clause(clause)}
}

// clause returns the clause in which the book of the battle states a rule of Antiquity, volume 2.
func (f *field) clause(id string) string {
	if c, ok := f.setup.Book.Clauses[id]; ok {
		return c
	}
	return id
}

func signed(name string, n int8) game.Arg {
	return game.Arg{Name: name, Kind: game.Signed, N: int(n)}
}

// Where the rules say which ground and which heights block a line of sight.
const (
	sightClause  = "ant-9.2e"
	heightClause = "ant-9.2f"
)

func (f *field) hexEffects(t *sword.Terrain) []system.Effect {
	foot, horse := game.Arg{Name: "foot", N: int(t.Cost[sword.Foot])}, game.Arg{Name: "horse", N: int(t.Cost[sword.Horse])}
	key := "cost"
	switch {
	case foot.N == sword.Closed && horse.N == sword.Closed:
		key = "closed"
	case horse.N == sword.Closed:
		key = "cost-foot"
	case foot.N != horse.N:
		key = "cost-each"
	}
	list := []system.Effect{f.effect(onMovement, t.Clause, key, foot, horse)}
	if t.Blocks {
		list = append(list, f.effect(onSight, sightClause, "blocks"))
	} else {
		list = append(list, f.effect(onSight, sightClause, "clear"))
	}
	list = append(list, f.modifier(onShooting, t.Clause, t.Shot), f.modifier(onMelee, t.Clause, t.Melee))
	if f.setup.Book.Charge != nil {
		if t.Barred {
			list = append(list, f.effect(onCharge, t.Clause, "no-charge"))
		} else {
			list = append(list, f.modifier(onCharge, t.Clause, t.Charge))
		}
	}
	return list
}

// modifier says what ground adds to an attack on a unit in it.
func (f *field) modifier(on, clause string, n int8) system.Effect {
	if n == 0 {
		return f.effect(on, clause, "none")
	}
	return f.effect(on, clause, on+"-in", signed("mod", n))
}

func (f *field) edgeEffects(e *sword.Edge) (list []system.Effect) {
	foot, horse := game.Arg{Name: "foot", Kind: game.Signed, N: int(e.Cost[sword.Foot])}, game.Arg{Name: "horse", Kind: game.Signed, N: int(e.Cost[sword.Horse])}
	key := "cross"
	switch {
	case e.Road:
		key = "road"
	case e.Path:
		key = "path"
	case e.Bridge:
		key = "bridge"
	case foot.N == sword.Closed && horse.N == sword.Closed:
		key = "uncrossed"
	case horse.N == sword.Closed:
		key = "cross-foot"
	case foot.N != horse.N:
		key = "cross-each"
	case foot.N == 0:
		key = "none"
	}
	list = append(list, f.effect(onMovement, e.Clause, key, foot, horse))
	list = append(list, f.across(onShooting, e.Clause, e.Shot, e.ShotOut))
	if e.NoMelee || key == "uncrossed" {
		list = append(list, f.effect(onMelee, e.Clause, "no-melee"))
	} else {
		list = append(list, f.across(onMelee, e.Clause, e.Melee, e.MeleeOut))
	}
	if f.setup.Book.Charge != nil {
		if e.Barred {
			list = append(list, f.effect(onCharge, e.Clause, "no-charge-across"))
		} else {
			list = append(list, f.across(onCharge, e.Clause, e.Charge, e.Charge))
		}
	}
	return list
}

// across says what the feature of a hexside adds to an attack across it, inward and outward.
func (f *field) across(on, clause string, in, out int8) system.Effect {
	switch {
	case in == 0 && out == 0:
		return f.effect(on, clause, "none")
	case in == out:
		return f.effect(on, clause, on+"-across", signed("mod", in))
	}
	return f.effect(on, clause, on+"-ways", signed("in", in), signed("out", out))
}

func (f *field) levelEffects() []system.Effect {
	l := &f.setup.Book.Level
	sight := "level-sight"
	if f.setup.Book.HigherThanEither {
		sight = "level-sight-either"
	}
	const up, down = "ant-C2g", "ant-C2h"
	list := []system.Effect{
		f.effect(onMovement, up, "level-up", signed("foot", l.Up[sword.Foot]), signed("horse", l.Up[sword.Horse])),
		f.effect(onMovement, down, "level-down", signed("foot", l.Down[sword.Foot]), signed("horse", l.Down[sword.Horse])),
		f.effect(onSight, heightClause, sight),
		f.effect(onMelee, up, "level-melee", signed("up", l.MeleeUp), signed("down", l.MeleeDown)),
	}
	if f.setup.Book.Charge != nil {
		list = append(list, f.effect(onCharge, up, "level-charge", signed("up", l.ChargeUp), signed("down", l.ChargeDown)))
	}
	return list
}
