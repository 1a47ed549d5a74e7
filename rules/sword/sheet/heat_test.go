package sheet_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"acies/picture"
	"acies/rules/sword"
	"acies/system"
)

// TestHeat draws one hex with both halves and one with a quarter of one, whose radius is half as great.
func TestHeat(t *testing.T) {
	tab, w := battle(t, "sparta-195bc", "en")
	n := tab.Battle.(*sword.Battle).Map().Len()
	halves := [2]picture.Half{{Values: make([]float64, n), Color: "#111111"}, {Values: make([]float64, n), Color: "#222222"}}
	halves[0].Values[5], halves[1].Values[5], halves[1].Values[40] = 8, 8, 2
	var ground, heat bytes.Buffer
	sheet := tab.Pack.Sheet(tab.Battle, w)
	if err := picture.Symbol(&ground, sheet, tab.Pack.Ground(tab.Battle, w, system.Backdrop)); err != nil {
		t.Fatal(err)
	}
	if err := picture.Heat(&heat, sheet, "Where \"they\" fell", halves, func(h int) string { return fmt.Sprintf("<hex %d>", h) }); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, ground.Bytes())
	wellFormed(t, heat.Bytes())
	if !strings.Contains(ground.String(), `<symbol id="ground"`) || !strings.Contains(heat.String(), `href="#ground"`) {
		t.Error("the map does not show the ground")
	}
	got := heat.String()
	for _, want := range []string{`aria-label="Where &#34;they&#34; fell"`, "&lt;hex 5&gt;", "&lt;hex 40&gt;", `d="M0 -30.7A30.7 30.7 0 0 0 0 30.7z" fill="#111111"`, `d="M0 -15.4A15.4 15.4 0 0 1 0 15.4z" fill="#222222"`} {
		if !strings.Contains(got, want) {
			t.Errorf("there is no %s", want)
		}
	}
	if k := strings.Count(got, "<title>"); k != 2 {
		t.Errorf("%d hexes have discs, want 2", k)
	}
}
