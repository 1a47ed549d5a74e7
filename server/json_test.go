package server

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/record"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
)

// newGames returns games on a new data file.
func newGames(t testing.TB) *match.Games {
	t.Helper()
	_, games := newStore(t)
	return games
}

// newStore returns a new data file with its games.
func newStore(t testing.TB) (*store.Store, *match.Games) {
	t.Helper()
	s, err := store.Open(pgtest.Data(t), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := match.New(s, match.Options{Library: table.NewLibrary(), Substitute: "recruit"})
	t.Cleanup(func() {
		games.Close()
		s.Close()
	})
	return s, games
}

// wander plays a game at random for n actions, and calls f with what came of each.
func wander(t testing.TB, games *match.Games, battle string, n int, f func(match.Answer)) {
	t.Helper()
	id, err := games.Create(t.Context(), match.NewGame{
		Battle: battle, Seats: []match.Seat{{Kind: match.Human}, {Kind: match.Human}}, Settings: table.Settings{Seed: battle},
	})
	if err != nil {
		t.Fatal(err)
	}
	err = games.With(id, func(m *match.Match) error {
		src := dice.New(333)
		for i := range n {
			snap, err := m.Snapshot()
			if err != nil || snap.State.ToAct() < 0 {
				return err
			}
			legal := snap.State.Legal(nil)
			do := snap.State.Battle().Format(legal[game.Intn(src, len(legal))])
			version := snap.Version
			if snap.Changes != nil {
				version = snap.Changes.For(game.Nobody)
			}
			out, err := m.Do(t.Context(), match.Request{Version: version, Viewer: game.Nobody, ID: fmt.Sprint(i), Side: game.Nobody}, []string{do})
			if err != nil {
				return err
			}
			f(out)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func check(t *testing.T, x interface{ AppendJSON([]byte) []byte }) {
	t.Helper()
	want, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	if got := x.AppendJSON(nil); string(got) != string(want) {
		t.Fatalf("found    %s\nexpected %s", got, want)
	}
}

// localCall returns a request to a server without accounts.
func localCall(path string) *call {
	c := newCall(nil, httptest.NewRequest("GET", path, nil))
	c.who.local = true
	return c
}

// TestWriting checks that what is written by hand is what encoding/json would write.
func TestWriting(t *testing.T) {
	games := newGames(t)
	actions := 250
	if testing.Short() {
		actions = 50
	}
	for _, battle := range table.BuiltIn() {
		n := 0
		wander(t, games, battle, actions, func(out match.Answer) {
			n++
			c := localCall("/?lang=" + []string{"en", "fr"}[n%2])
			d, err := (&server{}).desk(c, &out.Snapshot)
			if err != nil {
				t.Fatal(err)
			}
			x := d.Done(stepsOf(out.Applied), []record.Entry{{Do: "done"}})
			if n%5 == 0 { // a table differs little from the one before it
				x.Table = d.Table()
			}
			check(t, x)
			if n%50 == 0 {
				log, err := d.Log(n - 50)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range log {
					check(t, e)
				}
			}
		})
	}
}

// BenchmarkTable measures the table in words and JSON, averaged over the first moments of a battle.
func BenchmarkTable(b *testing.B) {
	games := newGames(b)
	for _, battle := range table.BuiltIn() {
		var moments []match.Answer
		wander(b, games, battle, 400, func(out match.Answer) { moments = append(moments, out) })
		b.Run(battle, func(b *testing.B) {
			b.ReportAllocs()
			c := localCall("/")
			var text []byte
			size := 0
			for i := 0; b.Loop(); i++ {
				d, err := (&server{}).desk(c, &moments[i%len(moments)].Snapshot)
				if err != nil {
					b.Fatal(err)
				}
				text = d.Table().AppendJSON(text[:0])
				size += len(text)
			}
			b.ReportMetric(float64(size)/float64(b.N), "bytes/table")
		})
	}
}
