package sheet

import (
	"math"
	"strings"

	"acies/picture"
)

// Lines and curves for the paths of SVG, on any board.

type point struct{ x, y float64 }

func (p point) String() string { return picture.Num(p.x) + " " + picture.Num(p.y) }

// along returns the point at a share of the way to another.
func (p point) along(q point, f float64) point { return point{p.x + (q.x-p.x)*f, p.y + (q.y-p.y)*f} }

func (p point) add(x, y float64) point { return point{p.x + x, p.y + y} }

func middle(p, q point) point { return point{(p.x + q.x) / 2, (p.y + q.y) / 2} }

// direction returns the direction from one point to another, in degrees clockwise from the right.
func direction(p, q point) float64 { return math.Atan2(q.y-p.y, q.x-p.x) * 180 / math.Pi }

// node tells points apart that are not the same but for the error of floating point.
type node struct{ x, y int }

func (p point) node() node { return node{round(p.x), round(p.y)} }

func round(v float64) int { return int(math.Floor(v + .5)) }

// scatter returns a number from 0 to 1 that is always the same for the same two, for what should look scattered.
func scatter(a, b int) float64 {
	h := uint32(a)*374761393 + uint32(b)*668265263
	h = (h ^ h>>13) * 1274126177
	return float64(h^h>>16) / (1 << 32)
}

// trace is the data of a path being written.
type trace struct{ strings.Builder }

func (t *trace) move(p point) { t.WriteString("M" + p.String()) }

func (t *trace) line(p, q point) { t.WriteString("M" + p.String() + "L" + q.String()) }

func (t *trace) polygon(points ...point) {
	for i, p := range points {
		if i == 0 {
			t.move(p)
		} else {
			t.WriteString("L" + p.String())
		}
	}
	t.WriteString("z")
}

func (t *trace) circle(c point, r float64) {
	n := picture.Num(r)
	t.WriteString("M" + c.add(-r, 0).String() + "a" + n + " " + n + " 0 10" + picture.Num(2*r) + " 0a" + n + " " + n + " 0 10" + picture.Num(-2*r) + " 0z")
}

// smooth draws a line through the middles of its pieces with its bends rounded.
func (t *trace) smooth(run []point) {
	t.move(run[0])
	if len(run) < 3 {
		for _, p := range run[1:] {
			t.WriteString("L" + p.String())
		}
		return
	}
	for i := 1; i < len(run)-1; i++ {
		to := middle(run[i], run[i+1])
		if i == len(run)-2 {
			to = run[i+1]
		}
		t.WriteString("Q" + run[i].String() + " " + to.String())
	}
}

// straighten moves each bend of a line halfway to between its neighbours.
func straighten(run []point) []point {
	out := make([]point, len(run))
	copy(out, run)
	for i := 1; i < len(run)-1; i++ {
		out[i] = middle(run[i], middle(run[i-1], run[i+1]))
	}
	return out
}

type segment [2]point

// chains joins pieces of line into the longest runs, broken where they branch.
func chains(lines []segment) [][]point {
	ends := map[node][]int{}
	for i, l := range lines {
		for _, p := range l {
			ends[p.node()] = append(ends[p.node()], i)
		}
	}
	used := make([]bool, len(lines))
	follow := func(from point, i int) []point {
		run := []point{from}
		here := from
		for i >= 0 && !used[i] {
			used[i] = true
			to := lines[i][0]
			if to.node() == here.node() {
				to = lines[i][1]
			}
			here = to
			run = append(run, here)
			meeting := ends[here.node()]
			i = -1
			if len(meeting) == 2 {
				for _, j := range meeting {
					if !used[j] {
						i = j
						break
					}
				}
			}
		}
		return run
	}
	var runs [][]point
	begin := func(only func(p point) bool) {
		for i, l := range lines {
			for _, p := range l {
				if !used[i] && only(p) {
					runs = append(runs, follow(p, i))
				}
			}
		}
	}
	begin(func(p point) bool { return len(ends[p.node()]) != 2 })
	begin(func(point) bool { return true }) // what is left are rings
	return runs
}

// stroke is a piece of the line around an area, and whether it lies on the rim of the board.
type stroke struct {
	from, to point
	fixed    bool
}

// rings joins strokes, each of which begins where another ends, to closed lines.
func rings(list []stroke) [][]stroke {
	next := make(map[node]int, len(list))
	for i, s := range list {
		next[s.from.node()] = i
	}
	var out [][]stroke
	for _, first := range list {
		var loop []stroke
		for i, ok := next[first.from.node()]; ok; i, ok = next[list[i].to.node()] {
			delete(next, list[i].from.node())
			loop = append(loop, list[i])
		}
		if loop != nil {
			out = append(out, loop)
		}
	}
	return out
}

// rounded draws closed lines through the middle of each stroke and round the corners between; along the rim they are
// straight.
func (t *trace) rounded(loops [][]stroke) {
	for _, loop := range loops {
		t.move(middle(loop[0].from, loop[0].to))
		for i, s := range loop {
			after := loop[(i+1)%len(loop)]
			mid := middle(after.from, after.to)
			if s.fixed || after.fixed {
				t.WriteString("L" + s.to.String() + "L" + mid.String())
			} else {
				t.WriteString("Q" + s.to.String() + " " + mid.String())
			}
		}
		t.WriteString("z")
	}
}

// bend is a point of a line around an area, and whether it lies on the rim of the board.
type bend struct {
	point
	fixed bool
}

// contours draws closed lines with a light hand: they cut the corners to run smoothly. On the rim the corners stay where
// they are; elsewhere only the middles of the strokes are kept to.
func contours(loops [][]stroke) [][]bend {
	out := make([][]bend, 0, len(loops))
	for _, loop := range loops {
		var ring []bend
		for _, s := range loop {
			if s.fixed {
				ring = append(ring, bend{s.from, true}, bend{s.to, true})
			} else {
				ring = append(ring, bend{middle(s.from, s.to), false})
			}
		}
		for range 2 {
			old := ring
			ring = make([]bend, len(old))
			for j, b := range old {
				ring[j] = b
				if !b.fixed {
					ring[j].point = middle(b.point, middle(old[(j+len(old)-1)%len(old)].point, old[(j+1)%len(old)].point))
				}
			}
		}
		out = append(out, ring)
	}
	return out
}

// closed draws closed curves around bends.
func (t *trace) closed(rings [][]bend) {
	for _, ring := range rings {
		mid := func(i int) point { return middle(ring[i%len(ring)].point, ring[(i+1)%len(ring)].point) }
		t.move(mid(0))
		for i := range ring {
			b := ring[(i+1)%len(ring)]
			if b.fixed {
				t.WriteString("L" + b.String() + "L" + mid(i+1).String())
			} else {
				t.WriteString("Q" + b.String() + " " + mid(i+1).String())
			}
		}
		t.WriteString("z")
	}
}
