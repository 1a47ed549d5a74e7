package server

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"acies/account"
	"acies/game"
	"acies/match"
	"acies/table"
	"acies/words"
)

// refusedFor reports whether an answer is a refusal because there is too much of something.
func (a answer) refusedFor(code string) bool {
	wait, err := strconv.Atoi(a.Header().Get("Retry-After"))
	return a.Code == http.StatusTooManyRequests && a.code() == code && err == nil && wait > 0
}

// TestGamesQuota: somebody may set up only so many games in a day, and have only so many; nobody else is held up by that.
func TestGamesQuota(t *testing.T) {
	for _, x := range []struct {
		n    int
		code string
		age  time.Duration
	}{
		{gamesInADay, "too-many-today", time.Hour},
		{gamesInAll, "too-many-games", 48 * time.Hour},
	} {
		t.Run(x.code, func(t *testing.T) {
			o := newObserved(t)
			anna, bert := o.guest(), o.guest()
			id := o.newGame(anna, `{"battle": "sparta-195bc"}`)
			g, _, err := o.store.Load(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			g.Created = time.Now().Add(-x.age)
			for i := range x.n - 1 {
				g.ID = fmt.Sprintf("%s-%d", x.code, i)
				if err := o.store.Create(t.Context(), g, nil, match.Pack{}); err != nil {
					t.Fatal(err)
				}
			}
			for _, path := range []string{"/api/games", "/api/records", "/api/games/" + id + "/branch"} {
				if a := o.send(anna, "POST", path, `{"battle": "sparta-195bc"}`); !a.refusedFor(x.code) {
					t.Errorf("%s: %d %s", path, a.Code, a.Body)
				}
			}
			if a := o.send(bert, "POST", "/api/games", `{"battle": "sparta-195bc"}`); a.Code != http.StatusCreated {
				t.Errorf("somebody else: %d %s", a.Code, a.Body)
			}
			o.send(anna, "DELETE", "/api/games/"+id, "{}")
			want := map[bool]int{true: http.StatusCreated, false: http.StatusTooManyRequests}[x.code == "too-many-games"]
			if a := o.send(anna, "POST", "/api/games", `{"battle": "sparta-195bc"}`); a.Code != want {
				t.Errorf("after one was deleted: %d %s", a.Code, a.Body)
			}
		})
	}
}

// TestAtOnce: somebody may have only so many hints and imports at once.
func TestAtOnce(t *testing.T) {
	for pattern, limit := range map[string]int{"GET /api/games/{id}/hint": hintsAtOnce, "POST /api/records": importsAtOnce} {
		_, games := newStore(t)
		s := &server{Options: Options{Games: games}}
		anna, bert := &call{ResponseWriter: httptest.NewRecorder()}, &call{ResponseWriter: httptest.NewRecorder()}
		anna.who.ID, bert.who.ID = "anna", "bert"
		anna.Request = httptest.NewRequest("GET", "/", nil)
		bert.Request = anna.Request
		begun, end, done := make(chan struct{}), make(chan struct{}), make(chan error)
		slow := route{pattern: pattern, handler: func(*call) error { begun <- struct{}{}; <-end; return nil }}
		fast := route{pattern: pattern, handler: func(*call) error { return nil }}
		for range limit {
			go func() { done <- s.withinQuota(anna, slow) }()
			<-begun
		}
		if err := s.withinQuota(anna, fast); err == nil || classify(err).status != http.StatusTooManyRequests {
			t.Errorf("%s: one more than may be: %v", pattern, err)
		}
		if err := s.withinQuota(bert, fast); err != nil {
			t.Errorf("%s: somebody else: %v", pattern, err)
		}
		close(end)
		for range limit {
			<-done
		}
		if err := s.withinQuota(anna, fast); err != nil {
			t.Errorf("%s: when the others are done: %v", pattern, err)
		}
	}
}

// ponderer thinks until it may choose.
type ponderer struct{ thinks, choose chan struct{} }

func (p ponderer) Choose(s game.State, _ game.Side, _ game.Source) game.Action {
	select {
	case p.thinks <- struct{}{}:
	case <-p.choose:
	}
	<-p.choose
	return s.Legal(nil)[0]
}

// TestOpponentsAtOnce: opponents may think in only so many games of one person.
func TestOpponentsAtOnce(t *testing.T) {
	s, other := newStore(t)
	other.Close()
	p := ponderer{make(chan struct{}), make(chan struct{})}
	games := match.New(s, match.Options{Library: table.NewLibrary(), Players: map[string]func() match.Player{"ponderer": func() match.Player { return p }}})
	people := account.New(s, nil)
	c := &club{T: t, people: people, handler: New(Options{Games: games, People: people, Public: &url.URL{Scheme: "https", Host: "club.example"}})}
	defer games.Close()
	anna := c.guest()
	const body = `{"battle": "sparta-195bc", "seats": ["ponderer", "ponderer"]}`
	for range opponentsAtOnce {
		c.newGame(anna, body)
		<-p.thinks
	}
	if got := games.Stats(); got.Thinking != opponentsAtOnce || got.Open < opponentsAtOnce {
		t.Errorf("%+v", got)
	}
	if a := c.send(anna, "POST", "/api/games", body); !a.refusedFor("too-many-opponents") {
		t.Errorf("%d %s", a.Code, a.Body)
	}
	c.newGame(c.guest(), `{"battle": "sparta-195bc"}`)
	close(p.choose)
}

// TestArrivals: from one address not any number of guests may come.
func TestArrivals(t *testing.T) {
	c := newClub(t)
	arrive := func(address string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(context.Background(), "POST", "https://club.example/api/join", strings.NewReader(`{"token": "x"}`))
		r.RemoteAddr = address + ":1"
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, r)
		return w
	}
	for range allowances[arriving].burst {
		if w := arrive("192.0.2.1"); w.Code != http.StatusNotFound {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	if w := arrive("192.0.2.1"); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := arrive("192.0.2.2"); w.Code != http.StatusNotFound {
		t.Errorf("from elsewhere: %d %s", w.Code, w.Body)
	}
}

// TestQuotaWords: the words of the refusals have the numbers.
func TestQuotaWords(t *testing.T) {
	for _, lang := range words.Languages() {
		for key, n := range map[string]int{"error.too-many-games": gamesInAll, "error.too-many-today": gamesInADay, "error.too-many-open": openAtOnce} {
			if text := words.General(lang, key); !strings.Contains(text, strconv.Itoa(n)) {
				t.Errorf("%s in %s: %q does not say %d", key, lang, text, n)
			}
		}
	}
}
