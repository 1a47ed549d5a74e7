package server

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"acies/account"
	"acies/bus"
	"acies/bus/bustest"
	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/table"
	"acies/talk"
)

// node is one of the servers of a club that has several.
type node struct {
	*club
	server *Server
	games  *match.Games
	bus    bus.Bus
	talk   *forgetful
}

// forgetful is what keeps the talk, and may fail to read it.
type forgetful struct {
	talk.Store
	fails  atomic.Bool
	failed chan struct{} // gets something when it has
}

func (f *forgetful) Said(ctx context.Context, game string, room talk.Room, after, limit int) ([]talk.Message, error) {
	if f.fails.Load() {
		f.failed <- struct{}{}
		return nil, match.ErrAway
	}
	return f.Store.Said(ctx, game, room, after, limit)
}

// deaf is a log that does not hear of what others write.
type deaf struct{ match.Log }

func (deaf) Watch(ctx context.Context) <-chan []match.Change {
	none := make(chan []match.Change)
	context.AfterFunc(ctx, func() { close(none) })
	return none
}

// newNodes returns two servers that use one data file and are joined by a bus. The second hears nothing of what the first writes,
// so that it knows only what it looks for.
func newNodes(t *testing.T, nats *bustest.Server, heartbeat time.Duration) (here, there *node) {
	path := pgtest.Data(t)
	var nodes []*node
	for i := range 2 {
		s, err := store.Open(path, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := bus.NATS(nats.URL())
		if err != nil {
			t.Fatal(err)
		}
		var log match.Log = s
		if i == 1 {
			log = deaf{s}
		}
		games := match.New(log, match.Options{Library: table.NewLibrary()})
		people, m, said := account.New(s, nil), NewMetrics(), &forgetful{Store: s, failed: make(chan struct{}, 100)}
		srv := New(Options{
			Games: games, People: people, Public: &url.URL{Scheme: "https", Host: "club.example"}, Hosts: []string{"club.example"},
			Talk: talk.New(said), Tourneys: s, Heartbeat: heartbeat, Bus: m.Bus(b), Metrics: m,
			Node: Node{Name: fmt.Sprint("node ", i), Version: "1", Address: fmt.Sprint("10.0.0.", i)},
		})
		t.Cleanup(func() {
			srv.Drain()
			srv.Close()
			b.Close()
			games.Close()
			s.Close()
		})
		nodes = append(nodes, &node{&club{T: t, handler: srv, people: people, store: s}, srv, games, b, said})
	}
	return nodes[0], nodes[1]
}

// streamed is an event of a stream.
type streamed struct{ id, kind, data string }

// stream reads the stream of events of a game, from where another has broken off.
func (n *node) stream(secret, id, last string) <-chan streamed {
	n.Helper()
	ctx, cancel := context.WithCancel(n.Context())
	n.Cleanup(cancel)
	r := httptest.NewRequestWithContext(ctx, "GET", "https://club.example/api/games/"+id+"/events", nil)
	r.AddCookie(&http.Cookie{Name: cookie, Value: secret})
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	in, out := io.Pipe()
	go func() {
		defer out.Close()
		n.handler.ServeHTTP(&piped{header: http.Header{}, Writer: out}, r)
	}()
	list := make(chan streamed, 1000)
	go func() {
		defer close(list)
		var e streamed
		for lines := bufio.NewScanner(in); lines.Scan(); {
			switch name, value, _ := strings.Cut(lines.Text(), ": "); name {
			case "id":
				e.id = value
			case "event":
				e.kind = value
			case "data":
				e.data = value
			default: // the end of an event, or a beat
				list <- e
				e = streamed{}
			}
		}
	}()
	return list
}

// next returns the next event of a stream of one kind, or none if the stream ends.
func next(events <-chan streamed, kind string) streamed {
	for e := range events {
		if e.kind == kind {
			return e
		}
	}
	return streamed{}
}

// choose makes the first choice of a game in which the users act in turn, and returns the version after it.
func (n *node) choose(secrets map[int]string, id string) int {
	n.Helper()
	var now struct {
		Version int
		View    struct {
			ToAct int `json:"toAct"`
		}
		Choices []struct{ Action string }
	}
	var anybody string
	for _, anybody = range secrets {
		n.into(n.send(anybody, "GET", "/api/games/"+id, ""), http.StatusOK, &now)
		if len(now.Choices) > 0 {
			break
		}
	}
	var done struct{ Version int }
	body := fmt.Sprintf(`{"version": %d, "id": %q, "actions": [%q]}`, now.Version, account.NewID(), now.Choices[0].Action)
	n.into(n.send(anybody, "POST", "/api/games/"+id+"/actions", body), http.StatusOK, &done)
	return done.Version
}

// TestBehind: a node that has not heard of what another has written looks at the store when a client knows more than it does: by the
// last event of a stream, by the version of a change or of a table, and by a seat.
func TestBehind(t *testing.T) {
	here, there := newNodes(t, bustest.Start(t), time.Hour)
	_, anna := here.member()
	ben := here.guest()
	id := here.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	path := "/api/games/" + id
	there.into(there.send(anna, "GET", path, ""), http.StatusOK, nil) // it has the game open from now on
	here.seat(anna, ben, id)
	there.into(there.send(ben, "GET", path, ""), http.StatusOK, nil)
	people := map[int]string{0: anna, 1: ben}

	version := here.choose(people, id)
	text := fmt.Sprint(version)
	events := there.stream(anna, id, text)
	var seen struct{ Version int }
	for seen.Version != version { // until the stream has begun
		there.into(there.send(anna, "GET", path, ""), http.StatusOK, &seen)
	}

	version = here.choose(people, id)
	there.into(there.send(anna, "GET", path, ""), http.StatusOK, &seen)
	if seen.Version >= version {
		t.Fatal("a node that hears nothing knows of a change")
	}
	for _, query := range []string{"?known=", "/log?known="} {
		there.into(there.send(anna, "GET", path+query+fmt.Sprint(version), ""), http.StatusOK, nil)
	}
	there.into(there.send(anna, "GET", path, ""), http.StatusOK, &seen)
	if seen.Version != version {
		t.Errorf("version %d, though the client knows of %d", seen.Version, version)
	}
	if e := next(events, "table"); e.id != fmt.Sprint(version) {
		t.Errorf("the stream goes on with %+v, expected version %d and nothing before it", e, version)
	}
	if a := there.send(anna, "GET", path+"?known=x", ""); a.Code != http.StatusBadRequest {
		t.Errorf("known=x: %d", a.Code)
	}

	// Each of these is based on a version of which the other node has not heard.
	for i := range 6 {
		n := []*node{here, there}[i%2]
		here.choose(people, id)
		var now struct {
			Version int
			Choices []struct{ Action string }
		}
		for _, secret := range people {
			here.into(here.send(secret, "GET", path, ""), http.StatusOK, &now)
			if len(now.Choices) > 0 {
				body := fmt.Sprintf(`{"version": %d, "id": "change %d", "actions": [%q]}`, now.Version, i, now.Choices[0].Action)
				n.into(n.send(secret, "POST", path+"/actions", body), http.StatusOK, nil)
				here.games.Reload(id)
				break
			}
		}
	}
}

// TestResume: a stream breaks off when its node ends and goes on at another node where it was, and no change is missed however often
// that happens.
func TestResume(t *testing.T) {
	nats := bustest.Start(t)
	here, there := newNodes(t, nats, time.Hour)
	_, anna := here.member()
	ben := here.guest()
	id := here.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	here.seat(anna, ben, id)
	people := map[int]string{0: anna, 1: ben}
	events := here.stream(ben, id, "")
	first := next(events, "table")
	version := here.choose(people, id)
	if e := next(events, "table"); e.id != fmt.Sprint(version) || e.id == first.id {
		t.Fatalf("%+v, expected version %d", e, version)
	}
	here.server.Drain()
	if e := next(events, "drain"); e.kind == "" {
		t.Error("nobody is told that the node ends")
	}
	if e := next(events, "table"); e.kind != "" {
		t.Errorf("after the end: %+v", e)
	}
	events = there.stream(ben, id, fmt.Sprint(version))
	for range 3 {
		want := fmt.Sprint(there.choose(people, id))
		if e := next(events, "table"); e.id != want {
			t.Errorf("%+v, expected version %s", e, want)
		}
	}
}

// TestTalkElsewhere: what is said on one node is told of by the streams of another, also what was said while the bus was away.
func TestTalkElsewhere(t *testing.T) {
	nats := bustest.Start(t)
	here, there := newNodes(t, nats, time.Hour)
	_, anna := here.member()
	ben := here.guest()
	id := here.watched(anna, ben, "")
	events := there.stream(ben, id, "")
	next(events, "table")
	here.into(here.saying(anna, id, "one"), http.StatusOK, nil)
	if e := next(events, "chat"); e.data != `{"room":"players","n":1}` {
		t.Errorf("%+v", e)
	}
	nats.Stop()
	here.into(here.saying(anna, id, "two"), http.StatusOK, nil)
	nats.Restart()
	if e := next(events, "chat"); e.data != `{"room":"players","n":2}` {
		t.Errorf("after an interruption: %+v", e)
	}
}

// TestTalkOfNewPlayer: what somebody says who has just taken a seat by way of another node is for the players, also where nobody has heard
// of it yet and everybody may watch.
func TestTalkOfNewPlayer(t *testing.T) {
	here, there := newNodes(t, bustest.Start(t), time.Hour)
	_, anna := here.member()
	ben := here.guest()
	id := here.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true, "watch": "public"}}`)
	path := "/api/games/" + id
	there.into(there.send(anna, "GET", path, ""), http.StatusOK, nil) // it has the game open from now on
	here.into(here.send(ben, "POST", path+"/join", "{}"), http.StatusOK, nil)
	var said struct{ Room string }
	there.into(there.saying(ben, id, "Ave!"), http.StatusOK, &said)
	if said.Room != "players" {
		t.Errorf("it is said to the %s", said.Room)
	}
}

// TestTalkAfterAway: who could not be told of a message because it could not be read is told of it when it can, though nothing else happens.
func TestTalkAfterAway(t *testing.T) {
	here, there := newNodes(t, bustest.Start(t), time.Hour)
	_, anna := here.member()
	ben := here.guest()
	id := here.watched(anna, ben, "")
	events := there.stream(ben, id, "")
	next(events, "table")
	there.talk.fails.Store(true)
	here.into(here.saying(anna, id, "one"), http.StatusOK, nil)
	<-there.talk.failed
	there.talk.fails.Store(false)
	if e := next(events, "chat"); e.data != `{"room":"players","n":1}` {
		t.Errorf("%+v", e)
	}
}

// online returns how many people are here as the lobby of a node tells, and whether the host of the game in it is.
func (n *node) online() (people int, host bool) {
	n.Helper()
	var l lobby
	n.into(n.send("", "GET", "/api/lobby", ""), http.StatusOK, &l)
	return l.Online, l.Challenges[0].Host.Online
}

// TestOnlineElsewhere: who looks at a game on one node is online on all, until he goes or his node ends.
func TestOnlineElsewhere(t *testing.T) {
	here, there := newNodes(t, bustest.Start(t), time.Hour)
	_, anna := here.member()
	id := here.newGame(anna, `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true}}`)
	until := func(n *node, people int) {
		t.Helper()
		for {
			if k, host := n.online(); k == people && host == (people > 0) {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	until(here, 0)
	events := there.stream(anna, id, "")
	next(events, "table")
	until(there, 1)
	until(here, 1)
	there.server.Drain()
	next(events, "")
	there.server.Close()
	until(here, 0)
}

// TestSessionEndsElsewhere: when a session ends, on whichever node, its streams end on all of them: at once, or with the next beat if
// another program has ended it. Other sessions keep theirs.
func TestSessionEndsElsewhere(t *testing.T) {
	nats := bustest.Start(t)
	for _, test := range []struct {
		name string
		beat time.Duration
		end  func(n *node, u *account.User, secret string) error
	}{
		{"logging out", time.Hour, func(n *node, _ *account.User, secret string) error {
			n.into(n.send(secret, "DELETE", "/api/session", ""), http.StatusOK, nil)
			return nil
		}},
		{"deleting the account", time.Hour, func(n *node, _ *account.User, secret string) error {
			n.into(n.send(secret, "DELETE", "/api/account", `{}`), http.StatusOK, nil)
			return nil
		}},
		{"a new password", time.Hour, func(n *node, _ *account.User, secret string) error {
			n.into(n.send(secret, "POST", "/api/account/password", `{"password": "ten thousand men"}`), http.StatusOK, nil)
			return nil
		}},
		{"a ban", 10 * time.Millisecond, func(n *node, u *account.User, _ string) error { return n.people.Ban(n.Context(), u) }},
	} {
		t.Run(test.name, func(t *testing.T) {
			here, there := newNodes(t, nats, test.beat)
			u, anna := here.member()
			ben := here.guest()
			id := here.watched(anna, ben, "")
			ends, stays := there.stream(anna, id, ""), there.stream(ben, id, "")
			next(ends, "table")
			next(stays, "table")
			if err := test.end(here, &u, anna); err != nil {
				t.Fatal(err)
			}
			if e := next(ends, "drain"); e.kind == "" {
				t.Error("the stream ends without a word")
			}
			if e := next(ends, "table"); e.kind != "" {
				t.Errorf("the stream goes on with %+v", e)
			}
			if code := there.send(anna, "GET", "/api/sessions", "").code(); code != "unknown" {
				t.Errorf("the session is worth %q", code)
			}
			there.into(there.saying(ben, id, "still here"), http.StatusOK, nil)
			if e := next(stays, "chat"); e.kind == "" {
				t.Error("another session has lost its stream")
			}
		})
	}
}

// TestAskNodes: whoever asks hears from every node how it is.
func TestAskNodes(t *testing.T) {
	nats := bustest.Start(t)
	here, there := newNodes(t, nats, time.Hour)
	_, anna := here.member()
	id := here.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	events := here.stream(anna, id, "")
	next(events, "table")
	b, err := bus.NATS(nats.URL())
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var list []NodeStatus
	for len(list) < 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		list = AskNodes(ctx, b)
		cancel()
	}
	x, y := list[0], list[1]
	if x.Node != "node 0" || x.Started.IsZero() || x.Address != "10.0.0.0" || x.Version != "1" || x.Games != 1 || x.Streams != 1 || x.Lag == nil || *x.Lag < 0 {
		t.Errorf("the first says %+v", x)
	}
	if y.Node != "node 1" || y.Games != 0 || y.Streams != 0 || y.Lag != nil {
		t.Errorf("the second says %+v", y)
	}
	text := there.metrics()
	for _, want := range []string{`acies_bus_connected 1`, `acies_bus_messages_total{direction="in"}`, `acies_bus_messages_total{direction="out"}`, "acies_leases 0"} {
		if !strings.Contains(text, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	if i := slices.IndexFunc(list, func(x NodeStatus) bool { return x.Leases != 0 || x.Queue != 0 }); i >= 0 {
		t.Errorf("node %d says %+v", i, list[i])
	}
}

// metrics returns the metrics of a node.
func (n *node) metrics() string {
	w := httptest.NewRecorder()
	n.server.Metrics.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	return w.Body.String()
}
