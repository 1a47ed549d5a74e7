package worker

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/luck"
	"acies/record"
	"acies/system"
)

// The kinds of questions.
const (
	chooseKind = "choose"
	adviseKind = "advise"
	luckKind   = "luck"
)

// question is a question of a server. It holds only what the side that asks may know, or a game that is over.
type question struct {
	Kind    string        `json:"kind"`
	Battle  battle        `json:"battle"`
	State   []byte        `json:"state,omitempty"`
	Side    game.Side     `json:"side"`
	Seed    uint64        `json:"seed"`
	Level   string        `json:"level,omitempty"`   // who chooses
	Session string        `json:"session,omitempty"` // of choices of one player in one game
	Thought time.Duration `json:"thought,omitempty"` // for advice
	Actions []string      `json:"actions,omitempty"` // of the game, for its luck
}

// reply is what a worker says to a question: first that it takes it, and then the answer.
type reply struct {
	Desk   string   `json:"desk"`             // where further questions of the session go
	Taken  bool     `json:"taken,omitempty"`  // the answer will follow
	NoPack bool     `json:"noPack,omitempty"` // the pack is not in the store
	Error  string   `json:"error,omitempty"`  // why there is no answer
	Do     string   `json:"do,omitempty"`     // the choice
	Advice []advice `json:"advice,omitempty"`
	Luck   []byte   `json:"luck,omitempty"` // a [luck.Report] as package gob writes it
}

type advice struct {
	Do     string        `json:"do"`
	Chance float64       `json:"chance"`
	Reason system.Reason `json:"reason"`
}

// Sessions are forgotten when nobody has asked for some time: a game is played on by another player of the same level.
const (
	sessionAge  = 30 * time.Minute
	maxSessions = 1000
)

// desk answers questions.
type desk struct {
	subscriptions []*nats.Subscription
	answering     sync.WaitGroup

	mu       sync.Mutex
	sessions map[string]*session
}

// session is a player in one game of a server. A strategos keeps in mind how it plays the present activation.
type session struct {
	mu     sync.Mutex
	player ai.Player
	used   time.Time // guarded by the mutex of the desk
}

// answerQuestions begins to answer questions.
func (w *worker) answerQuestions() error {
	for subject, group := range map[string]string{thinkSubject + version(w.Program): consumerName, deskSubject + w.id: ""} {
		s, err := w.nc.QueueSubscribe(subject, group, func(m *nats.Msg) {
			w.desk.answering.Go(func() { w.answer(m) })
		})
		if err != nil {
			return err
		}
		w.desk.subscriptions = append(w.desk.subscriptions, s)
	}
	return nil
}

// stopAnswering answers what was asked and takes no more questions.
func (w *worker) stopAnswering() (err error) {
	for _, s := range w.desk.subscriptions {
		err = errors.Join(err, s.Unsubscribe())
	}
	w.desk.answering.Wait()
	return err
}

// answer answers one question. Nothing of its contents is logged: states and actions may be secret.
func (w *worker) answer(m *nats.Msg) {
	var q question
	if err := json.Unmarshal(m.Data, &q); err != nil {
		w.numbers.failedThoughts.Add(1)
		w.respond(m, reply{Error: "the question cannot be read"})
		return
	}
	end, ok := w.room.think()
	if !ok {
		w.respond(m, reply{Error: "all places are taken"})
		return
	}
	w.respond(m, reply{Taken: true})
	var r reply
	err := safely(func() (err error) {
		r, err = w.think(&q)
		return err
	})
	end() // before the answer, after which the next question may come at once
	switch {
	case errors.Is(err, errNoPack):
		r = reply{NoPack: true}
	case err != nil:
		w.Logger.Error("a question could not be answered", "kind", q.Kind, "battle", q.Battle.Battle)
		w.numbers.failedThoughts.Add(1)
		r = reply{Error: "no answer was found"}
	default:
		w.numbers.thoughts.Add(1)
	}
	w.respond(m, r)
}

func (w *worker) respond(m *nats.Msg, r reply) {
	r.Desk = w.id
	if err := m.Respond(encode(r)); err != nil {
		w.Logger.Warn("an answer could not be sent", "error", err)
	}
}

// think returns the answer to a question.
func (w *worker) think(q *question) (r reply, err error) {
	if why := q.Battle.misfit(); why != "" {
		return r, errors.New(why)
	}
	ctx, stop := context.WithTimeout(context.Background(), grace)
	defer stop()
	battles, err := w.battles(ctx, []battle{q.Battle})
	if err != nil {
		return r, err
	}
	b := battles[0]
	if q.Kind == luckKind {
		return describeLuck(b, q.Actions)
	}
	s, err := b.Decode(q.State)
	if err != nil {
		return r, err
	}
	if s.ToAct() != q.Side || q.Side < 0 {
		return r, fmt.Errorf("side %d is not to act", q.Side)
	}
	switch q.Kind {
	case chooseKind:
		x, err := w.desk.session(q)
		if err != nil {
			return r, err
		}
		x.mu.Lock()
		defer x.mu.Unlock()
		return reply{Do: b.Format(x.player.Choose(s, q.Side, dice.New(q.Seed)))}, nil
	case adviseKind:
		for _, a := range ai.Advise(s, q.Side, dice.New(q.Seed), q.Thought) {
			r.Advice = append(r.Advice, advice{b.Format(a.Action), a.Chance, a.Reason})
		}
		return r, nil
	}
	return r, fmt.Errorf("unknown kind of question %q", q.Kind)
}

// session returns the session of a question, which begins with the first one.
func (d *desk) session(q *question) (*session, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if x := d.sessions[q.Session]; x != nil {
		x.used = time.Now()
		return x, nil
	}
	maker, err := ai.Parse(q.Level)
	if err != nil {
		return nil, err
	}
	if d.sessions == nil {
		d.sessions = map[string]*session{}
	}
	d.forget()
	x := &session{player: maker(), used: time.Now()}
	d.sessions[q.Session] = x
	return x, nil
}

// forget removes the sessions that nobody has used for long, and the oldest if there are too many.
func (d *desk) forget() {
	oldest := ""
	for id, x := range d.sessions {
		if time.Since(x.used) > sessionAge {
			delete(d.sessions, id)
		} else if oldest == "" || x.used.Before(d.sessions[oldest].used) {
			oldest = id
		}
	}
	if len(d.sessions) >= maxSessions {
		delete(d.sessions, oldest)
	}
}

// describeLuck measures the luck of a game that is over.
func describeLuck(b game.Battle, actions []string) (r reply, err error) {
	entries := make([]record.Entry, len(actions))
	for i, do := range actions {
		a, err := b.Parse(do)
		if err != nil {
			return r, err
		}
		entries[i] = record.Entry{N: i + 1, Do: do, Action: a}
	}
	found, err := luck.Of(b, entries)
	if err != nil {
		return r, err
	}
	var out bytes.Buffer
	err = gob.NewEncoder(&out).Encode(found)
	return reply{Luck: out.Bytes()}, err
}
