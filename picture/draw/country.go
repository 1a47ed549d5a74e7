package draw

import (
	"cmp"
	"slices"
)

// Tree is a tree seen from above: the middle and the radius of its crown.
type Tree struct {
	Point
	R float64
}

// Trees draws trees in the given colours, those further down over the others.
func (c *Canvas) Trees(list []Tree, shade, crown, gleam string) {
	slices.SortStableFunc(list, func(p, q Tree) int { return cmp.Compare(p.Y, q.Y) })
	var dark, light, gleams Path
	for _, t := range list {
		dark.Circle(t.Add(.16*t.R, .26*t.R), t.R)
		light.Circle(t.Point, .86*t.R)
		gleams.WriteString("M" + t.Add(-.52*t.R, -.05*t.R).String() + "q" + Num(.08*t.R) + " " + Num(-.5*t.R) + " " + Num(.6*t.R) + " " + Num(-.5*t.R))
	}
	c.Path(`fill="`+shade+`"`, dark.String())
	c.Path(`fill="`+crown+`"`, light.String())
	c.Path(`fill="none" stroke="`+gleam+`" stroke-width="1" stroke-linecap="round"`, gleams.String())
}

// Mire draws pools at some points of a marsh, with reeds at about two thirds of them. seed makes each marsh different.
func (c *Canvas) Mire(list []Point, seed func(i int) (a, b int)) {
	var pools, reeds Path
	for i, p := range list {
		a, b := seed(i)
		pools.WriteString("M" + p.Add(-7, 0).String() + "h14")
		if Scatter(a, 150+b) < .6 {
			pools.WriteString("M" + p.Add(-3, 3).String() + "h9")
		}
		if Scatter(a, 160+b) < .62 {
			reeds.WriteString("M" + p.Add(-3, -1).String() + "l-1.6-5M" + p.Add(0, -1).String() + "v-7M" + p.Add(3, -1).String() + "l1.6-5")
		}
	}
	c.Path(`fill="none" stroke="#6f9fae" stroke-width="1.1" stroke-linecap="round" opacity=".75"`, pools.String())
	c.Path(`fill="none" stroke="#5d7a45" stroke-width="1" stroke-linecap="round"`, reeds.String())
}

// House is a house with a pitched roof: the middle of its eaves and how long it is beside its gable.
type House struct {
	Point
	Long float64
}

// Houses draws houses; those at the end of the list stand in front.
func (c *Canvas) Houses(list []House) {
	var walls, roofs Path
	for _, h := range list {
		gable := h.Add(-(h.Long+5)/2, 0)
		walls.WriteString("M" + gable.Add(0, 4).String() + "v-4l2.5-3.2 2.5 3.2v4zM" + gable.Add(5, 4).String() + "h" + Num(h.Long) + "v-4h" + Num(-h.Long) + "z")
		roofs.WriteString("M" + gable.Add(2.5, -3.2).String() + "h" + Num(h.Long) + "l2.5 3.2h" + Num(-h.Long) + "z")
	}
	const line = `stroke="#4b3a2a" stroke-width=".8" stroke-linejoin="round" `
	c.Path(line+`fill="#f6ecd6"`, walls.String())
	c.Path(line+`fill="#ab6a50"`, roofs.String())
}
