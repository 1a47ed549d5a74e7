package sword

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"acies/game"
	"acies/grid"
)

// FromPosition makes a state of a position. A position that could not arise, or from which play could not go on, is
// refused; the error is a [*PositionError].
func (b *Battle) FromPosition(p *Position) (*State, error) {
	r := &placing{b: b, p: p, s: b.printed()}
	for _, step := range []func() error{r.scalars, r.pieces, r.making, r.moment, r.stand, r.play} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return r.s, nil
}

// placing is the making of a state from a position.
type placing struct {
	b *Battle
	p *Position
	s *State

	given []flagChange // of units, to be made again once an activation has begun
}

type flagChange struct {
	unit       uint8
	set, unset flags
}

// Names to numbers. Each names the field it is for in its error.

func (r *placing) side(field, id string) (uint8, error) {
	for i := range r.b.setup.Sides {
		if r.b.setup.Sides[i].ID == id {
			return uint8(i), nil
		}
	}
	return 0, wrong(field, "side %q is unknown, want %s or %s", id, r.b.setup.Sides[0].ID, r.b.setup.Sides[1].ID)
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
	return 0, wrong(field, "%s %q is unknown, want one of %s", what, w, strings.Join(words, ", "))
}

func (r *placing) number(field string, n, lo, hi int) error {
	if n < lo || n > hi {
		return wrong(field, "%d, want %d to %d", n, lo, hi)
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

// scalars reads what is not about one piece.
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
		return wrong("fled", "the battle has no rule of a commander's flight")
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
			return wrong(field, "%s is no score of that side, want one of %s", x.Key, strings.Join(keys, ", "))
		}
		if err := r.number(field+" "+x.Key, x.Points, 0, 9999); err != nil {
			return err
		}
		r.s.points[i] = int16(x.Points)
	}
	return nil
}

// pieces puts the units and leaders where the position has them.
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
	default:
		if p.hex, err = r.hex(field, x.Hex); err != nil {
			return err
		}
	}
	if x.Facing != "" {
		f, err := grid.ParseCorner(x.Facing)
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
		return wrong(field, "order %d in the stack, want 1 to %d", x.Order, maxGroup)
	}
	c := flagChange{unit: u}
	for _, name := range x.Flags {
		on := !strings.HasPrefix(name, "no-")
		i, err := r.word(field, "flag", strings.TrimPrefix(name, "no-"), unitFlagNames)
		if err != nil {
			return err
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
	default:
		if p.hex, err = r.hex(field, x.Hex); err != nil {
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

// restack makes the stacks anew: units with an order first, the others as the battle lists them.
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

// making reads what is being made up.
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
	}
	if x := p.Shot; x != nil {
		kind, err := r.word("shot kind", "kind", x.Kind, shotNames)
		if err != nil {
			return err
		}
		s.shot.kind = shotKind(kind)
		if s.shot.target, err = r.hex("shot target", x.Target); err != nil {
			return err
		}
		if err := r.unitList("shot shooters", x.Shooters, s.shot.shooters[:], &s.shot.n); err != nil {
			return err
		}
	}
	if err := r.meleeAt(); err != nil {
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
	m.shot, m.pair = x.Shot, x.Pair
	if x.Row != "" {
		var ids []string
		for i := range r.b.book.Results {
			ids = append(ids, r.b.book.Results[i].ID)
		}
		row, err := r.word("melee row", "result", x.Row, ids)
		if err != nil {
			return err
		}
		m.row = uint8(row)
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
	f.steps, f.mp, f.moved, f.chained = uint8(x.Steps), int8(x.MP), x.Moved, x.Chained
	c, err := r.word("flight cause", "cause", x.Cause, causeNames)
	if err != nil {
		return err
	}
	f.cause = cause(c)
	return r.hexes("flight pending", x.Pending, f.pending[:], &f.nPend)
}

// moment lines up what has to be done: the tasks of the position, or those that follow from a named moment.
func (r *placing) moment() error {
	p := r.p
	switch {
	case p.Result != nil:
		return r.result()
	case p.At == "" && len(p.Tasks) == 0:
		return wrong("at", "missing: want a moment of the turn, one of %s, or tasks", strings.Join(Moments(), ", "))
	case p.At == "":
		return r.exact()
	case len(p.Tasks) > 0:
		return wrong("tasks", "want either at or tasks")
	case p.Phase+p.Active+p.Side != "":
		return wrong("at", "phase, active and side follow from it; want them only with tasks")
	}
	return r.at()
}

// result ends the battle.
func (r *placing) result() error {
	s, x := r.s, r.p.Result
	if err := r.phaseSide(); err != nil {
		return err
	}
	d, err := r.word("result degree", "degree", x.Degree, degreeKeys[1:])
	if err != nil {
		return err
	}
	s.over, s.degree, s.phase = true, degree(d+1), phaseEnd
	if x.Winner != "" {
		side, err := r.side("result winner", x.Winner)
		if err != nil {
			return err
		}
		s.winner = int8(side)
	}
	if x.Because != "" {
		i := slices.IndexFunc(r.b.sudden, func(c suddenRule) bool { return c.Key == x.Because })
		if i < 0 {
			return wrong("result because", "there is no decisive rule %q", x.Because)
		}
		s.because = uint8(i)
	}
	return nil
}

// phaseSide reads the phase, the active leader and his side, which an exact position tells.
func (r *placing) phaseSide() error {
	s, p := r.s, r.p
	if p.Phase != "" {
		i, err := r.word("phase", "phase", p.Phase, phaseKeys[:])
		if err != nil {
			return err
		}
		s.phase = phase(i)
	}
	if p.Active != "" {
		l, err := r.leader("active", p.Active)
		if err != nil {
			return err
		}
		s.active, s.side = l, r.b.leaders[l].side
	}
	if p.Side != "" {
		side, err := r.side("side", p.Side)
		if err != nil {
			return err
		}
		s.side = side
	}
	return nil
}

func (r *placing) exact() error {
	s := r.s
	if err := r.phaseSide(); err != nil {
		return err
	}
	if n := len(r.p.Tasks); n > maxTasks-16 {
		return wrong("tasks", "%d tasks, at most %d", n, maxTasks-16)
	}
	for _, line := range slices.Backward(r.p.Tasks) {
		t, err := r.parseTask(line)
		if err != nil {
			return err
		}
		s.push(t)
	}
	s.toAct = int8(s.side)
	if s.current().kind == tShooters && s.shot.kind == shotDefensive {
		s.toAct = int8(1 - s.side)
	}
	return nil
}

// moments are the named moments of a turn; those of an activation name its leader.
var moments = []struct {
	name   string
	task   taskKind // what is done first
	leader bool
}{
	{"deploy", tDeploy, false},
	{"phase-a", tCommand, false},
	{"phase-b", tArchers, false},
	{"phase-c", tInitiative, false},
	{"activation", tMoves, true},
	{"d2", tVolley, true},
	{"d3", tDeclare, true},
	{"d4", tMelees, true},
	{"d5", tStray, true},
	{"fire", tBurn, true},
	{"end-of-activation", tEndActivation, true},
	{"phase-e", tRefresh, false},
	{"rally", tRally, false},
	{"routs", tRouts, false},
	{"end-of-turn", tEndTurn, false},
}

// Moments returns the names of the moments of a turn at which a position may stand.
func Moments() []string {
	var list []string
	for _, m := range moments {
		if m.leader {
			list = append(list, m.name+" LEADER")
		} else {
			list = append(list, m.name)
		}
	}
	return list
}

// at lines up the rest of the turn from a named moment.
func (r *placing) at() error {
	s := r.s
	name, arg, _ := strings.Cut(r.p.At, " ")
	for _, m := range moments {
		if m.name != name {
			continue
		}
		if !m.leader && arg != "" {
			return wrong("at", "%q: %q is too much", r.p.At, arg)
		}
		s.releaseHill()
		if m.task == tDeploy {
			s.pushDeploy()
			return nil
		}
		s.push(task{kind: tTurn})
		s.stepTurn(s.current())
		if !m.leader {
			r.skip(m.task)
			if m.task == tRouts || m.task == tEndTurn {
				s.phase = phaseE
			}
			return nil
		}
		r.skip(tNext)
		return r.activation(arg, m.task)
	}
	return wrong("at", "moment %q is unknown, want one of %s", name, strings.Join(Moments(), ", "))
}

// skip drops tasks until one of a kind comes.
func (r *placing) skip(k taskKind) {
	for r.s.nTasks > 0 && r.s.current().kind != k {
		r.s.pop()
	}
}

// activation begins the activation of a leader and goes on to one of its segments.
func (r *placing) activation(id string, k taskKind) error {
	s := r.s
	l, err := r.leader("at", strings.TrimSpace(id))
	if err != nil {
		return err
	}
	if !s.commands(l) {
		return wrong("at", "leader %s is not on the map or cannot command", id)
	}
	if r.p.Rating == 0 {
		s.rating = -1
	}
	s.stepActivationOf(l)
	for _, c := range r.given {
		s.units[c.unit].flags = s.units[c.unit].flags&^c.unset | c.set
	}
	for i := range r.p.Leaders {
		x := &r.p.Leaders[i]
		if l, err := r.leader("leaders", x.ID); err == nil {
			if err := r.leaderAt("leaders "+x.ID, l, x); err != nil {
				return err
			}
		}
	}
	n := s.nTasks
	r.skip(k)
	if s.nTasks == 0 {
		s.nTasks = n
		return wrong("at", "%q: the activation of %s has no such part", r.p.At, id)
	}
	return nil
}

func (s *State) stepActivationOf(l uint8) {
	t := task{kind: tActivation, a: l}
	s.push(t)
	s.stepActivation(t)
}

// stand checks what must hold of pieces on the map at any moment.
func (r *placing) stand() error {
	if r.s.over {
		return nil // a battle may end in the middle of things
	}
	for i := range r.b.units {
		if err := r.unitStands(uint8(i)); err != nil {
			return err
		}
	}
	for i := range r.b.leaders {
		if err := r.leaderStands(uint8(i)); err != nil {
			return err
		}
	}
	return r.flightStands()
}

func (r *placing) unitStands(u uint8) error {
	s := r.s
	p, d := &s.units[u], &r.b.units[u]
	if p.hex < 0 {
		return nil
	}
	field := "units " + d.id
	h := int(p.hex)
	for _, x := range []struct {
		flags flags
		need  func(task) bool
		what  string
	}{
		{meleeFlags, func(t task) bool { return t.kind == tEndMelee }, "no melee is being fought"},
		{fRetreat, func(t task) bool { return t.kind == tRetreats && t.a == d.side }, "its side has no retreats to make"},
		{fFlee, func(t task) bool { return t.kind == tFlee || t.kind == tFlight }, "nobody flees"},
	} {
		if f := p.flags & x.flags; f != 0 && !slices.ContainsFunc(s.tasks[:s.nTasks], x.need) {
			return wrong(field, "is %s, but %s", unitFlagNames[bits.TrailingZeros32(uint32(f))], x.what)
		}
	}
	if t := &r.b.book.Terrain[r.b.terrain[h]]; t.Cost[d.column] == Closed {
		return wrong(field, "%s may not stand in %s, which is %s (%s)", r.b.book.Types[d.typ].Code, r.b.PlaceID(h), t.ID, t.Clause)
	}
	if p.flags&fAloft != 0 || s.top[h] != u {
		return nil
	}
	sp := s.sp(u)
	for v := p.below; v != none; v = s.units[v].below {
		e := &r.b.units[v]
		sp += s.sp(v)
		switch {
		case d.side != e.side:
			return wrong(field, "%s holds %s of the enemy (%s)", r.b.PlaceID(h), e.id, r.b.clause("ant-5.1d"))
		case d.name != e.name || d.typ != e.typ:
			return wrong(field, "may not stack with %s in %s: names and types differ (%s)", e.id, r.b.PlaceID(h), r.b.clause("ant-5.2.1a"))
		}
	}
	if sp > r.b.book.StackSP {
		return wrong(field, "the stack in %s has %d SP, at most %d (%s)", r.b.PlaceID(h), sp, r.b.book.StackSP, r.b.clause("ant-5.1a"))
	}
	f, ok := s.stackFacing(h)
	for v := u; v != none && ok; v = s.units[v].below {
		if !s.isRouted(v) && int(s.units[v].facing) != f {
			return wrong("units "+r.b.units[v].id, "faces %s, the stack in %s faces %s (%s)",
				corner(int(s.units[v].facing)), r.b.PlaceID(h), corner(f), r.b.clause("ant-5.2.3a"))
		}
	}
	return nil
}

func (r *placing) leaderStands(l uint8) error {
	s := r.s
	p := &s.leaders[l]
	field := "leaders " + r.b.leaders[l].id
	switch {
	case p.flags&lDead != 0 && p.hex >= 0:
		return wrong(field, "a removed leader has no hex")
	case (p.flags&lCitadel != 0) != (p.hex >= 0 && p.hex == r.b.citadel):
		return wrong(field, "a leader is sheltered in the citadel, and only there")
	case p.hex < 0 || p.flags&lCitadel != 0:
		return nil
	case s.enemyAt(int(p.hex), r.b.leaders[l].side):
		return wrong(field, "%s holds the enemy", r.b.PlaceID(int(p.hex)))
	case s.joinable(l, int(p.hex)) || s.aloftWith(l, int(p.hex)):
		return nil
	case r.p.At != "" || l != s.active || !r.moving():
		return wrong(field, "no unit he may be with is in %s (%s)", r.b.PlaceID(int(p.hex)), r.b.clause("ant-5.1g"))
	}
	return nil
}

// moving reports whether the activated leader still has his move before him: until then his units may leave him alone.
func (r *placing) moving() bool {
	return slices.ContainsFunc(r.s.tasks[:r.s.nTasks], func(t task) bool { return t.kind == tMoves || t.kind == tRide })
}

// flightStands checks that the units in flight are those of the flight under way.
func (r *placing) flightStands() error {
	s := r.s
	under := false
	for i := range s.nTasks {
		switch k := s.tasks[i].kind; {
		case k == tFlight && under:
			return wrong("tasks", "two flights are under way")
		case k == tFlight:
			under = true
		case under && k != tDie && k != tLeaderGo && k != tPlaceLeader:
			return wrong("tasks", "%q comes before a flight has ended", r.b.formatTask(s.tasks[i]))
		}
	}
	f := &s.flight
	if under && f.n == 0 {
		return wrong("flight", "no units are in flight, but the tasks have a flight")
	}
	for i := range r.b.units {
		u := uint8(i)
		in := under && slices.Contains(f.units[:f.n], u)
		switch fleeing := s.has(u, fAloft); {
		case fleeing && !in:
			return wrong("units "+r.b.units[i].id, "is fleeing, but not in the flight under way")
		case in && (!fleeing || s.units[u].hex != f.at):
			return wrong("flight units", "%s is not fleeing in %s", r.b.units[i].id, r.b.PlaceID(int(f.at)))
		}
	}
	return nil
}

// play runs to the next choice and tries every choice there is, so that a position that would break down is refused here
// and not in the middle of a game.
func (r *placing) play() (err error) {
	field := "tasks"
	if r.p.At != "" {
		field = "at"
	}
	doing := "going on"
	defer func() {
		if x := recover(); x != nil {
			err = wrong(field, "play cannot go on from this position: %s fails", doing)
		}
	}()
	s := r.s
	if err := r.needs(); err != nil {
		return err
	}
	s.run(nil)
	if s.over {
		return nil
	}
	list := s.Legal(nil)
	if len(list) == 0 {
		return wrong(field, "play cannot go on from this position: nothing is legal")
	}
	for _, a := range list {
		doing = fmt.Sprintf("%q", r.b.Format(a))
		c := *s
		c.Explain(a)
		if no := c.Apply(a, nil); no != nil {
			return wrong(field, "play cannot go on from this position: %s is offered and refused: %v", doing, no)
		}
	}
	if r.p.At == "" {
		for i := range 3 {
			doing = "a game from here"
			r.playOut(steady(1000 * i))
		}
	}
	return nil
}

// within says upon which tasks some can stand only.
var within = map[taskKind][]taskKind{
	tGroup:    {tMoves, tStray},
	tShooters: {tArchers, tVolley, tDefend, tOffend},
	tAssemble: {tMelees},
	tEndMelee: {tMelees},
	tFight:    {tEndMelee},
	tOffend:   {tFight},
	tDefend:   {tOffend},
}

// turnOrder lists the tasks of a turn and of an activation, the last to be done first.
var turnOrder = []taskKind{
	tEndTurn, tTurn, tDeploy, tRouts, tRally, tFlightRule, tRefresh, tNext, tForce, tBar, tFirst, tInitiative, tVictory,
	tArchers, tRest, tCommand, tBlow, tEndActivation, tBurn, tStray, tMelees, tDeclare, tVolley, tMoves,
}

// order checks that the tasks stand in the order in which the rules line them up.
func (r *placing) order() error {
	s := r.s
	last := -1
	for i := range s.nTasks {
		t := s.tasks[i]
		if on := within[t.kind]; on != nil && (i == 0 || !slices.Contains(on, s.tasks[i-1].kind)) {
			return wrong("tasks", "%q can only stand before %s", r.b.formatTask(t), taskSyntax[on[0]].word)
		}
		rank := slices.Index(turnOrder, t.kind)
		switch {
		case i == 0 && rank != 0 && t.kind != tTurn:
			return wrong("tasks", "the last is %q, want %s", r.b.formatTask(t), taskSyntax[tEndTurn].word)
		case rank < 0:
		case rank < last || rank == last && (t.a == s.tasks[i-1].a || t.kind != s.tasks[i-1].kind):
			return wrong("tasks", "%q stands before %q, which in a turn it comes after", r.b.formatTask(t), r.b.formatTask(s.tasks[i-1]))
		default:
			last = rank
		}
	}
	return nil
}

// needs checks that the tasks have what they work on.
func (r *placing) needs() error {
	s := r.s
	if err := r.order(); err != nil {
		return err
	}
	for i := range s.nTasks {
		t := s.tasks[i]
		line := r.b.formatTask(t)
		switch t.kind {
		case tMoves, tGroup, tRide, tVolley, tDeclare, tMelees, tAssemble, tDefend, tOffend, tFight, tResult, tRetreats,
			tAdvance, tEndMelee, tStray, tBurn, tEndActivation:
			if s.active == none {
				return wrong("tasks", "%q, but no leader is active", line)
			}
		}
		ok := true
		switch t.kind {
		case tBurn:
			ok = r.b.fire != nil
		case tFlightRule:
			ok = r.b.flight != nil
		case tBlow:
			ok = r.b.second != none
		case tDie:
			ok = t.a != dieFlight || r.b.flight != nil
		}
		if !ok {
			return wrong("tasks", "%q, but the battle has no such rule", line)
		}
	}
	return nil
}

// playOut plays on with chosen dice, to see that the tasks hold together. It panics where they do not.
func (r *placing) playOut(src steady) {
	s := *r.s
	var buf []game.Action
	for range r.b.Bound() {
		a := game.Action{}
		switch s.ToAct() {
		case game.Nobody:
			return
		case game.Nature:
			a = s.Roll(&src)
		default:
			buf = s.Legal(buf[:0])
			a = buf[game.Intn(&src, len(buf))]
		}
		if no := s.Apply(a, nil); no != nil {
			panic(no)
		}
	}
}

// steady is a source that gives the same numbers every time.
type steady uint64

func (x *steady) Uint64() uint64 {
	*x++
	return mix(uint64(*x))
}
