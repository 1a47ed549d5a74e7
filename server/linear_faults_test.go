package server_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"acies/match"
)

// TestLinearFindsFaults plants faults in a server: the check finds each of them.
func TestLinearFindsFaults(t *testing.T) {
	for name, fault := range map[string]func(*match.Games, http.Handler) http.Handler{
		"what comes again is carried out again": func(games *match.Games, h http.Handler) http.Handler {
			var sent sync.Map
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				data, _ := io.ReadAll(r.Body)
				var body map[string]any
				json.Unmarshal(data, &body) // a body that is none is sent on
				_, id, _ := strings.Cut(r.URL.Path, "/api/games/")
				id, _, _ = strings.Cut(id, "/")
				if _, again := sent.LoadOrStore(fmt.Sprint(id, body["id"]), true); again && body["id"] != nil {
					games.With(id, func(m *match.Match) error {
						version, _, err := m.Changed()
						body["id"], body["version"] = rand.Uint64(), version
						return err
					})
					body["id"] = fmt.Sprint(body["id"])
					data, _ = json.Marshal(body)
				}
				r.Body, r.ContentLength = io.NopCloser(strings.NewReader(string(data))), int64(len(data))
				h.ServeHTTP(w, r)
			})
		},
		"an old table is shown": func(_ *match.Games, h http.Handler) http.Handler {
			var tables sync.Map
			var count atomic.Int64
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method != "GET" || count.Add(1)%3 != 0 {
					h.ServeHTTP(w, r)
					return
				}
				fresh := httptest.NewRecorder()
				h.ServeHTTP(fresh, r)
				old, _ := tables.LoadOrStore(r.URL.Path, fresh.Body.Bytes())
				w.Write(old.([]byte))
			})
		},
		"two people get one seat": func(_ *match.Games, h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/join") {
					h.ServeHTTP(httptest.NewRecorder(), r)
					io.WriteString(w, `{"side":1}`)
					return
				}
				h.ServeHTTP(w, r)
			})
		},
		"an answer is given that nothing was done for": func(_ *match.Games, h http.Handler) http.Handler {
			var answers sync.Map
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if !strings.HasSuffix(r.URL.Path, "/offer") {
					h.ServeHTTP(w, r)
					return
				}
				fresh := httptest.NewRecorder()
				old, known := answers.Load(r.URL.Path)
				if !known {
					if h.ServeHTTP(fresh, r); fresh.Code == http.StatusOK {
						answers.Store(r.URL.Path, fresh.Body.Bytes())
					}
					old = fresh.Body.Bytes()
				}
				w.Write(old.([]byte))
			})
		},
	} {
		t.Run(name, func(t *testing.T) {
			n, c := newNodes(t, fault), newClient()
			for i := range 50 {
				if wrong, _ := n.check(c, 1, uint64(i)); wrong != nil {
					return
				}
			}
			t.Error("the check does not find it")
		})
	}
}
