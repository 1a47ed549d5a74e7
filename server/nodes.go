package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"time"

	"acies/account"
	"acies/bus"
)

// Several nodes can serve the same games. What they tell each other makes them quick; what is true is in the store.

// Node is how a server is called among several.
type Node struct {
	Name    string // among its like; empty: a random one
	Version string // of the program
	Address string // at which it listens
}

// The topics of a bus.
const (
	sessionsTopic = "sessions"      // users who may have lost a session
	statusTopic   = "status"        // somebody asks all nodes how they are
	answerTopic   = "status-answer" // what they answer
)

// joinNodes begins to talk with the other nodes of the server.
func (s *server) joinNodes() {
	if s.Node.Name == "" {
		s.Node.Name = rand.Text()[:8]
	}
	if s.Bus == nil {
		return
	}
	if s.Notify != nil {
		s.stops = append(s.stops, s.Notify.Share(s.Bus, s.Node.Name))
	} else {
		s.stops = append(s.stops, s.presence.Share(s.Bus, s.Node.Name))
	}
	if s.Talk != nil {
		s.stops = append(s.stops, s.Talk.Share(s.Bus))
	}
	s.stops = append(s.stops,
		s.Bus.Subscribe(sessionsTopic, func(user []byte) { s.forgetUser(string(user)) }),
		s.Bus.Subscribe(statusTopic, s.answerStatus))
}

// Close ends what the server does with other nodes. It is called when it answers no more requests; Serve does that itself.
func (s *Server) Close() {
	s.closeOnce.Do(func() {
		for _, stop := range s.stops {
			stop()
		}
	})
}

// endings are the routes by which somebody loses sessions, or gets another name.
var endings = map[string]bool{
	"POST /api/account": true, "DELETE /api/account": true, "POST /api/account/password": true, "DELETE /api/account/password": true,
	"POST /api/recover": true, "POST /api/session": true, "POST /api/session/passkey": true, "DELETE /api/session": true,
	"DELETE /api/sessions/{session}": true, "DELETE /api/tokens/{token}": true, "GET /api/oidc/answer": true, "POST /api/oidc/account": true,
}

// endSessions has all nodes look whether users still have the sessions of their streams.
func (s *server) endSessions(pattern string, users ...string) {
	if !endings[pattern] {
		return
	}
	for _, user := range slices.Compact(users) {
		if user == "" {
			continue
		}
		s.forgetUser(user)
		if s.Bus != nil {
			s.Bus.Publish(sessionsTopic, []byte(user))
		}
	}
}

// forgetUser forgets what is known of a user, and has the streams of his sessions look whether they are still his.
func (s *server) forgetUser(user string) {
	if s.People != nil {
		s.People.Forget(user)
	}
	s.listeners.wake(user)
}

// listeners are the users who listen to streams.
type listeners struct {
	mu   sync.Mutex
	open map[string]*listening
}

// listening is a user who listens.
type listening struct {
	streams int
	next    chan struct{} // closed when sessions of the user may have ended
}

// add notes that a user listens, until leave is called. Next returns a channel that is closed when he may have lost a session.
func (l *listeners) add(user string) (next func() <-chan struct{}, leave func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	x := l.open[user]
	if x == nil {
		x = &listening{next: make(chan struct{})}
		if l.open == nil {
			l.open = map[string]*listening{}
		}
		l.open[user] = x
	}
	x.streams++
	next = func() <-chan struct{} {
		l.mu.Lock()
		defer l.mu.Unlock()
		return x.next
	}
	leave = func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if x.streams--; x.streams == 0 {
			delete(l.open, user)
		}
	}
	return next, leave
}

func (l *listeners) wake(user string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if x := l.open[user]; x != nil {
		close(x.next)
		x.next = make(chan struct{})
	}
}

// statusQuestion asks the nodes of a server how they are.
type statusQuestion struct {
	ID string `json:"id"`
}

// statusAnswer is the answer of one of them.
type statusAnswer struct {
	ID string `json:"id"`
	NodeStatus
}

// NodeStatus is what a node says of itself. The numbers are those of its metrics.
type NodeStatus struct {
	Node     string    `json:"node"`
	Version  string    `json:"version"`
	Address  string    `json:"address"`
	Started  time.Time `json:"started"`
	Games    int       `json:"games"`    // that are open
	Streams  int       `json:"streams"`  // of events
	Thinking int       `json:"thinking"` // opponents that are choosing an action
	Leases   int       `json:"leases"`
	Queue    int       `json:"queue"` // writes that wait for the next transaction
	// Lag is how many seconds ago the node made or heard of the last change of a game; nil: it has not, since it started.
	Lag *float64 `json:"lag,omitempty"`
}

// status returns how this node is.
func (s *server) status() NodeStatus {
	n := s.Metrics.values()
	x := NodeStatus{
		Node: s.Node.Name, Version: s.Node.Version, Address: s.Node.Address, Started: s.started.UTC(), Games: n["acies_open_games"],
		Streams: n["acies_streams"], Thinking: n["acies_thinking"], Leases: n["acies_leases"], Queue: n["acies_store_queue"],
	}
	if at := s.Games.Stats().Changed; !at.IsZero() {
		lag := time.Since(at).Round(time.Millisecond).Seconds()
		x.Lag = &lag
	}
	return x
}

// answerStatus answers somebody who asks all nodes how they are.
func (s *server) answerStatus(data []byte) {
	var q statusQuestion
	if json.Unmarshal(data, &q) != nil || q.ID == "" {
		return
	}
	if answer, err := json.Marshal(statusAnswer{q.ID, s.status()}); err == nil {
		s.Bus.Publish(answerTopic, answer)
	}
}

// askEvery is how often nodes are asked how they are: a bus may lose a question.
const askEvery = 200 * time.Millisecond

// AskNodes asks all nodes of a server how they are, and returns what they have answered, by name, when the context ends.
func AskNodes(ctx context.Context, b bus.Bus) []NodeStatus {
	id := account.NewID()
	var mu sync.Mutex
	all := map[string]NodeStatus{}
	stop := b.Subscribe(answerTopic, func(data []byte) {
		var a statusAnswer
		if json.Unmarshal(data, &a) != nil || a.ID != id || a.Node == "" {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		all[a.Node] = a.NodeStatus
	})
	question, err := json.Marshal(statusQuestion{id})
	tick := time.NewTicker(askEvery)
	defer tick.Stop()
	for err == nil && ctx.Err() == nil {
		b.Publish(statusTopic, question)
		select {
		case <-tick.C:
		case <-ctx.Done():
		}
	}
	stop()
	mu.Lock()
	defer mu.Unlock()
	list := []NodeStatus{}
	for _, x := range all {
		list = append(list, x)
	}
	slices.SortFunc(list, func(a, b NodeStatus) int { return strings.Compare(a.Node, b.Node) })
	return list
}
