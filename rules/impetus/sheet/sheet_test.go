package sheet_test

import (
	"encoding/xml"
	"io"
	"strings"
	"testing"

	"acies/battles"
	"acies/game"
	"acies/pack"
	"acies/picture/draw"
	"acies/rules/impetus"
	"acies/rules/impetus/scenario"
	"acies/rules/impetus/sheet"
	"acies/system"
)

// keys is a speaker of a language in which every text names its key.
type keys struct{}

func (keys) Text(key string) string               { return "text of " + key }
func (keys) Say(key string, _ ...game.Arg) string { return key }
func (keys) Piece(int) string                     { return "piece" }
func (keys) Place(int) string                     { return "place" }
func (keys) Side(game.Side) string                { return "side" }
func (keys) Facing(int) string                    { return "facing" }

func setups(t *testing.T) map[string]*impetus.Setup {
	t.Helper()
	list := map[string]*impetus.Setup{}
	for _, dir := range []string{"two-camps-204bc", "stream-333bc", "free-battle"} {
		p, problems := scenario.Read(pack.ReadFiles(battles.FS, dir))
		if p == nil {
			t.Fatalf("%s: %v", dir, problems)
		}
		for _, option := range append([]string{""}, p.Options...) {
			s, err := p.Setup(strings.Fields(option))
			if err != nil {
				t.Fatal(err)
			}
			list[dir+" "+option] = s
		}
	}
	return list
}

// TestSheet checks that every unit is drawn to scale with figures of its own, and stands on the sheet.
func TestSheet(t *testing.T) {
	for name, s := range setups(t) {
		x := sheet.New(s, keys{})
		if len(x.Pieces) != len(s.Units) || len(x.Colors) != 2 || x.Colors[0] == x.Colors[1] {
			t.Errorf("%s: %d counters of %d units, colours %v", name, len(x.Pieces), len(s.Units), x.Colors)
		}
		for i, c := range x.Pieces {
			u := &s.Units[i]
			if c.Base == nil || c.Base.Width != 8*x.Unit || c.Base.Depth*float64(u.Rows)*1000 != float64(u.Depth)*x.Unit {
				t.Errorf("%s: %s: base %+v", name, c.ID, c.Base)
			}
			if len(x.Figures[c.Figure]) == 0 {
				t.Errorf("%s: %s has no figures", name, c.ID)
			}
			if c.Group == "" && u.Command >= 0 {
				t.Errorf("%s: %s belongs to no Command", name, c.ID)
			}
		}
		if left := x.Width - x.Left - float64(s.Width)/1000*x.Unit; left != x.Left || x.Bottom-float64(s.Height)/1000*x.Unit != x.Height-draw.Foot-x.Bottom {
			t.Errorf("%s: the table is not in the middle of the sheet above the cartouche", name)
		}
	}
}

// TestFigures draws every type.
func TestFigures(t *testing.T) {
	s := &impetus.Setup{Width: 180 * impetus.U, Height: 120 * impetus.U}
	for i := range impetus.Types() {
		k := impetus.Type(i)
		s.Units = append(s.Units, impetus.UnitSetup{ID: k.Code(), Type: k, Rows: 1, Depth: k.Depth(), Command: -1})
	}
	seen := map[string]bool{}
	for _, c := range sheet.New(s, keys{}).Pieces {
		seen[c.Figure] = true
	}
	if len(seen) != len(impetus.Types()) {
		t.Errorf("found %d drawings, expected one of each of %d types", len(seen), len(impetus.Types()))
	}
}

// TestGround checks that every ground is well-formed and names its terrain.
func TestGround(t *testing.T) {
	for name, s := range setups(t) {
		for _, kind := range []system.Ground{system.Whole, system.Card, system.Backdrop} {
			got := sheet.Ground(s, keys{}, kind)
			d := xml.NewDecoder(strings.NewReader("<g>" + got + "</g>"))
			for {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
			}
			if strings.Contains(got, "NaN") || strings.Contains(got, "Inf") {
				t.Errorf("%s: a length is not a number", name)
			}
			for _, p := range s.Terrain {
				if named := strings.Contains(got, ">text of place."+p.ID+"<"); named != (kind != system.Card) {
					t.Errorf("%s: kind %d, %s is named: %v", name, kind, p.ID, named)
				}
			}
		}
	}
}

// TestText finds every unit on the table as text, once on the map and once in the list.
func TestText(t *testing.T) {
	for name, s := range setups(t) {
		b := impetus.New(s)
		var plain, colored strings.Builder
		v := b.Start().View(game.Nobody)
		if err := sheet.Text(&plain, b, v, keys{}, false, false); err != nil {
			t.Fatal(err)
		}
		if err := sheet.Text(&colored, b, v, keys{}, true, true); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(plain.String(), "\x1b") || !strings.Contains(colored.String(), "\x1b") {
			t.Errorf("%s: colours in the wrong drawing", name)
		}
		drawing, list, _ := strings.Cut(plain.String(), "text of ui.key-counter")
		for _, u := range s.Units {
			id := u.ID
			if u.Type == impetus.Baggage {
				id = "camp"
			}
			if len(id) > 4 {
				id = id[len(id)-4:]
			}
			if !s.FreeSetup && !strings.Contains(drawing, id) || !strings.Contains(list, "  "+u.ID+" ") {
				t.Errorf("%s: %s is missing:\n%s", name, u.ID, drawing)
			}
		}
	}
}
