package draw

import "math"

// Wall draws masonry along lines, with a tower at each bend and a larger one at each end. inside returns for a segment the point
// toward which its battlements lie.
func (c *Canvas) Wall(runs [][]Point, width float64, inside func(a, b Point) Point) {
	var line, teeth Path
	for _, run := range runs {
		for i, p := range run {
			if i == 0 {
				line.Move(p)
				continue
			}
			line.WriteString("L" + p.String())
			a, m := run[i-1], Middle(run[i-1], p)
			to := inside(a, p)
			long := max(.01, math.Hypot(to.X-m.X, to.Y-m.Y))
			dx, dy := (to.X-m.X)/long*width*.9, (to.Y-m.Y)/long*width*.9
			for j := range 6 {
				q := a.Along(p, (float64(j)+.5)/6)
				teeth.Line(q, q.Add(dx, dy))
			}
		}
	}
	const joined = `fill="none" stroke-linejoin="round" `
	c.Path(joined+`stroke="#2b2419" stroke-opacity=".28" stroke-width="`+Num(width+2)+`" transform="translate(1.4 2)"`, line.String())
	c.Path(`fill="none" stroke="#40331f" stroke-width="2.4"`, teeth.String())
	c.Path(joined+`stroke="#40331f" stroke-width="`+Num(width)+`"`, line.String())
	c.Path(joined+`stroke="#d9c6a0" stroke-width="`+Num(width-3.2)+`"`, line.String())
	for _, run := range runs {
		for i, p := range run {
			a, b := run[max(0, i-1)], run[min(len(run)-1, i+1)]
			size := .72 * width
			if i == 0 || i == len(run)-1 {
				size = width
			}
			c.Put(`<g transform="translate(%v) rotate(%d)"><path d="M%[3]s %[3]sH%[4]sV%[4]sH%[3]sz" fill="#d9c6a0" stroke="#40331f" stroke-width="1.4"/><path d="M%[5]s %[5]sH%[6]sV%[6]sH%[5]sz" fill="#a68f68"/></g>`,
				p, Round(Direction(a, b)), Num(-size), Num(size), Num(-.45*size), Num(.45*size))
		}
	}
}
