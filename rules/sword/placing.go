package sword

import (
	"cmp"
	"slices"
	"strings"

	"acies/grid"
)

// FromPosition returns the state a position describes. A position that could not arise, or from which play could not
// continue, is refused; the error is a [*PositionError].
func (b *Battle) FromPosition(p *Position) (*State, error) {
	r := &placing{b: b, p: p, s: b.printed()}
	for _, step := range []func() error{r.scalars, r.pieces, r.making, r.moment, r.stand, r.tasksStand, r.play} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return r.s, nil
}

// placing builds a state from a position.
type placing struct {
	b *Battle
	p *Position
	s *State

	given []flagChange // of units, to be repeated once an activation has begun
}

type flagChange struct {
	unit       uint8
	set, unset flags
}

// From names to numbers. The field is for the error.

func (r *placing) side(field, id string) (uint8, error) {
	for i := range r.b.setup.Sides {
		if r.b.setup.Sides[i].ID == id {
			return uint8(i), nil
		}
	}
	return 0, wrong(field, "side %q is unknown, expected %s or %s", id, r.b.setup.Sides[0].ID, r.b.setup.Sides[1].ID)
}

func (r *placing) unit(field, id string) (uint8, error) {
	if n := r.b.Piece(id); n >= 0 && n < len(r.b.units) {
		return uint8(n), nil
	}
	return none, wrong(field, "there is no unit %q", id)
}

func (r *placing) leader(field, id string) (uint8, error) {
	if n := r.b.Piece(id); n >= len(r.b.units) {
		return uint8(n - len(r.b.units)), nil
	}
	return none, wrong(field, "there is no leader %q", id)
}

func (r *placing) hex(field, id string) (int16, error) {
	h, err := r.b.m.Parse(id)
	if err != nil {
		return -1, wrong(field, "%v; the map is 0101 to %s", err, r.b.PlaceID(r.b.hexes-1))
	}
	return int16(h), nil
}

func (r *placing) word(field, what, w string, words []string) (int, error) {
	if i := slices.Index(words, w); i >= 0 {
		return i, nil
	}
	return 0, wrong(field, "%s %q is unknown, expected one of %s", what, w, strings.Join(words, ", "))
}

func (r *placing) number(field string, n, lo, hi int) error {
	if n < lo || n > hi {
		return wrong(field, "%d, expected %d to %d", n, lo, hi)
	}
	return nil
}

func (r *placing) hexes(field string, ids []string, into []int16, n *uint8) error {
	if len(ids) > len(into) {
		return wrong(field, "%d hexes, at most %d", len(ids), len(into))
	}
	for i, id := range ids {
		h, err := r.hex(field, id)
		if err != nil {
			return err
		}
		into[i] = h
	}
	*n = uint8(len(ids))
	return nil
}

func (r *placing) unitList(field string, ids []string, into []uint8, n *uint8) error {
	if len(ids) > len(into) {
		return wrong(field, "%d units, at most %d", len(ids), len(into))
	}
	for i, id := range ids {
		u, err := r.unit(field, id)
		if err != nil {
			return err
		}
		if slices.Contains(into[:i], u) {
			return wrong(field, "unit %s is listed twice", id)
		}
		into[i] = u
	}
	*n = uint8(len(ids))
	return nil
}

func (r *placing) leaderSet(field string, ids []string) (set uint32, err error) {
	for _, id := range ids {
		l, err := r.leader(field, id)
		if err != nil {
			return 0, err
		}
		set |= 1 << l
	}
	return set, nil
}

// scalars reads everything that is not about one piece.
func (r *placing) scalars() error {
	s, p := r.s, r.p
	turn := max(p.Turn, 1)
	if err := r.number("turn", p.Turn, 0, r.b.setup.Turns); err != nil {
		return err
	}
	s.turn = uint8(turn)
	for i, n := range p.Initiative {
		if err := r.number("initiative", n, -20, 99); err != nil {
			return err
		}
		s.dice[i] = int8(n)
	}
	if err := r.number("rating", p.Rating, -1, 99); err != nil {
		return err
	}
	s.rating = int8(p.Rating)
	if p.Next != "" {
		var err error
		if s.tieSide, err = r.side("next", p.Next); err != nil {
			return err
		}
	}
	s.blow, s.fled = p.SecondBlow, p.Fled
	if p.Fled && r.b.flight == nil {
		return wrong("fled", "the battle has no flight rule")
	}
	if p.SecondBlow && r.b.second == none {
		return wrong("second-blow", "the battle has no second-blow rule")
	}
	if len(p.Hill) > 0 && r.b.hill.contingent == none {
		return wrong("hill", "the battle has no hill force")
	}
	for _, w := range p.Hill {
		i, err := r.word("hill", "state", w, hillNames)
		if err != nil {
			return err
		}
		s.hillFree, s.hillHeld = s.hillFree || i == 0, s.hillHeld || i == 1
	}
	if err := r.scores(); err != nil {
		return err
	}
	for _, id := range p.Released {
		c := slices.IndexFunc(r.b.contingents, func(c contingentDef) bool { return c.id == id })
		if c < 0 {
			return wrong("released", "there is no contingent %q", id)
		}
		s.released |= 1 << c
	}
	return r.hexes("marked", p.Marked, s.marked[:], &s.nMark)
}

func (r *placing) scores() error {
	for _, x := range r.p.Scores {
		field := "scores " + x.Side
		side, err := r.side(field, x.Side)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(r.b.scores, func(c scoreRule) bool { return c.Key == x.Key && c.Side == int(side) })
		if i < 0 {
			var keys []string
			for _, c := range r.b.scores {
				if c.Side == int(side) {
					keys = append(keys, c.Key)
				}
			}
			return wrong(field, "%s is not a score of that side, expected one of %s", x.Key, strings.Join(keys, ", "))
		}
		if err := r.number(field+" "+x.Key, x.Points, 0, 9999); err != nil {
			return err
		}
		r.s.points[i] = int16(x.Points)
	}
	return nil
}

// pieces places the units and leaders as the position says.
func (r *placing) pieces() error {
	s := r.s
	order := make([]int, len(r.b.units))
	listed := make([]bool, len(r.b.units)+len(r.b.leaders))
	for i := range r.p.Units {
		x := &r.p.Units[i]
		field := "units " + x.ID
		u, err := r.unit(field, x.ID)
		if err != nil {
			return err
		}
		if listed[u] {
			return wrong(field, "the unit is listed twice")
		}
		listed[u] = true
		order[u] = x.Order
		if err := r.unitAt(field, u, x); err != nil {
			return err
		}
	}
	for i := range r.p.Leaders {
		x := &r.p.Leaders[i]
		field := "leaders " + x.ID
		l, err := r.leader(field, x.ID)
		if err != nil {
			return err
		}
		if n := len(r.b.units) + int(l); listed[n] {
			return wrong(field, "the leader is listed twice")
		} else {
			listed[n] = true
		}
		if err := r.leaderAt(field, l, x); err != nil {
			return err
		}
	}
	for i, there := range listed {
		switch {
		case there || !r.p.Only:
		case i < len(r.b.units):
			s.units[i].hex = -1
		default:
			l := &s.leaders[i-len(r.b.units)]
			l.hex = -1
			l.flags |= lDead
		}
	}
	return r.restack(order)
}

func (r *placing) unitAt(field string, u uint8, x *UnitAt) (err error) {
	p := &r.s.units[u]
	switch x.Hex {
	case "":
	case Off:
		p.hex = -1
	case Waiting:
		if r.b.units[u].arrives == 0 {
			return wrong(field, "the unit is not a reinforcement")
		}
		p.hex = waiting
	default:
		if p.hex, err = r.hex(field, x.Hex); err != nil {
			return err
		}
	}
	if x.Facing != "" {
		f, err := r.b.book.ParseFacing(x.Facing)
		if err != nil {
			return wrong(field, "facing: %v", err)
		}
		p.facing = uint8(f)
	}
	if x.State != "" {
		d, err := r.word(field, "state", x.State, stateNames)
		if err != nil {
			return err
		}
		p.disorder = disorder(d)
	}
	if err := r.number(field, x.Order, 0, maxGroup); err != nil {
		return wrong(field, "order %d in the stack, expected 1 to %d", x.Order, maxGroup)
	}
	c := flagChange{unit: u}
	for _, name := range x.Flags {
		on := !strings.HasPrefix(name, "no-")
		i, err := r.word(field, "flag", strings.TrimPrefix(name, "no-"), UnitFlags())
		if err != nil {
			return err
		}
		if i >= len(unitFlagNames) {
			if on {
				p.did |= 1 << (i - len(unitFlagNames))
			}
			continue
		}
		if on {
			c.set |= 1 << i
		} else {
			c.unset |= 1 << i
		}
	}
	p.flags = p.flags&^c.unset | c.set
	r.given = append(r.given, c)
	return nil
}

func (r *placing) leaderAt(field string, l uint8, x *LeaderAt) (err error) {
	p := &r.s.leaders[l]
	for _, name := range x.Flags {
		i, err := r.word(field, "flag", strings.TrimPrefix(name, "no-"), leaderFlagNames)
		if err != nil {
			return err
		}
		if strings.HasPrefix(name, "no-") {
			p.flags &^= 1 << i
		} else {
			p.flags |= 1 << i
		}
	}
	switch x.Hex {
	case "":
		if p.flags&lDead != 0 {
			p.hex = -1
		}
	case Off:
		p.hex = -1
	case Waiting:
		if r.s.arrivesWith(l) == 255 {
			return wrong(field, "the leader has no reinforcements to come with")
		}
		p.hex = waiting
	default:
		if p.hex, err = r.hex(field, x.Hex); err != nil {
			return err
		}
	}
	if x.Fate != nil {
		if err := r.fateOf(field, l, x.Fate); err != nil {
			return err
		}
	}
	if x.Bound != "" {
		if p.bound, err = r.unit(field, x.Bound); err != nil {
			return err
		}
	}
	return nil
}

// restack rebuilds the stacks: units with an order first, the others as the battle lists them.
func (r *placing) restack(order []int) error {
	s := r.s
	list := make([]uint8, len(r.b.units))
	for i := range list {
		list[i] = uint8(i)
		s.units[i].below = none
	}
	for h := range s.top {
		s.top[h] = none
	}
	slices.SortStableFunc(list, func(u, v uint8) int {
		rank := func(u uint8) int {
			if order[u] == 0 {
				return maxGroup + 1
			}
			return order[u]
		}
		return cmp.Compare(rank(u), rank(v))
	})
	for _, u := range list {
		p := &s.units[u]
		if p.hex < 0 || p.flags&fAloft != 0 {
			continue
		}
		for v := s.top[p.hex]; v != none; v = s.units[v].below {
			if order[u] != 0 && order[u] == order[v] {
				return wrong("units "+r.b.units[u].id, "order %d in %s is that of %s", order[u], r.b.PlaceID(int(p.hex)), r.b.units[v].id)
			}
		}
		s.stack(u, int(p.hex), true)
	}
	return nil
}

// making reads what is in progress: a group, a shot, a melee, a flight.
func (r *placing) making() (err error) {
	s, p := r.s, r.p
	if x := p.Fire; x != nil {
		if err := cmp.Or(r.number("fire count", x.Count, 0, len(s.burnt)), r.number("fire heavy", x.Heavy, 0, len(s.burnt))); err != nil {
			return err
		}
		s.fires, s.heavy = uint8(x.Count), uint8(x.Heavy)
		for i, id := range x.Units {
			if s.burnt[i], err = r.unit("fire units", id); err != nil {
				return err
			}
		}
	}
	if x := p.Group; x != nil {
		g := &s.group
		if err := r.unitList("group units", x.Units, g.units[:], &g.n); err != nil {
			return err
		}
		if g.leaders, err = r.leaderSet("group leaders", x.Leaders); err != nil {
			return err
		}
		if g.from, err = r.hex("group from", x.From); err != nil {
			return err
		}
		g.stray = x.Stray
		if err := cmp.Or(r.number("group spent", x.Spent, 0, maxAllowance), r.number("group rode", x.Rode, 0, maxAllowance)); err != nil {
			return err
		}
		if x.Spent+x.Rode > 0 && r.b.book.Mounting == nil && len(r.b.arrivals) == 0 {
			return wrong("group spent", "no MP are spent before a move in this battle")
		}
		g.spent, g.rode = uint8(x.Spent), uint8(x.Rode)
	}
	if x := p.Shot; x != nil {
		kind, err := r.word("shot kind", "kind", x.Kind, shotNames)
		if err != nil {
			return err
		}
		if x.Guns && !r.b.book.Stacking.Guns {
			return wrong("shot guns", "there are no guns in this book")
		}
		s.shot.kind, s.shot.guns = shotKind(kind), x.Guns
		if s.shot.target, err = r.hex("shot target", x.Target); err != nil {
			return err
		}
		if err := r.unitList("shot shooters", x.Shooters, s.shot.shooters[:], &s.shot.n); err != nil {
			return err
		}
	}
	if err := cmp.Or(r.meleeAt(), r.chargesAt()); err != nil {
		return err
	}
	return r.flightAt()
}

func (r *placing) meleeAt() error {
	x, m := r.p.Melee, &r.s.melee
	if x == nil {
		return nil
	}
	if err := r.hexes("melee attackers", x.Attackers, m.att[:], &m.nAtt); err != nil {
		return err
	}
	if err := r.hexes("melee defenders", x.Defenders, m.def[:], &m.nDef); err != nil {
		return err
	}
	m.shot = x.Shot
	if x.Stage != "" {
		i, err := r.word("melee stage", "stage", x.Stage, stageNames)
		if err != nil {
			return err
		}
		m.stage = stage(i)
	}
	if (x.Stage != "" || x.Reacted != "") && r.b.book.Charge == nil {
		return wrong("melee stage", "there are no charges in this book")
	}
	if len(x.Guns) > 0 && !r.b.book.Stacking.Guns {
		return wrong("melee guns", "there are no guns in this book")
	}
	if x.Reacted != "" {
		u, err := r.unit("melee reacted", x.Reacted)
		if err != nil {
			return err
		}
		m.reacted = u + 1
	}
	for _, id := range x.Guns {
		h, err := r.hex("melee guns", id)
		if err != nil {
			return err
		}
		i := slices.Index(m.def[:m.nDef], h)
		if i < 0 {
			return wrong("melee guns", "%s is not the hex of a defender", id)
		}
		m.guns |= 1 << i
	}
	return nil
}

// fateOf reads what has become of a leader who has been lost.
func (r *placing) fateOf(field string, l uint8, x *CaptiveAt) (err error) {
	if !r.b.book.Capture {
		return wrong(field, "leaders are not captured in this book")
	}
	if err := r.number(field+" wait", x.Wait, 0, maxLeaders); err != nil {
		return err
	}
	f := fate{wait: uint8(x.Wait), near: x.Near}
	if x.Captor != "" {
		u, err := r.unit(field, x.Captor)
		if err != nil {
			return err
		}
		if r.b.units[u].side == r.b.leaders[l].side {
			return wrong(field, "%s belongs to his own side and cannot hold him", x.Captor)
		}
		r.s.leaders[l].captor = u
	}
	if x.Hex != "" {
		if f.at, err = r.hex(field, x.Hex); err != nil {
			return err
		}
	}
	r.s.fates[l] = f
	return nil
}

// chargesAt reads declared charges, a charge move in progress and the pursuit after a charge.
func (r *placing) chargesAt() (err error) {
	s, p := r.s, r.p
	if r.b.book.Charge == nil && (len(p.Charges) > 0 || p.Dash != nil || p.Chase != nil) {
		return wrong("charges", "there are no charges in this book")
	}
	if len(p.Charges) > maxCharges {
		return wrong("charges", "%d charges, at most %d", len(p.Charges), maxCharges)
	}
	for i, x := range p.Charges {
		c := &s.charges[i]
		if c.unit, err = r.unit("charges", x.Unit); err != nil {
			return err
		}
		if c.target, err = r.unit("charges", x.Target); err != nil {
			return err
		}
		if slices.ContainsFunc(s.charges[:i], func(d charge) bool { return d.unit == c.unit }) {
			return wrong("charges", "%s is listed twice", x.Unit)
		}
	}
	s.nCharges = uint8(len(p.Charges))
	if x := p.Dash; x != nil {
		if s.dash.unit, err = r.unit("dash unit", x.Unit); err != nil {
			return err
		}
		if s.dash.target, err = r.unit("dash target", x.Target); err != nil {
			return err
		}
		if s.dash.leaders, err = r.leaderSet("dash leaders", x.Leaders); err != nil {
			return err
		}
		if err := r.number("dash steps", x.Steps, 0, maxAllowance); err != nil {
			return err
		}
		s.dash.steps = uint8(x.Steps)
	}
	if x := p.Chase; x != nil {
		s.chase.barred = x.Barred
		if x.Unit != "" {
			u, err := r.unit("chase unit", x.Unit)
			if err != nil {
				return err
			}
			s.chase.unit = u + 1
		}
	}
	for _, n := range p.Visited {
		if !r.b.entries {
			return wrong("visited", "the battle has no score for entering hexes")
		}
		if err := r.number("visited", n, 0, 63); err != nil {
			return err
		}
		s.visited |= 1 << n
	}
	return nil
}

func (r *placing) flightAt() (err error) {
	x, f := r.p.Flight, &r.s.flight
	if x == nil {
		return nil
	}
	if err := r.unitList("flight units", x.Units, f.units[:], &f.n); err != nil {
		return err
	}
	if f.leaders, err = r.leaderSet("flight leaders", x.Leaders); err != nil {
		return err
	}
	if f.at, err = r.hex("flight at", x.At); err != nil {
		return err
	}
	if err := cmp.Or(r.number("flight steps", x.Steps, 0, 9), r.number("flight mp", x.MP, -1, maxAllowance)); err != nil {
		return err
	}
	f.steps, f.mp, f.moved = uint8(x.Steps), int8(x.MP), x.Moved
	c, err := r.word("flight cause", "cause", x.Cause, causeNames)
	if err != nil {
		return err
	}
	f.cause = cause(c)
	if x.From != "" {
		if !r.b.book.Capture {
			return wrong("flight from", "where a flight began does not matter in this book")
		}
		if f.from, err = r.hex("flight from", x.From); err != nil {
			return err
		}
	}
	if x.Heading != "" {
		if !r.b.slant {
			return wrong("flight heading", "the edge leaves no choice in this battle")
		}
		k, err := grid.ParseSide(x.Heading)
		if err != nil {
			return wrong("flight heading", "%v", err)
		}
		f.heading = uint8(k)
	}
	return r.hexes("flight pending", x.Pending, f.pending[:], &f.nPend)
}
