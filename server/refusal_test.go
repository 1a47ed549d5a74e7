package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"acies/store"
)

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
		{"wrong method", "PUT", g, "", 404, "no-route", ""},
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
		{"overlay that the board does not have", "GET", g + "/overlay/fog", "", 404, "no-overlay", ""},
		{"plan of nothing", "GET", g + "/plan?from=0101&to=0102", "", 400, "malformed", "pieces"},
		{"plan to nowhere", "GET", g + "/plan?pieces=nabis&from=0101", "", 400, "malformed", "to"},
		{"advance of nothing", "GET", g + "/advance", "", 400, "malformed", "pieces"},
		{"advance to nowhere", "GET", g + "/advance?pieces=hastati-i-1&line=0101,9999", "", 400, "malformed", "line"},
		{"advance to a line with one end", "GET", g + "/advance?pieces=hastati-i-1&ends=1,2", "", 400, "malformed", "ends"},
		{"advance by no step", "GET", g + "/advance?pieces=hastati-i-1&steps=0", "", 400, "malformed", "steps"},
		{"advance to no numbers", "GET", g + "/advance?pieces=hastati-i-1&ends=1,2,3,x", "", 400, "malformed", "ends"},
		{"undo of too many", "POST", g + "/undo", `{"version":0,"id":"a","count":257}`, 400, "malformed", "count"},
		{"proposal for nothing", "GET", g + "/propose?x=0&y=0&heading=0", "", 400, "malformed", "pieces"},
		{"proposal for nowhere", "GET", g + "/propose?pieces=nabis&y=0&heading=0", "", 400, "malformed", "x"},
		{"proposal on a board with places", "GET", g + "/propose?pieces=nabis&x=0&y=0&heading=0", "", 422, "no-plan", ""},
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
		{"act: many actions", "POST", g + "/actions", `{"version":0,"id":"a","actions":["x"` + strings.Repeat(`,"x"`, 256) + `]}`, 400, "malformed", "actions"},
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
