package draw

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var painted = regexp.MustCompile(`(fill|stroke)="(#[0-9a-f]{6})"`)

// Night returns the style sheet that gives a drawing its colours of the night: it holds for what is in an element of the class
// "ground" below one with the attribute data-theme="dark". Paper becomes dark, lines become light, and things keep their
// own shading.
func Night(svg string) string {
	var rules []string
	for _, m := range painted.FindAllStringSubmatch(svg, -1) {
		if rule := fmt.Sprintf(`[data-theme=dark] .ground [%s="%s"]{%[1]s:%[3]s}`, m[1], m[2], dark(m[1], m[2])); !slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	slices.Sort(rules)
	return strings.Join(rules, "")
}

// Colours of light and shade on slopes.
const (
	Lit    = "#fff6da"
	Shade  = "#6d4f26"
	Darker = "#5a3f1c"
	Slope  = "#5f431d"
)

// dots are the colours of strokes that are things and not lines: bushes and small trees.
var dots = []string{bush, hedge, grove, groveShade}

// inks are the lighter colours in which something is written.
var inks = []string{"#2f6275", "#2f6075", "#3d7086", "#4a3a22", "#4c3d22", "#5d4c2c", "#5f5030", "#6d5c38", "#6b5a3c"}

// dark returns the colour of the night for a colour of the day.
func dark(property, color string) string {
	switch color {
	case Lit:
		return "#767056"
	case Shade, Darker:
		return "#0d0a06"
	case Slope:
		return "#0f0c07"
	}
	l, a, b := lab(color)
	switch {
	case property == "stroke" && !slices.Contains(dots, color):
		l = .98 - .75*l
	case slices.Contains(inks, color):
		l = .8
	case l >= .78:
		l = .26 + .9*(.97-l)
	case l >= .36:
		l *= .72
	default:
		l = .84
	}
	return fromLab(l, .8*a, .8*b)
}

// lab returns a colour in Oklab, where equal steps look equal: how light it is, and its hue.
func lab(color string) (l, a, b float64) {
	n, err := strconv.ParseUint(color[1:], 16, 32)
	if err != nil {
		return 0, 0, 0
	}
	linear := func(shift uint) float64 {
		v := float64(n>>shift&255) / 255
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	r, g, bl := linear(16), linear(8), linear(0)
	x := math.Cbrt(.4122214708*r + .5363325363*g + .0514459929*bl)
	y := math.Cbrt(.2119034982*r + .6806995451*g + .1073969566*bl)
	z := math.Cbrt(.0883024619*r + .2817188376*g + .6299787005*bl)
	return .2104542553*x + .793617785*y - .0040720468*z, 1.9779984951*x - 2.428592205*y + .4505937099*z, .0259040371*x + .7827717662*y - .808675766*z
}

func fromLab(l, a, b float64) string {
	x, y, z := l+.3963377774*a+.2158037573*b, l-.1055613458*a-.0638541728*b, l-.0894841775*a-1.291485548*b
	x, y, z = x*x*x, y*y*y, z*z*z
	out := "#"
	for _, v := range [3]float64{4.0767416621*x - 3.3077115913*y + .2309699292*z, -1.2684380046*x + 2.6097574011*y - .3413193965*z, -.0041960863*x - .7034186147*y + 1.707614701*z} {
		v = max(0, min(1, v))
		if v <= .0031308 {
			v *= 12.92
		} else {
			v = 1.055*math.Pow(v, 1/2.4) - .055
		}
		out += fmt.Sprintf("%02x", Round(255*v))
	}
	return out
}
