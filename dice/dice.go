// Package dice provides sources of random numbers: [PCG], which is fast, for simulation and search, and [Keyed], which is
// slow, for games whose players want to check afterwards that nobody manipulated the dice.
//
// Both implement game.Source. The numbers that a seed gives must never change, because records, reports and tests depend
// on them. A better generator would get a new name.
package dice

import "math/bits"

// PCG is the generator PCG-DXSM with 128 bits of state, the same as in math/rand/v2. The zero value is ready to use and
// always gives the same numbers. A copy continues independently from the same point as the original. A PCG is not safe
// for concurrent use, and anyone who sees enough of its numbers can predict the rest.
type PCG struct {
	hi, lo uint64
}

// New returns a PCG whose numbers depend on the seed alone. Seeds that are close together, such as the numbers of the
// games of a batch, give streams that are as independent as any others.
func New(seed uint64) *PCG {
	return &PCG{hi: mix(seed), lo: mix(seed + 0x9e3779b97f4a7c15)}
}

// mix is the output function of SplitMix64. Without it close seeds would give close states, whose streams differ only
// after many steps of PCG.
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Uint64 returns the next 64 random bits.
func (p *PCG) Uint64() uint64 {
	const (
		mulHi = 0x2360ed051fc65da4
		mulLo = 0x4385df649fccf645
		incHi = 0x5851f42d4c957f2d
		incLo = 0x14057b7ef767814f
		cheap = 0xda942042e4dd58b5
	)
	// Step the state, a 128-bit number: state*mul + inc.
	hi, lo := bits.Mul64(p.lo, mulLo)
	hi += p.hi*mulLo + p.lo*mulHi
	lo, carry := bits.Add64(lo, incLo, 0)
	hi, _ = bits.Add64(hi, incHi, carry)
	p.hi, p.lo = hi, lo

	// Scramble: the "double xorshift multiply" of DXSM.
	hi ^= hi >> 32
	hi *= cheap
	hi ^= hi >> 48
	return hi * (lo | 1)
}
