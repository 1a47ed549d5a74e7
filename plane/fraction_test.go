package plane_test

import (
	"math/big"
	"math/bits"
)

// A fraction is an exact fraction. It is num/den as long as both fit, which saves most of the time, and wide as soon as
// they do not.
type fraction struct {
	num, den int64
	wide     *big.Rat
}

func rat(n int64) fraction      { return fraction{num: n, den: 1} }
func ratio(n, d int64) fraction { return fraction{num: n, den: d} }

func (a fraction) big() *big.Rat {
	if a.wide != nil {
		return a.wide
	}
	return big.NewRat(a.num, a.den)
}

// product returns a*b and whether it fits.
func product(a, b int64) (int64, bool) {
	h, l := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	return a * b, h == 0 && l < 1<<62
}

func mul(a, b fraction) fraction {
	if a.wide == nil && b.wide == nil {
		for range 2 {
			n, fits := product(a.num, b.num)
			d, fitsToo := product(a.den, b.den)
			if fits && fitsToo {
				return fraction{num: n, den: d}
			}
			// Scales are powers of two: cancelling those keeps most fractions short.
			a.num, b.den = halve(a.num, b.den)
			b.num, a.den = halve(b.num, a.den)
		}
	}
	return fraction{wide: new(big.Rat).Mul(a.big(), b.big())}
}

// halve divides both numbers by two as often as both are even.
func halve(n, d int64) (int64, int64) {
	shift := min(bits.TrailingZeros64(uint64(n)), bits.TrailingZeros64(uint64(d)))
	return n >> shift, d >> shift
}

func add(a, b fraction) fraction {
	if a.wide == nil && b.wide == nil {
		x, y, d, fits := align(a, b)
		if fits {
			return fraction{num: x + y, den: d}
		}
	}
	return fraction{wide: new(big.Rat).Add(a.big(), b.big())}
}

// align returns the numerators of two fractions over a common denominator, and whether they fit.
func align(a, b fraction) (x, y, den int64, fits bool) {
	if a.den == b.den {
		return a.num, b.num, a.den, max(a.num, -a.num, b.num, -b.num) < 1<<62
	}
	x, fitsX := product(a.num, b.den)
	y, fitsY := product(b.num, a.den)
	den, fitsDen := product(a.den, b.den)
	return x, y, den, fitsX && fitsY && fitsDen
}

func neg(a fraction) fraction {
	if a.wide != nil {
		return fraction{wide: new(big.Rat).Neg(a.wide)}
	}
	return fraction{num: -a.num, den: a.den}
}

func sub(a, b fraction) fraction { return add(a, neg(b)) }

// quo returns a/b for a b that is not 0.
func quo(a, b fraction) fraction {
	if b.wide == nil {
		if b.num < 0 {
			a, b = neg(a), neg(b)
		}
		return mul(a, fraction{num: b.den, den: b.num})
	}
	return fraction{wide: new(big.Rat).Quo(a.big(), b.big())}
}

func (a fraction) Sign() int {
	if a.wide != nil {
		return a.wide.Sign()
	}
	return int(max(-1, min(1, a.num)))
}

func (a fraction) Cmp(b fraction) int {
	if a.wide == nil && b.wide == nil {
		if x, y, _, fits := align(a, b); fits {
			return int(max(-1, min(1, x-y)))
		}
		if x, y := floor(a), floor(b); x != y {
			return int(max(-1, min(1, x-y)))
		}
		var x, y, m big.Int
		x.Mul(x.SetInt64(a.num), m.SetInt64(b.den))
		y.Mul(y.SetInt64(b.num), m.SetInt64(a.den))
		return x.Cmp(&y)
	}
	return a.big().Cmp(b.big())
}

func less(a, b fraction) bool { return a.Cmp(b) < 0 }

func greatest(a, b fraction) fraction {
	if less(a, b) {
		return b
	}
	return a
}

func least(a, b fraction) fraction {
	if less(b, a) {
		return b
	}
	return a
}

// floor returns the greatest integer that is not above a.
func floor(a fraction) int64 {
	if a.wide == nil {
		q := a.num / a.den
		if a.num%a.den < 0 {
			q--
		}
		return q
	}
	var q, r big.Int
	q.DivMod(a.wide.Num(), a.wide.Denom(), &r)
	return q.Int64()
}

// round returns the nearest integer, halves away from zero.
func round(a fraction) int64 {
	if a.Sign() < 0 {
		return -floor(add(neg(a), ratio(1, 2)))
	}
	return floor(add(a, ratio(1, 2)))
}

// ceilRoot returns the least integer whose square is not below n.
func ceilRoot(n int64) int64 {
	r := new(big.Int).Sqrt(big.NewInt(n)).Int64()
	if r*r < n {
		r++
	}
	return r
}
