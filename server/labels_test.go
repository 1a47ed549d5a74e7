package server_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"acies/store"
)

// TestLabels names, deletes and restores a game.
func TestLabels(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	type card struct {
		ID, Title string
		ToAct     int
		Deleted   *time.Time
	}
	listed := func() card {
		t.Helper()
		var cards []card
		s.call("GET", "/api/games", "", http.StatusOK, &cards)
		if len(cards) != 1 || cards[0].ID != id {
			t.Fatalf("listed are %+v", cards)
		}
		return cards[0]
	}
	if got := listed(); got.Title != "" || got.Deleted != nil || got.ToAct != s.table(id).View.ToAct {
		t.Errorf("a new game is listed as %+v", got)
	}
	s.call("POST", "/api/games/"+id+"/name", `{"title":"  Round\t two "}`, http.StatusOK, nil)
	s.call("DELETE", "/api/games/"+id, "", http.StatusOK, nil)
	if got := listed(); got.Title != "Round two" || got.Deleted == nil {
		t.Errorf("a named and deleted game is listed as %+v", got)
	}
	s.table(id)
	s.call("POST", "/api/games/"+id+"/restore", "", http.StatusOK, nil)
	s.call("POST", "/api/games/"+id+"/name", `{"title":""}`, http.StatusOK, nil)
	if got := listed(); got.Title != "" || got.Deleted != nil {
		t.Errorf("a restored game is listed as %+v", got)
	}
	s.call("POST", "/api/games/"+id+"/name", `{"title":"`+strings.Repeat("é", 81)+`"}`, http.StatusBadRequest, nil)
	s.call("POST", "/api/games/none/name", `{"title":"x"}`, http.StatusNotFound, nil)
	s.call("DELETE", "/api/games/none", "", http.StatusNotFound, nil)
}
