package server_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"acies/desk"
	"acies/game"
	"acies/record"
	"acies/rulebook"
	"acies/store"
	"acies/system"
	_ "acies/systems"
	"acies/table"
)

// TestEveryBookCanBeRead holds that a battle's book opens its rules.
func TestEveryBookCanBeRead(t *testing.T) {
	for _, s := range system.All() {
		for _, book := range s.Books() {
			if len(rulebook.Of(book)) == 0 {
				t.Errorf("the rulebook has no text for %s", book)
			}
		}
	}
}

// fault is the error of an answer.
type fault struct {
	Error struct {
		Code, Message, Clause, Field string
		Version, Index               *int
		Line                         int
	}
}

// tableData is what the tests read of a table.
type tableData struct {
	Version, N, Length int
	Dice, Prompt       string
	Seats              []string
	View               struct {
		Side  int
		ToAct int `json:"toAct"`
	}
	Choices           []choiceData
	Roll              game.Dice
	CanUndo           bool
	UndoText, UndoWhy string
	Outcome           *struct{ Text string }
	Last              []struct{ Do string }
}

type choiceData struct {
	Action, Text, Verb string
	Operands           []game.Operand
	Cost               int
}

type doneData struct {
	Version int
	Applied []struct {
		N    int
		Side int
		Do   string
	}
	Removed []string
	Table   tableData
}

// call sends a request that must be answered with the status, and decodes the answer.
func (s *site) call(method, path, body string, status int, to any) {
	s.Helper()
	got, data, err := ask(s.http, method, s.URL+path, body)
	if err != nil {
		s.Fatal(err)
	}
	if got != status {
		s.Fatalf("%s %s %s: %d %s, want %d", method, path, body, got, data, status)
	}
	if to != nil {
		if err := json.Unmarshal(data, to); err != nil {
			s.Fatalf("%s %s: %v in %s", method, path, err, data)
		}
	}
}

func (s *site) create(body string) string {
	s.Helper()
	id, err := create(s.http, s.URL, body)
	if err != nil {
		s.Fatal(err)
	}
	return id
}

func (s *site) table(id string) tableData {
	s.Helper()
	var t tableData
	s.call("GET", "/api/games/"+id, "", http.StatusOK, &t)
	return t
}

func (s *site) act(id string, version int, request string, actions ...string) doneData {
	s.Helper()
	list, err := json.Marshal(actions)
	if err != nil {
		s.Fatal(err)
	}
	var d doneData
	body := fmt.Sprintf(`{"version":%d,"id":%q,"actions":%s}`, version, request, list)
	s.call("POST", "/api/games/"+id+"/actions", body, http.StatusOK, &d)
	return d
}

const sparta = `{"battle":"sparta-195bc","seed":"nabis"}`

// TestAnswers asks for everything that reading can ask for.
func TestAnswers(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	s.act(id, 0, "one", "ready")
	g := "/api/games/" + id
	for _, test := range []struct {
		path string
		want []string
	}{
		{"/healthz", []string{`"ok":true`}},
		{"/api/battles", []string{`"id":"issos-333bc"`, `"id":"sparta-195bc"`, `"counters":{"leader":7,"unit":45}`, `"options":[{"id":"reduced-roman-army"`}},
		{"/api/seats", []string{`["human","recruit"]`}},
		{"/api/battles?lang=fr", []string{`"name":"Romains"`}},
		{"/api/battles/bouvines-1214", []string{`{"id":"SE","name":"south-east","angle":120}`, `"forms":{"dismounted":"Ch foot","remounted":"Ch mounted"}`, `"arms":[{"fill":"#2a579f","d":"`}},
		{"/api/battles/sparta-195bc", []string{`{"id":"0101","x":91,"y":86,"about":["`, `"id":"nabis"`, `"typeName":"legionaries"`, `"states":{"activated":"activated"`, `"turned":"fatigued"`, `"specials":[{"id":"citadel"`}},
		{"/api/battles/sparta-195bc/ground.svg", []string{`<g class="rout-edge side-0">`, "Rout edge: Romans", ">0416<"}},
		{"/api/battles/sparta-195bc/ground.svg?lang=fr", []string{"Bord de déroute"}},
		{"/api/battles/sparta-195bc/picture.svg", []string{`viewBox="46.1 46 `}},
		{"/api/battles/issos-333bc/ground.svg", []string{`rotate(180)`}},
		{"/api/battles/sparta-195bc?options=reduced-roman-army", []string{`"id":"pretor-ii"`}},
		{"/api/games", []string{`"id":"` + id + `"`, `"name":"Sparta, 195 BC"`, `"seats":["human","human"]`, `"over":false`}},
		{g, []string{`"version":1`, `"toAct":1`, `"choices":[{"action":"ready"`, `"canUndo":false`, `"outcome":null`}},
		{g + "?side=0", []string{`"side":0`, `"choices":[]`}},
		{g + "?lang=fr", []string{`"canUndo":false`}},
		{g + "/at/0", []string{`"n":0,"length":1`, `"toAct":0`, `"choices":[]`}},
		{g + "/at/1", []string{`"n":1,"length":1`, `"do":"ready"`}},
		{g + "/log", []string{`"n":1,"side":0,"do":"ready"`, `"text":"Romans: set-up complete."`, `"clause":"ant-13.3.1a"`}},
		{g + "/log?from=2", []string{`[]`}},
		{g + "/why?do=done", []string{`"legal":false`, `"clause":"ant-`, `"clauseText":"`}},
		{g + "/why?do=done&lang=fr", []string{`"clauseText":"Chaque joueur oriente`}},
		{g + "/why?do=ready", []string{`"legal":true`}},
		{g + "/why?do=face+velites-i-1+R;ready", []string{`"legal":false`}},
		{g + "/why?piece=flamininus", []string{`"legal":false`}},
		{g + "/record", []string{`"acies":1`, `"commit":"`, `"do":"ready"`}},
		{"/api/rulebook", []string{`"id":"ant-0a","book":"antiquity"`, `"id":"med-0a","book":"medieval"`}},
		{"/api/rulebook?book=antiquity-2", []string{`[{"id":"ant-0a","book":"antiquity","title":"By the Edge of the Sword: Antiquity"`, `"id":"ant-10.5c"`, `"chapter":"10 `}},
		{"/api/rulebook?book=medieval", []string{`[{"id":"med-0a"`, `"id":"gui-3k"`}},
		{"/api/rulebook?book=medieval&lang=fr", []string{`"title":"Au fil de l’épée : batailles médiévales"`, `"chapter":"0 Règles générales","lang":"fr","text":"Le jeu est pour deux joueurs`}},
		{"/api/text?lang=fr", []string{`"undo.rolled":"Annulation impossible`}},
		{"/api/text?book=medieval", []string{`"undo.rolled":"`, `"phase.b":"Phase B, archer shooting"`, `"medieval.phase.b":"Phase B, artillery`}},
		{"/", []string{"<!doctype html>"}},
		{"/game/" + id, []string{"<!doctype html>"}},
	} {
		t.Run(test.path, func(t *testing.T) {
			status, data, err := ask(s.http, "GET", s.URL+test.path, "")
			if err != nil || status != http.StatusOK {
				t.Fatalf("%d %v %s", status, err, data)
			}
			for _, want := range test.want {
				if !strings.Contains(string(data), want) && !strings.Contains(strings.ToLower(string(data)), want) {
					t.Errorf("the answer lacks %s:\n%.2000s", want, data)
				}
			}
		})
	}
	for _, query := range []string{"", "?seed=yes", "?side=spectator"} {
		if _, data, _ := ask(s.http, "GET", s.URL+g+"/record"+query, ""); bytes.Contains(data, []byte(`"seed":"nabis"`)) {
			t.Errorf("the record%s of a game in progress has its seed", query)
		}
	}
}

// TestReplay goes through a whole battle and looks at moments of it.
func TestReplay(t *testing.T) {
	s := serve(t, store.Options{})
	f, err := os.Open("../table/testdata/sparta.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := record.Read(f, func(record.Header) (game.Battle, error) {
		b, err := table.NewLibrary().Load("sparta-195bc", nil)
		if err != nil {
			return nil, err
		}
		return b.Battle, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := g.Write(&text); err != nil {
		t.Fatal(err)
	}
	var made struct{ ID string }
	s.call("POST", "/api/records", text.String(), http.StatusCreated, &made)
	state := g.Battle().Start()
	for n, e := range g.Entries() {
		if n%50 == 0 {
			var x tableData
			s.call("GET", fmt.Sprintf("/api/games/%s/at/%d", made.ID, n), "", http.StatusOK, &x)
			if x.View.ToAct != int(state.ToAct()) || x.N != n {
				t.Errorf("moment %d: %d to act, want %d", n, x.View.ToAct, state.ToAct())
			}
		}
		state.Apply(e.Action, nil)
	}
}

// TestGamesNameTheirArmies lists a game in which the players have chosen their armies, by their names and colours.
func TestGamesNameTheirArmies(t *testing.T) {
	s := serve(t, store.Options{})
	s.create(`{"battle":"free-battle","options":["first-persians","second-macedonians"],"seats":["human","human"]}`)
	s.create(sparta)
	var list []struct {
		Battle string
		Sides  []desk.Named
		Colors []string
	}
	s.call("GET", "/api/games", "", http.StatusOK, &list)
	names := map[string]string{}
	for _, g := range list {
		names[g.Battle] = g.Sides[0].Name + ", " + g.Sides[1].Name
		if chosen := g.Battle == "free-battle"; chosen != (len(g.Colors) == 2) {
			t.Errorf("%s: the colours are %v", g.Battle, g.Colors)
		}
	}
	if names["free-battle"] != "Persians, Macedonians" || names["sparta-195bc"] != "Romans, Spartans" {
		t.Errorf("the games are listed with the sides %v", names)
	}
	var cards []desk.Card
	s.call("GET", "/api/battles", "", http.StatusOK, &cards)
	for _, c := range cards {
		if want := c.ID == "marathon-490bc"; c.Rules == "" || want != (c.Level == "A good first battle") {
			t.Errorf("%s: rules %q, level %q", c.ID, c.Rules, c.Level)
		}
	}
}
