package bladebow_test

import (
	"slices"
	"strings"
	"testing"

	"acies/game"
	"acies/rules/bladebow"
)

// shaded returns the squares of an overlay for a side, with a plus after strong ones.
func shaded(b *bladebow.Battle, list []game.Shade, side game.Side) string {
	var out []string
	for _, x := range list {
		if x.Side == side {
			id := b.PlaceID(x.Place)
			if x.Strength > 1 {
				id += "+"
			}
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// At the start of Marathon each line controls the squares before it: the ends weakly, what two share strongly.
func TestOverlays(t *testing.T) {
	b := load(t, "marathon-490bc")
	s := b.Start().(*bladebow.State)
	piece := func(id string) int {
		for i := range b.CardPiece(0) {
			if b.PieceID(i) == id {
				return i
			}
		}
		t.Fatalf("there is no piece %s", id)
		return -1
	}
	zones := s.Shade(bladebow.OverlayZones, -1, -1, game.Nobody)
	if got, want := shaded(b, zones, 0), "B11 C11+ D11+ E11+ F11+ G11+ H11+ I11+ J11+ K11+ L11+ M11+ N11+ O11+ P11"; got != want {
		t.Errorf("zones of the Greeks: %s, expected %s", got, want)
	}
	// Callimachus at M12 reaches 4 points: two squares straight on, one across a corner.
	if got, want := shaded(b, s.Shade(bladebow.OverlayCommand, piece("callimachus"), -1, game.Nobody), 0), "K12 L11 L12 L13 M10 M11 M12 M13 M14 N11 N12 N13 O12"; got != want {
		t.Errorf("command range of Callimachus: %s, expected %s", got, want)
	}
	// Archers at F7 face south, between spears: ahead they shoot at once, to the side only by turning.
	fire := " " + shaded(b, s.Shade(bladebow.OverlayFire, piece("archers-1"), -1, game.Nobody), 1) + " "
	for _, want := range []string{" F8+ ", " F11+ ", " E8+ ", " G7 "} {
		if !strings.Contains(fire, want) {
			t.Errorf("arc of fire of the archers: %s, expected it to have%s", fire, want)
		}
	}
	if strings.Contains(fire, "F12") {
		t.Errorf("arc of fire of the archers: %s reaches F12, which is 10 points away", fire)
	}
	if list := s.Shade(bladebow.OverlayFire, piece("camp-greek"), -1, game.Nobody); list != nil {
		t.Errorf("a camp shoots at %v", list)
	}
}
