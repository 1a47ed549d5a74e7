// Package match runs games in progress. A [Match] is the only writer of its game in its process: it checks that a request is based on
// the current version and that the action is open to the side to act, applies it, makes the rolls that follow, has
// everything written durably to the [Log], and only then publishes it.
//
// Several nodes may play the games of one log. A match then finds out by its revision that it is behind, and an opponent chooses on
// the node that holds the lease of its game; see [Leaser].
//
// Locks are taken in this order: Match.leasing, Games.mu, Match.mu, the locks of the log. Games.mu is never held while waiting for the
// disk: it guards only which games are open. Match.mu is held while its game is written. Neither is held while a player
// chooses.
package match

import (
	"cmp"
	"container/list"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"acies/ai"
	"acies/dice"
	"acies/game"
	"acies/memo"
	"acies/record"
	"acies/system"
	"acies/table"
)

// Player is a computer opponent in one seat of one game. Choose returns a legal action of the state. The state is the
// player's own copy, in which everything that its side cannot know has been resampled.
//
// A player that is also a [game.Sink] receives, before each choice, the events since its last choice; a player that joins
// a running game does not receive earlier events. If a player has a method End(game.Outcome), it is called when the game
// is over or is closed because nobody uses it. That may happen while the player chooses; the choice is then dropped.
type Player = ai.Player

// Human is the kind of a seat that a person plays; every other kind is the name of a [Player].
const Human = "human"

// Options configure [New].
type Options struct {
	Library  *table.Library
	Players  map[string]func() Player // constructors of players, by kind of seat
	Fallback func() Player            // constructor for kinds that are not in Players; nil: nobody plays them
	// Substitute is the kind of player that takes the place of a person who has left; empty: nobody does.
	Substitute string
	Logger     *slog.Logger
	Open       int // how many games to keep open; 0 means 256
	// Changed is called after a game has changed, by this process or another, in a goroutine of its own and without locks; nil:
	// nobody wants to know. It must not block.
	Changed func(id string)
	// Leases have one node of several play for an opponent; nil: the node is alone.
	Leases *Leases
	// Hesitation returns how long to wait before declining a question for a player if another person could time it; nil
	// means one to two and a half seconds.
	Hesitation func() time.Duration
}

// Games are the games of a log. Games in use and those used most recently are kept open; the others are built from the
// log when they are needed.
type Games struct {
	log     Log
	options Options

	mu   sync.Mutex
	open map[string]*slot
	used *list.List // slots, the most recently used first

	waits    *memo.Cache[string, bool] // whether a game that waits for somebody can go on
	thinking thinking
	changed  atomic.Pointer[time.Time] // when a game changed last; nil: none has

	quit    context.CancelFunc
	ctx     context.Context
	playing sync.WaitGroup
}

// maxWaits is of how many games it is remembered whether they can go on.
const maxWaits = 10_000

// slot is an entry of Games.open. Games.mu guards refs and at; match and err may be read once ready is closed.
type slot struct {
	id    string
	refs  int // how many callers use the game
	at    *list.Element
	ready chan struct{} // closed when match or err is set
	match *Match
	err   error
}

// New returns the games of a log. The caller closes them before the log.
func New(l Log, o Options) *Games {
	if o.Open == 0 {
		o.Open = 256
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	g := &Games{log: l, options: o, open: map[string]*slot{}, used: list.New(), waits: memo.New[string, bool](maxWaits)}
	g.ctx, g.quit = context.WithCancel(context.Background())
	changes := l.Watch(g.ctx) // before any game is loaded, so that no change is missed
	g.playing.Go(func() {
		for list := range changes {
			for _, c := range list {
				g.noteChange(c)
			}
		}
	})
	if o.Leases != nil && !l.ReadOnly() {
		g.playing.Go(g.adopt)
	}
	return g
}

// Close stops the players and waits until their last actions are written.
func (g *Games) Close() {
	g.quit()
	g.mu.Lock()
	var ends sync.WaitGroup
	for _, s := range g.open {
		ends.Go(func() {
			if <-s.ready; s.err == nil {
				s.match.unseatPlayers()()
			}
		})
	}
	g.mu.Unlock()
	ends.Wait()
	g.playing.Wait()
}

// List returns the games that were changed last, the latest first.
func (g *Games) List(ctx context.Context, limit int) ([]Game, error) { return g.log.Games(ctx, limit) }

// Game returns a game without its rows, or [ErrNotFound].
func (g *Games) Game(ctx context.Context, id string) (Game, error) {
	s, _, err := g.log.Load(ctx, id)
	return s, err
}

// ListOf returns the games that a user has set up or has a seat in, the latest first.
func (g *Games) ListOf(ctx context.Context, user string, limit int) ([]Game, error) {
	return g.log.GamesOf(ctx, user, limit)
}

// KeepOpen is how long a challenge waits for somebody who takes it.
const KeepOpen = 30 * 24 * time.Hour

// Lobby returns the games that everybody can join, and those that everybody can watch, the newest first.
func (g *Games) Lobby(ctx context.Context, limit int) ([]Game, error) {
	return g.log.Lobby(ctx, time.Now().Add(-KeepOpen), limit)
}

// WaitingFor returns the ids of the games that wait for a user, those that have waited longest first.
func (g *Games) WaitingFor(ctx context.Context, user string, limit int) ([]string, error) {
	ids, err := g.log.Waiting(ctx, user, limit)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(ids, func(id string) bool { return !g.canWait(ctx, id) }), nil
}

// canWait reports whether a game that waits for somebody can go on. One of other rules is opened for that, once; one that cannot be
// read is listed, so that its players find it.
func (g *Games) canWait(ctx context.Context, id string) bool {
	can, err := g.waits.Get(id, func() (bool, error) {
		s, _, err := g.log.Load(ctx, id)
		var h record.Header
		if err != nil || json.Unmarshal([]byte(s.Header), &h) != nil {
			return true, err
		}
		if slices.ContainsFunc(system.All(), func(x system.System) bool { return x.ID() == h.Rulebook && x.Version() == h.Engine }) {
			return true, nil
		}
		can := true
		err = g.With(id, func(m *Match) error {
			snap, err := m.Snapshot()
			can = err != nil || snap.Frozen == nil || snap.Frozen.Newer()
			return err
		})
		return can, err
	})
	return can || err != nil
}

// Rated returns the games that count for ratings, in the order in which they were changed last.
func (g *Games) Rated(ctx context.Context) ([]Game, error) { return g.log.Rated(ctx) }

// RatedMark returns a text that changes when another of these games has ended, or one that had is gone.
func (g *Games) RatedMark(ctx context.Context) (string, error) { return g.log.RatedMark(ctx) }

// Hosted returns how many games a user has set up: all that are not deleted, and those since a time.
func (g *Games) Hosted(ctx context.Context, user string, since time.Time) (all, recent int, err error) {
	return g.log.Hosted(ctx, user, since)
}

// Challenges returns how many games of a user the lobby offers to others.
func (g *Games) Challenges(ctx context.Context, user string) (int, error) {
	return g.log.Challenges(ctx, user, time.Now().Add(-KeepOpen))
}

// Rename sets what people call a game; an empty title takes it away.
func (g *Games) Rename(ctx context.Context, id, title string) error {
	return unwritten(g.log.Rename(ctx, id, title))
}

// Delete marks a game as deleted. It is listed as such, can be brought back with Restore, and is removed by Purge.
func (g *Games) Delete(ctx context.Context, id string) error {
	return unwritten(g.log.Delete(ctx, id, time.Now()))
}

// Restore brings a deleted game back.
func (g *Games) Restore(ctx context.Context, id string) error {
	return unwritten(g.log.Delete(ctx, id, time.Time{}))
}

// Purge removes the games that were deleted at least as long ago as given, and returns how many.
func (g *Games) Purge(ctx context.Context, ago time.Duration) (int, error) {
	return g.log.Purge(ctx, time.Now().Add(-ago))
}

// unwritten returns an error of the log as one of a request that has changed nothing.
func unwritten(err error) error {
	if err == nil || errors.Is(err, ErrNotFound) || errors.Is(err, ErrReadOnly) {
		return err
	}
	return &Unwritten{err}
}

// Check returns an error if games should be writable but are not.
func (g *Games) Check(ctx context.Context) error {
	if g.ReadOnly() {
		return nil
	}
	if err := g.log.Check(ctx); err != nil {
		return &Unwritten{err}
	}
	return nil
}

// Library returns the library of battles.
func (g *Games) Library() *table.Library { return g.options.Library }

// ReadOnly reports whether games can only be viewed.
func (g *Games) ReadOnly() bool { return g.log.ReadOnly() }

// Seats returns the kinds that a seat can have, [Human] first.
func (g *Games) Seats() []string {
	return append([]string{Human}, slices.Sorted(maps.Keys(g.options.Players))...)
}

// NewGame holds the choices made before a game.
type NewGame struct {
	ID       string // empty: a new one
	Battle   string
	Host     string // the user who sets it up; empty: anybody at the table plays
	Seats    []Seat // by side
	Settings table.Settings
	Terms    Terms
}

// Create starts a game and returns its id. If there is a game of that id already, nothing happens to it, and there is an
// error.
func (g *Games) Create(ctx context.Context, n NewGame) (string, error) {
	id := cmp.Or(n.ID, newID())
	if n.Settings.Shares != nil {
		n.Settings.Game = id
	}
	b, r, err := g.options.Library.New(n.Battle, n.Settings)
	if err != nil {
		return "", err
	}
	if err := g.checkSeats(n.Seats, b); err != nil {
		return "", err
	}
	return g.add(ctx, id, b, r, n.Host, n.Seats, n.Terms)
}

// checkSeats returns an error unless every side of a battle has a seat of a kind that there is.
func (g *Games) checkSeats(seats []Seat, b *table.LoadedBattle) error {
	for i, seat := range seats {
		if _, ok := g.options.Players[seat.Kind]; !ok && seat.Kind != Human {
			return fmt.Errorf("seat %d: nobody is called %q", i, seat.Kind)
		}
	}
	if len(seats) != b.Battle.Sides() {
		return fmt.Errorf("there are %d seats; the battle has %d sides", len(seats), b.Battle.Sides())
	}
	return nil
}

// Branch adds a game that begins with the given entries of another, see [record.NewBranch], and returns its id.
func (g *Games) Branch(ctx context.Context, of *Snapshot, entries []record.Entry, host string, seats []Seat) (string, error) {
	if err := g.checkSeats(seats, of.Loaded); err != nil {
		return "", err
	}
	r, err := record.NewBranch(of.Loaded.Battle, of.Header, entries)
	if err != nil {
		return "", err
	}
	return g.add(ctx, newID(), of.Loaded, r, host, seats, Terms{})
}

// Import adds the game of a record, with people in all seats, and returns its id. If there is a host, all seats are his.
func (g *Games) Import(ctx context.Context, r io.Reader, host string) (string, error) {
	b, rec, err := g.options.Library.ReadStored(r, g.storedPack(ctx))
	if err != nil {
		return "", err
	}
	return g.add(ctx, newID(), b, rec, host, slices.Repeat([]Seat{{Kind: Human, User: host}}, b.Battle.Sides()), Terms{})
}

func (g *Games) add(
	ctx context.Context, id string, b *table.LoadedBattle, r *record.Game, host string, seats []Seat, terms Terms,
) (string, error) {
	entries := r.Entries()
	if f := r.Frozen(); f != nil {
		entries = slices.Concat(entries, f.Rest)
	} else if r.Ready() && !r.Outcome().Over {
		// A game may begin with a roll.
		if _, err := r.Play(nil, rolls(r), nil); err != nil {
			return "", err
		}
		entries = r.Entries()
	}
	now := time.Now()
	var rows []Row
	for _, n := range r.Nonces() {
		rows = append(rows, Row{Kind: RowNonce, At: now, Actor: actor(n.Side, seats), Line: string(n.Line())})
	}
	undone := r.Undone()
	for i := 0; i <= len(entries); i++ {
		for ; len(undone) > 0 && undone[0].After == i; undone = undone[1:] {
			rows = append(rows, undoneRow(&undone[0], seats, now))
		}
		if i < len(entries) {
			rows = append(rows, actionRow(&entries[i], seats, now))
		}
	}
	if e := r.Ending(); e != nil {
		rows = append(rows, Row{Kind: RowEnd, At: now, Actor: Actor{Side: game.Nobody}, Line: string(e.Line())})
	}
	changes, err := changesOf(r, rows)
	if err != nil {
		return "", err
	}
	h := r.Header()
	h.Archive = nil // the pack is kept once, not in every game
	m := Match{record: r, host: host, seats: seats, declined: game.Nobody}
	seats, _ = m.waitsAfter(now)
	s := Game{
		ID: id, Header: string(h.Line()), Host: host, Seats: seats, Created: now, Updated: now, Over: r.Outcome().Over,
		Summary: summarize(r, changes, terms.begin(r, host, seats, now)).String(), Terms: terms.String(), Listing: terms.Listing(), Rated: terms.Rated,
	}
	pack := Pack{Hash: b.Pack.Hash}
	if pack.Data, err = b.Pack.Files.Archive(); err != nil {
		return "", err
	}
	if err := g.log.Create(ctx, s, rows, pack); err != nil {
		return "", &Unwritten{err}
	}
	g.noteTime()
	if f := g.options.Changed; f != nil && g.ctx.Err() == nil {
		g.playing.Go(func() { f(s.ID) }) // somebody may not know yet that it waits for him
	}
	// Opening the game starts the player whose turn it is.
	return s.ID, g.With(s.ID, func(*Match) error { return nil })
}

// storedPack returns a function that loads the packs that games were begun with.
func (g *Games) storedPack(ctx context.Context) table.Stored {
	return func(hash string) ([]byte, error) {
		p, err := g.log.Pack(ctx, hash)
		return p.Data, err
	}
}

// Load returns the battle of a header, compiled from the pack that the game was begun with.
func (g *Games) Load(ctx context.Context, h record.Header) (*table.LoadedBattle, error) {
	return g.options.Library.Open(h, g.storedPack(ctx))
}

// LoadOf returns the battle of an id with the given options, from the pack of a hash; an empty hash stands for the present
// pack. The error is [table.ErrNoBattle] if there is no such pack.
func (g *Games) LoadOf(ctx context.Context, id, hash string, options []string) (*table.LoadedBattle, error) {
	b, err := g.options.Library.LoadOf(id, hash, options, g.storedPack(ctx))
	if lost := (*table.PackError)(nil); errors.As(err, &lost) && errors.Is(err, ErrNotFound) {
		return nil, table.ErrNoBattle
	}
	return b, err
}

// newID returns an id that nobody can guess.
func newID() string { return strings.ToLower(dice.NewSeed())[:16] }

// With calls f with the game of an id, which stays open while f runs. If it is the turn of a player that has stopped,
// because the log could not be written or the game was closed, the player resumes.
func (g *Games) With(id string, f func(*Match) error) error {
	s := g.acquire(id)
	defer g.release(s)
	<-s.ready
	if s.err != nil {
		return s.err
	}
	s.match.wake()
	return f(s.match)
}

// acquire returns the slot of a game and opens the game if necessary. The caller must release the slot.
func (g *Games) acquire(id string) *slot {
	g.mu.Lock()
	s := g.open[id]
	if s != nil {
		s.refs++
		g.used.MoveToFront(s.at)
		g.mu.Unlock()
		return s
	}
	s = &slot{id: id, refs: 1, ready: make(chan struct{})}
	s.at = g.used.PushFront(s)
	g.open[id] = s
	g.mu.Unlock()

	defer close(s.ready)
	s.match, s.err = g.load(id)
	return s
}

// noteChange marks an open game as changed by another process.
func (g *Games) noteChange(c Change) {
	g.noteTime()
	g.mu.Lock()
	s := g.open[c.Game]
	if s == nil {
		g.mu.Unlock()
		return
	}
	s.refs++
	g.mu.Unlock()
	defer g.release(s)
	if <-s.ready; s.err == nil {
		s.match.noteChange(c.Revision)
	}
}

// release ends a use of a slot. If too many games are open, it closes those that nobody uses, least recently used first.
// A game that could not be opened is closed at once.
func (g *Games) release(s *slot) {
	g.mu.Lock()
	defer g.mu.Unlock()
	s.refs--
	if s.refs == 0 && s.err != nil {
		g.forget(s)
	}
	for at := g.used.Back(); at != nil && g.used.Len() > g.options.Open; {
		old := at.Value.(*slot)
		at = at.Prev()
		if old.refs == 0 {
			g.forget(old)
		}
	}
}

// forget closes a game. The caller holds Games.mu.
func (g *Games) forget(s *slot) {
	g.used.Remove(s.at)
	delete(g.open, s.id)
	if s.err == nil {
		g.background(s.match.unseatPlayers())
	}
}

// catchPanic turns a panic into an error: a bug met in one game must not leave its lock held or end the program. It is
// called by defer.
func catchPanic(err *error) {
	if x := recover(); x != nil {
		*err = fmt.Errorf("%v\n%s", x, debug.Stack())
	}
}

// background runs f in a goroutine that Close waits for, or at once if Close has been called.
func (g *Games) background(f func()) {
	if g.ctx.Err() != nil {
		f()
		return
	}
	g.playing.Go(f)
}

// load builds a game from the log.
func (g *Games) load(id string) (*Match, error) {
	m := &Match{games: g, id: id, changed: make(chan struct{})}
	if err := m.reload(); err != nil {
		return nil, err
	}
	m.stopWaiting()
	return m, nil
}

// Unwritten is the error of a request that could not be written and has changed nothing.
type Unwritten struct{ Err error }

func (u *Unwritten) Error() string { return fmt.Sprintf("the data file cannot be written: %v", u.Err) }

// Unwrap returns the cause.
func (u *Unwritten) Unwrap() error { return u.Err }

// Unreadable is the error of a game that exists but cannot be rebuilt, for instance because its data are damaged.
type Unreadable struct {
	ID  string
	Err error
}

func (u *Unreadable) Error() string {
	return fmt.Sprintf("the game %q cannot be read: %v", u.ID, u.Err)
}

// Unwrap returns the cause.
func (u *Unreadable) Unwrap() error { return u.Err }

// Why a request is refused.
var (
	ErrStale  = errors.New("the game has changed")
	ErrReused = errors.New("the id has been used for another request")
	ErrSeat   = errors.New("the side to act is not played by people")

	ErrOpenSeat = errors.New("a seat of the game is still open")
	ErrInvite   = errors.New("nobody is invited by this link")
	ErrSeated   = errors.New("somebody has taken the seat")
	ErrTurn     = errors.New("it is the other side's turn")
	ErrOver     = errors.New("the game is over")
	ErrRollDue  = record.ErrRollDue
)
