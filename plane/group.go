package plane

const (
	// near is how far corners of neighbours may be from each other, in x and in y (imp-D7a).
	near = 100
	// snap is how far a base may be from being a neighbour to be moved there (imp-D7d).
	snap = 200
)

// isNear reports whether two points are within r of each other in x and in y.
func isNear(p, q Point, r int64) bool { return abs(p.X-q.X) <= r && abs(p.Y-q.Y) <= r }

// RightOf reports whether b is the neighbour in line to the right of a: they face the same way, and the front right
// corner of a is at the front left one of b (imp-D7a).
func RightOf(a, b *Shape) bool {
	return a.H == b.H && isNear(a.Corner[FrontRight], b.Corner[FrontLeft], near)
}

// BehindOf reports whether b is the neighbour in column behind a: they face the same way, and the front centre of b is
// at the middle of the rear edge of a (imp-D7a).
func BehindOf(a, b *Shape) bool {
	return a.H == b.H && isNear(a.At(0, -a.Depth), b.Point(), near)
}

// Neighbours reports whether two bases are neighbours in line or in column.
func Neighbours(a, b *Shape) bool {
	return RightOf(a, b) || RightOf(b, a) || BehindOf(a, b) || BehindOf(b, a)
}

// A Side is where a neighbour stands.
type Side uint8

// Where a neighbour stands.
const (
	AtLeft Side = iota
	AtRight
	InFront
	InRear
	Sides
)

// Beside returns the pose of a base that is exactly the neighbour of another on that side.
func Beside(friend Pose, size Base, side Side, base Base) Pose {
	switch half := (size.Width + base.Width) / 2; side {
	case AtLeft:
		return friend.Slide(-half, 0)
	case AtRight:
		return friend.Slide(half, 0)
	case InFront:
		return friend.Slide(0, base.Depth)
	default:
		return friend.Slide(0, -size.Depth)
	}
}

// Snap returns the pose to which a base that ends at p is moved to be exactly the neighbour of a friend, and whether
// it is near enough to be moved (imp-D7d). Whether that move is legal is for the rules to say.
func Snap(p Pose, base Base, friend Pose, size Base) (Pose, bool) {
	if p.H != friend.H {
		return p, false
	}
	for side := range Sides {
		if q := Beside(friend, size, side, base); isNear(p.Point(), q.Point(), snap) {
			return q, true
		}
	}
	return p, false
}

// rank is how far behind the foremost member of a Group another may be and count as level with it. Files of a line may
// differ by a little, rows differ by the depth of a base.
const rank = 1000

// Leader returns the index of the leader of a Group, all of one heading: the member furthest forward, then furthest
// left, then first in the list (imp-D7c). Members that are level but for what neighbours in line may differ count as
// equally far forward.
func Leader(members []Pose) int {
	lead := members[0]
	var first int64
	for _, p := range members {
		_, b := lead.Local(p.Point())
		first = max(first, b)
	}
	best, left := -1, int64(0)
	for i, p := range members {
		a, b := lead.Local(p.Point())
		if b >= first-rank && (best < 0 || a < left) {
			best, left = i, a
		}
	}
	return best
}
