// Package match has games in progress. A [Match] is the only writer of its game: it checks that a request is of the
// present version and an action open to the side whose seat it is, applies it, makes the rolls that follow, has it
// written durably, and only then shows it to anybody.
package match

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"acies/ai"
	"acies/dice"
	"acies/record"
	"acies/table"
)

// Player is an opponent that the program plays in one seat of one game. Choose returns a legal action of the state, which
// is the player's own copy and in which everything its side cannot know has been drawn anew.
//
// A player that is also a [game.Sink] is told before each choice what has happened since the last; one that comes to a
// game under way is told nothing of what was before. One that has a method End(game.Outcome) is told when it is no longer
// needed, because the game is over or nobody looks at it any more. That may be while it chooses: its choice then no
// longer counts.
type Player = ai.Player

// Human is the kind of a seat that people play; every other kind is the name of a [Player].
const Human = "human"

// Options say what games are played with.
type Options struct {
	Library *table.Library
	Players map[string]func() Player // makers of players, by the kind of their seats
	Deputy  func() Player            // makes who plays for a kind that is no longer among them; nil: nobody does
	Logger  *slog.Logger
	Open    int // how many games to keep at hand; 0 means 256
}

// Games are the games of a log. Those in use and those used last are kept at hand; the others are built from the
// log when somebody asks for them.
type Games struct {
	log     Log
	options Options

	mu   sync.Mutex
	open map[string]*slot
	used *list.List // slots, the one used last in front

	quit    context.CancelFunc
	ctx     context.Context
	playing sync.WaitGroup
}

// slot is the place of an open game.
type slot struct {
	id    string
	refs  int // who use it now
	at    *list.Element
	ready chan struct{} // closed when match or err is set
	match *Match
	err   error
}

// New returns the games of a log.
func New(l Log, o Options) *Games {
	if o.Open == 0 {
		o.Open = 256
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	g := &Games{log: l, options: o, open: map[string]*slot{}, used: list.New()}
	g.ctx, g.quit = context.WithCancel(context.Background())
	changes := l.Watch(g.ctx) // before any game is loaded, so that no change is missed
	g.playing.Go(func() {
		for list := range changes {
			for _, c := range list {
				g.noteChange(c)
			}
		}
	})
	return g
}

// Close stops the players and waits for their last actions.
func (g *Games) Close() {
	g.quit()
	g.mu.Lock()
	var ends sync.WaitGroup
	for _, s := range g.open {
		ends.Go(func() {
			if <-s.ready; s.err == nil {
				s.match.rise()()
			}
		})
	}
	g.mu.Unlock()
	ends.Wait()
	g.playing.Wait()
}

// List returns the games played most recently.
func (g *Games) List(ctx context.Context, limit int) ([]Game, error) { return g.log.Games(ctx, limit) }

// Check reports whether games can be written, by writing something; a log that is open for reading only is fine.
func (g *Games) Check(ctx context.Context) error {
	if g.ReadOnly() {
		return nil
	}
	if err := g.log.Check(ctx); err != nil {
		return &Unwritten{err}
	}
	return nil
}

// Library returns where battles come from.
func (g *Games) Library() *table.Library { return g.options.Library }

// ReadOnly reports whether games can only be looked at.
func (g *Games) ReadOnly() bool { return g.log.ReadOnly() }

// Seats are the kinds that a seat may have, people first.
func (g *Games) Seats() []string {
	return append([]string{Human}, slices.Sorted(maps.Keys(g.options.Players))...)
}

// NewGame is what people decide before a game.
type NewGame struct {
	Battle   string
	Seats    []Seat // by side
	Settings table.Settings
}

// Create starts a game and returns its id.
func (g *Games) Create(ctx context.Context, n NewGame) (string, error) {
	for i, seat := range n.Seats {
		if _, ok := g.options.Players[seat.Kind]; !ok && seat.Kind != Human {
			return "", fmt.Errorf("seat %d: nobody is called %q", i, seat.Kind)
		}
	}
	b, r, err := g.options.Library.New(n.Battle, n.Settings)
	if err != nil {
		return "", err
	}
	if len(n.Seats) != b.Battle.Sides() {
		return "", fmt.Errorf("there are %d seats; the battle has %d sides", len(n.Seats), b.Battle.Sides())
	}
	return g.add(ctx, b, r, n.Seats)
}

// Import takes a game over from its record, to be looked at and gone on with by people, and returns its id.
func (g *Games) Import(ctx context.Context, r io.Reader) (string, error) {
	b, rec, err := g.options.Library.ReadStored(r, g.storedPack(ctx))
	if err != nil {
		return "", err
	}
	return g.add(ctx, b, rec, slices.Repeat([]Seat{{Kind: Human}}, b.Battle.Sides()))
}

func (g *Games) add(ctx context.Context, b *table.Board, r *record.Game, seats []Seat) (string, error) {
	// A game may begin with a roll.
	if _, err := r.Play(nil, rolls(r), nil); err != nil {
		return "", err
	}
	now := time.Now()
	var rows []Row
	for i := range r.Entries() {
		rows = append(rows, actionRow(&r.Entries()[i], seats, now))
	}
	s := Game{
		ID: newID(), Header: string(r.Header().Line()), Seats: seats, Summary: summarize(r).String(), Created: now, Updated: now,
	}
	pack := Pack{Hash: b.Pack.Hash}
	var err error
	if pack.Data, err = b.Pack.Files.Archive(); err != nil {
		return "", err
	}
	if err := g.log.Create(ctx, s, rows, pack); err != nil {
		return "", &Unwritten{err}
	}
	// A game whose first choice is not a person's begins by itself.
	return s.ID, g.With(s.ID, func(*Match) error { return nil })
}

// storedPack returns what finds the packs that games were begun with, whatever has become of them since.
func (g *Games) storedPack(ctx context.Context) table.Stored {
	return func(hash string) ([]byte, error) {
		p, err := g.log.Pack(ctx, hash)
		return p.Data, err
	}
}

// Board returns the battle of a header, as the game was begun with.
func (g *Games) Board(ctx context.Context, h record.Header) (*table.Board, error) {
	return g.options.Library.Open(h, g.storedPack(ctx))
}

// newID returns a name for a game that nobody can guess.
func newID() string { return strings.ToLower(dice.NewSeed())[:16] }

// With calls f with the game of an id, which stays open as long as f runs. A player that is to act but has stopped, since
// the data file could not be written or the game was closed, goes on.
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

// acquire returns the slot of a game, and opens the game if it is not.
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

// noteChange tells an open game that somebody else has changed it.
func (g *Games) noteChange(c Change) {
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

// release gives a slot back. Games that nobody uses are forgotten when there are too many, the longest unused first,
// and those that could not be opened at once.
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

func (g *Games) forget(s *slot) {
	g.used.Remove(s.at)
	delete(g.open, s.id)
	if s.err == nil {
		g.background(s.match.rise())
	}
}

// catchPanic turns a panic into an error. A fault in one game must neither hold its locks for ever nor end the program.
func catchPanic(err *error) {
	if x := recover(); x != nil {
		*err = fmt.Errorf("%v\n%s", x, debug.Stack())
	}
}

// background runs something that Close waits for, unless it is too late to.
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
	return m, nil
}

// Unwritten says that a request could not be written down and has changed nothing.
type Unwritten struct{ Err error }

func (u *Unwritten) Error() string { return fmt.Sprintf("the data file cannot be written: %v", u.Err) }

// Unwrap returns the cause.
func (u *Unwritten) Unwrap() error { return u.Err }

// Unreadable says that a game is there but cannot be played again, for instance since its battle has been changed.
type Unreadable struct {
	ID  string
	Err error
}

func (u *Unreadable) Error() string {
	return fmt.Sprintf("the game %q cannot be read: %v", u.ID, u.Err)
}

// Unwrap returns the cause.
func (u *Unreadable) Unwrap() error { return u.Err }

// What stands in the way of a request.
var (
	ErrStale   = errors.New("the game has gone on meanwhile")
	ErrReused  = errors.New("the id has been used for another request")
	ErrSeat    = errors.New("the side to act is not played by people")
	ErrTurn    = errors.New("it is the other side's turn")
	ErrOver    = errors.New("the game is over")
	ErrRollDue = record.ErrRollDue
)
