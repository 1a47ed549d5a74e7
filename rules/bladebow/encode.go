package bladebow

import (
	"encoding/binary"
	"errors"
	"slices"

	"acies/game"
)

// codec writes or reads the fields of a state in order, so that one walk serves both.
type codec struct {
	buf     []byte
	reading bool
	bad     bool // reading: the input ended too early, or a value is out of range
}

// u8 handles a byte of at most most.
func (c *codec) u8(p *uint8, most int) {
	if !c.reading {
		c.buf = append(c.buf, *p)
		return
	}
	if len(c.buf) == 0 || int(c.buf[0]) > most {
		c.bad = true
		*p = 0
		return
	}
	*p, c.buf = c.buf[0], c.buf[1:]
}

func (c *codec) i8(p *int8, low, high int) {
	v := uint8(int(*p) - low)
	c.u8(&v, high-low)
	*p = int8(int(v) + low)
}

func (c *codec) flag(p *bool) {
	v := uint8(0)
	if *p {
		v = 1
	}
	c.u8(&v, 1)
	*p = v != 0
}

// i16 handles a number from low to high.
func (c *codec) i16(p *int16, low, high int) {
	n := uint16(int(*p) - low)
	lo, hi := uint8(n), uint8(n>>8)
	c.u8(&lo, 255)
	c.u8(&hi, 255)
	v := int(lo) + int(hi)<<8 + low
	if v > high {
		c.bad = true
		v = low
	}
	*p = int16(v)
}

func (c *codec) u32(p *uint32) {
	for shift := 0; shift < 32; shift += 8 {
		v := uint8(*p >> shift)
		c.u8(&v, 255)
		*p = *p&^(255<<shift) | uint32(v)<<shift
	}
}

func (c *codec) u64(p *uint64) {
	lo, hi := uint32(*p), uint32(*p>>32)
	c.u32(&lo)
	c.u32(&hi)
	*p = uint64(lo) | uint64(hi)<<32
}

// dice handles a pool.
func (c *codec) dice(p *pool) {
	c.u32((*uint32)(p))
	if p.size() > maxDice || *p>>24 != 0 {
		c.bad = true
		*p = 0
	}
}

// unit handles a unit, or none.
func (c *codec) unit(s *State, p *uint8) {
	v := *p + 1
	c.u8(&v, len(s.b.units))
	*p = v - 1
}

// square handles a square.
func (c *codec) square(s *State, p *int16) { c.i16(p, -1, s.b.squares-1) }

// walk visits every field that play depends on. Squares of units and zones are worked out again.
func (s *State) walk(c *codec) {
	b := s.b
	for i := range b.units {
		u := &s.units[i]
		c.i16(&u.square, 0, b.squares-1)
		c.u8(&u.facing, 7)
		c.u8(&u.ranks, maxMarker)
		c.u8(&u.lost, 15)
		c.u8((*uint8)(&u.where), int(wheres)-1)
		f := int16(u.flags)
		c.i16(&f, 0, 1<<flagBits-1)
		u.flags = flags(f)
	}
	for i := range b.leaders {
		l := &s.leaders[i]
		c.i16(&l.square, 0, b.squares-1)
		c.u8((*uint8)(&l.where), int(wheres)-1)
		c.u8(&l.turn, 255)
	}
	for i := range s.cards {
		c.u8(&s.cards[i], int(discarded))
	}
	c.u8(&s.nTasks, maxTasks)
	for i := range s.tasks[:s.nTasks] {
		t := &s.tasks[i]
		c.u8((*uint8)(&t.kind), int(taskKinds)-1)
		c.u8(&t.a, 255)
		c.i16(&t.b, -1, 1<<14)
		c.i16(&t.c, -1, 1<<14)
	}
	c.i8(&s.toAct, int(game.Nobody), 1)
	c.flag(&s.over)
	c.u8(&s.turn, 100)
	c.u8((*uint8)(&s.phase), int(phases)-1)
	c.u8(&s.initiative, 1)
	c.u8(&s.active, 255)
	c.u8(&s.actions, 63)
	c.u8(&s.muddled, 63)
	for side := range 2 {
		c.u8(&s.impulses[side], 63)
		c.u8(&s.killed[side], MaxLeaders)
		c.u8(&s.losses[side], 255)
		c.i16(&s.camps[side], 0, b.squares-1)
		c.flag(&s.overrun[side])
		c.u8(&s.hands[side], 63)
		c.i8(&s.dice[side], -64, 64)
		c.i8(&s.omens[side], -64, 64)
	}
	c.flag(&s.found)
	c.u8(&s.area, 6)
	c.u8(&s.delay, maxDelay+1)
	c.flag(&s.slain)
	c.flag(&s.sacked)
	c.i8(&s.winner, int(game.Nobody), 1)
	c.u8(&s.degree, int(drawn))
	c.u8(&s.why, len(outcomeClauses)-1)
	c.dice(&s.last)
	s.walkAction(c)
}

// walkAction visits what belongs to the present action.
func (s *State) walkAction(c *codec) {
	f := &s.form
	c.u8(&f.kind, int(orderWall))
	c.u64(&f.units)
	c.u64(&f.acted)
	c.u8(&f.leaders, 255)
	c.i8(&f.march, 0, 4)
	c.flag(&f.drill)
	c.i8(&f.reach, 0, 8)
	c.unit(s, &f.wind)
	c.flag(&f.breath)
	c.flag(&f.camp)
	m := &s.move
	c.u8(&m.unit, len(s.b.units)-1)
	c.i8(&m.mp, 0, maxMP)
	c.flag(&m.began)
	c.flag(&m.halted)
	c.i16(&m.goal, 0, s.b.squares-1)
	c.u8(&m.facing, 7)
	c.u8(&m.pushed, len(s.b.units)-1)
	x := &s.shot
	c.unit(s, &x.target)
	c.u8(&x.n, maxFirers)
	for i := range x.firers {
		c.u8(&x.firers[i], len(s.b.units)-1)
	}
	c.u8(&x.turns, 4*maxFirers)
	for i := range 2 {
		c.i8(&x.extra[i], 0, 16)
		c.dice(&x.dice[i])
	}
	d := &s.duel
	c.unit(s, &d.target)
	c.u8(&d.camp, 255)
	c.i16(&d.square, 0, s.b.squares-1)
	c.u8(&d.facing, 7)
	c.u8(&d.n, maxAttackers)
	for i := range d.units {
		c.u8(&d.units[i], len(s.b.units)-1)
		c.dice(&d.entry[i])
		c.u8(&d.status[i], int(failed))
		c.u8(&d.take[i], maxDice)
	}
	c.u8(&d.points, 200)
	c.u8(&d.fewer, 16)
	c.u8(&d.more, 16)
	c.flag(&d.feigned)
	for i := range 2 {
		c.i8(&d.extra[i], 0, 32)
		c.u8(&d.rerolls[i], 32)
		c.u8(&d.hits[i], maxDice)
	}
	for i := range 3 {
		c.u8(&d.count[i], maxDice)
		c.dice(&d.dice[i])
	}
	c.u8(&d.chain, 2)
	for _, p := range []*bool{&d.evaded, &d.moved, &d.left, &d.recoils, &d.advance, &d.held} {
		c.flag(p)
	}
	c.u8(&d.turn, maxAttackers)
	h := &s.hurt
	c.unit(s, &h.unit)
	c.u8(&h.hits, maxDice)
	c.u8(&h.rout, 64)
	c.square(s, &h.away)
	c.square(s, &h.at)
	c.u8(&h.facing, 7)
	c.u64(&h.path)
	c.u8(&h.steps, 20)
	c.u8(&h.panic, 8)
	for _, p := range []*bool{&h.ranged, &h.recoil, &h.stands, &h.shade, &h.singled} {
		c.flag(p)
	}
}

// AppendBinary implements [game.State].
func (s *State) AppendBinary(b []byte) []byte {
	c, read := codec{buf: b}, *s // a walk writes every field back, and others may be reading s
	read.walk(&c)
	return c.buf
}

// Hash implements [game.State].
func (s *State) Hash() uint64 {
	var buf [2048]byte
	return hash(s.AppendBinary(buf[:0]))
}

// hash is FNV-1a, eight bytes at a time, with the bits of each word mixed before the next.
func hash(b []byte) uint64 {
	const prime = 1099511628211
	h := uint64(14695981039346656037) ^ uint64(len(b))
	for len(b) >= 8 {
		h = (h ^ binary.LittleEndian.Uint64(b)) * prime
		h ^= h >> 29
		b = b[8:]
	}
	for _, x := range b {
		h = (h ^ uint64(x)) * prime
	}
	return h ^ h>>32
}

var errDamaged = errors.New("bladebow: the state is damaged")

// Decode implements [game.Battle].
func (b *Battle) Decode(data []byte) (game.State, error) {
	s := &State{b: b}
	c := codec{buf: data, reading: true}
	s.walk(&c)
	if c.bad || len(c.buf) > 0 || !s.sound() {
		return nil, errDamaged
	}
	s.stale = true
	s.refresh()
	if !slices.Equal(s.AppendBinary(nil), data) { // somebody has seen what he could not have seen
		return nil, errDamaged
	}
	return s, nil
}
