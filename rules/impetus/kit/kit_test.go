package kit

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"acies/battles"
	"acies/game"
	"acies/pack"
	"acies/rules/impetus"
)

// packs are the battles of the book.
var packs = battles.FS

func openPack(t *testing.T, dir string) *battle {
	t.Helper()
	x, problems := open(pack.ReadFiles(packs, dir))
	if x == nil || len(problems) > 0 {
		t.Fatalf("%s: %v", dir, problems)
	}
	return x
}

func compile(t *testing.T, x *battle, options ...string) *impetus.Battle {
	t.Helper()
	b, err := x.Compile(options)
	if err != nil {
		t.Fatal(err)
	}
	return b.(*impetus.Battle)
}

// TestPacks compiles every battle, without options and with each of them, and checks that everything has a name.
func TestPacks(t *testing.T) {
	for _, dir := range []string{"two-camps-204bc", "stream-333bc", "free-battle"} {
		x := openPack(t, dir)
		for _, option := range append([]string{""}, x.p.Options...) {
			b := compile(t, x, strings.Fields(option)...)
			if s := b.Start(); s.Outcome().Over || s.ToAct() == game.Nobody {
				t.Errorf("%s with %q: nobody acts", dir, option)
			}
			for _, lang := range pack.Languages() {
				n := x.Names(b, lang)
				if len(n.Pieces) != len(b.Setup().Units) || len(n.Sides) != 2 {
					t.Errorf("%s with %q: %d names of pieces, %d of sides", dir, option, len(n.Pieces), len(n.Sides))
				}
				for _, name := range slices.Concat(n.Pieces, n.Sides) {
					if strings.HasPrefix(name, "unit.") || strings.HasPrefix(name, "camp.") || strings.HasPrefix(name, "side.") {
						t.Errorf("%s with %q: no text for %s in %s", dir, option, name, lang)
					}
				}
				for _, id := range x.Special(b) {
					if _, ok := n.Text("special." + id + ".about"); !ok {
						t.Errorf("%s with %q: no text for the special rule %s in %s", dir, option, id, lang)
					}
				}
			}
		}
		if _, err := x.Compile([]string{"mud"}); err == nil {
			t.Errorf("%s: an option that there is not is accepted", dir)
		}
	}
}

func TestNames(t *testing.T) {
	x := openPack(t, "free-battle")
	n := x.Names(compile(t, x, "first-persians", "second-macedonians"), "fr")
	if got := strings.Join(n.Sides, ", "); got != "Perses, Macédoniens" {
		t.Errorf("sides %s", got)
	}
	if got := n.Pieces[0] + ", " + n.Pieces[len(n.Pieces)-2]; got != "Cavalerie de la garde, Camp perse" {
		t.Errorf("pieces %s", got)
	}
}

// TestDescribe looks at what programs are told of a battle.
func TestDescribe(t *testing.T) {
	x := openPack(t, "stream-333bc")
	data, err := json.Marshal(System{}.Describe(compile(t, x)))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"id":"stream-333bc","turns":14,"width":180000,"height":120000,"first":0,"tie":1,"amendments":false,"freeSetup":false,"sides":[`,
		`{"id":"macedonians","structure":"Average","range":30000,"points":315,"vd":23,"defeatedAt":12,"commands":[`,
		`{"id":"1","quality":"Charismatic","leadership":4,"inChief":true,"attached":"M1.1","vd":12,"routsAt":6}`,
		`"zone":[[6000,180000],[0,40000]],"homeEdge":"south","camp":"macedonians-camp"}`,
		`{"id":"M2.1","side":0,"command":1,"type":"FP","move":5000,"vbu":5,"impetus":1,"discipline":"B","vd":3,"weapon":"none","rows":2,"width":8000,"depth":6000,"traits":["pike"],"points":39,"x":82000,"y":40000,"heading":0}`,
		`{"id":"stream","kind":"stream","polygon":[[6000,58000],[150000,58000],[150000,62000],[6000,62000]]}`,
		`"lines":[{"id":"palisade","points":[[80000,64000],[96000,64000]],"protects":"north"}],"highBank":{"stream":"stream","y":[62000,63000]},"special":["fortifications","high-bank","tie"]}`,
	} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s\nhas no %s", data, want)
		}
	}
}

func TestActions(t *testing.T) {
	got := System{}.Actions([]string{"name", "1", "forward 4", "wheel", "36", "pass"})
	if want := []string{"name 1", "forward 4", "wheel 36", "pass"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
