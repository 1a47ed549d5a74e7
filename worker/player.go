package worker

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/gob"
	"encoding/json"
	"errors"
	"sync/atomic"
	"time"

	"acies/ai"
	"acies/game"
	"acies/luck"
	"acies/record"
	"acies/table"
)

// The times of a question.
const (
	takeWait = 500 * time.Millisecond // until a worker says that it takes it
	slack    = 2 * time.Second        // beyond the time that the thought is given
	luckWait = time.Minute            // for a luck report
	silence  = 5 * time.Second        // for which nobody is asked when nobody has taken a question
)

// Remote asks workers on behalf of a server. What no worker answers in time, it leaves to the server.
type Remote struct {
	client     *Client
	library    *table.Library
	thought    time.Duration
	sent, here atomic.Int64
}

// Sent returns how many questions were sent to workers.
func (r *Remote) Sent() int64 { return r.sent.Load() }

// Here returns how many questions no worker has answered, so that they were left to the server.
func (r *Remote) Here() int64 { return r.here.Load() }

// Remote returns what asks workers about games of a library. Thought is how long a player may think about a choice.
func (c *Client) Remote(l *table.Library, thought time.Duration) *Remote {
	return &Remote{client: c, library: l, thought: thought}
}

// Close ends the connection of the client.
func (r *Remote) Close() { r.client.Close() }

// Errors for which a question has no answer.
var (
	errNobody = errors.New("no worker takes the question")
	errFailed = errors.New("the worker has no answer")
)

// Player returns a function that makes players of a level who think at a worker. A player stays with one worker, since it keeps in mind
// what it plans for an activation, and begins again at another one if the first is gone or silent. If nobody answers, a player
// that local makes chooses instead.
func (r *Remote) Player(level string, local func() ai.Player) func() ai.Player {
	return func() ai.Player { return &remotePlayer{remote: r, level: level, maker: local, session: rand.Text()} }
}

// remotePlayer is a player in one game.
type remotePlayer struct {
	remote  *Remote
	level   string
	maker   func() ai.Player
	local   ai.Player // nil: not needed so far
	session string
	desk    string // the worker who knows the session; empty: nobody does
	legal   []game.Action
}

// Choose implements [ai.Player].
func (p *remotePlayer) Choose(s game.State, side game.Side, src game.Source) game.Action {
	p.legal = s.Legal(p.legal[:0])
	if len(p.legal) == 1 {
		return p.legal[0]
	}
	if a, ok := p.ask(s, side, src.Uint64()); ok {
		return a
	}
	p.remote.here.Add(1)
	if p.local == nil {
		p.local = p.maker()
	}
	return p.local.Choose(s, side, src)
}

func (p *remotePlayer) ask(s game.State, side game.Side, seed uint64) (a game.Action, ok bool) {
	q := question{Kind: chooseKind, State: s.AppendBinary(nil), Side: side, Seed: seed, Level: p.level, Session: p.session}
	answer, err := p.remote.ask(s.Battle(), &q, p.desk, p.remote.thought+slack)
	if err != nil {
		p.desk = ""
		return a, false
	}
	p.desk = answer.Desk
	a, err = s.Battle().Parse(answer.Do)
	return a, err == nil && s.Check(a) == nil
}

// Advise returns the same as [ai.Advise], or nil if no worker answers.
func (r *Remote) Advise(s game.State, side game.Side, src game.Source, thought time.Duration) (out []ai.Advice) {
	defer func() {
		if out == nil {
			r.here.Add(1)
		}
	}()
	q := question{Kind: adviseKind, State: s.AppendBinary(nil), Side: side, Seed: src.Uint64(), Thought: thought}
	answer, err := r.ask(s.Battle(), &q, "", thought+slack)
	if err != nil {
		return nil
	}
	for _, x := range answer.Advice {
		a, err := s.Battle().Parse(x.Do)
		if err != nil || s.Check(a) != nil {
			return nil
		}
		out = append(out, ai.Advice{Action: a, Chance: x.Chance, Reason: x.Reason})
	}
	return out
}

// Luck returns the same as [luck.Of], or nil if no worker answers.
func (r *Remote) Luck(b game.Battle, entries []record.Entry) (out *luck.Report) {
	defer func() {
		if out == nil {
			r.here.Add(1)
		}
	}()
	q := question{Kind: luckKind}
	for _, e := range entries {
		q.Actions = append(q.Actions, e.Do)
	}
	answer, err := r.ask(b, &q, "", luckWait)
	if err != nil {
		return nil
	}
	found := new(luck.Report)
	if gob.NewDecoder(bytes.NewReader(answer.Luck)).Decode(found) != nil {
		return nil
	}
	return found
}

// ask asks a worker about a battle: the one of a desk first, if one is given, and then any.
func (r *Remote) ask(b game.Battle, q *question, desk string, limit time.Duration) (*reply, error) {
	loaded := r.library.LoadedOf(b)
	if loaded == nil || !r.client.listens() {
		return nil, errNobody
	}
	r.sent.Add(1)
	q.Battle = battleOf(b, loaded.Source)
	data := encode(q)
	if desk != "" {
		answer, err := r.client.request(deskSubject+desk, data, limit)
		if err == nil {
			return answer, nil
		}
	}
	subject := thinkSubject + version(r.client.program)
	answer, err := r.client.request(subject, data, limit)
	if errors.Is(err, errNoPack) {
		if err = r.client.sendAgain(&Battle{b, loaded.Source, loaded.Pack.Files.Archive}); err == nil {
			answer, err = r.client.request(subject, data, limit)
		}
	}
	if errors.Is(err, errNobody) {
		r.client.rest()
	}
	return answer, err
}

// sendAgain puts a pack into the store that a worker has not found there.
func (c *Client) sendAgain(b *Battle) error {
	ctx, stop := context.WithTimeout(context.Background(), patience)
	defer stop()
	c.mu.Lock()
	delete(c.packs, b.Source.Pack)
	c.mu.Unlock()
	return c.send(ctx, b)
}

// listens reports whether it makes sense to ask anybody.
func (c *Client) listens() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.nc.IsConnected() && time.Now().After(c.silent)
}

// rest notes that nobody takes questions at present, so that not every choice waits for that.
func (c *Client) rest() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent = time.Now().Add(silence)
}

// request asks a question and waits for the answer: a short time until somebody takes it, and then for up to limit.
func (c *Client) request(subject string, data []byte, limit time.Duration) (*reply, error) {
	inbox := c.nc.NewInbox()
	answers, err := c.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer answers.Unsubscribe()
	if err := c.nc.PublishRequest(subject, inbox, data); err != nil {
		return nil, err
	}
	for wait := c.taken; ; wait = limit {
		m, err := answers.NextMsg(wait)
		if err != nil || m.Header.Get("Status") == noResponders {
			return nil, errNobody
		}
		var r reply
		switch err := json.Unmarshal(m.Data, &r); {
		case err != nil:
			return nil, err
		case r.Taken:
			continue
		case r.NoPack:
			return nil, errNoPack
		case r.Error != "":
			return nil, errFailed
		}
		return &r, nil
	}
}

// noResponders is what the server answers if nobody listens to a subject.
const noResponders = "503"
