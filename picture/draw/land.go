package draw

// Relief shades the slopes of a height and draws strokes down them, where in is true. The light comes from the upper left.
func (c *Canvas) Relief(height *Field, in func(p Point) bool) {
	light := height.Map(func(p Point, _ float64) float64 {
		s := height.Slope(p)
		return s.X + s.Y
	}).Blur(2)
	shade := light.Map(func(_ Point, v float64) float64 { return -v })
	for _, band := range []struct {
		of    *Field
		above float64
		paint string
	}{
		{light, .011, `fill="` + Lit + `" opacity=".34"`},
		{light, .028, `fill="` + Lit + `" opacity=".3"`},
		{shade, .01, `fill="` + Shade + `" opacity=".15"`},
		{shade, .026, `fill="` + Darker + `" opacity=".2"`},
	} {
		var t Path
		t.Rounds(band.of.Above(band.above))
		c.Path(band.paint, t.String())
	}
	var pens Pens
	pens.Hachures(height, .3, in)
	pens.Draw(c, Slope)
}

// Patches draws the open ground of a sheet in one colour, with large patches of greener and of drier country.
func (c *Canvas) Patches(width, height float64, base string, seed int) {
	c.Put(`<rect width="%s" height="%s" fill="%s"/>`, Num(width), Num(height), base)
	for i, paint := range []string{`fill="#d3d29b" opacity=".42"`, `fill="#f6eed3" opacity=".55"`} {
		var t Path
		t.Rounds(NewField(width, height, func(p Point) float64 { return Noise(p, 300, seed+11*i) }).Blur(5).Above(.56))
		c.Path(paint, t.String())
	}
}

// Mask covers what lies beyond the borders of a board with paper. border is the path around the board.
func (c *Canvas) Mask(width, height float64, border string) {
	c.Path(`fill="`+Paper+`" fill-rule="evenodd"`, "M-2-2H"+Num(width+9)+"V"+Num(height+9)+"H-2z"+border)
	c.Path(`fill="none" stroke="#6f5c38" stroke-width="1.5" stroke-linejoin="round"`, border)
}
