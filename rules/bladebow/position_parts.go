package bladebow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/rules/parts"
)

// The parts of a position that belong to the action in progress: formation, move, ranged attack, melee, hits. Each number has a
// name and is written and read in one way.

// slots returns the values of the action in progress and of the scenario.
func (s *State) slots() parts.Slots {
	b := s.b
	var list parts.Slots
	firstUnit, firstSquare := b.PieceID(0), b.PlaceID(0)
	byteOf := func(part, name string, most int, p *uint8) { parts.Number(&list, part, name, 0, most, p) }
	signed := func(part, name string, most int, p *int8) { parts.Number(&list, part, name, 0, most, p) }
	flag := list.Flag
	dice := func(part, name string, p *pool) {
		list.Add(part, name, "", func() string { return formatPool(*p) }, func(words []string) (err error) {
			*p, err = parsePool(words)
			return err
		})
	}
	unitOr := func(part, name string, p *uint8, absent uint8) {
		first := ""
		if absent == 0 {
			first = firstUnit
		}
		list.Add(part, name, first, func() string {
			if *p == absent {
				return ""
			}
			return b.PieceID(int(*p))
		}, func(words []string) error {
			n, err := b.unitsNamed(words, 1)
			if err == nil {
				*p = n[0]
			}
			return err
		})
	}
	square := func(part, name string, p *int16, orNone bool) {
		list.Add(part, name, firstSquare, func() string {
			switch *p {
			case -1:
				return "nowhere"
			case 0:
				return ""
			}
			return b.PlaceID(int(*p))
		}, func(words []string) error {
			if orNone && len(words) == 1 && words[0] == "nowhere" {
				*p = -1
				return nil
			}
			if len(words) != 1 {
				return fmt.Errorf("%q: expected a square", strings.Join(words, " "))
			}
			q, err := b.board.Parse(words[0])
			*p = int16(max(q, 0))
			return err
		})
	}
	facing := func(part, name string, p *uint8) {
		list.Add(part, name, "", func() string {
			if *p == 0 {
				return ""
			}
			return b.FacingID(int(*p))
		}, func(words []string) error {
			list, err := facings(words, 1)
			if err == nil {
				*p = list[0]
			}
			return err
		})
	}
	unitList := func(part, name string, most int, n *uint8, at func(int) *uint8) {
		list.Add(part, name, "", func() string {
			var ids []string
			for i := range int(*n) {
				ids = append(ids, b.PieceID(int(*at(i))))
			}
			return strings.Join(ids, " ")
		}, func(words []string) error {
			found, err := b.unitsNamed(words, most)
			if err != nil {
				return err
			}
			*n = uint8(len(found))
			for i, u := range found {
				*at(i) = u
			}
			return nil
		})
	}
	unitSet := func(part, name string, p *uint64) {
		list.Add(part, name, "", func() string {
			var ids []string
			for i := range b.units {
				if *p>>i&1 != 0 {
					ids = append(ids, b.units[i].id)
				}
			}
			return strings.Join(ids, " ")
		}, func(words []string) error {
			found, err := b.unitsNamed(words, len(b.units))
			for _, u := range found {
				*p |= 1 << u
			}
			return err
		})
	}

	flag("scenario", "found", &s.found)
	byteOf("scenario", "area", 6, &s.area)
	byteOf("scenario", "delay", maxDelay+1, &s.delay)
	flag("scenario", "slain", &s.slain)
	flag("scenario", "sacked", &s.sacked)

	f := &s.form
	list.Add("formation", "order", "", func() string { return orderNames[f.kind] }, func(words []string) error {
		i := slices.Index(orderNames[:], strings.Join(words, " "))
		if i < 1 {
			return fmt.Errorf("order %q is unknown; expected one of %s", strings.Join(words, " "), strings.Join(orderNames[1:], ", "))
		}
		f.kind = uint8(i)
		return nil
	})
	unitSet("formation", "units", &f.units)
	unitSet("formation", "acted", &f.acted)
	list.Add("formation", "leaders", "", func() string {
		var ids []string
		for i := range b.leaders {
			if f.leaders>>i&1 != 0 {
				ids = append(ids, b.leaders[i].ID)
			}
		}
		return strings.Join(ids, " ")
	}, func(words []string) error {
		for _, w := range words {
			i := slices.IndexFunc(b.leaders, func(l LeaderSetup) bool { return l.ID == w })
			if i < 0 {
				return fmt.Errorf("there is no leader %q", w)
			}
			f.leaders |= 1 << i
		}
		return nil
	})
	signed("formation", "march", 8, &f.march)
	flag("formation", "drill", &f.drill)
	signed("formation", "reach", 8, &f.reach)
	unitOr("formation", "second-wind", &f.wind, none)
	flag("formation", "breath", &f.breath)
	flag("formation", "camp-attacked", &f.camp)

	m := &s.move
	unitOr("move", "unit", &m.unit, 0)
	signed("move", "mp", maxMP, &m.mp)
	flag("move", "began", &m.began)
	flag("move", "halted", &m.halted)
	square("move", "goal", &m.goal, false)
	facing("move", "facing", &m.facing)
	unitOr("move", "pushed", &m.pushed, 0)

	x := &s.shot
	unitOr("shot", "target", &x.target, none)
	unitList("shot", "firers", maxFirers, &x.n, func(i int) *uint8 { return &x.firers[i] })
	byteOf("shot", "turns", 4*maxFirers, &x.turns)
	for i, half := range halves {
		signed("shot", half+"-cards", 16, &x.extra[i])
		dice("shot", half, &x.dice[i])
	}

	d := &s.duel
	unitOr("melee", "target", &d.target, none)
	list.Add("melee", "camp", "", func() string {
		if d.camp > 1 {
			return ""
		}
		return b.setup.Sides[d.camp].ID
	}, func(words []string) error {
		for i := range b.setup.Sides {
			if len(words) == 1 && b.setup.Sides[i].ID == words[0] {
				d.camp = uint8(i)
				return nil
			}
		}
		return fmt.Errorf("there is no side %q", strings.Join(words, " "))
	})
	square("melee", "square", &d.square, false)
	facing("melee", "facing", &d.facing)
	unitList("melee", "attackers", maxAttackers, &d.n, func(i int) *uint8 { return &d.units[i] })
	for i := range d.entry {
		nth := "-" + strconv.Itoa(i+1)
		dice("melee", "entry"+nth, &d.entry[i])
		byteOf("melee", "status"+nth, int(failed), &d.status[i])
		byteOf("melee", "takes"+nth, maxDice, &d.take[i])
	}
	byteOf("melee", "points", 200, &d.points)
	byteOf("melee", "entry-fewer", 16, &d.fewer)
	byteOf("melee", "entry-more", 16, &d.more)
	flag("melee", "feigned", &d.feigned)
	for i, half := range halves {
		signed("melee", half+"-cards", 32, &d.extra[i])
		byteOf("melee", half+"-rerolls", 32, &d.rerolls[i])
		byteOf("melee", []string{"hits-on-defender", "hits-on-attackers"}[i], maxDice, &d.hits[i])
	}
	for i, group := range []string{"attack", "attack-wall", "defence"} {
		byteOf("melee", group+"-dice", maxDice, &d.count[i])
		dice("melee", group, &d.dice[i])
	}
	byteOf("melee", "chain", 2, &d.chain)
	flag("melee", "evaded", &d.evaded)
	flag("melee", "moved", &d.moved)
	flag("melee", "left", &d.left)
	flag("melee", "recoils", &d.recoils)
	flag("melee", "advance", &d.advance)
	flag("melee", "held", &d.held)
	byteOf("melee", "turn", maxAttackers, &d.turn)

	h := &s.hurt
	unitOr("hits", "unit", &h.unit, none)
	byteOf("hits", "hits", maxDice, &h.hits)
	flag("hits", "ranged", &h.ranged)
	byteOf("hits", "rout-dice", 64, &h.rout)
	flag("hits", "recoil", &h.recoil)
	square("hits", "away", &h.away, true)
	square("hits", "at", &h.at, true)
	facing("hits", "facing", &h.facing)
	list.Add("hits", "path", "", func() string {
		var words []string
		for i := int(h.steps) - 1; i >= 0; i-- {
			words = append(words, b.FacingID(int(h.path>>(3*i)&7)))
		}
		return strings.Join(words, " ")
	}, func(words []string) error {
		found, err := facings(words, 20)
		for _, f := range found {
			h.path = h.path<<3 | uint64(f)
			h.steps++
		}
		return err
	})
	flag("hits", "stands", &h.stands)
	byteOf("hits", "panic", 8, &h.panic)
	flag("hits", "shade", &h.shade)
	flag("hits", "singled", &h.singled)
	return list
}

var (
	orderNames = [...]string{orderMove: "move", orderShoot: "shoot", orderMelee: "melee", orderRally: "rally", orderWall: "wall"}
	halves     = []string{"attack", "defence"}
)

func facings(words []string, most int) ([]uint8, error) {
	if len(words) == 0 || len(words) > most {
		return nil, fmt.Errorf("%q: expected 1 to %d directions", strings.Join(words, " "), most)
	}
	var list []uint8
	for _, w := range words {
		f, ok := FacingOf(w)
		if !ok {
			return nil, fmt.Errorf("%q is not a direction", w)
		}
		list = append(list, uint8(f))
	}
	return list, nil
}

// unitsNamed returns the units with the given ids.
func (b *Battle) unitsNamed(words []string, most int) ([]uint8, error) {
	if len(words) == 0 || len(words) > most {
		return nil, fmt.Errorf("%q: expected 1 to %d units", strings.Join(words, " "), most)
	}
	var list []uint8
	for _, w := range words {
		i := slices.IndexFunc(b.units, func(u unitData) bool { return u.id == w })
		if i < 0 {
			return nil, fmt.Errorf("there is no unit %q", w)
		}
		list = append(list, uint8(i))
	}
	return list, nil
}
