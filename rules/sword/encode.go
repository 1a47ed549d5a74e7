package sword

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"

	"acies/game"
)

// codec writes or reads the fields of a state in order, so that one walk serves both.
type codec struct {
	buf     []byte
	reading bool
	short   bool // reading: the input ended too early
}

func (c *codec) u8(p *uint8) {
	if !c.reading {
		c.buf = append(c.buf, *p)
		return
	}
	if len(c.buf) == 0 {
		c.short = true
		*p = 0
		return
	}
	*p, c.buf = c.buf[0], c.buf[1:]
}

func (c *codec) i8(p *int8) {
	v := uint8(*p)
	c.u8(&v)
	*p = int8(v)
}

func (c *codec) flag(p *bool) {
	v := uint8(0)
	if *p {
		v = 1
	}
	c.u8(&v)
	*p = v != 0
}

func (c *codec) i16(p *int16) {
	lo, hi := uint8(*p), uint8(*p>>8)
	c.u8(&lo)
	c.u8(&hi)
	*p = int16(uint16(lo) | uint16(hi)<<8)
}

func (c *codec) u16(p *uint16) {
	v := int16(*p)
	c.i16(&v)
	*p = uint16(v)
}

func (c *codec) u32(p *uint32) {
	lo, hi := uint16(*p), uint16(*p>>16)
	c.u16(&lo)
	c.u16(&hi)
	*p = uint32(lo) | uint32(hi)<<16
}

// count writes or reads the number of used elements of an array.
func (c *codec) count(p *uint8, most int) int {
	c.u8(p)
	if int(*p) > most {
		c.short = true
		*p = 0
	}
	return int(*p)
}

// walk visits every field that play depends on. The top array is not encoded; it is rebuilt from the stacks.
func (s *State) walk(c *codec) {
	for i := range s.b.units {
		u := &s.units[i]
		c.i16(&u.hex)
		c.u8(&u.facing)
		c.u8((*uint8)(&u.disorder))
		c.u32((*uint32)(&u.flags))
		c.u8(&u.below)
		c.u8((*uint8)(&u.did))
	}
	for i := range s.b.leaders {
		l := &s.leaders[i]
		c.i16(&l.hex)
		c.u16((*uint16)(&l.flags))
		c.u8(&l.bound)
	}
	for i := range c.count(&s.nTasks, maxTasks) {
		t := &s.tasks[i]
		c.u8((*uint8)(&t.kind))
		c.u8(&t.a)
		c.i16(&t.b)
		c.i16(&t.c)
	}
	c.i8(&s.toAct)
	c.u8(&s.turn)
	c.u8((*uint8)(&s.phase))
	c.u8(&s.active)
	c.u8(&s.side)
	c.i8(&s.dice[0])
	c.i8(&s.dice[1])
	c.i8(&s.rating)
	c.u8(&s.tieSide)
	c.u8(&s.fires)
	c.u8(&s.heavy)
	c.u8(&s.burnt[0])
	c.u8(&s.burnt[1])
	c.u32(&s.released)
	c.flag(&s.blow)
	c.flag(&s.hillFree)
	c.flag(&s.hillHeld)
	c.flag(&s.fled)
	s.walkGroup(c)
	s.walkFights(c)
	for i := range s.b.scores {
		c.i16(&s.points[i])
	}
	c.flag(&s.over)
	c.i8(&s.winner)
	c.u8((*uint8)(&s.degree))
	c.u8(&s.because)
	s.walkMore(c)
}

// walkMore visits the fields that only some books and battles use.
func (s *State) walkMore(c *codec) {
	if s.b.book.Charge != nil {
		for i := range c.count(&s.nCharges, maxCharges) {
			c.u8(&s.charges[i].unit)
			c.u8(&s.charges[i].target)
		}
		c.u8(&s.dash.unit)
		c.u8(&s.dash.target)
		c.u32(&s.dash.leaders)
		c.u8(&s.dash.steps)
		c.u8(&s.chase.unit)
		c.flag(&s.chase.barred)
		c.u8((*uint8)(&s.melee.stage))
		c.u8(&s.melee.reacted)
	}
	if s.b.book.Stacking.Guns {
		c.flag(&s.shot.guns)
		c.u8(&s.melee.guns)
	}
	if s.b.book.Mounting != nil || len(s.b.arrivals) > 0 {
		c.u8(&s.group.spent)
		c.u8(&s.group.rode)
	}
	if s.b.book.Capture {
		for i := range s.b.leaders {
			c.u8(&s.leaders[i].captor)
			c.i16(&s.fates[i].at)
			c.u8(&s.fates[i].wait)
			c.flag(&s.fates[i].near)
		}
		c.i16(&s.flight.from)
	}
	if s.b.slant {
		c.u8(&s.flight.heading)
	}
	if s.b.entries {
		lo, hi := uint32(s.visited), uint32(s.visited>>32)
		c.u32(&lo)
		c.u32(&hi)
		s.visited = uint64(lo) | uint64(hi)<<32
	}
}

func (s *State) walkGroup(c *codec) {
	for i := range c.count(&s.group.n, maxGroup) {
		c.u8(&s.group.units[i])
	}
	c.u32(&s.group.leaders)
	c.i16(&s.group.from)
	c.flag(&s.group.stray)
	f := &s.flight
	for i := range c.count(&f.n, maxGroup) {
		c.u8(&f.units[i])
	}
	c.i16(&f.at)
	c.u8(&f.steps)
	c.i8(&f.mp)
	c.flag(&f.moved)
	c.u8((*uint8)(&f.cause))
	c.u32(&f.leaders)
	for i := range c.count(&f.nPend, maxStacks) {
		c.i16(&f.pending[i])
	}
}

func (s *State) walkFights(c *codec) {
	c.u8((*uint8)(&s.shot.kind))
	c.i16(&s.shot.target)
	for i := range c.count(&s.shot.n, maxShooters) {
		c.u8(&s.shot.shooters[i])
	}
	m := &s.melee
	for i := range c.count(&m.nAtt, maxStacks) {
		c.i16(&m.att[i])
	}
	for i := range c.count(&m.nDef, maxStacks) {
		c.i16(&m.def[i])
	}
	c.flag(&m.shot)
	for i := range c.count(&s.nMark, maxMarked) {
		c.i16(&s.marked[i])
	}
}

const (
	stateBytes = 4096 // room for any state, so that Hash need not allocate
	magic      = 0xAC
)

// Hash implements [game.State].
func (s *State) Hash() uint64 {
	buf := bodies.Get().(*[stateBytes]byte)
	defer bodies.Put(buf)
	return hash(s.body(buf[:0]))
}

// bodies holds memory for encoded states.
var bodies = sync.Pool{New: func() any { return new([stateBytes]byte) }}

func (s *State) body(b []byte) []byte {
	c := codec{buf: append(b, magic, byte(len(s.b.units)), byte(len(s.b.leaders)))}
	read := *s // a walk writes every field back, and others may be reading s
	read.walk(&c)
	return c.buf
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

// AppendBinary implements [game.State]. The last eight bytes are a checksum.
func (s *State) AppendBinary(b []byte) []byte {
	n := len(b)
	b = s.body(b)
	return binary.LittleEndian.AppendUint64(b, hash(b[n:]))
}

// Decode implements [game.Battle].
func (b *Battle) Decode(data []byte) (game.State, error) {
	n := len(data) - 8
	if n < 3 || data[0] != magic {
		return nil, errors.New("state: not a state of this engine")
	}
	if int(data[1]) != len(b.units) || int(data[2]) != len(b.leaders) {
		return nil, fmt.Errorf("state: belongs to a battle with %d units and %d leaders, expected %d and %d",
			data[1], data[2], len(b.units), len(b.leaders))
	}
	if hash(data[:n]) != binary.LittleEndian.Uint64(data[n:]) {
		return nil, errors.New("state: damaged, the checksum does not match")
	}
	s := &State{b: b}
	c := codec{buf: data[3:n], reading: true}
	for i := range s.units {
		s.units[i] = unit{hex: -1, below: none}
	}
	for i := range s.leaders {
		s.leaders[i] = leader{hex: -1, bound: none, captor: none}
	}
	s.walk(&c)
	if c.short || len(c.buf) > 0 {
		return nil, errors.New("state: the length is not the one this engine writes")
	}
	if !s.linked() {
		return nil, errors.New("state: damaged, a unit stands off the map or on a unit that does not exist")
	}
	s.restack()
	if !slices.Equal(s.AppendBinary(nil), data) {
		return nil, errors.New("state: damaged, a value is not one that this engine writes")
	}
	return s, nil
}

// linked reports whether all units stand on hexes of the map, or nowhere, and on units of the battle.
func (s *State) linked() bool {
	for i := range s.b.units {
		if u := &s.units[i]; int(u.hex) >= s.b.hexes || u.below != none && int(u.below) >= len(s.b.units) {
			return false
		}
	}
	return true
}

// restack rebuilds the top of every stack from the links between the units.
func (s *State) restack() {
	for h := range s.top {
		s.top[h] = none
	}
	var beneath [maxUnits]bool
	for i := range s.b.units {
		if b := s.units[i].below; b != none {
			beneath[b] = true
		}
	}
	for i := range s.b.units {
		if u := &s.units[i]; u.hex >= 0 && u.flags&fAloft == 0 && !beneath[i] {
			s.top[u.hex] = uint8(i)
		}
	}
}
