package grid

// Exit returns the sides of a through which the line from the centre of a to the centre of b leaves a. If the line
// crosses a side between its ends, both results are that side. If it leaves exactly through a corner, they are the two
// sides that meet there, the first anticlockwise of the second. If a and b are the same hex, they are -1, -1.
func (m *Map) Exit(a, b int) (s1, s2 int) {
	dc, dy := m.delta(a, b)
	// The direction of a corner other than R and L goes three half hexes up or down per column.
	slope := 3 * abs(dc)
	switch {
	case a == b:
		return -1, -1
	case dy < -slope:
		return N, N
	case dy > slope:
		return S, S
	case dc > 0:
		switch {
		case dy == -slope:
			return N, NE
		case dy < 0:
			return NE, NE
		case dy == 0:
			return NE, SE
		case dy < slope:
			return SE, SE
		default:
			return SE, S
		}
	default:
		switch {
		case dy == slope:
			return S, SW
		case dy > 0:
			return SW, SW
		case dy == 0:
			return SW, NW
		case dy > -slope:
			return NW, NW
		default:
			return NW, N
		}
	}
}

// Entry returns the sides of b through which the line from the centre of a to the centre of b enters b, in the form of
// [Map.Exit].
func (m *Map) Entry(a, b int) (s1, s2 int) { return m.Exit(b, a) }

// Between appends to buf, in order from a, the hexes whose interior is crossed by the line from the centre of a to the
// centre of b, without a and b themselves. A hex that the line only touches, at a corner or along a side, is not
// included. Between allocates only if buf is too small; room for twice the [Map.Distance] is always enough, since a line
// close to the zigzag between two columns crosses hexes of both.
func (m *Map) Between(a, b int, buf []int) []int {
	s1, s2 := m.Exit(a, b)
	if s1 != s2 {
		// The line runs through a corner, along the side that starts there, and to the centre of the hex beyond it.
		// The hexes on both sides of that side are only touched; one of them may be off the map.
		v, w := steps[s1], steps[s2]
		dc, dy := (v.x+w.x)/3, v.y+w.y
		c, y := int(m.at[a].col)+dc, int(m.at[a].y)+dy
		for i := m.index(c, y); i != b; i = m.index(c, y) {
			buf = append(buf, i)
			c, y = c+dc, y+dy
		}
		return buf
	}
	if a == b {
		return buf
	}

	// The line leaves every hex across the side by which it left a, or across one of the two sides next to it, depending
	// on which side of the line the two corners of that side lie. If it leaves exactly through one of these corners, it
	// continues into the hex across the middle side, because its direction lies between those of the two corners. Since a
	// and b are on the map, so are the hexes that the line crosses.
	dc, dy := m.delta(a, b)
	cross := func(x, y int) int { return 3*dc*y - dy*x } // positive clockwise of the line
	mid, left, right := s1, (s1+5)%6, (s1+1)%6
	cornerL := cross(corners[left].x, corners[left].y)
	cornerR := cross(corners[mid].x, corners[mid].y)
	off := 0 // of the centre of hex i
	for i := a; ; {
		side := mid
		if off+cornerL > 0 {
			side = left
		} else if off+cornerR < 0 {
			side = right
		}
		i = int(m.next[i][side])
		if i == b {
			return buf
		}
		buf = append(buf, i)
		off += cross(steps[side].x, steps[side].y)
	}
}
