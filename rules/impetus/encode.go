package impetus

import (
	"encoding/binary"
	"errors"
	"fmt"

	"acies/game"
	"acies/plane"
)

// codec writes or reads the fields of a state in order, so that one walk serves both.
type codec struct {
	buf     []byte
	reading bool
	bad     bool // reading: the input ended too early, or a value is out of range
}

// number handles a number of some bytes from low to high.
func (c *codec) number(v int64, bytes int, low, high int64) int64 {
	if !c.reading {
		n := uint64(v - low)
		for range bytes {
			c.buf = append(c.buf, byte(n))
			n >>= 8
		}
		return v
	}
	if len(c.buf) < bytes {
		c.bad, c.buf = true, nil
		return low
	}
	n := uint64(0)
	for i := bytes - 1; i >= 0; i-- {
		n = n<<8 | uint64(c.buf[i])
	}
	c.buf = c.buf[bytes:]
	if n > uint64(high-low) {
		c.bad = true
		return low
	}
	return int64(n) + low
}

func (c *codec) u8(p *uint8, most int) { *p = uint8(c.number(int64(*p), 1, 0, int64(most))) }

func (c *codec) i8(p *int8, low, high int64) { *p = int8(c.number(int64(*p), 1, low, high)) }

func (c *codec) i16(p *int16, low, high int64) { *p = int16(c.number(int64(*p), 2, low, high)) }

func (c *codec) i32(p *int32, low, high int64) { *p = int32(c.number(int64(*p), 4, low, high)) }

func (c *codec) flag(p *bool) {
	n := int64(0)
	if *p {
		n = 1
	}
	*p = c.number(n, 1, 0, 1) == 1
}

func (c *codec) set(p *plane.Set) {
	for i := range p {
		for shift := 0; shift < 64; shift += 32 {
			n := c.number(int64(p[i]>>shift&0xffffffff), 4, 0, 0xffffffff)
			p[i] = p[i]&^(0xffffffff<<shift) | uint64(n)<<shift
		}
	}
}

func (c *codec) pose(p *plane.Pose) {
	c.i32(&p.X, -plane.Limit, plane.Limit)
	c.i32(&p.Y, -plane.Limit, plane.Limit)
	p.H = plane.Heading(c.number(int64(p.H), 2, 0, plane.Turn-1))
}

// unit handles a unit, or none.
func (c *codec) unit(s *State, p *uint8) {
	v := *p + 1
	c.u8(&v, len(s.b.units))
	*p = v - 1
}

// walk visits every field that play depends on. The index is worked out again.
func (s *State) walk(c *codec) {
	for i := range s.b.units {
		u := &s.units[i]
		c.pose(&u.Pose)
		for r := range u.rows {
			c.u8(&u.rows[r], 15)
		}
		u.where = where(c.number(int64(u.where), 1, 0, int64(wheres)-1))
		u.flags = flags(c.number(int64(u.flags), 2, 0, 1<<flagBits-1))
		c.u8(&u.phases, 15)
		shot := plane.Set(u.shotBy)
		c.set(&shot)
		u.shotBy = shot
	}
	for side := range s.commands {
		for i := range s.b.setup.Sides[side].Commands {
			x := &s.commands[side][i]
			x.quality = Quality(c.number(int64(x.quality), 1, 0, int64(qualities)-1))
			c.flag(&x.changed)
			c.i8(&x.pending, -1, 1)
			c.flag(&x.spent)
			c.flag(&x.routed)
			c.flag(&x.leader)
			c.flag(&x.shaken)
		}
		c.u8(&s.chief[side], MaxCommands-1)
		c.u8(&s.named[side], 255)
		c.u8(&s.dice[side][0], 6)
		c.u8(&s.dice[side][1], 6)
		c.u8(&s.luck[side], 3)
	}
	c.u8(&s.nContacts, maxContacts)
	for i := range s.nContacts {
		x := &s.contacts[i]
		c.u8(&x.a, len(s.b.units)-1)
		c.u8(&x.b, len(s.b.units)-1)
		c.u8(&x.side[0], 2)
		c.u8(&x.side[1], 2)
		c.flag(&x.fought)
		c.flag(&x.came[0])
		c.flag(&x.came[1])
	}
	c.u8(&s.nTasks, maxTasks)
	for i := range s.nTasks {
		t := &s.tasks[i]
		t.kind = taskKind(c.number(int64(t.kind), 1, 1, int64(taskKinds)-1))
		c.u8(&t.a, 255)
		c.i16(&t.b, -1, 1<<14)
		t.c = int16(c.number(int64(t.c), 2, -1, 1<<15-1))
	}
	c.i8(&s.toAct, int64(game.Nobody), 1)
	c.flag(&s.over)
	c.u8(&s.turn, 100)
	s.phase = phase(c.number(int64(s.phase), 1, 0, int64(phases)-1))
	c.u8(&s.active, 255)
	c.flag(&s.alone)
	c.u8(&s.last.n, maxDice)
	c.flag(&s.last.pool)
	c.u8(&s.last.faces[0], maxDice)
	c.u8(&s.last.faces[1], maxDice)
	c.i8(&s.winner, int64(game.Nobody), 1)
	c.u8(&s.why, int(outcomes)-1)
	c.set(&s.stirred)
	c.set(&s.before)
	s.walkActivation(c)
	s.walkCharge(c)
	s.walkFight(c)
}

func (s *State) walkActivation(c *codec) {
	a := &s.act
	c.u8(&a.command, MaxCommands-1)
	c.u8(&a.n, maxGroup)
	for i := range a.n {
		c.u8(&a.units[i], len(s.b.units)-1)
		c.i32(&a.offset[i][0], -plane.Limit, plane.Limit)
		c.i32(&a.offset[i][1], -plane.Limit, plane.Limit)
	}
	for _, p := range []*bool{&a.column, &a.failed, &a.fired, &a.early, &a.rushed, &a.rushing, &a.due} {
		c.flag(p)
	}
	c.i16(&a.turned, 0, plane.Turn)
	c.u8(&a.tries, 15)
	c.u8(&a.tried, 7)
	c.u8(&a.kind, int(verbs)-1)
	c.i32(&a.a, -plane.Limit, plane.Limit)
	c.i32(&a.b, -plane.Limit, plane.Limit)
	a.ran = uint16(c.number(int64(a.ran), 2, 0, 1<<16-1))
	t := &s.test
	c.u8(&t.purpose, int(purposes)-1)
	c.unit(s, &t.unit)
	c.flag(&t.passed)
	h := &s.hurt
	c.unit(s, &h.unit)
	c.u8(&h.cause, int(byMelee))
	c.u8(&h.damage, 255)
	x := &s.shot
	c.unit(s, &x.firer)
	c.unit(s, &x.target)
	c.u8(&x.band, bands-1)
	for _, p := range []*uint8{&x.left, &x.sixes, &x.fives} {
		c.u8(p, 255)
	}
}

func (s *State) walkCharge(c *codec) {
	x := &s.charge
	c.unit(s, &x.unit)
	c.unit(s, &x.target)
	c.u8(&x.how, int(chargePursuit))
	c.u8(&x.bonus, 6)
	c.u8(&x.evades, 255)
	for _, p := range []*bool{&x.extended, &x.failed, &x.barred, &x.counter, &x.group, &x.rush, &x.open, &x.entered, &x.member, &x.touched} {
		c.flag(p)
	}
	x.effect = effect(c.number(int64(x.effect), 1, 0, 15))
	c.pose(&x.from)
	c.i32(&x.least, 0, plane.Never)
	c.i32(&x.gone, 0, plane.Limit)
	c.i32(&x.room, 0, plane.Limit)
}

func (s *State) walkFight(c *codec) {
	f := &s.fight
	for i := range 2 {
		c.unit(s, &f.mains[i])
		for _, p := range []*uint8{&f.pools[i], &f.damage[i], &f.sixes[i], &f.fives[i], &f.losses[i], &f.counted[i], &f.thrown[i]} {
			c.u8(p, 255)
		}
		c.u8(&f.die[i], 6)
		c.i8(&f.critic[i], 0, 127)
		for _, p := range []*bool{&f.failed[i], &f.flanked[i], &f.charged[i], &f.routed[i]} {
			c.flag(p)
		}
	}
	c.u8(&f.left, 255)
	c.u8(&f.winner, 255)
	for _, p := range []*bool{&f.first, &f.relief, &f.relieved} {
		c.flag(p)
	}
	c.i32(&f.retreat, 0, plane.Limit)
	c.i16(&f.back, 0, plane.Turn-1)
	c.unit(s, &f.loser)
	c.pose(&f.start)
	c.set(&f.passed)
}

// AppendBinary implements [game.State].
func (s *State) AppendBinary(b []byte) []byte {
	c, read := codec{buf: b}, *s // a walk writes every field back, and others may be reading s
	read.walk(&c)
	return binary.LittleEndian.AppendUint64(c.buf, hash(c.buf[len(b):]))
}

// Hash implements [game.State].
func (s *State) Hash() uint64 {
	b := s.AppendBinary(nil)
	return binary.LittleEndian.Uint64(b[len(b)-8:])
}

func hash(b []byte) uint64 {
	h := uint64(0xcbf29ce484222325)
	for ; len(b) >= 8; b = b[8:] {
		h = mix(h ^ binary.LittleEndian.Uint64(b))
	}
	for _, c := range b {
		h = mix(h ^ uint64(c))
	}
	return h
}

// mix is the finaliser of splitmix64: a cheap, fixed, well-distributed permutation.
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

var errState = errors.New("impetus: these bytes are not a state of this battle")

// Decode implements [game.Battle].
func (b *Battle) Decode(data []byte) (game.State, error) {
	if len(data) < 8 || hash(data[:len(data)-8]) != binary.LittleEndian.Uint64(data[len(data)-8:]) {
		return nil, errState
	}
	s := &State{b: b}
	c := codec{buf: data[:len(data)-8], reading: true}
	s.walk(&c)
	if c.bad || len(c.buf) != 0 || !s.formed() {
		return nil, errState
	}
	for i := range b.units {
		if u := uint8(i); s.placed(u) {
			x := s.shape(u)
			s.index.Add(i, x.Min, x.Max)
		}
	}
	if err := s.Limits(); err != nil {
		return nil, fmt.Errorf("%w: %w", errState, err)
	}
	return s, nil
}

// formed reports whether only units that can are dismounted or inside a square.
func (s *State) formed() bool {
	for i := range s.b.units {
		u, d := &s.units[i], &s.b.units[i]
		if u.flags&fDismounted != 0 && d.foot == nil || u.where == inside && d.Square < 0 {
			return false
		}
	}
	return true
}

// Limits returns an error if what must hold in every state does not.
func (s *State) Limits() error {
	for i := range s.b.units {
		u := uint8(i)
		d := s.data(u)
		if !s.placed(u) {
			continue
		}
		if s.strength(u) == 0 || s.vbu(u) > d.VBU || s.rowCount(u) > d.Rows {
			return fmt.Errorf("%s has VBU %v, of %d in %d rows", d.ID, s.units[i].rows, d.VBU, d.Rows)
		}
		x := s.shape(u)
		if x.OffTable() {
			return fmt.Errorf("%s stands off the table at %v", d.ID, x.Pose)
		}
		near := s.index.Around(&x, 0)
		for j := near.Next(i + 1); j >= 0; j = near.Next(j + 1) {
			// Where a unit is driven, rounding may add a thousandth or two to what counts as touching.
			if y := s.shape(uint8(j)); plane.Gap(&x, &y) < -(plane.Epsilon+3)*plane.Scale {
				return fmt.Errorf("%s at %v overlaps %s at %v", d.ID, x.Pose, s.data(uint8(j)).ID, y.Pose)
			}
		}
	}
	return nil
}
