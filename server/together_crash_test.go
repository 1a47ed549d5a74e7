package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acies/store/pgtest"
	"acies/talk"
)

// TestCrashTogether kills a server with accounts while pairs of people play on it, with clocks, offers, messages, notes and
// streams of events. Everybody sends again, under the same id, what was not answered. Afterwards everything that was
// acknowledged must be there once, nothing else, and nothing by halves.
func TestCrashTogether(t *testing.T) {
	n := *kills
	if n == 0 {
		n = 8
		if testing.Short() {
			n = 4
		}
	}
	path := pgtest.Data(t)
	cmd, url := startPublic(t, path)
	at := newPlace(url)
	answers, over := make(chan struct{}, 1000), make(chan struct{})
	pairs := make([]*pair, 8)
	var wg sync.WaitGroup
	for i := range pairs {
		pairs[i] = &pair{survivor: &survivor{n: i, at: at, answers: answers, over: over}, people: [2]*person{newPerson(2 * i), newPerson(2*i + 1)}}
		wg.Go(func() { pairs[i].play(t) })
	}
	ended := make(chan struct{}) // all have given up
	go func() {
		wg.Wait()
		close(ended)
	}()
	for range n {
		for range rand.IntN(60) {
			select {
			case <-answers:
			case <-ended:
			}
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
		cmd.Wait()
		cmd, url = startPublic(t, path)
		at.move(url)
	}
	close(over)
	<-ended
	cmd.Process.Kill()
	cmd.Wait()
	found := findings{T: t, path: path}
	var again, broken int64
	for _, p := range pairs {
		found.games = append(found.games, p.games...)
		again += p.sentAgain.Load()
		broken += p.broken.Load()
	}
	found.verify()
	t.Logf("%d kills, %d requests sent again, %d streams resumed; %s", n, again, broken, found.String())
}

// pair is two people who play with each other through crashes, one game after the other.
type pair struct {
	*survivor
	people    [2]*person
	games     []*shared
	pulse     *pulse // is told of answers; nil: nobody asks
	opponent  bool   // the first of them plays against the program, and the other is the same person in another window
	sentAgain atomic.Int64
	broken    atomic.Int64 // streams that broke off
}

// shared is a game of two people, with all that the server has told them about it.
type shared struct {
	id     string
	people [2]*person // by side
	ears   [2]*ear

	program int // the side that an opponent plays, or -1

	mu      sync.Mutex
	done    []acknowledged
	refused []string // ids of requests
	said    []saying
	notes   [2]string // the last acknowledged
}

// acknowledged is a change of a game that the server has acknowledged.
type acknowledged struct {
	id, path, body string
	side           int
	done
}

// saying is a message that the server has acknowledged.
type saying struct {
	side, n int
	text    string
}

func (p *pair) play(t *testing.T) {
	for _, who := range p.people { // who is not known yet could not take his seat again
		if !p.must(t, who, "/api/guest", "{}", nil) {
			return
		}
	}
	for k := 0; !p.isOver(); k++ {
		g := p.begin(t, k)
		if g == nil {
			return
		}
		p.games = append(p.games, g)
		ctx, cancel := context.WithCancel(t.Context())
		left, leave := context.WithCancel(ctx) // when one of them does, nobody waits for him
		var playing, listening sync.WaitGroup
		for side := range 2 {
			g.ears[side] = &ear{version: -1, heard: make(chan struct{})}
			listening.Go(func() { p.listen(ctx, t, g, side) })
			if side == g.program {
				continue
			}
			playing.Go(func() {
				defer leave()
				x := &player{pair: p, T: t, game: g, side: side, left: left.Done(), src: rand.New(rand.NewPCG(uint64(p.n), uint64(2*k+side)))}
				x.play()
			})
		}
		playing.Wait()
		leave()
		if g.program >= 0 {
			p.await(t, g)
		}
		p.settle(t, g)
		cancel()
		listening.Wait()
	}
}

// send sends a request until it is answered. It returns 0 if it never is, which is an error.
func (p *pair) send(t *testing.T, who *person, method, path, body string) (int, []byte) {
	for {
		url, moved := p.at.now()
		status, data, wait, err := who.ask(t.Context(), method, url+path, body)
		switch {
		case err != nil:
			p.sentAgain.Add(1)
			if !p.wait(t, moved, err) {
				return 0, nil
			}
		case status == http.StatusTooManyRequests:
			select {
			case <-time.After(wait): // as the server asks
			case <-moved:
			}
		case status == http.StatusServiceUnavailable && p.at.several(): // the database is away
			p.sentAgain.Add(1)
			if !p.wait(t, moved, nil) {
				return 0, nil
			}
		case status >= http.StatusInternalServerError:
			t.Errorf("%s %s: %d %s", method, path, status, data)
			return 0, nil
		default:
			if method == "POST" {
				p.pulse.beat(p.n, url)
				p.answered()
			}
			return status, data
		}
	}
}

// must is send for a request that may not be refused.
func (p *pair) must(t *testing.T, who *person, path, body string, into any) bool {
	status, data := p.send(t, who, "POST", path, body)
	if status == 0 {
		return false
	}
	if status != http.StatusOK && status != http.StatusCreated {
		t.Errorf("%s %s: %d %s", path, body, status, data)
		return false
	}
	if into == nil {
		return true
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Error(err)
		return false
	}
	return true
}

// begin sets up the k-th game, that anybody may join, seats the other, and adds to the dice for both. It returns nil if it fails.
func (p *pair) begin(t *testing.T, k int) *shared {
	host, guest := p.people[k%2], p.people[1-k%2]
	g := &shared{people: [2]*person{host, guest}, program: -1}
	var made struct{ ID string }
	if p.opponent {
		host = p.people[0]
		g.people, g.program = [2]*person{host, host}, k%2
		seats := [2]string{"human", "human"}
		seats[g.program] = "recruit"
		if !p.must(t, host, "/api/games", fmt.Sprintf(`{"battle":"sparta-195bc","seats":[%q,%q]}`, seats[0], seats[1]), &made) {
			return nil
		}
		g.id = made.ID
		return g
	}
	const terms = `{"open":true,"watch":"public","clock":{"kind":"live","bank":600,"increment":5,"timeout":"claim"}}`
	if !p.must(t, host, "/api/games", `{"battle":"sparta-195bc","mine":0,"terms":`+terms+`}`, &made) {
		return nil
	}
	g.id = made.ID
	var joined struct{ Side int }
	if !p.must(t, guest, "/api/games/"+g.id+"/join", "{}", &joined) {
		return nil
	}
	if joined.Side != 1 {
		t.Errorf("game %s: joined as %d", g.id, joined.Side)
	}
	for side, who := range g.people {
		if !p.must(t, who, "/api/games/"+g.id+"/nonce", fmt.Sprintf(`{"side":%d,"nonce":%q}`, side, strings.Repeat("0"+strconv.Itoa(side), 16)), nil) {
			return nil
		}
	}
	return g
}

// player plays one side of a game.
type player struct {
	*pair
	*testing.T
	game *shared
	side int
	left <-chan struct{} // closed when one of the players has left
	src  *rand.Rand
	sent int // requests
}

// play plays until the game or the test is over.
func (x *player) play() {
	path := "/api/games/" + x.game.id
	for !x.isOver() {
		status, data := x.send(x.T, x.game.people[x.side], "GET", path, "")
		var now seen
		if err := json.Unmarshal(data, &now); err != nil || status != http.StatusOK {
			x.Errorf("game %s: %d %s %v", x.game.id, status, data, err)
			return
		}
		if now.Outcome != nil {
			return
		}
		if !x.act(&now) {
			return
		}
	}
}

// act does one thing. It returns false if nothing more can be done.
func (x *player) act(now *seen) bool {
	chance := func(percent int) bool { return x.src.IntN(100) < percent }
	mine := now.View.ToAct == x.side
	switch {
	case now.Waiting: // the node has not heard yet that it has begun
		return x.game.ears[x.side].wait(x.over, x.left, func(e *ear) bool { return e.version > now.Version })
	case chance(8):
		return x.say()
	case chance(4):
		return x.note()
	case chance(4):
		return x.repeat()
	case now.Offer != nil && now.Offer.Side != x.side && chance(60):
		accept := now.Offer.Deal == "adjourn" && chance(70) || now.Offer.Deal == "undo" && chance(50) || now.Offer.Deal == "peace" && chance(5)
		return x.change(now, "/reply", fmt.Sprintf(`,"accept":%t`, accept))
	case now.Offer != nil && now.Offer.Side == x.side && chance(10):
		return x.change(now, "/reply", `,"accept":false`) // withdraws it
	case x.game.program < 0 && now.Offer == nil && chance(8):
		return x.change(now, "/offer", fmt.Sprintf(`,"deal":%q`, []string{"peace", "undo", "adjourn"}[x.src.IntN(3)]))
	case x.sent > 60 && chance(5):
		return x.change(now, "/resign", "")
	case mine && now.CanUndo && chance(15):
		return x.change(now, "/undo", "")
	case mine && len(now.Choices) > 0:
		return x.change(now, "/actions", fmt.Sprintf(`,"actions":[%q]`, now.Choices[x.src.IntN(len(now.Choices))].Action))
	}
	return x.game.ears[x.side].wait(x.over, x.left, func(e *ear) bool { return e.version > now.Version })
}

// newID returns the id of another request.
func (x *player) newID() string {
	x.sent++
	return fmt.Sprintf("s%d-%d", x.side, x.sent)
}

// change sends a request that changes the game.
func (x *player) change(now *seen, what, more string) bool {
	a := acknowledged{id: x.newID(), side: x.side, path: "/api/games/" + x.game.id + what + "?table=no"}
	a.body = fmt.Sprintf(`{"version":%d,"id":%q%s}`, now.Version, a.id, more)
	status, data := x.send(x.T, x.game.people[x.side], "POST", a.path, a.body)
	x.game.mu.Lock()
	defer x.game.mu.Unlock()
	switch code := codeOf(data); {
	case status == 0:
		return false
	case status == http.StatusOK:
		if err := json.Unmarshal(data, &a.done); err != nil {
			x.Error(err)
			return false
		}
		x.game.done = append(x.game.done, a)
	case code == "stale" || what == "/offer" && (code == "no-undo" || code == "offered-before"):
		x.game.refused = append(x.game.refused, a.id)
	default:
		x.Errorf("game %s, %s %s: %d %s", x.game.id, what, a.body, status, data)
		return false
	}
	return true
}

// repeat sends again what was acknowledged before, and must be given the same answer.
func (x *player) repeat() bool {
	x.game.mu.Lock()
	list := x.game.done
	x.game.mu.Unlock()
	if len(list) == 0 {
		return true
	}
	a := list[x.src.IntN(len(list))]
	status, data := x.send(x.T, x.game.people[a.side], "POST", a.path, a.body)
	var again done
	err := json.Unmarshal(data, &again)
	if status != 0 && (status != http.StatusOK || err != nil || !reflect.DeepEqual(again, a.done)) {
		x.Errorf("game %s, %s again: %d %s, not %+v", x.game.id, a.body, status, data, a.done)
	}
	return status != 0
}

// say writes a message.
func (x *player) say() bool {
	id := x.newID()
	text := fmt.Sprintf("message %s", id)
	var card struct {
		N    int
		Text string
		You  bool
	}
	if !x.must(x.T, x.game.people[x.side], "/api/games/"+x.game.id+"/chat", fmt.Sprintf(`{"id":%q,"text":%q}`, id, text), &card) {
		return false
	}
	if card.Text != text || !card.You {
		x.Errorf("game %s, %s is answered by %+v", x.game.id, text, card)
	}
	x.game.mu.Lock()
	defer x.game.mu.Unlock()
	x.game.said = append(x.game.said, saying{x.side, card.N, text})
	return true
}

// note notes something.
func (x *player) note() bool {
	text := "note " + x.newID()
	based := talk.HashNote(x.game.notes[x.side])
	if !x.must(x.T, x.game.people[x.side], "/api/games/"+x.game.id+"/note", fmt.Sprintf(`{"text":%q,"based":%q}`, text, based), nil) {
		return false
	}
	x.game.notes[x.side] = text // each has his own
	return true
}

// listen listens to a game until the context ends, and comes back when the server does. What a stream has told is never taken
// back: it was durable.
func (p *pair) listen(ctx context.Context, t *testing.T, g *shared, side int) {
	e := g.ears[side]
	for {
		url, moved := p.at.now()
		last := ""
		if e.version >= 0 {
			last = strconv.Itoa(e.version) // nobody else sets it
		}
		g.people[side].listen(ctx, url+"/api/games/"+g.id+"/events", last, func(x event) { // why it ends is all the same
			e.mu.Lock()
			defer e.mu.Unlock()
			switch {
			case x.kind == "chat":
				e.n = max(e.n, x.n)
			case x.version < e.version:
				t.Errorf("game %s: version %d is announced after version %d", g.id, x.version, e.version)
			default:
				e.version = x.version
				if g.program >= 0 { // it may have made a choice
					p.pulse.beat(p.n, "")
				}
			}
			close(e.heard)
			e.heard = make(chan struct{})
		})
		again := moved
		if p.at.several() {
			soon := make(chan struct{}) // another node may be there
			time.AfterFunc(20*time.Millisecond, func() { close(soon) })
			again = soon
		}
		select {
		case <-again:
			p.broken.Add(1)
		case <-ctx.Done():
			return
		}
	}
}

// await waits until the opponent in a game has made all of its choices.
func (p *pair) await(t *testing.T, g *shared) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		status, data := p.send(t, g.people[0], "GET", "/api/games/"+g.id, "")
		var now seen
		if err := json.Unmarshal(data, &now); err != nil || status != http.StatusOK {
			t.Errorf("game %s: %d %s %v", g.id, status, data, err)
			return
		}
		if now.Outcome != nil || now.View.ToAct != g.program {
			return
		}
		if !g.ears[1-g.program].wait(ctx.Done(), nil, func(e *ear) bool { return e.version > now.Version }) {
			t.Errorf("game %s: the opponent does not play on at version %d", g.id, now.Version)
			return
		}
	}
}

// settle waits until both players of a game have heard of all that was acknowledged.
func (p *pair) settle(t *testing.T, g *shared) {
	version, n := 0, 0
	for _, a := range g.done {
		version = max(version, a.Version)
	}
	for _, m := range g.said {
		n = max(n, m.n)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for side, e := range g.ears {
		if !e.wait(ctx.Done(), nil, func(e *ear) bool { return e.version >= version && e.n >= n }) {
			t.Errorf("game %s: the stream of side %d stands at version %d and message %d, expected %d and %d", g.id, side, e.version, e.n, version, n)
		}
	}
}
