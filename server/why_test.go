package server_test

import (
	"encoding/json"
	"net/http"
	"os"
	"testing"

	"acies/store"
)

// TestWhyPlace points at places where nothing is offered and asks why.
func TestWhyPlace(t *testing.T) {
	s := serve(t, store.Options{})
	position, err := os.ReadFile("../e2e/lastturn.yaml")
	if err != nil {
		t.Fatal(err)
	}
	const moves = `{"position":"battle: sparta-195bc\nat: activation pretor-i\n"}`
	lastTurn, err := json.Marshal(map[string]string{"dice": "hand", "position": string(position)})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, game string
		actions    []string
		ask        string
		do, clause string
	}{
		{"set-up: a unit goes elsewhere", sparta, nil, "place=0101&piece=hastati-ii-1", "place hastati-ii-1 0101", "ant-13.2.1b"},
		{"a group moves as its first unit faces", moves, []string{"move hastati-i-1"}, "place=0101", "to 0101 UR", "ant-8.1a"},
		{"a stack attacks", string(lastTurn), []string{"attack 0411"}, "place=0511", "melee 0411 0511", "ant-10.2c"},
		{"a stack retreats as it faces", string(lastTurn), []string{"attack 0411", "melee 0411 0410", "roll 7"}, "place=0101", "retreat 0410 0101 DL", "ant-10.5a"},
		{"a stack advances as it faces", string(lastTurn), []string{"attack 0411", "melee 0411 0410", "roll 7", "retreat 0410 0409 DR"}, "place=0101", "advance 0411 0101 UR", "ant-R74"},
		{"nothing has a place to go to", string(lastTurn), nil, "place=0101", "", ""},
		{"dice are to be thrown", string(lastTurn), []string{"attack 0411", "melee 0411 0410"}, "place=0101", "", ""},
	} {
		id := s.create(test.game)
		for _, do := range test.actions {
			switch do {
			case "roll 7":
				var d doneData
				s.call("POST", "/api/games/"+id+"/roll", `{"version":2,"id":"r","dice":[7]}`, http.StatusOK, &d)
			default:
				x := s.table(id)
				s.act(id, x.Version, do, do)
			}
		}
		var got struct {
			Legal   bool
			Do      string
			Reasons []struct{ Text, Clause string }
		}
		s.call("GET", "/api/games/"+id+"/why?"+test.ask, "", http.StatusOK, &got)
		clause := ""
		if len(got.Reasons) > 0 {
			clause = got.Reasons[0].Clause
		}
		if got.Legal || got.Do != test.do || clause != test.clause {
			t.Errorf("%s: found %+v, want %q against %s", test.name, got, test.do, test.clause)
		}
	}
}

// TestSpectator checks that who plays no side is shown the game and can choose nothing.
func TestSpectator(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	var x tableData
	s.call("GET", "/api/games/"+id+"?side=spectator", "", http.StatusOK, &x)
	if x.View.Side != -2 || len(x.Choices) != 0 || x.Prompt == "" {
		t.Errorf("a spectator is shown side %d, %d choices and the prompt %q", x.View.Side, len(x.Choices), x.Prompt)
	}
	var f fault
	s.call("GET", "/api/games/"+id+"?side=nobody", "", http.StatusBadRequest, &f)
	if f.Error.Field != "side" {
		t.Errorf("got %+v", f.Error)
	}
}
