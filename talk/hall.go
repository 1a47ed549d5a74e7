package talk

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
	"sync"
	"time"

	"acies/bus"
)

// Limits of what is kept.
const (
	maxSaid    = 1000 // in a room, so 2,000 in a game: those who watch cannot take the room of the players
	maxBlocks  = 500  // of a user
	maxRequest = 100  // bytes
)

// Talk is the talk about all games. It adds limits to a [Store] and wakes those who listen.
type Talk struct {
	store Store

	mu    sync.Mutex
	games map[string]*ears
	bus   bus.Bus              // nil: nobody listens elsewhere
	fresh map[string]time.Time // when something was last said here about games, while that is known
}

// ears are those who listen to a game.
type ears struct {
	listeners int
	next      chan struct{} // closed at the next message
}

// New returns the talk that a store keeps.
func New(s Store) *Talk {
	return &Talk{store: s, games: map[string]*ears{}, fresh: map[string]time.Time{}}
}

// now returns the time as the store keeps it.
func now() time.Time { return time.Now().Truncate(time.Millisecond) }

// Say adds a message and wakes those who listen to its game. A request that comes again is answered as it was, and false.
func (t *Talk) Say(ctx context.Context, m Message, request string) (said Message, fresh bool, err error) {
	if request == "" || len(request) > maxRequest {
		return Message{}, false, ErrRequest
	}
	if m.Text, err = cleanMessage(m.Text); err != nil {
		return Message{}, false, err
	}
	m.At = now()
	if said, fresh, err = t.store.Say(ctx, m, request, maxSaid); err != nil {
		return Message{}, false, err
	}
	if fresh {
		t.wake(m.Game)
		t.publish(m.Game)
	}
	return said, fresh, nil
}

// Said returns messages of a room after one, at most as many as the limit, without those of people whom the reader has
// blocked. It also returns the number of the last message that it has looked at, and whether there may be more after it.
func (t *Talk) Said(ctx context.Context, game string, room Room, reader string, after, limit int) (list []Message, last int, more bool, err error) {
	blocked, err := t.blocked(ctx, reader)
	if err != nil {
		return nil, 0, false, err
	}
	all, err := t.store.Said(ctx, game, room, after, limit)
	if err != nil {
		return nil, 0, false, err
	}
	last = after
	for _, m := range all {
		last = m.N
		if m.User == "" || !slices.Contains(blocked, m.User) {
			list = append(list, m)
		}
	}
	return list, last, len(all) == limit, nil
}

// Message returns one message that a reader may see in a room, or [ErrUnknown].
func (t *Talk) Message(ctx context.Context, game string, room Room, reader string, n int) (Message, error) {
	list, _, _, err := t.Said(ctx, game, room, reader, n-1, 1)
	if err != nil {
		return Message{}, err
	}
	if len(list) != 1 || list[0].N != n {
		return Message{}, ErrUnknown
	}
	return list[0], nil
}

// Latest returns the number of the latest message of a room after one that a reader may see; the same if there is none.
func (t *Talk) Latest(ctx context.Context, game string, room Room, reader string, after int) (int, error) {
	list, _, _, err := t.Said(ctx, game, room, reader, after, maxSaid)
	if err != nil || len(list) == 0 {
		return after, err
	}
	return list[len(list)-1].N, nil
}

// Note returns what a user has noted about a game.
func (t *Talk) Note(ctx context.Context, game, user string) (string, error) {
	return t.store.Note(ctx, game, user)
}

// SetNote changes what a user has noted and returns the hash of the new text. It is given that of the text which the user has seen, lest
// what he has written elsewhere meanwhile is lost: [ErrChanged].
func (t *Talk) SetNote(ctx context.Context, game, user, text, based string) (hash string, err error) {
	if text, err = clean(text, maxNote); err != nil {
		return "", err
	}
	return HashNote(text), t.store.SetNote(ctx, game, user, text, based)
}

// HashNote returns what tells the text of a note from others.
func HashNote(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// Block has a user not hear another any more. Nobody blocks himself.
func (t *Talk) Block(ctx context.Context, user, blocked string) error {
	if blocked == "" || blocked == user {
		return ErrUnknown
	}
	return t.store.Block(ctx, Block{ID: strings.ToLower(rand.Text())[:16], User: user, Blocked: blocked, At: now()}, maxBlocks)
}

// Unblock ends a block of a user, or returns [ErrUnknown].
func (t *Talk) Unblock(ctx context.Context, user, id string) error {
	return t.store.Unblock(ctx, user, id)
}

// Blocks returns the blocks of a user, the oldest first.
func (t *Talk) Blocks(ctx context.Context, user string) ([]Block, error) {
	return t.store.Blocks(ctx, user)
}

// Blockers returns the users who have blocked somebody.
func (t *Talk) Blockers(ctx context.Context, blocked string) ([]string, error) {
	if blocked == "" {
		return nil, nil
	}
	return t.store.Blockers(ctx, blocked)
}

// blocked returns whom a user has blocked.
func (t *Talk) blocked(ctx context.Context, user string) (list []string, err error) {
	if user == "" {
		return nil, nil
	}
	blocks, err := t.store.Blocks(ctx, user)
	for _, b := range blocks {
		list = append(list, b.Blocked)
	}
	return list, err
}

// Report tells whoever runs the server about a message.
func (t *Talk) Report(ctx context.Context, said Message, by, why string) error {
	why, err := clean(strings.TrimSpace(why), maxWhy)
	if err != nil {
		return err
	}
	return t.store.Report(ctx, Report{At: now(), By: by, Why: why, Said: said})
}

// Listener hears of the messages about one game until it is closed.
type Listener struct {
	talk *Talk
	game string
}

// Listen returns a listener to a game.
func (t *Talk) Listen(game string) *Listener {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.games[game]
	if e == nil {
		e = &ears{next: make(chan struct{})}
		t.games[game] = e
	}
	e.listeners++
	return &Listener{t, game}
}

// Next returns a channel that is closed at the next message. Who gets it before reading misses nothing.
func (l *Listener) Next() <-chan struct{} {
	l.talk.mu.Lock()
	defer l.talk.mu.Unlock()
	return l.talk.games[l.game].next
}

// Close ends the listening. It is called once.
func (l *Listener) Close() {
	l.talk.mu.Lock()
	defer l.talk.mu.Unlock()
	e := l.talk.games[l.game]
	if e.listeners--; e.listeners == 0 {
		delete(l.talk.games, l.game)
	}
}

// wake wakes those who listen to a game.
func (t *Talk) wake(game string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e := t.games[game]; e != nil {
		close(e.next)
		e.next = make(chan struct{})
	}
}

// topic is the topic of a bus with the games about which something was said.
const topic = "talk"

// lately is for how long it is known what was said here: longer than it takes to notice that a bus is interrupted.
const lately = 30 * time.Second

// Share has those who listen on one node of a server hear of what is said on another, until stop is called. After an interruption
// of the bus they all look whether there is something new, and the others are told once more of what was said here lately: they need not have
// noticed anything. It is called once at most.
func (t *Talk) Share(b bus.Bus) (stop func()) {
	t.mu.Lock()
	t.bus = b
	t.mu.Unlock()
	silent := b.Subscribe(topic, func(game []byte) { t.wake(string(game)) })
	quit, ended, lost := make(chan struct{}), make(chan struct{}), b.Lost()
	go func() {
		defer close(ended)
		for {
			select {
			case <-lost:
				t.wakeAll()
				t.publishAgain()
			case <-quit:
				return
			}
		}
	}()
	return func() {
		silent()
		close(quit)
		<-ended
		t.mu.Lock()
		defer t.mu.Unlock()
		t.bus = nil
	}
}

// publish tells other nodes that something was said about a game.
func (t *Talk) publish(game string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.bus == nil {
		return
	}
	t.forget()
	t.fresh[game] = time.Now()
	t.bus.Publish(topic, []byte(game))
}

// publishAgain tells them of what was said lately.
func (t *Talk) publishAgain() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget()
	for game := range t.fresh {
		t.bus.Publish(topic, []byte(game))
	}
}

// forget forgets what was not said lately. The caller holds the lock.
func (t *Talk) forget() {
	for game, at := range t.fresh {
		if time.Since(at) > lately {
			delete(t.fresh, game)
		}
	}
}

// wakeAll wakes those who listen to any game.
func (t *Talk) wakeAll() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range t.games {
		close(e.next)
		e.next = make(chan struct{})
	}
}
