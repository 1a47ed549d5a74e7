package impetus

import (
	"fmt"
	"strings"

	"acies/plane"
	"acies/rules/parts"
)

// The parts of a position that belong to the activation in progress. Lengths are in U, headings in degrees.

var (
	purposeNames = []string{
		"phase", "about-face", "charge", "rally", "opportunity", "dismount", "occupy", "leave", "counter-charge", "evade", "disengage", "relief", "baggage",
	}
	causeNames = []string{"shot", "pila", "panic", "melee"}
	bandNames  = []string{"point-blank", "short", "long", "extreme"}
	howNames   = []string{"own", "zone", "opportunity", "pursuit"}
)

// PartNames returns the names of the parts of a position.
func PartNames() []string {
	return []string{"acting", "test", "cohesion", "shot", "charge", "melee", "reaction"}
}

// slots returns the values of the activation in progress.
func (s *State) slots() parts.Slots {
	var list parts.Slots
	x := &slotter{s, &list}

	a := &s.act
	x.group("acting")
	for i, p := range []*bool{&a.column, &a.failed, &a.fired, &a.early, &a.rushed, &a.rushing, &a.due} {
		list.Flag("acting", []string{"column", "failed", "fired", "fired-first", "rushed", "rushing", "rush-due"}[i], p)
	}
	x.angle("acting", "turned", &a.turned)
	parts.Number(&list, "acting", "tries", 0, 15, &a.tries)
	parts.Number(&list, "acting", "tried", 0, 7, &a.tried)
	words := make([]string, verbs)
	for v := range words {
		words[v] = syntax[v].word
	}
	parts.Word(&list, "acting", "phase", words, &a.kind)
	x.operand("acting", "by", 0, &a.a)
	x.operand("acting", "ahead", 1, &a.b)
	parts.Number(&list, "acting", "ran", 0, 1<<16-1, &a.ran)

	x.unit("test", "unit", &s.test.unit)
	parts.Word(&list, "test", "for", purposeNames, &s.test.purpose)
	list.Flag("test", "passed", &s.test.passed)

	x.unit("cohesion", "unit", &s.hurt.unit)
	parts.Word(&list, "cohesion", "after", causeNames, &s.hurt.cause)
	parts.Number(&list, "cohesion", "damage", 0, 255, &s.hurt.damage)

	x.unit("shot", "unit", &s.shot.firer)
	x.unit("shot", "target", &s.shot.target)
	parts.Word(&list, "shot", "range", bandNames, &s.shot.band)
	parts.Number(&list, "shot", "dice", 0, 255, &s.shot.left)
	parts.Number(&list, "shot", "sixes", 0, 255, &s.shot.sixes)
	parts.Number(&list, "shot", "fives", 0, 255, &s.shot.fives)

	c := &s.charge
	x.unit("charge", "unit", &c.unit)
	x.unit("charge", "target", &c.target)
	parts.Word(&list, "charge", "by", howNames, &c.how)
	parts.Number(&list, "charge", "bonus", 0, 6, &c.bonus)
	parts.Number(&list, "charge", "evasions", 0, 255, &c.evades)
	for i, p := range []*bool{&c.extended, &c.failed, &c.barred, &c.counter, &c.group, &c.rush, &c.open, &c.entered, &c.member, &c.touched} {
		name := []string{"extended", "failed", "answered", "counter-charge", "group", "rush", "open", "out-of-zone", "member", "touched"}[i]
		list.Flag("charge", name, p)
	}
	parts.Number(&list, "charge", "ground", 0, 15, &c.effect)
	x.pose("charge", "from", &c.from)
	x.length("charge", "contact", plane.Never, &c.least)
	x.length("charge", "gone", plane.Limit, &c.gone)
	x.length("charge", "room", plane.Limit, &c.room)

	x.melee()

	x.set("reaction", "to", &s.stirred)
	x.set("reaction", "not-by", &s.before)
	return list
}

func (x *slotter) melee() {
	const part = "melee"
	f, list := &x.s.fight, x.list
	for i, side := range []string{"attacker", "defender"} {
		x.unit(part, side, &f.mains[i])
		for j, p := range []*uint8{&f.pools[i], &f.sixes[i], &f.fives[i], &f.damage[i], &f.losses[i], &f.counted[i]} {
			parts.Number(list, part, side+[]string{"-dice", "-sixes", "-fives", "-damage", "-losses", "-counted"}[j], 0, 255, p)
		}
		parts.Number(list, part, side+"-die", 0, 6, &f.die[i])
		parts.Number(list, part, side+"-critical", 0, 127, &f.critic[i])
		for j, p := range []*bool{&f.failed[i], &f.flanked[i], &f.charged[i], &f.routed[i]} {
			list.Flag(part, side+[]string{"-failed", "-flanked", "-charged", "-routed"}[j], p)
		}
	}
	parts.Number(list, part, "pila-sixes", 0, 255, &f.thrown[0])
	parts.Number(list, part, "pila-fives", 0, 255, &f.thrown[1])
	parts.Number(list, part, "throwing", 0, 255, &f.left)
	list.Add(part, "winner", "", func() string {
		switch f.winner {
		case 0:
			return ""
		case 1:
			return "defender"
		}
		return "nobody"
	}, func(words []string) error {
		switch w := strings.Join(words, " "); w {
		case "attacker":
			f.winner = 0
		case "defender":
			f.winner = 1
		case "nobody":
			f.winner = none
		default:
			return fmt.Errorf("%q: expected attacker, defender or nobody", w)
		}
		return nil
	})
	for i, p := range []*bool{&f.first, &f.relief, &f.relieved} {
		list.Flag(part, []string{"first-round", "relief", "relieved"}[i], p)
	}
	x.length(part, "retreat", plane.Limit, &f.retreat)
	x.angle(part, "back", &f.back)
	x.unitOrNobody(part, "loser", &f.loser)
	x.pose(part, "start", &f.start)
	x.set(part, "passed", &f.passed)
}

// slotter adds values of the kinds that Impetus has.
type slotter struct {
	s    *State
	list *parts.Slots
}

// unit adds a unit that is always there.
func (x *slotter) unit(part, name string, p *uint8) {
	b := x.s.b
	x.list.Add(part, name, b.PieceID(0), func() string {
		if *p == 0 {
			return ""
		}
		return b.PieceID(int(*p))
	}, func(words []string) error {
		found, err := b.unitsNamed(words, 1)
		if err == nil {
			*p = found[0]
		}
		return err
	})
}

// unitOrNobody adds a unit that need not be there.
func (x *slotter) unitOrNobody(part, name string, p *uint8) {
	x.unit(part, name, p)
	last := &(*x.list)[len(*x.list)-1]
	get, set := last.Get, last.Set
	last.Get = func() string {
		if *p == none {
			return "nobody"
		}
		return get()
	}
	last.Set = func(words []string) error {
		if len(words) == 1 && words[0] == "nobody" {
			*p = none
			return nil
		}
		return set(words)
	}
}

// group adds the units that act, with the places of the members of a group in the frame of its leader.
func (x *slotter) group(part string) {
	a, b := &x.s.act, x.s.b
	x.list.Add(part, "units", "", func() string {
		var ids []string
		for _, u := range x.s.acting() {
			ids = append(ids, b.PieceID(int(u)))
		}
		return strings.Join(ids, " ")
	}, func(words []string) error {
		found, err := b.unitsNamed(words, maxGroup)
		a.n = uint8(len(found))
		copy(a.units[:], found)
		return err
	})
	x.list.Add(part, "places", "", func() string {
		if a.n < 2 && a.offset[0] == [2]int32{} {
			return ""
		}
		var list []string
		for i := range a.n {
			list = append(list, formatLength(a.offset[i][0]), formatLength(a.offset[i][1]))
		}
		return strings.Join(list, " ")
	}, func(words []string) error {
		if len(words) != 2*int(a.n) {
			return fmt.Errorf("found %d numbers, expected two for each of the %d units", len(words), a.n)
		}
		for i, w := range words {
			n, err := parseLength(w, plane.Limit)
			if err != nil {
				return err
			}
			a.offset[i/2][i%2] = n
		}
		return nil
	})
}

// operand adds a number of the phase that is being made: an angle of a wheel, or else a length.
func (x *slotter) operand(part, name string, i int, p *int32) {
	a := &x.s.act
	x.list.Add(part, name, "", func() string {
		switch {
		case *p == 0:
			return ""
		case syntax[a.kind].args[i] == opAngle:
			return formatAngle(*p)
		}
		return formatLength(*p)
	}, func(words []string) (err error) {
		w := strings.Join(words, " ")
		if syntax[a.kind].args[i] != opAngle {
			*p, err = parseLength(w, plane.Limit)
			return err
		}
		*p, err = x.s.b.parseArg(opAngle, w)
		if err == nil && (*p < -plane.Limit || *p > plane.Limit) {
			err = fmt.Errorf("%q is out of range", w)
		}
		return err
	})
}

func (x *slotter) length(part, name string, most int32, p *int32) {
	x.list.Add(part, name, "", func() string {
		if *p == 0 {
			return ""
		}
		return formatLength(*p)
	}, func(words []string) (err error) {
		*p, err = parseLength(strings.Join(words, " "), most)
		if err == nil && *p < 0 {
			err = fmt.Errorf("%q: expected no length below 0", strings.Join(words, " "))
		}
		return err
	})
}

func (x *slotter) angle(part, name string, p *int16) {
	x.list.Add(part, name, "", func() string {
		if *p == 0 {
			return ""
		}
		return formatAngle(int32(*p))
	}, func(words []string) error {
		q, err := ParseHeading(strings.Join(words, " "))
		*p = int16(q)
		return err
	})
}

func (x *slotter) pose(part, name string, p *plane.Pose) {
	x.list.Add(part, name, "", func() string {
		if *p == (plane.Pose{}) {
			return ""
		}
		return FormatPose(*p)
	}, func(words []string) (err error) {
		*p, err = ParsePose(words)
		return err
	})
}

// set adds a set of units, or all.
func (x *slotter) set(part, name string, p *plane.Set) {
	b := x.s.b
	x.list.Add(part, name, "", func() string {
		if p.Len() == len(b.units) {
			return "all"
		}
		var ids []string
		for i := p.Next(0); i >= 0; i = p.Next(i + 1) {
			ids = append(ids, b.PieceID(i))
		}
		return strings.Join(ids, " ")
	}, func(words []string) error {
		if len(words) == 1 && words[0] == "all" {
			*p = x.s.allEnemies()
			return nil
		}
		found, err := b.unitsNamed(words, len(b.units))
		for _, u := range found {
			p.Add(int(u))
		}
		return err
	})
}

// unitsNamed returns the units with the given ids.
func (b *Battle) unitsNamed(words []string, most int) ([]uint8, error) {
	if len(words) == 0 || len(words) > most {
		return nil, fmt.Errorf("%q: expected 1 to %d units", strings.Join(words, " "), most)
	}
	var list []uint8
	for _, w := range words {
		i, err := b.parseUnit(w)
		if err != nil {
			return nil, err
		}
		list = append(list, uint8(i))
	}
	return list, nil
}

func parseLength(w string, most int32) (int32, error) {
	n, err := parseDecimal(w, 3)
	if err == nil && (n < -int64(most) || n > int64(most)) {
		err = fmt.Errorf("%q: expected a length of at most %s U", w, formatLength(most))
	}
	return int32(n), err
}

// ParseHeading reads a heading in degrees, from 0 to less than 360.
func ParseHeading(w string) (plane.Heading, error) {
	n, err := parseDecimal(w, 2)
	switch {
	case err != nil:
		return 0, err
	case n%25 != 0 || n < 0 || n >= plane.Turn*25:
		return 0, fmt.Errorf("%q: expected a heading from 0 to 359.75 degrees in steps of 0.25", w)
	}
	return plane.Heading(n / 25), nil
}

// ParsePose reads a place in U and a heading in degrees: "82 40 0".
func ParsePose(words []string) (p plane.Pose, err error) {
	if len(words) != 3 {
		return p, fmt.Errorf("%q: expected x and y in U and a heading in degrees", strings.Join(words, " "))
	}
	if p.X, err = parseLength(words[0], plane.Limit); err != nil {
		return p, err
	}
	if p.Y, err = parseLength(words[1], plane.Limit); err != nil {
		return p, err
	}
	p.H, err = ParseHeading(words[2])
	return p, err
}

// FormatPose writes what [ParsePose] reads.
func FormatPose(p plane.Pose) string {
	return formatLength(p.X) + " " + formatLength(p.Y) + " " + formatAngle(int32(p.H))
}
