package draw

import "math"

// Colours of small plants.
const (
	bush       = "#a3a46c"
	hedge      = "#7d8f55"
	grove      = "#a3ab70"
	groveShade = "#6f7a48"
)

// Parcel is a piece of tilled land: its corners, clockwise.
type Parcel [4]Point

// Parcels divides a sheet into parcels that lie in furlongs of different directions, as the land of old villages does. size is
// about the length of a furlong.
func Parcels(width, height, size float64, seed int) [][]Parcel {
	cols, rows := int(math.Ceil(width/size))+1, int(math.Ceil(height/(.8*size)))+1
	knot := func(c, r int) Point {
		n := c + 64*r + 4096*seed
		return At((float64(c)-.5+.56*(Scatter(n, 51)-.5))*size, (float64(r)-.5+.56*(Scatter(n, 52)-.5))*.8*size)
	}
	var out [][]Parcel
	for r := range rows {
		for c := range cols {
			n := c + 64*r + 4096*seed
			p, q, s, t := knot(c, r), knot(c+1, r), knot(c+1, r+1), knot(c, r+1)
			if Scatter(n, 53) < .5 {
				p, q, s, t = q, s, t, p
			}
			strips := 2 + int(3*Scatter(n, 54))
			var furlong []Parcel
			for i := range strips {
				a, b := float64(i)/float64(strips), float64(i+1)/float64(strips)
				furlong = append(furlong, Parcel{p.Along(q, a), p.Along(q, b), t.Along(s, b), t.Along(s, a)})
			}
			out = append(out, furlong)
		}
	}
	return out
}

// inset returns a parcel with a path around it.
func (p Parcel) inset(f float64) Parcel {
	c := Middle(Middle(p[0], p[2]), Middle(p[1], p[3]))
	for i := range p {
		p[i] = p[i].Along(c, f)
	}
	return p
}

// Tillage collects parcels by their crops.
type Tillage struct {
	crops    [4]Path
	furrows  Hatching
	sown     Hatching
	orchards []Tree
	hedges   []Tree
}

// Add adds a parcel that lies where in is true: ploughed, sown, in pasture or planted with trees.
func (t *Tillage) Add(p Parcel, seed int, trees bool, in func(p Point) bool) {
	p = p.inset(.05)
	for i := range p {
		if !in(p[i]) || !in(Middle(p[i], p[(i+1)%4])) {
			return
		}
	}
	wide := math.Hypot(p[1].X-p[0].X, p[1].Y-p[0].Y)
	deep := math.Hypot(p[3].X-p[0].X, p[3].Y-p[0].Y)
	kind := int(8 * Scatter(seed, 71))
	t.crops[kind%4].Polygon(p[:]...)
	switch {
	case kind < 4: // ploughed along its length
		n := max(3, Round(wide/5))
		for i := 1; i < n; i++ {
			f := float64(i) / float64(n)
			t.furrows.Line(p[0].Along(p[1], f).Along(p[3].Along(p[2], f), .04), p[0].Along(p[1], f).Along(p[3].Along(p[2], f), .96))
		}
	case kind < 6: // sown: rows of dots
		n, m := max(3, Round(wide/8)), max(3, Round(deep/9))
		for i := 1; i < n; i++ {
			for j := 1; j < m; j++ {
				at := p[0].Along(p[1], float64(i)/float64(n)).Along(p[3].Along(p[2], float64(i)/float64(n)), (float64(j)+.5*float64(i%2))/float64(m))
				t.sown.Line(at, at.Add(1.2, 0))
			}
		}
	case kind == 6 && trees:
		n, m := max(2, Round(wide/13)), max(2, Round(deep/13))
		for i := range n {
			for j := range m {
				f, g := (float64(i)+.5)/float64(n), (float64(j)+.5)/float64(m)
				at := p[0].Along(p[1], f).Along(p[3].Along(p[2], f), g)
				t.orchards = append(t.orchards, Tree{at, 2.8 + Scatter(seed+i, 80+j)})
			}
		}
	}
}

// Hedge adds a hedge along the border of a parcel.
func (t *Tillage) Hedge(a, b Point, in func(p Point) bool) {
	n := int(math.Hypot(b.X-a.X, b.Y-a.Y) / 4.6)
	for i := range n {
		p := a.Along(b, float64(i)/float64(n))
		k := Round(p.X) + 7*Round(p.Y)
		p = p.Add(2*(Scatter(k, 1)-.5), 2*(Scatter(k, 2)-.5))
		if in(p) && Scatter(k, 3) < .86 {
			t.hedges = append(t.hedges, Tree{p, 1.5 + 1.1*Scatter(k, 4)})
		}
	}
}

// Fields draws tilled land.
func (c *Canvas) Fields(t *Tillage) {
	for i, fill := range [...]string{"#e6d7a0", "#d5d6a2", "#dfd3a8", "#e2cb9c"} {
		c.Path(`opacity=".62" fill="`+fill+`"`, t.crops[i].String())
	}
	c.Hatch(`stroke="#8f7f4a" opacity=".42"`, .6, &t.furrows)
	c.Hatch(`stroke="#6f7d3f" opacity=".6"`, 1, &t.sown)
	c.Copse(t.hedges, hedge)
	c.Grove(t.orchards)
}

// Grove draws small round trees, each as two dots.
func (c *Canvas) Grove(list []Tree) {
	var dark, light Hatching
	for _, t := range list {
		p := t.Add(.6, .9)
		dark.Line(p, p.Add(.5, 0))
		light.Line(t.Point, t.Add(.5, 0))
	}
	c.Hatch(`stroke="`+groveShade+`"`, 6.2, &dark)
	c.Hatch(`stroke="`+grove+`"`, 4.8, &light)
}

// Copse draws small bushes as dots.
func (c *Canvas) Copse(list []Tree, fill string) {
	var dots [3]Hatching
	for _, t := range list {
		k := 0
		if t.R > 1.9 {
			k = 1
		}
		if t.R > 2.3 {
			k = 2
		}
		dots[k].Line(t.Point, t.Add(.5, 0))
	}
	for k := range dots {
		c.Hatch(`stroke="`+fill+`" opacity=".8"`, 2*(1.7+.45*float64(k)), &dots[k])
	}
}

// Scrub draws scattered tufts and bushes of dry country over a sheet, where in is true; how dense they stand is a share from 0 to 1.
func (c *Canvas) Scrub(width, height float64, seed int, in func(p Point) bool, dense func(p Point) float64) {
	var tufts, stones Hatching
	var bushes []Tree
	for x := 0.0; x < width; x += 17 {
		for y := 0.0; y < height; y += 17 {
			a, b := int(x)+seed, int(y)
			p := At(x+17*Scatter(a, b), y+17*Scatter(b, a+1))
			n := Scatter(a+3, b)
			if n > dense(p) || !in(p) {
				continue
			}
			switch k := Scatter(a, b+5); {
			case k < .5:
				tufts.Line(p.Add(-2, -2.5), p, p.Add(0, -3.5))
				tufts.Line(p, p.Add(2, -2.5))
			case k < .82:
				bushes = append(bushes, Tree{p, 1.2 + 1.5*Scatter(a, b+6)})
			default:
				stones.Line(p, p.Add(1.5, 0))
			}
		}
	}
	c.Hatch(`stroke="#7f8148" opacity=".62"`, .7, &tufts)
	c.Copse(bushes, bush)
	c.Hatch(`stroke="#8d7a52" opacity=".6"`, 1.1, &stones)
}
