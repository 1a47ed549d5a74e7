package desk_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"acies/desk"
	"acies/game"
	"acies/record"
	"acies/table"
	"acies/words"
)

// TestOfferedDice: who watches a battle with secrets is not told what dice have shown that a player has still to confirm.
func TestOfferedDice(t *testing.T) {
	for battle, secret := range map[string]bool{"sparta-195bc": false, "thermopylae-480bc": true} {
		b, g, err := table.NewLibrary().New(battle, table.Settings{Seed: "deals"})
		if err != nil {
			t.Fatal(err)
		}
		w, err := words.For("en", b.Pack, b.Battle)
		if err != nil {
			t.Fatal(err)
		}
		offer := &desk.Offer{Deal: "roll", Side: 0, Faces: []int{7}}
		for _, viewer := range []desk.Viewer{0, 1, desk.Spectator} {
			d := &desk.Desk{Game: &desk.Game{Header: g.Header(), State: g.State(), Offer: offer, UndoWhy: "undo.nothing"}, Viewer: viewer, Words: w}
			if got := d.Table().Offer; got.Deal != "roll" || (got.Faces == nil) != (secret && viewer == desk.Spectator) {
				t.Errorf("%s: viewer %d is told of %+v", battle, viewer, got)
			}
		}
	}
}

// TestTakes: who asks for an undo, and who is asked, are told what it takes back; in a battle with secrets only who asks.
func TestTakes(t *testing.T) {
	for battle, secret := range map[string]bool{"sparta-195bc": false, "thermopylae-480bc": true} {
		b, g, err := table.NewLibrary().New(battle, table.Settings{Seed: "deals"})
		if err != nil {
			t.Fatal(err)
		}
		w, err := words.For("en", b.Pack, b.Battle)
		if err != nil {
			t.Fatal(err)
		}
		takes := func(viewer desk.Viewer, offer *desk.Offer) *desk.Table {
			return (&desk.Desk{Game: &desk.Game{Header: g.Header(), Entries: g.Entries(), State: g.State(), People: make([]desk.Person, 2), Offer: offer, UndoWhy: "undo.nothing"}, Viewer: viewer, Words: w}).Table()
		}
		if x := takes(0, nil).Takes; x != nil {
			t.Errorf("%s: before the first choice %+v could be taken back", battle, x)
		}
		playAtRandom(t, g, 40)
		last, n, rolls := 0, 0, 0
		for i, e := range g.Entries() {
			if e.Side == 0 {
				last = i
			}
		}
		for i := range g.Entries()[last:] {
			if e, ok := g.Entries()[last+i].ShownTo(0); ok {
				if n++; e.Side == game.Nature {
					rolls++
				}
			}
		}
		if x := takes(0, nil).Takes; x == nil || x.N != n || x.Rolls != rolls || (x.Text == "") != b.Battle.Choice(g.Entries()[last].Action).Ends {
			t.Errorf("%s: %+v would be taken back, want %d actions and %d rolls", battle, x, n, rolls)
		}
		for _, viewer := range []desk.Viewer{0, 1, desk.Spectator} {
			got := takes(viewer, &desk.Offer{Deal: "undo", Side: 0}).Offer.Takes
			if (got == nil) != (secret && viewer != 0) {
				t.Errorf("%s: viewer %d is told that %+v is to be taken back", battle, viewer, got)
			}
		}
		if x := takes(desk.Spectator, nil).Takes; x != nil {
			t.Errorf("%s: who watches could ask for %+v", battle, x)
		}
	}
}

// TestDealsInLog: what players say stands among the actions, as far as the viewer may know these; a battle with secrets is told neither
// the faces of dice nor how much was undone.
func TestDealsInLog(t *testing.T) {
	said := []desk.Said{
		{After: 0, By: 0, Saying: "offer", Deal: "peace"},
		{After: 0, By: 1, Saying: "decline", Deal: "peace"},
		{After: 3, By: 1, Saying: "accept", Deal: "undo", Undone: &record.Undone{Undone: 2, Asked: 0, Agreed: 1}},
		{After: 3, By: 0, Saying: "accept", Deal: "roll", Faces: []int{7, 9}},
		{After: math.MaxInt - 1, By: 0, Saying: "end", Ending: &record.Ending{End: record.Resigned, Winner: 1}},
	}
	for _, test := range []struct {
		battle, lang string
		want         []string
	}{
		{"sparta-195bc", "en", []string{
			"The Romans offered a draw.", "The Spartans declined the draw.", "The Spartans agreed to the undo the Romans asked for: 2 actions taken back.",
			"Dice: 7, 9, entered by the Spartans, confirmed by the Romans.", "The Romans resigned.",
		}},
		{"sparta-195bc", "fr", []string{
			"Romains : proposition de nulle.", "Spartiates : refus de la nulle.", "Spartiates : accord pour l’annulation demandée par les Romains, 2 actions reprises.",
			"Dés : 7, 9, saisie par les Spartiates, confirmation par les Romains.", "Romains : abandon.",
		}},
		{"thermopylae-480bc", "en", []string{
			"The Greeks offered a draw.", "The Persians declined the draw.", "The Persians agreed to the undo the Greeks asked for.",
			"Dice: entered by the Persians, confirmed by the Greeks.", "The Greeks resigned.",
		}},
	} {
		t.Run(test.battle+" "+test.lang, func(t *testing.T) {
			b, g, err := table.NewLibrary().New(test.battle, table.Settings{Seed: "deals"})
			if err != nil {
				t.Fatal(err)
			}
			playAtRandom(t, g, 40)
			w, err := words.For(test.lang, b.Pack, b.Battle)
			if err != nil {
				t.Fatal(err)
			}
			for _, viewer := range []desk.Viewer{0, 1, desk.Spectator} {
				d := &desk.Desk{Game: &desk.Game{Header: g.Header(), Entries: g.Entries(), State: g.State(), Said: said}, Viewer: viewer, Words: w}
				log, err := d.Log(0)
				if err != nil {
					t.Fatal(err)
				}
				third := record.CountShown(g.Entries()[:3], game.Side(viewer))
				var got []string
				for _, e := range log {
					for _, x := range e.Deals {
						got = append(got, strings.NewReplacer("\u00a0", " ", "\u202f", " ").Replace(x.Text))
						if at := map[int]int{1: 0, 2: 0, 3: third, 4: third, 5: d.Length()}[len(got)]; e.N != at {
							t.Errorf("viewer %d: %q follows action %d, expected %d", viewer, x.Text, e.N, at)
						}
					}
				}
				if fmt.Sprint(got) != fmt.Sprint(test.want) {
					t.Errorf("viewer %d: found %q, expected %q", viewer, got, test.want)
				}
				late, err := d.Log(d.Length())
				if err != nil || len(late) != 1 || len(late[0].Deals) != 1 || late[0].Past != log[len(log)-1].Past {
					t.Errorf("viewer %d: the last entry alone is %+v, %v", viewer, late, err)
				}
				if last := d.Table().Said; last == nil || last.N != len(said) || last.Text != late[0].Deals[0].Text {
					t.Errorf("viewer %d: the table tells %+v last", viewer, last)
				}
				if past, err := d.Moment(1); err != nil || past.Said != nil {
					t.Errorf("viewer %d: a past moment tells %+v, %v", viewer, past.Said, err)
				}
				d.Game.Said = said[1:]
				if other, err := d.Log(d.Length()); err != nil || other[0].Past == late[0].Past {
					t.Errorf("viewer %d: something else was said before, and the last entry does not show it", viewer)
				}
			}
		})
	}
}
