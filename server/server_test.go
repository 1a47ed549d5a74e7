package server_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"acies/game"
	"acies/match"
	"acies/record"
	"acies/rulebook"
	"acies/store"
	"acies/store/storetest"
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

// get sends a request that must be answered with the status, and decodes the answer.
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
		{g, []string{`"version":1`, `"toAct":1`, `"choices":[{"action":"ready"`, `"canUndo":false`, `"undoWhy":"Cannot undo: the other side`, `"outcome":null`}},
		{g + "?side=0", []string{`"side":0`, `"choices":[]`}},
		{g + "?lang=fr", []string{`"undoWhy":"Annulation impossible`}},
		{g + "/at/0", []string{`"n":0,"length":1`, `"toAct":0`, `"choices":[]`}},
		{g + "/at/1", []string{`"n":1,"length":1`, `"do":"ready"`}},
		{g + "/log", []string{`"n":1,"side":0,"do":"ready"`, `"text":"Romans: set-up complete."`, `"clause":"ant-13.3.1a"`}},
		{g + "/log?from=2", []string{`[]`}},
		{g + "/why?do=done", []string{`"legal":false`, `"clause":"ant-`, `"clauseText":"`}},
		{g + "/why?do=ready", []string{`"legal":true`}},
		{g + "/why?do=face+velites-i-1+R;ready", []string{`"legal":false`}},
		{g + "/why?piece=flamininus", []string{`"legal":false`}},
		{g + "/record", []string{`"acies":1`, `"commit":"`, `"do":"ready"`}},
		{"/api/rulebook", []string{`"id":"ant-0a","book":"antiquity"`, `"id":"med-0a","book":"medieval"`}},
		{"/api/rulebook?book=antiquity-2", []string{`[{"id":"ant-0a"`, `"id":"ant-10.5c"`, `"chapter":"10 `}},
		{"/api/rulebook?book=medieval", []string{`[{"id":"med-0a"`, `"id":"gui-3k"`}},
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

// TestRefusals goes through everything that is refused. Nothing of it changes a game.
func TestRefusals(t *testing.T) {
	s := serve(t, store.Options{})
	id, hand, other := s.create(sparta), s.create(`{"battle":"sparta-195bc","dice":"hand"}`), ""
	// In the second game a die is due.
	version := 0
	for s.table(hand).View.ToAct != -1 {
		x := s.table(hand)
		do := x.Choices[0].Action
		for _, c := range x.Choices {
			if c.Action == "ready" || c.Action == "done" {
				do = c.Action
			}
		}
		version = s.act(hand, version, fmt.Sprint("r", version), do).Version
	}
	other = s.create(`{"battle":"sparta-195bc","seats":["human","human"],"seed":"x"}`)
	s.act(other, 0, "used", "ready")
	g, h, o := "/api/games/"+id, "/api/games/"+hand, "/api/games/"+other
	large := strings.Repeat("x", 1<<20)
	for _, test := range []struct {
		name, method, path, body string
		status                   int
		code, field              string
	}{
		{"unknown route", "GET", "/api/nothing", "", 404, "no-route", ""},
		{"wrong method", "DELETE", g, "", 404, "no-route", ""},
		{"page by POST", "POST", "/", "", 405, "no-route", ""},
		{"unknown file", "GET", "/nothing.js", "", 404, "no-route", ""},
		{"path outside", "GET", "/..%2f..%2fetc%2fpasswd.txt", "", 404, "no-route", ""},
		{"unknown battle", "GET", "/api/battles/cannae", "", 404, "no-battle", ""},
		{"battle by path", "GET", "/api/battles/..%2f..%2fbattles%2fsparta-195bc", "", 404, "no-battle", ""},
		{"unknown option", "GET", "/api/battles/sparta-195bc?options=elephants", "", 400, "malformed", "options"},
		{"unknown game", "GET", "/api/games/nothing", "", 404, "no-game", ""},
		{"unknown game's events", "GET", "/api/games/nothing/events", "", 404, "no-game", ""},
		{"bad event id", "GET", g + "/events?after=soon", "", 400, "malformed", "Last-Event-ID"},
		{"unknown side", "GET", g + "?side=2", "", 400, "malformed", "side"},
		{"bad moment", "GET", g + "/at/first", "", 400, "malformed", "n"},
		{"moment to come", "GET", g + "/at/1", "", 404, "no-moment", ""},
		{"bad from", "GET", g + "/log?from=-1", "", 400, "malformed", "from"},
		{"unknown book", "GET", "/api/rulebook?book=chess", "", 400, "malformed", "book"},
		{"texts of an unknown book", "GET", "/api/text?book=chess", "", 400, "malformed", "book"},
		{"odds of nothing", "GET", g + "/odds", "", 400, "malformed", "do"},
		{"odds of nonsense", "GET", g + "/odds?do=dance", "", 400, "notation", "actions"},
		{"odds of what is illegal", "GET", g + "/odds?do=shoot+0511", "", 422, "rule", "actions"},
		{"odds of what has none", "GET", g + "/odds?do=ready", "", 422, "no-odds", ""},
		{"why an unknown piece", "GET", g + "/why?piece=caesar", "", 400, "malformed", "piece"},
		{"why an unknown place", "GET", g + "/why?place=9999", "", 400, "malformed", "place"},

		{"new: not JSON", "POST", "/api/games", "battle", 400, "malformed", ""},
		{"new: empty", "POST", "/api/games", "{}", 400, "malformed", "battle"},
		{"new: unknown field", "POST", "/api/games", `{"battle":"sparta-195bc","colour":1}`, 400, "malformed", "colour"},
		{"new: wrong type", "POST", "/api/games", `{"battle":7}`, 400, "malformed", "battle"},
		{"new: two objects", "POST", "/api/games", `{"battle":"sparta-195bc"}{}`, 400, "malformed", ""},
		{"new: unknown battle", "POST", "/api/games", `{"battle":"cannae"}`, 404, "no-battle", ""},
		{"new: unknown option", "POST", "/api/games", `{"battle":"sparta-195bc","options":["elephants"]}`, 400, "malformed", "options"},
		{"new: option twice", "POST", "/api/games", `{"battle":"sparta-195bc","options":["reduced-roman-army","reduced-roman-army"]}`, 400, "malformed", "options"},
		{"new: one seat", "POST", "/api/games", `{"battle":"sparta-195bc","seats":["human"]}`, 400, "malformed", "seats"},
		{"new: unknown seat", "POST", "/api/games", `{"battle":"sparta-195bc","seats":["human","dog"]}`, 400, "malformed", "seats"},
		{"new: unknown dice", "POST", "/api/games", `{"battle":"sparta-195bc","dice":"loaded"}`, 400, "malformed", "dice"},
		{"new: seed and hand", "POST", "/api/games", `{"battle":"sparta-195bc","dice":"hand","seed":"x"}`, 400, "malformed", "seed"},
		{"new: long seed", "POST", "/api/games", `{"battle":"sparta-195bc","seed":"` + large[:201] + `"}`, 400, "malformed", "seed"},
		{"new: bad position", "POST", "/api/games", `{"battle":"sparta-195bc","position":"turn: ["}`, 400, "malformed", "position"},
		{"new: nobody to face after a rally", "POST", "/api/games", `{"seats":["recruit","recruit"],"position":"battle: bouvines-1214\nturn: 2\nphase: e\nside: french\ntasks: [rallied french 0101, end-turn]\n"}`, 400, "malformed", "position"},
		{"new: a move of nobody", "POST", "/api/games", `{"position":"battle: bouvines-1214\nturn: 2\nphase: d1\nside: french\ntasks: [group, moves, end-turn]\n"}`, 400, "malformed", "position"},
		{"new: position of another battle", "POST", "/api/games", `{"battle":"sparta-195bc","position":"battle: issos-333bc\nturn: 1\nat: phase-a\n"}`, 400, "malformed", "position"},
		{"new: too large", "POST", "/api/games", `{"battle":"` + large + large + `"}`, 413, "too-large", ""},
		{"record: nothing", "POST", "/api/records", "", 400, "record", "body"},
		{"record: nonsense", "POST", "/api/records", "hello\n", 400, "record", "body"},
		{"record: too large", "POST", "/api/records", strings.Repeat(large, 17), 413, "too-large", ""},

		{"act: not JSON", "POST", g + "/actions", "ready", 400, "malformed", ""},
		{"act: a list", "POST", g + "/actions", "[]", 400, "malformed", ""},
		{"act: wrong type", "POST", g + "/actions", `{"version":"0","id":"a","actions":["ready"]}`, 400, "malformed", "version"},
		{"act: wrong type in a list", "POST", g + "/actions", `{"version":0,"id":"a","actions":[7]}`, 400, "malformed", "actions"},
		{"act: no version", "POST", g + "/actions", `{"id":"a","actions":["ready"]}`, 400, "malformed", "version"},
		{"act: no id", "POST", g + "/actions", `{"version":0,"actions":["ready"]}`, 400, "malformed", "id"},
		{"act: long id", "POST", g + "/actions", `{"version":0,"id":"` + large[:101] + `","actions":["ready"]}`, 400, "malformed", "id"},
		{"act: no actions", "POST", g + "/actions", `{"version":0,"id":"a","actions":[]}`, 400, "malformed", "actions"},
		{"act: many actions", "POST", g + "/actions", `{"version":0,"id":"a","actions":["x"` + strings.Repeat(`,"x"`, 64) + `]}`, 400, "malformed", "actions"},
		{"act: long action", "POST", g + "/actions", `{"version":0,"id":"a","actions":["` + large[:201] + `"]}`, 400, "malformed", "actions"},
		{"act: too large", "POST", g + "/actions", `{"version":0,"id":"a","actions":["` + large + `"]}`, 413, "too-large", ""},
		{"act: unknown side", "POST", g + "/actions", `{"version":0,"id":"a","side":2,"actions":["ready"]}`, 400, "malformed", "side"},
		{"act: nonsense", "POST", g + "/actions", `{"version":0,"id":"a","actions":["dance"]}`, 400, "notation", "actions"},
		{"act: unknown piece", "POST", g + "/actions", `{"version":0,"id":"a","actions":["move caesar"]}`, 400, "notation", "actions"},
		{"act: stale", "POST", g + "/actions", `{"version":7,"id":"a","actions":["ready"]}`, 409, "stale", ""},
		{"act: out of turn", "POST", g + "/actions", `{"version":0,"id":"a","side":1,"actions":["ready"]}`, 403, "turn", "actions"},
		{"act: against the rules", "POST", g + "/actions", `{"version":0,"id":"a","actions":["done"]}`, 422, "rule", "actions"},
		{"act: the second against the rules", "POST", g + "/actions", `{"version":0,"id":"a","actions":["face velites-i-1 R","done"]}`, 422, "rule", "actions"},
		{"act: a roll of one's own", "POST", g + "/actions", `{"version":0,"id":"a","actions":["roll 9"]}`, 422, "rule", "actions"},
		{"act: a die is due", "POST", h + "/actions", fmt.Sprintf(`{"version":%d,"id":"a","actions":["done"]}`, version), 422, "roll-due", "actions"},
		{"act: unknown game", "POST", "/api/games/nothing/actions", `{"version":0,"id":"a","actions":["ready"]}`, 404, "no-game", ""},
		{"roll: none is due", "POST", g + "/roll", `{"version":0,"id":"a","dice":[9]}`, 422, "no-roll", ""},
		{"roll: stale", "POST", h + "/roll", `{"version":0,"id":"a","dice":[9]}`, 409, "stale", ""},
		{"roll: no such face", "POST", h + "/roll", fmt.Sprintf(`{"version":%d,"id":"a","dice":[99]}`, version), 422, "rule", "dice"},
		{"roll: no such faces", "POST", h + "/roll", fmt.Sprintf(`{"version":%d,"id":"a","dice":[0,7]}`, version), 422, "rule", "dice"},
		{"roll: too many dice", "POST", h + "/roll", fmt.Sprintf(`{"version":%d,"id":"a","dice":[1,2,3]}`, version), 422, "rule", "dice"},
		{"roll: unknown field", "POST", h + "/roll", `{"version":0,"id":"a","die":9}`, 400, "malformed", "die"},
		{"undo: nothing", "POST", g + "/undo", `{"version":0,"id":"a"}`, 422, "no-undo", ""},
		{"undo: stale", "POST", g + "/undo", `{"version":3,"id":"a"}`, 409, "stale", ""},
		{"undo: passed", "POST", o + "/undo", `{"version":1,"id":"a"}`, 422, "no-undo", ""},
		{"undo: not JSON", "POST", g + "/undo", ``, 400, "malformed", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			status, data, err := ask(s.http, test.method, s.URL+test.path, test.body)
			if err != nil {
				t.Fatal(err)
			}
			var f fault
			if err := json.Unmarshal(data, &f); err != nil {
				t.Fatalf("%d %s: %v", status, data, err)
			}
			e := f.Error
			if status != test.status || e.Code != test.code || e.Field != test.field || e.Message == "" {
				t.Errorf("%d %s, want %d, code %q, field %q and a message", status, data, test.status, test.code, test.field)
			}
			if e.Code == "rule" && !strings.Contains(e.Clause, "-") {
				t.Errorf("%s: no clause", data)
			}
			if strings.Contains(e.Message, "struct") || strings.Contains(e.Field, ".") {
				t.Errorf("%s: that is Go, not JSON", data)
			}
			if e.Code == "stale" && e.Version == nil {
				t.Errorf("%s: no version", data)
			}
		})
	}
	for game, want := range map[string]int{id: 0, hand: version, other: 1} {
		if got := s.table(game).Version; got != want {
			t.Errorf("the game %s has version %d after refusals only, want %d", game, got, want)
		}
	}
}

// TestOrigins checks that pages from elsewhere cannot act, and that answers keep pages from loading from elsewhere.
func TestOrigins(t *testing.T) {
	s := serve(t, store.Options{})
	for _, header := range []map[string]string{
		{"Sec-Fetch-Site": "cross-site"},
		{"Origin": "https://elsewhere.example"},
	} {
		req, _ := http.NewRequest("POST", s.URL+"/api/games", strings.NewReader(sparta))
		for k, v := range header {
			req.Header.Set(k, v)
		}
		res, err := s.http.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		var f fault
		json.NewDecoder(res.Body).Decode(&f)
		res.Body.Close()
		if res.StatusCode != http.StatusForbidden || f.Error.Code != "origin" {
			t.Errorf("%v: %d %v, want a refusal", header, res.StatusCode, f)
		}
		if !strings.Contains(res.Header.Get("Content-Security-Policy"), "default-src 'self'") {
			t.Error("no policy")
		}
	}
	if games, err := s.store.Games(context.Background(), 10); err != nil || len(games) > 0 {
		t.Errorf("%d games were made, %v", len(games), err)
	}
}

func TestIdempotence(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	body := `{"version":0,"id":"same","actions":["face velites-i-1 R","ready"]}`
	_, first, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/actions", body)
	if err != nil {
		t.Fatal(err)
	}
	s.act(id, 2, "next", "ready")
	version := s.table(id).Version
	_, again, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/actions", body)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, again) {
		t.Errorf("the same request is answered differently:\n%.500s\n%.500s", first, again)
	}
	// An id that is used again for something else is refused, whatever the version.
	for _, body := range []string{
		fmt.Sprintf(`{"version":%d,"id":"same","actions":["done"]}`, version),
		`{"version":0,"id":"same","actions":["face velites-i-1 L","ready"]}`,
		`{"version":0,"id":"same","side":0,"actions":["face velites-i-1 R","ready"]}`,
	} {
		var f fault
		s.call("POST", "/api/games/"+id+"/actions", body, http.StatusConflict, &f)
		if f.Error.Code != "reused" || f.Error.Version == nil || *f.Error.Version != version {
			t.Errorf("%s: %+v", body, f.Error)
		}
	}
	var f fault
	s.call("POST", "/api/games/"+id+"/undo", `{"version":0,"id":"same"}`, http.StatusConflict, &f)
	if f.Error.Code != "reused" {
		t.Errorf("an undo under the same id: %+v", f.Error)
	}
	if got := s.table(id).Version; got != version {
		t.Errorf("version %d after a repeated request, want %d", got, version)
	}
}

func TestUndo(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	before := s.table(id)
	s.act(id, 0, "a", "face velites-i-1 R", "face velites-i-2 L")
	now := s.table(id)
	if !now.CanUndo || now.UndoText == "" {
		t.Fatalf("cannot undo: %+v", now)
	}
	body := `{"version":2,"id":"u"}`
	var d doneData
	s.call("POST", "/api/games/"+id+"/undo", body, http.StatusOK, &d)
	if d.Version != 3 || !slices.Equal(d.Removed, []string{"face velites-i-2 L"}) || d.Table.N != 1 {
		t.Errorf("undo: %+v", d)
	}
	_, again, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/undo", body)
	if err != nil || !bytes.Contains(again, []byte(`"removed":["face velites-i-2 L"]`)) {
		t.Errorf("a repeated undo: %s %v", again, err)
	}
	s.call("POST", "/api/games/"+id+"/undo", `{"version":3,"id":"v"}`, http.StatusOK, &d)
	if after := s.table(id); after.N != 0 || after.Version != 4 || len(after.Choices) != len(before.Choices) {
		t.Errorf("after undoing everything: %+v", after)
	}
	// A game that has been taken back and gone on with is built from the store as it is.
	s.act(id, 4, "b", "face velites-i-1 DR")
	fresh := serveOn(t, filepath.Join(t.TempDir(), "copy.db"), store.Options{})
	_, rec, err := ask(s.http, "GET", s.URL+"/api/games/"+id+"/record", "")
	if err != nil {
		t.Fatal(err)
	}
	var made struct{ ID string }
	fresh.call("POST", "/api/records", string(rec), http.StatusCreated, &made)
	if got := fresh.table(made.ID); got.N != 1 {
		t.Errorf("the record holds %d actions, want 1", got.N)
	}
}

// TestHandDice plays with dice that are typed in, and with dice that the program throws for people.
func TestHandDice(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(`{"battle":"sparta-195bc","dice":"hand"}`)
	version := 0
	for s.table(id).View.ToAct != -1 {
		x := s.table(id)
		do := x.Choices[0].Action
		for _, c := range x.Choices {
			if c.Action == "ready" || c.Action == "done" {
				do = c.Action
			}
		}
		version = s.act(id, version, fmt.Sprint(version), do).Version
	}
	if x := s.table(id); x.CanUndo || !strings.HasPrefix(x.UndoWhy, "Cannot undo: a roll") {
		t.Errorf("undo while a die is due: %t, %q", x.CanUndo, x.UndoWhy)
	}
	if x, want := s.table(id), (game.Dice{N: 2, Low: 1, High: 6}); x.Roll != want || len(x.Choices) != 0 {
		t.Errorf("the dice to be thrown: %+v, want %+v; choices %+v", x.Roll, want, x.Choices)
	}
	var d doneData
	s.call("POST", "/api/games/"+id+"/roll", fmt.Sprintf(`{"version":%d,"id":"r1","dice":[3,4]}`, version), http.StatusOK, &d)
	if len(d.Applied) != 1 || d.Applied[0].Do != "roll 7" {
		t.Errorf("roll: %+v", d)
	}
	s.call("POST", "/api/games/"+id+"/roll", fmt.Sprintf(`{"version":%d,"id":"r2"}`, d.Version), http.StatusOK, &d)
	if len(d.Applied) != 1 || !strings.HasPrefix(d.Applied[0].Do, "roll ") {
		t.Errorf("roll: %+v", d)
	}
}

// stream reads the events of a game: the versions they name.
func stream(t testing.TB, url, last string) (<-chan string, func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res, err := newClient().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	out := make(chan string, 100)
	go func() {
		defer res.Body.Close()
		defer close(out)
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				out <- id
			}
			if strings.HasPrefix(lines.Text(), ":") {
				out <- "beat"
			}
		}
	}()
	return out, cancel
}

// expect waits for an event.
func expect(t testing.TB, events <-chan string, want string) {
	t.Helper()
	for got := range events {
		if got == want {
			return
		}
		if got != "beat" {
			t.Fatalf("event %q, want %q", got, want)
		}
	}
	t.Fatalf("the stream ended, want event %q", want)
}

// newer waits for an event that tells of another version.
func newer(t testing.TB, events <-chan string, version int) {
	t.Helper()
	for got := range events {
		if got != "beat" && got != strconv.Itoa(version) {
			return
		}
	}
	t.Fatalf("the stream ended at version %d", version)
}

func TestEvents(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	url := s.URL + "/api/games/" + id + "/events"
	one, stopOne := stream(t, url, "")
	two, stopTwo := stream(t, url, "")
	defer stopOne()
	expect(t, one, "0")
	expect(t, two, "0")
	s.act(id, 0, "a", "face velites-i-1 R")
	expect(t, one, "1")
	expect(t, two, "1")
	stopTwo()
	s.act(id, 1, "b", "face velites-i-2 L")
	expect(t, one, "2")
	s.act(id, 2, "c", "face hastati-i-1 UL")
	expect(t, one, "3")

	// Who was away gets what he missed at once; who was not hears nothing new.
	late, stopLate := stream(t, url, "1")
	defer stopLate()
	expect(t, late, "3")
	same, stopSame := stream(t, url, "3")
	defer stopSame()
	expect(t, same, "beat")
	s.act(id, 3, "d", "ready")
	expect(t, late, "4")
	expect(t, same, "4")
}

// TestOpponent plays against an opponent that chooses at random, whose actions arrive one by one.
func TestOpponent(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(`{"battle":"sparta-195bc","seats":["recruit","human"],"seed":"x"}`)
	events, stop := stream(t, s.URL+"/api/games/"+id+"/events", "")
	defer stop()
	for n := 0; n < 40; {
		x := s.table(id)
		if x.Outcome != nil {
			break
		}
		if x.View.ToAct != 1 {
			if len(x.Choices) > 0 {
				t.Fatalf("choices of the opponent are offered: %+v", x.Choices)
			}
			status, data, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/actions", fmt.Sprintf(`{"version":%d,"id":"x%d","actions":["done"]}`, x.Version, n))
			if err != nil || status == http.StatusOK && x.Version == s.table(id).Version {
				t.Fatalf("playing for the opponent: %d %s %v", status, data, err)
			}
			newer(t, events, x.Version)
			continue
		}
		s.act(id, x.Version, fmt.Sprint("a", n), x.Choices[len(x.Choices)-1].Action)
		n++
	}
	both := s.create(`{"battle":"sparta-195bc","seats":["recruit","recruit"],"seed":"y"}`)
	events, stop = stream(t, s.URL+"/api/games/"+both+"/events", "")
	defer stop()
	for x := s.table(both); x.Outcome == nil; x = s.table(both) {
		newer(t, events, x.Version)
	}
	_, rec, err := ask(s.http, "GET", s.URL+"/api/games/"+both+"/record", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := table.NewLibrary().Read(bytes.NewReader(rec)); err != nil {
		t.Errorf("the record of their game: %v", err)
	}
}

// TestManyGames plays 200 games at once and verifies every record.
func TestManyGames(t *testing.T) {
	s := serve(t, store.Options{})
	lib := table.NewLibrary()
	actions := 60
	if testing.Short() {
		actions = 15
	}
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			battle, seed := table.BuiltIn()[i%len(table.BuiltIn())], fmt.Sprint("many-", i)
			id, err := create(s.http, s.URL, fmt.Sprintf(`{"battle":%q,"seed":%q}`, battle, seed))
			if err != nil {
				t.Error(err)
				return
			}
			w := newWalk(t, lib, battle, seed, uint64(i))
			version := w.rolls // a battle without a set-up begins with dice
			for n := range actions {
				if w.state.ToAct() == game.Nobody {
					break
				}
				action, rows := w.next()
				body := fmt.Sprintf(`{"version":%d,"id":"r%d","actions":[%q]}`, version, n, action)
				status, data, err := ask(s.http, "POST", s.URL+"/api/games/"+id+"/actions?table=no", body)
				if err != nil || status != http.StatusOK {
					t.Errorf("game %d: %s: %d %s %v", i, action, status, data, err)
					return
				}
				version += rows
			}
			_, rec, err := ask(s.http, "GET", s.URL+"/api/games/"+id+"/record", "")
			if err != nil {
				t.Error(err)
				return
			}
			_, r, err := lib.Read(bytes.NewReader(unseal(rec, seed)))
			if err != nil {
				t.Errorf("game %d: %v", i, err)
				return
			}
			if len(r.Entries()) != version || r.State().Hash() != w.state.Hash() {
				t.Errorf("game %d: %d actions, want %d, or another state", i, len(r.Entries()), version)
			}
		})
	}
	wg.Wait()
}

// TestFullDisk checks that nothing is acknowledged that cannot be written, and that the game goes on when it can be.
func TestFullDisk(t *testing.T) {
	s := serve(t, store.Options{MaxPages: 40})
	id := s.create(sparta)
	version := 0
	for n := 0; ; n++ {
		path, body := "/actions", fmt.Sprintf(`{"version":%d,"id":"r%d","actions":["face velites-i-1 R"]}`, n, n)
		if n%2 == 1 {
			path, body = "/undo", fmt.Sprintf(`{"version":%d,"id":"r%d"}`, n, n)
		}
		status, data, err := ask(s.http, "POST", s.URL+"/api/games/"+id+path+"?table=no", body)
		if err != nil || n > 5000 {
			t.Fatal(n, err)
		}
		if status == http.StatusOK {
			version++
			continue
		}
		var f fault
		if err := json.Unmarshal(data, &f); err != nil || status != http.StatusServiceUnavailable || f.Error.Code != "unwritten" || !strings.Contains(f.Error.Message, "disk is full") {
			t.Fatalf("%d %s", status, data)
		}
		break
	}
	if got := s.table(id); got.Version != version || got.N != version%2 {
		t.Errorf("version %d with %d actions after a failed write, want %d", got.Version, got.N, version)
	}
	if _, lines, err := s.store.Load(context.Background(), id); err != nil || len(lines) != version {
		t.Errorf("the store has %d rows, %v, want %d", len(lines), err, version)
	}
}

func execute(t testing.TB, path, text string) {
	t.Helper()
	db, err := sql.Open("sqlite", path+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(text); err != nil {
		t.Fatal(err)
	}
}

// TestHealth checks that a server whose disk is full does not call itself healthy.
func TestHealth(t *testing.T) {
	s := serve(t, store.Options{MaxPages: 60})
	var health struct{ OK, ReadOnly bool }
	s.call("GET", "/healthz", "", http.StatusOK, &health)
	if !health.OK || health.ReadOnly {
		t.Errorf("found %+v", health)
	}
	filler := match.Game{ID: "filler"}
	for size := 1 << 20; size > 0; {
		filler.Header = strings.Repeat("x", size)
		if err := s.store.Create(t.Context(), filler, nil, match.Pack{}); err != nil {
			size /= 2
		}
		filler.ID += "r"
	}
	var f fault
	s.call("GET", "/healthz", "", http.StatusServiceUnavailable, &f)
	if f.Error.Code != "unwritten" || !strings.Contains(f.Error.Message, "disk is full") {
		t.Errorf("found %+v", f.Error)
	}
	ro := serveOn(t, s.path, store.Options{ReadOnly: true})
	ro.call("GET", "/healthz", "", http.StatusOK, &health)
	if !health.OK || !health.ReadOnly {
		t.Errorf("found %+v for reading only", health)
	}
}

// TestUnreadable checks that a game that cannot be read is refused by itself, with what is wrong with it.
func TestUnreadable(t *testing.T) {
	s := serve(t, store.Options{})
	whole := s.create(sparta)
	g, rows, err := s.store.Load(context.Background(), whole)
	if err != nil {
		t.Fatal(err)
	}
	g.ID, g.Header = "old", regexp.MustCompile(`"pack":"[0-9a-f]+"`).ReplaceAllString(g.Header, `"pack":"abc"`)
	if err := s.store.Create(context.Background(), g, rows, match.Pack{}); err != nil {
		t.Fatal(err)
	}
	var f fault
	s.call("GET", "/api/games/old", "", http.StatusInternalServerError, &f)
	if f.Error.Code != "unreadable" || !strings.Contains(f.Error.Message, "line 1: chain of the header: found") {
		t.Errorf("found %+v", f.Error)
	}
	g.ID = "damaged"
	if err := s.store.Create(context.Background(), g, storetest.Actions("a", "b"), match.Pack{}); err != nil {
		t.Fatal(err)
	}
	execute(t, s.path, "DELETE FROM log WHERE game = 'damaged' AND n = 1")
	s.call("GET", "/api/games/damaged", "", http.StatusInternalServerError, &f)
	if f.Error.Code != "unreadable" || !strings.Contains(f.Error.Message, "found row 2 of its log, expected row 1") {
		t.Errorf("found %+v", f.Error)
	}
	s.table(whole)
	_, list, err := ask(s.http, "GET", s.URL+"/api/games", "")
	if err != nil || !bytes.Contains(list, []byte(`"id":"old"`)) || !bytes.Contains(list, []byte(whole)) {
		t.Errorf("the list of games: %s, %v", list, err)
	}
}

// TestReadOnly lets games be looked at and nothing be changed.
func TestReadOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "acies.db")
	s := serveOn(t, path, store.Options{})
	id := s.create(sparta)
	s.act(id, 0, "a", "ready")
	ro := serveOn(t, path, store.Options{ReadOnly: true})
	if got := ro.table(id).Version; got != 1 {
		t.Errorf("version %d, want 1", got)
	}
	for path, body := range map[string]string{
		"/api/games":                    sparta,
		"/api/records":                  "",
		"/api/games/" + id + "/actions": `{"version":1,"id":"b","actions":["ready"]}`,
		"/api/games/" + id + "/undo":    `{"version":1,"id":"b"}`,
		"/api/games/" + id + "/roll":    `{"version":1,"id":"b"}`,
	} {
		var f fault
		ro.call("POST", path, body, http.StatusForbidden, &f)
		if f.Error.Code != "read-only" {
			t.Errorf("%s: %+v", path, f)
		}
	}
}

// TestRestore checks that a running server shows what a backup has brought back.
func TestRestore(t *testing.T) {
	dir := t.TempDir()
	path, copied := filepath.Join(dir, "acies.db"), filepath.Join(dir, "copy.db")
	s := serveOn(t, path, store.Options{})
	id := s.create(sparta)
	s.act(id, 0, "a", "face velites-i-1 R")
	if err := store.Backup(path, copied, false); err != nil {
		t.Fatal(err)
	}
	s.act(id, 1, "b", "face velites-i-2 L", "ready")
	events, stop := stream(t, s.URL+"/api/games/"+id+"/events", "3")
	defer stop()
	if err := store.Restore(path, copied); err != nil {
		t.Fatal(err)
	}
	// The first to write finds out at the latest.
	var f fault
	s.call("POST", "/api/games/"+id+"/actions", `{"version":3,"id":"c","actions":["ready"]}`, http.StatusConflict, &f)
	if got := s.table(id); got.Version != 1 || got.N != 1 {
		t.Errorf("version %d with %d actions, want those of the backup", got.Version, got.N)
	}
	expect(t, events, "1")
	s.act(id, 1, "d", "ready")
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
