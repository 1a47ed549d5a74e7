package server_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// look is a game at one version as everybody sees it.
type look struct {
	Version, Length, ToAct int
	Offer, Over, Last      string
	Stopped                bool
}

// lookOf returns what is compared of a table.
func lookOf(t *seen) look {
	x := look{Version: t.Version, Length: t.Length, ToAct: t.View.ToAct}
	if t.Offer != nil {
		x.Offer = fmt.Sprint(t.Offer.Deal, t.Offer.Side)
	}
	if t.Outcome != nil {
		x.Over = fmt.Sprint(t.Outcome.Degree, t.Outcome.Winner)
	}
	if t.Clock != nil {
		x.Stopped = t.Clock.Stopped
	}
	x.Last = fmt.Sprint(t.Last[max(0, len(t.Last)-3):])
	return x
}

// operation is a request of a history.
type operation struct {
	kind    string // a path, or "read", or "version" for the version that a refusal tells
	side    int    // whose request it is; in a history of joins: the person
	node    int    // the process to which it was sent
	version int
	id      string
	content string // the whole body
	accept  bool   // of a reply
}

// result is the answer to an operation.
type result struct {
	code    string // of a refusal; empty: it was carried out
	look    look
	applied string
	removed string
	rows    int // how many entries it added or undid
	grown   int // by how many the record has grown
}

// model is a game as one client would see it who sends one request after the other: a log with versions. A request that is
// based on the latest version is carried out once, and answered the same when it comes again; one that is based on an
// older version is refused; whoever reads sees the latest version.
//
// Another process hears of a change a moment later. Until then it shows an older version, never one older than it has
// shown before, and refuses what is based on a newer one; it carries out nothing that is not based on the latest.
type model struct {
	looks   []look // all versions so far
	answers map[string]answered
	known   [3]int // by process: the index of the version that it has shown
}

type answered struct {
	content string
	result
}

// specification returns the model for histories that begin with a look, in one process or several.
func specification(first look, nodes int) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return &model{looks: []look{first}} },
		Step: func(state, in, out any) (bool, any) {
			m, op, res := state.(*model), in.(operation), out.(result)
			return m.step(nodes, &op, &res)
		},
		Equal: func(a, b any) bool {
			x, y := a.(*model), b.(*model)
			return x.known == y.known && slices.Equal(x.looks, y.looks) && maps.Equal(x.answers, y.answers)
		},
		DescribeOperation: func(in, out any) string { return fmt.Sprintf("%+v -> %+v", in, out) },
	}
}

func (m *model) step(nodes int, op *operation, res *result) (bool, *model) {
	from := len(m.looks) - 1 // the oldest version that may be shown
	if nodes > 1 {
		from = m.known[op.node]
	}
	switch op.kind {
	case "read", "version":
		for i := from; i < len(m.looks); i++ {
			if m.looks[i] == res.look || op.kind == "version" && m.looks[i].Version == res.look.Version {
				return true, m.shown(op.node, i)
			}
		}
		return false, nil
	}
	if old, ok := m.answers[op.id]; ok {
		if old.content != op.content {
			return res.code == "reused", m
		}
		same := *res
		same.look.Stopped = old.look.Stopped // an old answer is given with the clocks of the present
		return same == old.result, m
	}
	if res.code != "" {
		for _, x := range m.looks[from:] {
			if x.refuses(op, res.code) {
				return true, m
			}
		}
		// Another process is asked for something that is based on a version of which it has not heard, or on one before the latest.
		return nodes > 1 && res.code == "stale", m
	}
	now := m.looks[len(m.looks)-1]
	if op.version != now.Version || !now.becomes(op, res) {
		return false, nil
	}
	next := &model{looks: append(slices.Clip(m.looks), res.look), answers: maps.Clone(m.answers), known: m.known}
	if next.answers == nil {
		next.answers = map[string]answered{}
	}
	next.answers[op.id] = answered{op.content, *res}
	return true, next.shown(op.node, len(m.looks))
}

// shown returns the model after a process has shown a version.
func (m *model) shown(node, i int) *model {
	if m.known[node] == i {
		return m
	}
	next := *m
	next.known[node] = i
	return &next
}

// refuses reports whether a request is refused so at a version.
func (x *look) refuses(op *operation, code string) bool {
	if op.version != x.Version {
		return code == "stale"
	}
	own := strings.HasSuffix(x.Offer, fmt.Sprint(op.side))
	switch code {
	case "over":
		return x.Over != ""
	case "turn":
		return x.ToAct != op.side && (op.kind == "/actions" || op.kind == "/undo")
	case "no-undo":
		return op.kind == "/undo"
	case "offered":
		return op.kind == "/offer" && x.Offer != ""
	case "offered-before": // a look does not tell what was offered earlier
		return op.kind == "/offer" && x.Offer == "" && x.Over == ""
	case "no-offer":
		return op.kind == "/reply" && (x.Offer == "" || op.accept && own)
	case "time-left":
		return op.kind == "/claim" && (x.ToAct == op.side || x.Stopped)
	}
	return false
}

// becomes reports whether a request that was carried out at a version has led to the one that it was answered with.
func (x look) becomes(op *operation, res *result) bool {
	y := res.look
	extra := 1
	if op.kind == "/actions" || op.kind == "/undo" {
		extra = 0
	}
	if x.Over != "" || y.Version != x.Version+res.rows+extra || res.rows+extra == 0 || y.Length != x.Length+res.grown {
		return false
	}
	want := x
	want.Version, want.Offer = y.Version, ""
	switch op.kind {
	case "/actions", "/undo":
		last, applied := y.Last[1:], res.applied[1:] // without the bracket: the shorter list is the end of the other
		ends := op.kind == "/undo" || strings.HasSuffix(last, applied) || strings.HasSuffix(applied, last)
		return ends && x.ToAct == op.side && y.Over == "" && (y.Offer == "" || y.Offer == x.Offer)
	case "/offer":
		want.Offer = y.Offer
		return x.Offer == "" && strings.HasSuffix(y.Offer, fmt.Sprint(op.side)) && y == want
	case "/reply":
		adjourns := op.accept && strings.HasPrefix(x.Offer, "adjourn")
		if op.accept && !adjourns {
			want.Over = y.Over
		}
		want.Stopped = x.Stopped || adjourns
		return x.Offer != "" && (y.Over != "") == (op.accept && !adjourns) && y == want
	case "/claim":
		want.Over = y.Over
		return x.ToAct != op.side && !x.Stopped && y.Over != "" && y == want
	}
	return false
}

// seating is the model of who takes the open seat of a game: one of those who ask, once. The state is the person, or -1.
func seating(nodes int) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return -1 },
		Step: func(state, in, out any) (bool, any) {
			op, res := in.(operation), out.(result)
			taken := state != -1
			switch {
			case op.kind == "read":
				return taken == (res.code == "") || nodes > 1 && taken, state
			case res.code == "":
				return !taken || state == op.side, op.side
			}
			return res.code == "seated" && taken && state != op.side, state
		},
		DescribeOperation: func(in, out any) string { return fmt.Sprintf("%+v -> %+v", in, out) },
	}
}

// history is operations with the times at which they were sent and answered.
type history struct {
	start time.Time
	list  []porcupine.Operation
}

// do carries out an operation and notes it.
func (h *history) do(client int, op operation, f func() (result, error)) (result, error) {
	sent := time.Since(h.start)
	res, err := f()
	if err == nil {
		h.list = append(h.list, porcupine.Operation{ClientId: client, Input: op, Call: int64(sent), Output: res, Return: int64(time.Since(h.start))})
	}
	return res, err
}
