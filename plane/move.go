package plane

// Straight returns the pose after a straight move of t along h. Stops on the way are always computed from the pose at
// the start of the phase (imp-D4a).
func (p Pose) Straight(h Heading, t int32) Pose {
	d := h.Dir()
	return p.moved(Point{int64(p.X) + Div(int64(t)*d.X), int64(p.Y) + Div(int64(t)*d.Y)})
}

// Slide returns the pose after an oblique, sideways or rearward move: a to the right and b ahead, facing as before
// (imp-D4m).
func (p Pose) Slide(a, b int32) Pose { return p.moved(p.At(a, b)) }

// AboutFace returns the pose after an about face: the rear edge has become the front edge (imp-D4n).
func (p Pose) AboutFace(b Base) Pose {
	q := p.Slide(0, -b.Depth)
	q.H = p.H.Opposite()
	return q
}

// Wheel returns the pose after a wheel of q quarter degrees, to the right about the front right corner for a positive
// q, to the left about the front left corner for a negative one (imp-D4h).
func (p Pose) Wheel(b Base, q int) Pose { return p.WheelLine(b.Width, 1, q) }

// WheelLine returns the pose of the leader after a line or block of files, each of the same width, has wheeled by q
// quarter degrees: to the right about its far right corner, to the left about the front left corner of the leader
// (imp-D4q). The other members follow by At.
func (p Pose) WheelLine(width int32, files, q int) Pose {
	half := width / 2
	pivot, arm := p.At(-half, 0), int64(half)
	if q > 0 {
		far := width*int32(files) - half
		pivot, arm = p.At(far, 0), -int64(far)
	}
	h := p.H.Plus(q)
	r := h.Right()
	return Pose{int32(pivot.X + Div(arm*r.X)), int32(pivot.Y + Div(arm*r.Y)), h}
}

// WheelCost returns the arc that the far front corner travels in a wheel of q quarter degrees, to either side, when
// it is radius away from the pivot (imp-D4i).
func WheelCost(radius int32, q int) int32 {
	const den = 113 * 720
	n := int64(radius) * int64(max(q, -q)) * 355
	return int32((n + den - 1) / den)
}

// GreatestWheel returns the greatest number of quarter degrees whose wheel costs no more than the allowance.
func GreatestWheel(radius, allowance int32) int {
	// The cost is within the allowance as long as its fraction is: rounding up does not pass a whole number.
	return int(int64(allowance) * 113 * 720 / (355 * int64(radius)))
}

// wheelStep is how many quarter degrees lie between the places that a wheel is tested at (imp-D4l).
const wheelStep = 4

// WheelFree reports whether a base that wheels by q quarter degrees neither touches nor overlaps another at the end and
// at every whole degree on the way, as it must with enemies (imp-D4l).
func WheelFree(s *Shape, q int, enemy *Shape) bool {
	if !nearWheel(s, q, enemy.Min, enemy.Max) {
		return true
	}
	for i := 1; ; i++ {
		stop := WheelStop(q, i)
		if stop == 0 {
			return true
		}
		if w := Place(s.Wheel(s.Base, stop), s.Base); Meet(&w, enemy) != Apart {
			return false
		}
	}
}

// WheelEnters reports whether a base that wheels by q quarter degrees is in the piece of terrain at the end or at any
// whole degree on the way (imp-D4l). Where it stands before the wheel does not count.
func WheelEnters(s *Shape, q int, p *Piece) bool {
	if !nearWheel(s, q, p.Min, p.Max) {
		return false
	}
	for i := 1; ; i++ {
		stop := WheelStop(q, i)
		if stop == 0 {
			return false
		}
		if w := Place(s.Wheel(s.Base, stop), s.Base); p.Holds(&w) {
			return true
		}
	}
}

// WheelStop returns the i-th turn, counted from 1, at which a wheel of q is tested: every whole degree on the way, and q
// itself last. It returns 0 after that.
func WheelStop(q, i int) int {
	n := i * wheelStep
	switch size := max(q, -q); {
	case n >= size+wheelStep:
		return 0
	case n >= size:
		return q
	case q < 0:
		return -n
	default:
		return n
	}
}

// WheelBox returns the corners of an upright rectangle around all that a base passes over in a wheel to that side.
func (s *Shape) WheelBox(q int) (lo, hi Point) {
	pivot := s.Corner[FrontLeft]
	if q > 0 {
		pivot = s.Corner[FrontRight]
	}
	w, d := int64(s.Width), int64(s.Depth)
	r := ceilRoot(w*w+d*d) + contactSlack
	return Point{pivot.X - r, pivot.Y - r}, Point{pivot.X + r, pivot.Y + r}
}

// nearWheel reports whether a wheel may pass over a rectangle.
func nearWheel(s *Shape, q int, lo, hi Point) bool {
	from, to := s.WheelBox(q)
	return spansMeet(from, to, lo, hi)
}

// RangeAfter returns the least whole distance along h, up to limit, after which the front edge of a is within r of b, or
// Never if it is not within r after limit either (imp-D10e). The distance must not grow on the way.
func RangeAfter(a *Shape, h Heading, b *Shape, r, limit int32) int32 {
	within := func(t int32) bool {
		moved := Place(a.Straight(h, t), a.Base)
		front := moved.Front()
		return Within(&front, b, r)
	}
	if !within(limit) {
		return Never
	}
	low, high := int32(0), limit
	for low < high {
		if t := (low + high) / 2; within(t) {
			high = t
		} else {
			low = t + 1
		}
	}
	return low
}

// TurnToward returns the least wheel of at least q quarter degrees, to the right for side 1 and to the left for side -1,
// after which b may lie straight ahead of the base: after all wheels between q and that one it does not, as Advance would
// find out. If there is none up to most, what it returns is more than most.
func (s *Shape) TurnToward(b *Shape, side, q, most int) int {
	pivot := s.At(int32(side)*(s.Width/2), 0)
	var far int64
	for _, c := range b.Corner {
		far = max(far, c.minus(pivot).square())
	}
	// No corner of b, seen from the pivot, shifts to the side by more than this in a quarter degree.
	step := int64(WheelCost(int32(ceilRoot(far)), 1)+1) * Scale
	width := int64(s.Width) * Scale
	for q <= most {
		h := s.H.Plus(side * q)
		r := h.Right()
		at := pivot.dot(r)
		lo, hi := at, at+width
		if side > 0 {
			lo, hi = at-width, at
		}
		// To meet b the base would have to overlap it by more than Epsilon, which is more than rounding shifts it.
		gap := apart(b.extentOn(r), extent{lo, hi})
		if gap < 0 {
			return q
		}
		q += max(1, int(gap/step))
	}
	return q
}
