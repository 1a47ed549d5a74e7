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
