package draw

import (
	"math"
	"slices"
)

// Beside returns the line that runs at a distance to the left of each point of a line, or to its right if the distance is negative.
func Beside(run []Point, far func(i int) float64) []Point {
	out := make([]Point, len(run))
	for i, p := range run {
		a, b := run[max(0, i-1)], run[min(len(run)-1, i+1)]
		f := far(i) / max(.01, math.Hypot(b.X-a.X, b.Y-a.Y))
		out[i] = p.Add((b.Y-a.Y)*f, (a.X-b.X)*f)
	}
	return out
}

// Ribbon draws a closed curve around a line with a width at each of its points, as of a river.
func (t *Path) Ribbon(run []Point, width func(i int) float64) {
	right := Beside(run, func(i int) float64 { return -width(i) / 2 })
	slices.Reverse(right)
	t.Smooth(Beside(run, func(i int) float64 { return width(i) / 2 }))
	t.WriteString("L" + right[0].String())
	var back Path
	back.Smooth(right)
	t.WriteString("L" + back.String()[1:] + "z")
}

// Curve returns the points of a smooth line through the middles of the segments of a line, about a step apart.
func Curve(run []Point, step float64) []Point {
	if len(run) < 3 {
		return run
	}
	out := []Point{run[0]}
	from := run[0]
	for i := 1; i < len(run)-1; i++ {
		to := Middle(run[i], run[i+1])
		if i == len(run)-2 {
			to = run[i+1]
		}
		n := max(1, Round((math.Hypot(run[i].X-from.X, run[i].Y-from.Y)+math.Hypot(to.X-run[i].X, to.Y-run[i].Y))/step))
		for k := 1; k <= n; k++ {
			f := float64(k) / float64(n)
			out = append(out, from.Along(run[i], f).Along(run[i].Along(to, f), f))
		}
		from = to
	}
	return out
}

// Meander lets a line wind like a river: each of its points moves aside by at most a reach, to both sides in turn. Its ends stay.
func Meander(run []Point, reach, length float64, seed int) []Point {
	out := make([]Point, len(run))
	copy(out, run)
	far := 0.0
	for i := 1; i < len(run)-1; i++ {
		a, b := run[i-1], run[i+1]
		far += math.Hypot(run[i].X-a.X, run[i].Y-a.Y)
		long := max(.01, math.Hypot(b.X-a.X, b.Y-a.Y))
		wave := math.Sin(2*math.Pi*far/length+5*Noise(At(far, 0), 2*length, seed)) * (.35 + .65*Noise(At(far, 99), length, seed))
		fade := min(1, float64(min(i, len(run)-1-i))/3)
		out[i] = run[i].Add((b.Y-a.Y)/long*reach*wave*fade, (a.X-b.X)/long*reach*wave*fade)
	}
	return out
}

// Sea draws water where a field is above 0, with its shore. What runs into it is drawn after it, then Mouth and Shallows.
func (c *Canvas) Sea(water *Field) {
	var t Path
	t.Rounds(water.Above(0))
	c.Path(`fill="none" stroke="#f6edd0" stroke-width="9"`, t.String())
	c.Path(`fill="`+sea+`" stroke="#3f6f80" stroke-width="1.6"`, t.String())
}

const sea = "#bcd3d6"

// Inlet returns a field of the sea, above 0 where it is, in which the sea also reaches up a river that ends in it.
func (f *Field) Inlet(run []Point, width func(i int) float64) *Field {
	const long = 56 // as far as the sea reaches
	type disc struct {
		Point
		r float64
	}
	var tongue []disc
	for i, p := range run {
		far := math.Inf(1)
		for _, q := range run {
			if f.At(q) > 0 {
				far = min(far, math.Hypot(p.X-q.X, p.Y-q.Y))
			}
		}
		if far < long {
			tongue = append(tongue, disc{p, width(i) / 2 * (1 - far/long)})
		}
	}
	return f.Map(func(p Point, v float64) float64 {
		for _, t := range tongue {
			v = max(v, (t.r-math.Hypot(p.X-t.X, p.Y-t.Y))/30)
		}
		return v
	})
}

// Mouth covers the end of a river that lies in the sea, so that nothing parts the one from the other.
func (c *Canvas) Mouth(water *Field, run []Point) {
	const reach = 74
	var t Path
	for _, end := range []Point{run[0], run[len(run)-1]} {
		if water.At(end) > 0 {
			t.Rounds(water.Map(func(p Point, v float64) float64 {
				return min(v-.03, (reach-math.Hypot(p.X-end.X, p.Y-end.Y))/30)
			}).Above(0))
		}
	}
	c.Path(`fill="`+sea+`"`, t.String())
}

// Shallows draws lines along a shore as engravers drew them: close together at the shore, fainter further out. distance is that
// from the shore. Waves are drawn where on is true.
func (c *Canvas) Shallows(distance *Field, on func(p Point) bool) {
	var deep Path
	deep.Rounds(distance.Above(60))
	c.Path(`fill="#a9c6cc" opacity=".5"`, deep.String())
	far := 7.0
	for i := range 9 {
		var line Path
		line.Rounds(distance.Above(far))
		c.Path(`fill="none" stroke="#4d8093" stroke-width=".8" opacity="`+Num(.75-.075*float64(i))+`"`, line.String())
		far += 5.5 + 1.6*float64(i)
	}
	var waves Hatching
	for x := 0.0; x < mesh*float64(distance.cols); x += 46 {
		for y := 0.0; y < mesh*float64(distance.rows); y += 38 {
			p := At(x+30*Scatter(int(x), int(y)), y+26*Scatter(int(y), int(x)+3))
			if distance.At(p) > 70 && on(p) && Scatter(int(x)+9, int(y)) < .55 {
				waves.Line(p, p.Add(3, -2), p.Add(6, 0), p.Add(9, -2), p.Add(12, 0))
			}
		}
	}
	c.Hatch(`stroke="#4d8093" opacity=".5"`, .9, &waves)
}
