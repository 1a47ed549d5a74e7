package sheet

import (
	"acies/picture/draw"
	"acies/rules/impetus"
	"acies/system"
)

// Figures are drawn from above and look up, so that they can be turned with their base. Lengths are those of the sheet: a
// base is 80 wide.

// figure names the drawing of a row of a unit. Units of one type differ where one would see it on the table: pikes, long
// spears, warriors who keep no ranks.
func figure(u *impetus.UnitSetup) string {
	key := u.Type.Code()
	switch {
	case u.Traits&impetus.Pike != 0:
		key += "-pike"
	case u.Traits&impetus.LongSpear != 0:
		key += "-spear"
	case u.Traits&(impetus.Impetuous|impetus.Warband) != 0 && (u.Type == impetus.FP || u.Type == impetus.FL):
		key += "-loose"
	}
	return key
}

// rank draws one row of a unit.
func rank(u *impetus.UnitSetup) []system.Part {
	var p pen
	depth := float64(u.Depth) / float64(u.Rows) / 1000 * perU
	switch u.Type {
	case impetus.S:
		p.ranks(1, 4, depth, 5, func(x, y float64) { p.skirmisher(x, y) })
	case impetus.FL, impetus.FP:
		p.foot(u, depth)
	case impetus.T:
		p.ranks(2, 5, depth, 1.5, func(x, y float64) { p.archer(x, y) })
	case impetus.CP:
		p.ranks(2, 5, depth, 0, func(x, y float64) { p.rider(x, y, true) })
	case impetus.CM:
		p.ranks(2, 4, depth, 1, func(x, y float64) { p.rider(x, y, true) })
	case impetus.CL:
		p.ranks(2, 3, depth, 5, func(x, y float64) { p.rider(x, y, false) })
	case impetus.El:
		p.ranks(1, 2, depth, 0, func(x, y float64) { p.elephant(x, y) })
	case impetus.CGL:
		p.ranks(1, 2, depth, 0, func(x, y float64) { p.chariot(x, y, 2, false) })
	case impetus.CGP:
		p.ranks(1, 2, depth, 0, func(x, y float64) { p.chariot(x, y, 4, false) })
	case impetus.CF:
		p.ranks(1, 2, depth, 0, func(x, y float64) { p.chariot(x, y, 4, true) })
	case impetus.ART:
		p.ranks(1, 2, depth, 0, func(x, y float64) { p.engine(x, y) })
	case impetus.W:
		p.ranks(2, 1, depth, 0, func(x, y float64) { p.wagon(x, y) })
	default:
		p.camp(depth)
	}
	return p.parts()
}

// foot draws infantry that fights hand to hand.
func (p *pen) foot(u *impetus.UnitSetup, depth float64) {
	switch {
	case u.Traits&impetus.Pike != 0:
		p.ranks(2, 9, depth, 0, func(x, y float64) { p.soldier(x, y, 26, true) })
	case u.Traits&(impetus.Impetuous|impetus.Warband) != 0:
		p.ranks(2, 7, depth, 4, func(x, y float64) { p.soldier(x, y, 7, false) })
	case u.Traits&impetus.LongSpear != 0:
		p.ranks(2, 7, depth, 0, func(x, y float64) { p.soldier(x, y, 14, true) })
	case u.Type == impetus.FL:
		p.ranks(2, 5, depth, 2.5, func(x, y float64) { p.soldier(x, y, 9, true) })
	default:
		p.ranks(2, 7, depth, 0, func(x, y float64) { p.soldier(x, y, 7, false) })
	}
}

// pen collects the parts of a drawing by how they are painted.
type pen struct {
	shadow, grey, horse, wood, cloth, dark, light, weapon draw.Path
}

func (p *pen) parts() []system.Part {
	var list []system.Part
	for _, x := range []struct {
		class, fill string
		path        *draw.Path
	}{
		{fill: "#00000030", path: &p.shadow},
		{class: "t", path: &p.weapon},
		{fill: "#6b4a2b", path: &p.horse},
		{fill: "#8b8578", path: &p.grey},
		{fill: "#b98f58", path: &p.wood},
		{class: "f", path: &p.dark},
		{class: "c", path: &p.cloth},
		{class: "p", path: &p.light},
	} {
		if d := x.path.String(); d != "" {
			list = append(list, system.Part{Class: x.class, Fill: x.fill, Path: d})
		}
	}
	return list
}

// ranks calls f for every figure of some ranks, front to rear. Figures stray from their place by at most stray, and then
// the ranks are staggered.
func (p *pen) ranks(ranks, files int, depth, stray float64, f func(x, y float64)) {
	const width = impetus.Frontage / impetus.U * perU
	for r := range ranks {
		n := files
		if stray > 2 && r%2 == 1 {
			n--
		}
		for i := range n {
			x := (float64(i)+.5)/float64(n)*(width-6) - (width-6)/2
			y := (float64(r)+.5)/float64(ranks)*depth + 1.5
			f(x+stray*(draw.Scatter(i, 7*r+1)-.5), y+stray*(draw.Scatter(i, 7*r+2)-.5)*min(1, depth/30))
		}
	}
}

func ellipse(t *draw.Path, x, y, rx, ry float64) {
	t.WriteString("M" + draw.At(x-rx, y).String() + "a" + draw.Num(rx) + " " + draw.Num(ry) + " 0 10" + draw.Num(2*rx) + " 0a" + draw.Num(rx) + " " + draw.Num(ry) + " 0 10" + draw.Num(-2*rx) + " 0z")
}

func rect(t *draw.Path, x, y, w, h float64) {
	t.Polygon(draw.At(x-w/2, y-h/2), draw.At(x+w/2, y-h/2), draw.At(x+w/2, y+h/2), draw.At(x-w/2, y+h/2))
}

// man draws shoulders and a helmet.
func (p *pen) man(x, y float64) {
	ellipse(&p.shadow, x+.7, y+1.1, 4.3, 2.9)
	ellipse(&p.dark, x, y, 4.2, 2.5)
	ellipse(&p.light, x, y-.3, 1.9, 1.9)
}

// soldier draws a man with a shield, round or long, and a spear of some length.
func (p *pen) soldier(x, y, spear float64, round bool) {
	p.weapon.Line(draw.At(x+3.2, y+3), draw.At(x+3.2, y-spear))
	p.man(x, y)
	if round {
		ellipse(&p.cloth, x-2.2, y-3, 2.4, 1.6)
	} else {
		rect(&p.cloth, x-1.4, y-3.6, 5, 1.9)
	}
}

func (p *pen) skirmisher(x, y float64) {
	p.weapon.Line(draw.At(x+3.4, y+4), draw.At(x+5.4, y-6))
	p.man(x, y)
	ellipse(&p.cloth, x-4, y-1, 1.6, 1.6)
}

func (p *pen) archer(x, y float64) {
	p.weapon.WriteString("M" + draw.At(x-5.5, y-2.4).String() + "q5.5-6 11 0")
	p.weapon.Line(draw.At(x, y-1), draw.At(x, y-8))
	p.man(x, y)
}

// mount draws a horse.
func (p *pen) mount(x, y float64) {
	ellipse(&p.shadow, x+1, y+1.4, 4, 10.4)
	ellipse(&p.horse, x, y, 3.5, 9.6)
	ellipse(&p.horse, x, y-10.4, 1.9, 4.2)
	p.horse.WriteString("M" + draw.At(x-.9, y+9).String() + "h1.8l1.2 5h-3.6z")
}

// rider draws a horseman; heavy ones have a lance, light ones javelins.
func (p *pen) rider(x, y float64, lance bool) {
	p.mount(x, y)
	if lance {
		p.weapon.Line(draw.At(x+4, y+7), draw.At(x+4, y-15))
	} else {
		p.weapon.Line(draw.At(x+4, y+4), draw.At(x+6.5, y-8))
	}
	p.man(x, y+1)
	ellipse(&p.cloth, x-4.2, y, 2, 2.4)
}

func (p *pen) elephant(x, y float64) {
	ellipse(&p.shadow, x+1.5, y+4, 11.5, 15)
	ellipse(&p.grey, x, y+2, 10.5, 14)
	ellipse(&p.grey, x-8, y-10, 5.5, 4)
	ellipse(&p.grey, x+8, y-10, 5.5, 4)
	ellipse(&p.grey, x, y-13, 5.5, 6)
	p.grey.WriteString("M" + draw.At(x-1.6, y-17).String() + "q-1-5 1.6-8l2 1q-2 3-.6 7z")
	p.weapon.WriteString("M" + draw.At(x-3.4, y-17).String() + "l-1.6-5M" + draw.At(x+3.4, y-17).String() + "l1.6-5")
	rect(&p.cloth, x, y+4, 12, 13)
	ellipse(&p.light, x, y-6, 2, 2)
	p.man(x-1, y+1.5)
	p.man(x+1, y+7)
}

// chariot draws a chariot with its team, and scythes on its wheels.
func (p *pen) chariot(x, y float64, horses int, scythes bool) {
	for i := range horses {
		p.mount(x+(float64(i)-float64(horses-1)/2)*7.5, y-7)
	}
	rect(&p.shadow, x+1, y+11, 13, 11)
	rect(&p.wood, x, y+10, 12, 10)
	rect(&p.dark, x-8.5, y+10, 2.4, 11)
	rect(&p.dark, x+8.5, y+10, 2.4, 11)
	if scythes {
		p.weapon.WriteString("M" + draw.At(x-9, y+9).String() + "l-7-4M" + draw.At(x+9, y+9).String() + "l7-4M" + draw.At(x-9, y+12).String() + "l-7 3M" + draw.At(x+9, y+12).String() + "l7 3")
	}
	p.man(x-2.4, y+9)
	if !scythes {
		p.man(x+2.6, y+12)
	}
}

// engine draws a bolt thrower with its crew.
func (p *pen) engine(x, y float64) {
	rect(&p.shadow, x+1, y+2, 6, 26)
	rect(&p.wood, x, y, 4.5, 26)
	rect(&p.wood, x, y-6, 18, 3.6)
	p.weapon.WriteString("M" + draw.At(x-9, y-6).String() + "l9 12 9-12M" + draw.At(x, y+6).String() + "v-22")
	p.man(x-8, y+8)
	p.man(x+8, y+8)
}

func (p *pen) wagon(x, y float64) {
	rect(&p.shadow, x+1.5, y+2, 50, 20)
	rect(&p.wood, x, y, 48, 18)
	for _, at := range []float64{-18, 18} {
		rect(&p.dark, x+at, y-11, 10, 3)
		rect(&p.dark, x+at, y+11, 10, 3)
	}
	for i := range 3 {
		p.man(x-13+13*float64(i), y)
	}
}

// camp draws tents, and wagons beside them.
func (p *pen) camp(depth float64) {
	for i, x := range []float64{-26, 0, 26} {
		for j, y := range []float64{.3 * depth, .72 * depth} {
			if i == 2 && j == 1 {
				rect(&p.shadow, x+1.5, y+2, 20, 13)
				rect(&p.wood, x, y, 18, 11)
				rect(&p.dark, x-5, y-7, 5, 2)
				rect(&p.dark, x+5, y-7, 5, 2)
				rect(&p.dark, x-5, y+7, 5, 2)
				rect(&p.dark, x+5, y+7, 5, 2)
				continue
			}
			rect(&p.shadow, x+1.5, y+2, 20, 17)
			rect(&p.cloth, x, y, 18, 15)
			p.light.Polygon(draw.At(x-9, y-7.5), draw.At(x+9, y-7.5), draw.At(x+9, y), draw.At(x-9, y))
		}
	}
}
