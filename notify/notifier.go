package notify

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"acies/bus"
	"acies/match"
)

// Options configure [New].
type Options struct {
	Store   Store
	Public  *url.URL // where people reach the server
	Mail    *SMTP    // nil: the server sends no mail
	Address func(ctx context.Context, user string) (string, error)
	Guard   Guard
	Logger  *slog.Logger
	// Leases have one node of several remind people; nil: the node is alone.
	Leases *match.Leases
}

// A seen is a game as one user knows it.
type seen struct{ user, game string }

// How long things take.
const (
	// calm is how long a game has to be left alone before its players are told of it: a question may be declined for a player
	// within that time, and a browser may reconnect.
	calm = 5 * time.Second
	// lookout is how often late turns are looked for, and what is not needed any more is forgotten.
	lookout = 5 * time.Minute
	// chatter is how long somebody who was told of a message in a game is not told of another.
	chatter = 30 * time.Minute
)

// Notifier tells people what happens in their games.
type Notifier struct {
	store    Store
	public   *url.URL
	smtp     *SMTP
	address  func(ctx context.Context, user string) (string, error)
	guard    Guard
	client   *http.Client
	logger   *slog.Logger
	presence Presence
	look     Look
	deliver  func(ctx context.Context, c *Channel, m *message) error
	calm     time.Duration
	leases   *match.Leases

	mu      sync.Mutex
	bus     bus.Bus              // nil: the node is alone
	changed map[string]time.Time // games, with when they changed first
	chats   map[seen]time.Time   // of which message somebody was told last
	untold  map[seen][]Mark      // what somebody was not told because he looked at the game
	gone    map[seen]time.Time   // who of them has looked away, and when
	limits  limits

	ctx  context.Context
	quit context.CancelFunc
	work sync.WaitGroup
	jobs chan job
	room chan struct{} // has an element for every job that is queued or waits to be tried again
}

// New returns a notifier that does nothing until it is started.
func New(o Options) *Notifier {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	n := &Notifier{
		calm: calm, store: o.Store, public: o.Public, smtp: o.Mail, address: o.Address, guard: o.Guard, logger: o.Logger, leases: o.Leases,
		changed: map[string]time.Time{}, chats: map[seen]time.Time{}, untold: map[seen][]Mark{}, gone: map[seen]time.Time{}, jobs: make(chan job, maxJobs), room: make(chan struct{}, maxJobs),
	}
	n.client, n.deliver = n.guard.client(), n.send
	n.ctx, n.quit = context.WithCancel(context.Background())
	n.presence.left = n.looksAway
	return n
}

// Start begins to tell people of games.
func (n *Notifier) Start(look Look) {
	n.look = look
	n.work.Go(n.watch)
	n.work.Go(func() { n.leases.Lead(n.ctx, "reminders", n.remindAll) })
	for range workers {
		n.work.Go(n.deliverAll)
	}
}

// Close stops the notifier. It waits until nothing is being sent.
func (n *Notifier) Close() {
	n.quit()
	n.work.Wait()
}

// Changed takes note that a game has changed. It does not block.
func (n *Notifier) Changed(game string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, ok := n.changed[game]; !ok {
		n.changed[game] = time.Now()
	}
}

// Presence returns who looks at which game; whoever does is not told of it.
func (n *Notifier) Presence() *Presence { return &n.presence }

// Settings returns what a user wants to be told of.
func (n *Notifier) Settings(ctx context.Context, user string) (Settings, error) {
	return n.store.Settings(ctx, user)
}

// SetSettings changes it, or returns [ErrSettings].
func (n *Notifier) SetSettings(ctx context.Context, user string, s Settings) error {
	if err := s.check(); err != nil {
		return err
	}
	return n.store.SetSettings(ctx, user, s)
}

// GameSettings returns what a user wants to be told of a game.
func (n *Notifier) GameSettings(ctx context.Context, user, game string) (GameSettings, error) {
	return n.store.GameSettings(ctx, user, game)
}

// SetGameSettings changes it, or returns [ErrSettings].
func (n *Notifier) SetGameSettings(ctx context.Context, user, game string, g GameSettings) error {
	if err := g.check(); err != nil {
		return err
	}
	return n.store.SetGameSettings(ctx, user, game, g)
}

// watch looks at the games that have changed.
func (n *Notifier) watch() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	last := time.Now()
	for {
		select {
		case <-n.ctx.Done():
			return
		case now := <-tick.C:
			for _, game := range n.settled(now) {
				n.report("looking at a game", game, n.check(game))
			}
			for _, k := range n.departed(now) {
				n.report("telling somebody who has left", k.game, n.tellLater(k))
			}
			if now.Sub(last) >= lookout {
				last = now
				n.sweep(now)
			}
		}
	}
}

// remindAll looks for late turns until a context ends.
func (n *Notifier) remindAll(ctx context.Context) {
	tick := time.NewTicker(lookout)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-tick.C:
			n.report("reminding", "", n.remind(now))
		}
	}
}

// report logs an error, unless it is that the program ends.
func (n *Notifier) report(doing, game string, err error) {
	if err != nil && n.ctx.Err() == nil {
		n.logger.Warn("notices fail", "doing", doing, "game", game, "error", err)
	}
}

// settled returns the games that changed a while ago and removes them from those that have.
func (n *Notifier) settled(now time.Time) (games []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for game, at := range n.changed {
		if now.Sub(at) >= n.calm {
			games = append(games, game)
			delete(n.changed, game)
		}
	}
	slices.Sort(games)
	return games
}

// check tells the players of a game what is new there.
func (n *Notifier) check(game string) error {
	t, ok, err := n.look(n.ctx, game, false)
	if err != nil || !ok {
		return err
	}
	marks := t.marks()
	for i := range marks {
		marks[i].At = time.Now().Truncate(time.Millisecond)
	}
	fresh, err := n.store.Mark(n.ctx, game, marks)
	if err != nil || len(fresh) == 0 {
		return err
	}
	if t, ok, err = n.look(n.ctx, game, true); err != nil || !ok {
		return err
	}
	for _, m := range fresh {
		if err := n.tell(&t, m); err != nil {
			return err
		}
	}
	return nil
}

// tell tells a player of a mark, unless he looks at the game or does not want to know.
func (n *Notifier) tell(t *Table, m Mark) error {
	if n.presence.Has(m.User, m.Game) {
		n.keep(m)
		return nil
	}
	s, err := n.store.Settings(n.ctx, m.User)
	if err != nil {
		return err
	}
	own, err := n.store.GameSettings(n.ctx, m.User, m.Game)
	if err != nil {
		return err
	}
	if own.Remind != Usual {
		s.Remind = own.Remind
	}
	if own.Mute || !s.wants(m.Event) {
		return nil
	}
	if m.Event == Begun && (!t.Fresh || t.Over || t.waitsFor(m.Side) && s.wants(Turn)) {
		return nil // it has begun long ago, or the player is told that it is his turn
	}
	list, err := n.store.Channels(n.ctx, m.User)
	if err != nil || len(list) == 0 {
		return err
	}
	if !n.allow("user "+m.User, perUser) {
		return nil
	}
	for _, c := range list {
		n.queue(job{channel: c, message: messageOf(c.Lang, m, t, n.public)})
	}
	return nil
}

// keep notes what somebody is not told because he looks at the game. He is told when he looks away, if it still waits for him.
func (n *Notifier) keep(m Mark) {
	if m.Event != Turn && m.Event != Offered {
		return
	}
	k := seen{m.User, m.Game}
	n.mu.Lock()
	list := slices.DeleteFunc(n.untold[k], func(x Mark) bool { return x.Side == m.Side && x.Event == m.Event })
	n.untold[k] = append(list, m)
	n.mu.Unlock()
	if !n.presence.Has(m.User, m.Game) { // he has looked away meanwhile
		n.looksAway(m.User, m.Game)
	}
}

// looksAway takes note that somebody does not look at a game any more. It does not block.
func (n *Notifier) looksAway(user, game string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if k := (seen{user, game}); len(n.untold[k]) > 0 {
		n.gone[k] = time.Now()
	}
}

// departed returns who looked away a while ago, and removes them from those who have.
func (n *Notifier) departed(now time.Time) (list []seen) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for k, at := range n.gone {
		if now.Sub(at) >= n.calm {
			list = append(list, k)
			delete(n.gone, k)
		}
	}
	return list
}

// tellLater tells somebody who has looked away what he was not told, as far as it still holds.
func (n *Notifier) tellLater(k seen) error {
	if n.presence.Has(k.user, k.game) {
		return nil // he is back
	}
	n.mu.Lock()
	list := n.untold[k]
	delete(n.untold, k)
	n.mu.Unlock()
	t, ok, err := n.look(n.ctx, k.game, true)
	if !ok || err != nil {
		return err
	}
	for _, m := range list {
		if !t.has(m) {
			continue
		}
		if err := n.tell(&t, m); err != nil {
			return err
		}
	}
	return nil
}

// lateAtOnce is how many late turns are looked at in a round.
const lateAtOnce = 200

// remind reminds players whose turns have lasted long.
func (n *Notifier) remind(now time.Time) error {
	late, err := n.store.Late(n.ctx, now, lateAtOnce)
	if err != nil {
		return err
	}
	for _, m := range late {
		if n.presence.Has(m.User, m.Game) {
			continue // the next round may find him gone
		}
		t, ok, err := n.look(n.ctx, m.Game, true)
		if err != nil {
			n.report("reminding", m.Game, err)
		}
		if first, err := n.store.Remind(n.ctx, m); err != nil || !first {
			n.report("reminding", m.Game, err)
			continue
		}
		if !ok || !t.has(m) {
			continue
		}
		m.Event = Reminder
		if err := n.tell(&t, m); err != nil {
			return err
		}
	}
	return nil
}

// Wrote tells the other players of a game that somebody has written a message. It does not block.
func (n *Notifier) Wrote(game, by string) {
	n.work.Go(func() {
		t, ok, err := n.look(n.ctx, game, true)
		n.report("telling of a message", game, err)
		if !ok || err != nil {
			return
		}
		for side, user := range t.Seats {
			if user != "" && user != by && !n.presence.Has(user, game) && n.firstWord(user, game) {
				n.report("telling of a message", game, n.tell(&t, Mark{Game: game, Side: side, User: user, Event: Chat}))
			}
		}
	})
}

// firstWord reports whether a user was not told of a message in a game for a while.
func (n *Notifier) firstWord(user, game string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	k, now := seen{user, game}, time.Now()
	if at, ok := n.chats[k]; ok && now.Sub(at) < chatter {
		return false
	}
	n.chats[k] = now
	publishNotice(n.bus, noticeMessage{Told: &looking{user, game}})
	return true
}

// sweep forgets what does not matter any more.
func (n *Notifier) sweep(now time.Time) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for k, at := range n.chats {
		if now.Sub(at) >= chatter {
			delete(n.chats, k)
		}
	}
	n.limits.sweep(now)
}
