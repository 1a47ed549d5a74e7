package match_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"acies/game"
	"acies/match"
	"acies/record"
)

// told returns what players have said in a game, in short.
func told(s *match.Snapshot) string {
	var list []string
	for _, x := range s.Said {
		text := fmt.Sprint(x.After, " ", x.By, " ", x.Saying)
		if x.Deal != "" {
			text += " " + string(x.Deal)
		}
		if len(x.Faces) > 0 {
			text += fmt.Sprint(" ", x.Faces)
		}
		if x.Undone != nil {
			text += fmt.Sprint(" -", x.Undone.Undone)
		}
		if x.Ending != nil {
			text += " " + x.Ending.End
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// TestSaid: what players say has its place among the actions that are left, here and in another process.
func TestSaid(t *testing.T) {
	for _, battle := range dealBattles {
		inGame(t, battle, func(p *pair) {
			want := func(text string) {
				t.Helper()
				if s := p.now(); told(&s) != text {
					t.Fatalf("%s: said was %q, expected %q", battle, told(&s), text)
				}
			}
			deal := func(side game.Side, d match.Deal) {
				t.Helper()
				if _, err := p.Offer(t.Context(), p.request(side), d); err != nil {
					t.Fatal(err)
				}
			}
			reply := func(side game.Side, accept bool) {
				t.Helper()
				if _, err := p.Reply(t.Context(), p.request(side), accept); err != nil {
					t.Fatal(err)
				}
			}
			n := len(p.now().Entries)
			deal(0, match.DealDraw)
			reply(1, false)
			text := fmt.Sprintf("%d 0 offer peace, %d 1 decline peace", n, n)
			want(text)
			p.play(2)
			n = len(p.now().Entries)
			deal(1, match.DealDraw)
			reply(1, false)
			text += fmt.Sprintf(", %d 1 offer peace, %d 1 withdraw peace", n, n)
			want(text)
			by := p.now().Entries[n-1].Side
			for _, e := range p.now().Entries {
				if e.Side >= 0 {
					by = e.Side
				}
			}
			before := len(p.now().Entries)
			deal(by, match.DealUndo)
			want(text + fmt.Sprintf(", %d %d offer undo", n, by))
			reply(by.Other(), true)
			left := len(p.now().Entries)
			text = strings.ReplaceAll(text, fmt.Sprintf("%d 1 ", n), fmt.Sprintf("%d 1 ", left)) // what was said after the action stays
			text += fmt.Sprintf(", %d %d accept undo -%d", left, by.Other(), before-left)
			want(text)
			p.play(1)
			want(text)
			if _, err := p.Resign(t.Context(), p.request(1)); err != nil {
				t.Fatal(err)
			}
			want(text + fmt.Sprintf(", %d 1 end resigned", len(p.now().Entries)))
		})
	}
}

// TestSaidBefore: who watches with a delay is not told what was said since.
func TestSaidBefore(t *testing.T) {
	inGame(t, "sparta-195bc", func(p *pair) {
		p.play(1)
		if _, err := p.Offer(t.Context(), p.request(0), match.DealDraw); err != nil {
			t.Fatal(err)
		}
		for at, want := range map[time.Time]int{time.Now().Add(-time.Hour): 0, time.Now().Add(time.Hour): 1} {
			if s, err := p.Before(t.Context(), at); err != nil || len(s.Said) != want {
				t.Errorf("%d things said, expected %d (%v)", len(s.Said), want, err)
			}
		}
		if _, err := p.Reply(t.Context(), p.request(1), true); err != nil {
			t.Fatal(err)
		}
		s := p.now()
		if got := told(&s); got != "1 0 offer peace, 1 1 end agreed" {
			t.Errorf("said was %q", got)
		}
	})
}

// TestSaidDice: dice that both players confirm stand for the throw that was entered.
func TestSaidDice(t *testing.T) {
	g := open(t, filepath.Join(t.TempDir(), "acies.db"), match.Options{})
	id, err := g.Create(t.Context(), match.NewGame{
		Battle: "sparta-195bc", Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human, User: "ben"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	with(t, g, id, func(m *match.Match) error {
		p := &pair{T: t, Match: m}
		for p.now().State.ToAct() != game.Nature {
			p.play(1)
		}
		n := len(p.now().Entries)
		for i, faces := range [][]int{{7}, {4}} {
			if _, err := p.Roll(t.Context(), p.request(0), faces); err != nil {
				t.Fatal(err)
			}
			if _, err := p.Reply(t.Context(), p.request(1), i == 1); err != nil {
				t.Fatal(err)
			}
		}
		s := p.now()
		if got, want := told(&s), fmt.Sprintf("%d 0 offer roll [7], %d 1 decline roll, %d 1 accept roll [4]", n, n, n); got != want {
			t.Errorf("said was %q, expected %q", got, want)
		}
		if e := s.Entries[n]; e.By != record.ByHand {
			t.Errorf("%+v", e)
		}
		return nil
	})
}
