package server

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"acies/system"
	"acies/table"
)

// TestCostlyBattles: whoever asks for one set of options after another has to wait, and neither takes all memory nor keeps others
// from what every page shows.
func TestCostlyBattles(t *testing.T) {
	c := newClub(t)
	get := func(address, path string) answer {
		r := httptest.NewRequest("GET", "https://club.example/api/battles/free-battle"+path, nil)
		r.RemoteAddr = address + ":1"
		a := answer{httptest.NewRecorder(), func() {}}
		c.handler.ServeHTTP(a, r)
		return a
	}
	// However long the test takes, nothing is allowed again meanwhile.
	pacer := &c.handler.(*Server).pacer
	slow := paceKey{who: "from 192.0.2.1", pace: thinking}
	pacer.take(slow)
	pacer.buckets[slow].SetLimit(rate.Every(1000 * time.Hour))
	served, refused := 1, 0
	var first string
	for _, one := range []string{"romans", "carthaginians", "macedonians", "persians"} {
		for _, other := range []string{"romans", "carthaginians", "macedonians", "persians"} {
			for seed := range 3 {
				if one == other {
					continue // the pack refuses it
				}
				path := fmt.Sprintf("?options=first-%s,second-%s,table-seed-%d", one, other, seed+1)
				switch a := get("192.0.2.1", path); a.Code {
				case http.StatusOK:
					served++
					first = path
				case http.StatusTooManyRequests:
					refused++
				default:
					t.Fatalf("%s: %d %s", path, a.Code, a.Body)
				}
			}
		}
	}
	if burst := allowances[thinking].burst; served != burst || refused == 0 {
		t.Errorf("%d sets of options are served, %d refused; expected %d and the rest", served, refused, burst)
	}
	for _, path := range []string{first, "", "/picture.svg", "/ground.svg"} { // what is kept, and what every page shows
		if a := get("192.0.2.1", path); a.Code != http.StatusOK {
			t.Errorf("%q: %d %s", path, a.Code, a.Body)
		}
	}
	if a := get("192.0.2.2", "?options=table-seed-3"); a.Code != http.StatusOK {
		t.Errorf("somebody else: %d %s", a.Code, a.Body)
	}
	if a := get("192.0.2.1", "/ground.svg"+first); a.Code != http.StatusTooManyRequests {
		t.Errorf("a drawing that is not kept: %d", a.Code)
	}
}

// TestDrawingsKept: only so many drawings are kept, however many are asked for.
func TestDrawingsKept(t *testing.T) {
	s := New(Options{Games: nil}).server
	var keys []drawingKey
	for range maxDrawings + 1 {
		keys = append(keys, drawingKey{board: new(table.LoadedBattle), kind: system.Card})
	}
	for _, key := range keys {
		if _, err := s.drawings.Get(key, func() (*file, error) { return newFile(nil), nil }); err != nil {
			t.Fatal(err)
		}
	}
	if s.drawings.Has(keys[0]) || !s.drawings.Has(keys[1]) {
		t.Errorf("not the latest %d drawings are kept", maxDrawings)
	}
}
