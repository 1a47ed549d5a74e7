package tourney

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

const sound = `{"format":"swiss","players":[{"id":"anna"},{"id":"ben"},{"id":"carl","left":true}],"rounds":2,"return":true,"deadlines":[100,200],` +
	`"paired":[{"pairings":[{"first":"anna","second":"ben","results":["first","draw"]}],"bye":"carl"}]}`

func TestDecode(t *testing.T) {
	x, err := Decode(sound + "\n")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(x); err != nil || string(text) != sound {
		t.Errorf("written again: %s, %v", text, err)
	}
	for _, c := range []struct{ name, from, to, want string }{
		{"unknown field", `"return"`, `"returns"`, "unknown field"},
		{"text after the end", `"bye":"carl"}]}`, `"bye":"carl"}]} {}`, "text after its end"},
		{"too long", `{"format"`, strings.Repeat(" ", maxText) + `{"format"`, "longer than"},
		{"format", `"swiss"`, `"knockout"`, "neither"},
		{"one player", `{"id":"ben"},{"id":"carl","left":true}`, ``, "invalid character"},
		{"same player twice", `{"id":"carl","left":true}`, `{"id":"anna"}`, "listed twice"},
		{"player without id", `{"id":"ben"}`, `{"id":""}`, "want an id"},
		{"no rounds", `"rounds":2`, `"rounds":0`, "0 rounds"},
		{"rounds of a round robin", `"swiss"`, `"round-robin"`, "follow from"},
		{"one deadline for two rounds", `[100,200]`, `[100]`, "1 deadlines"},
		{"deadlines that go back", `[100,200]`, `[200,100]`, "before that of an earlier"},
		{"more rounds than there are", `"rounds":2,"return":true,"deadlines":[100,200],"paired":[`, `"rounds":1,"return":true,"paired":[{"pairings":[]},`, "2 of 1 rounds"},
		{"stranger", `"second":"ben"`, `"second":"dora"`, "no such player"},
		{"against himself", `"second":"ben"`, `"second":"anna"`, "paired twice"},
		{"bye and pairing", `"bye":"carl"`, `"bye":"anna"`, "paired twice"},
		{"one result for two games", `["first","draw"]`, `["first"]`, "1 results, want 2"},
		{"other result", `"draw"`, `"won"`, "not the result"},
	} {
		text := strings.Replace(sound, c.from, c.to, 1)
		if _, err := Decode(text); err == nil || !strings.Contains(err.Error(), c.want) || text == sound {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
	few := &Tournament{Format: Swiss, Rounds: 1, Players: []Player{{ID: "anna"}}}
	if err := few.Check(); err == nil {
		t.Error("a tournament of one player is no error")
	}
}

// FuzzDecode: a text is refused, or gives a tournament that is written and read again as it is, that has standings, and whose
// next round, if there is one, fits.
func FuzzDecode(f *testing.F) {
	f.Add(sound)
	f.Add(`{"format":"round-robin","players":[{"id":"a"},{"id":"b"},{"id":"c","left":true}]}`)
	f.Add(`{"format":"swiss","players":[{"id":"a"},{"id":"b"}],"rounds":64,"paired":[{"pairings":[]},{"pairings":null,"bye":"a"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		x, err := Decode(text)
		if err != nil {
			return
		}
		written, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode(string(written))
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if !reflect.DeepEqual(x.Standings(), again.Standings()) || x.Over() != again.Over() || len(x.Standings()) != len(x.Players) {
			t.Fatalf("%s reads differently", written)
		}
		x.Overdue(1)
		if _, err := x.PairNext(); err == nil {
			if err := x.Check(); err != nil {
				t.Fatalf("the next round of %s: %v", written, err)
			}
		}
		if err := x.Leave(x.Players[0].ID); err != nil {
			t.Fatal(err)
		}
		if err := x.Check(); err != nil {
			t.Fatal(err)
		}
	})
}
