package picture

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"

	"acies/rules/sword"
)

// Figures, arms and landmarks are drawn once, as paths that the browser's counters and map use too. A part of a figure is
// a class, which says how it is painted, and the path.
type part [2]string

var (
	//go:embed figures.json
	figuresJSON []byte
	//go:embed arms.json
	armsJSON []byte
	//go:embed signs.json
	signsJSON []byte

	// figures by book, type and form: the same letters mean other men in another book.
	figures = parse[map[string]map[string]map[string][]part](figuresJSON)

	heraldry = parse[struct {
		Shield               string
		Tinctures, Divisions map[string]string
	}](armsJSON)

	// landmarks of the north by kind.
	landmarks = parse[map[string][]part](signsJSON)
)

func parse[T any](data []byte) (v T) {
	if err := json.Unmarshal(data, &v); err != nil {
		panic(err) // the file is part of the program
	}
	return v
}

// figure draws the men of a unit around the origin, looking to the right.
func (s *sheet) figure(u int, c palette) {
	d := &s.setup.Units[u]
	forms, ok := figures[s.setup.Book.ID][d.Type]
	if !ok {
		s.put(`<g stroke="%s" stroke-width="1.5" fill="none" stroke-linecap="round" stroke-linejoin="round">%s</g>`, c.dark, silhouettes[d.Type])
		return
	}
	parts, ok := forms[s.form(u)]
	if !ok {
		for _, parts = range forms { // a type with one form
			break
		}
	}
	s.put(`<g stroke-linejoin="round" stroke-linecap="round">`)
	for _, p := range parts {
		s.put(`<path d="%s" %s/>`, p[1], paint(p[0], c))
	}
	s.put(`</g>`)
}

// paint returns how a part of a figure is painted.
func paint(class string, c palette) string {
	switch class {
	case "f":
		return `fill="` + c.dark + `"`
	case "s":
		return `fill="#fffdf6" stroke="` + c.dark + `" stroke-width="1.5"`
	case "h":
		return `fill="` + c.light + `" stroke="` + c.dark + `" stroke-width="1.2"`
	case "c":
		return `fill="` + c.cloth + `" stroke="` + c.dark + `" stroke-width="1.2"`
	case "p line":
		return `fill="none" stroke="` + c.light + `" stroke-width="1.3"`
	case "t":
		return `fill="none" stroke="` + c.dark + `"`
	case "l thin":
		return `fill="none" stroke="` + c.dark + `" stroke-width="1.4"`
	}
	return `fill="none" stroke="` + c.dark + `" stroke-width="2.4"` // l
}

// form returns whether a unit is on foot, on horse or with guns now.
func (s *sheet) form(u int) string {
	switch {
	case s.has(u, "dismounted"):
		return string(sword.OnFoot)
	case s.has(u, "remounted"):
		return string(sword.Mounted)
	}
	return string(s.setup.Book.FormOf(&s.setup.Units[u]))
}

// arms returns the blazon of a contingent, or nothing.
func (s *sheet) arms(contingent string) string {
	i := slices.IndexFunc(s.setup.Contingents, func(c sword.ContingentDef) bool { return c.ID == contingent })
	if i < 0 {
		return ""
	}
	return s.setup.Contingents[i].Arms
}

// shield draws arms around a point: a division, the tincture of the field and that of what lies on it.
func (s *sheet) shield(arms string, x, y, scale float64) {
	words := strings.Fields(arms)
	if len(words) < 2 {
		return
	}
	s.put(`<g transform="translate(%.1f %.1f) scale(%.2f)"><path d="%s" fill="%s"/>`, x, y, scale, heraldry.Shield, heraldry.Tinctures[words[1]])
	if len(words) == 3 {
		s.put(`<path d="%s" fill="%s"/>`, heraldry.Divisions[words[0]], heraldry.Tinctures[words[2]])
	}
	s.put(`<path d="%s" fill="none" stroke="#1d1712" stroke-width="1.9" stroke-linejoin="round"/></g>`, heraldry.Shield)
}
