package server_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"acies/store"
	"acies/table"
)

// TestBranch continues a finished game from one of its moments.
func TestBranch(t *testing.T) {
	s := serve(t, store.Options{})
	rec, err := os.ReadFile("../table/testdata/sparta.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var made, branch struct{ ID string }
	s.call("POST", "/api/records", string(rec), http.StatusCreated, &made)
	const n = 90
	var moment, begun tableData
	s.call("GET", fmt.Sprintf("/api/games/%s/at/%d", made.ID, n), "", http.StatusOK, &moment)
	s.call("POST", "/api/games/"+made.ID+"/branch", fmt.Sprintf(`{"n":%d,"seats":["human","human"]}`, n), http.StatusCreated, &branch)
	s.call("GET", fmt.Sprintf("/api/games/%s/at/%d", branch.ID, n), "", http.StatusOK, &begun)
	if branch.ID == made.ID || begun.Prompt != moment.Prompt || begun.View.ToAct != moment.View.ToAct || begun.N != n {
		t.Errorf("the moment is %+v, the new game begins with %+v", moment, begun)
	}
	now := s.table(branch.ID)
	if now.Outcome != nil || len(now.Choices) == 0 || now.CanUndo {
		t.Errorf("the new game is %+v", now)
	}
	done := s.act(branch.ID, now.Version, "first", now.Choices[0].Action)
	if len(done.Applied) == 0 {
		t.Error("the new game cannot be played on")
	}

	// Its record can be opened elsewhere, and is not that of the other game.
	_, text, err := ask(s.http, "GET", s.URL+"/api/games/"+branch.ID+"/record", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, g, err := table.NewLibrary().Read(bytes.NewReader(text)); err != nil || g.Header().Branch.N != n || g.Header().Seed != "" {
		t.Errorf("the record cannot be read, or tells its seed: %v", err)
	}

	for body, want := range map[string]int{`{"n":100000}`: 404, `{"n":-1}`: 400, `{"n":3,"seats":["nobody","human"]}`: 400, `{"n":3,"seats":["human"]}`: 400} {
		s.call("POST", "/api/games/"+made.ID+"/branch", body, want, nil)
	}
}

// TestBranchKeepsSecrets checks that a battle with secrets can be continued elsewhere only when it is over.
func TestBranchKeepsSecrets(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(`{"battle":"marathon-490bc","seats":["human","human"]}`)
	var f fault
	s.call("POST", "/api/games/"+id+"/branch", `{"n":0}`, http.StatusConflict, &f)
	if f.Error.Code != "secret" || !strings.Contains(f.Error.Message, "secrets") {
		t.Errorf("refused as %+v", f.Error)
	}
	id = s.create(sparta) // nothing is hidden
	s.call("POST", "/api/games/"+id+"/branch", `{"n":0}`, http.StatusCreated, nil)
}
