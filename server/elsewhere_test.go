package server_test

import (
	"net/http"
	"os"
	"sync/atomic"
	"testing"
	"time"

	"acies/ai"
	"acies/game"
	"acies/luck"
	"acies/record"
	"acies/server"
	"acies/store"
	"acies/store/pgtest"
)

// TestElsewhere: somebody else is asked for hints and for the luck of a game, and the server finds them itself if he does not answer.
func TestElsewhere(t *testing.T) {
	rec, err := os.ReadFile("../table/testdata/sparta.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name    string
		answers bool
	}{{"answers", true}, {"silent", false}} {
		t.Run(x.name, func(t *testing.T) {
			var asked atomic.Int32
			s := serveWith(t, pgtest.Data(t), store.Options{}, func(o *server.Options) {
				o.Advise = func(s game.State, side game.Side, _ game.Source, _ time.Duration) []ai.Advice {
					asked.Add(1)
					if !x.answers || s.ToAct() != side {
						return nil
					}
					return []ai.Advice{{Action: s.Legal(nil)[0], Chance: 0.25}}
				}
				o.Luck = func(b game.Battle, entries []record.Entry) *luck.Report {
					asked.Add(1)
					if !x.answers || len(entries) == 0 {
						return nil
					}
					return &luck.Report{Margin: 7}
				}
			})
			id := s.create(sparta)
			s.act(id, 0, "one", "ready")
			var hints hintData
			s.call("GET", "/api/games/"+id+"/hint", "", http.StatusOK, &hints)
			if one := len(hints.Hints) == 1 && hints.Hints[0].Chance == 0.25; one != x.answers || len(hints.Hints) == 0 {
				t.Errorf("the hints are %+v", hints)
			}
			var made struct{ ID string }
			s.call("POST", "/api/records", string(rec), http.StatusCreated, &made)
			var found luckData
			s.call("GET", "/api/games/"+made.ID+"/luck", "", http.StatusOK, &found)
			want := -33
			if x.answers {
				want = 7
			}
			if found.Margin != want {
				t.Errorf("the margin is %d, want %d", found.Margin, want)
			}
			if asked.Load() != 2 {
				t.Errorf("asked %d times, want 2", asked.Load())
			}
		})
	}
}
