package match

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"acies/game"
	"acies/record"
	"acies/table"
)

// Match is one game in progress. It is safe for use by several goroutines at once.
type Match struct {
	games *Games
	id    string

	mu       sync.Mutex
	board    *table.Board
	record   *record.Game
	seats    []Seat
	version  int
	revision Revision
	outdated bool // somebody else has changed the game
	last     []*Step
	answers  []answered    // to the last requests
	changed  chan struct{} // closed when the version changes
	playing  bool          // a player is choosing or will soon
	seated   map[game.Side]*seated
}

// remembered is how many steps a match keeps with what came of them.
const remembered = 16

// Snapshot is one moment of a game. Nothing of it changes.
type Snapshot struct {
	ID      string
	Version int
	Seats   []Seat
	Board   *table.Board
	Header  record.Header
	Entries []record.Entry
	State   game.State
	CanUndo error   // nil, or what is in the way
	Last    []*Step // the last few actions
}

// Human reports whether people play the side to act.
func (s *Snapshot) Human() bool { return human(s.Seats, s.State.ToAct()) }

// MayChoose says why people have nothing to choose for a side (Nobody: for whoever is to act), or nil if they have.
func (s *Snapshot) MayChoose(side game.Side) error { return mayChoose(s.Seats, s.State.ToAct(), side) }

func mayChoose(seats []Seat, toAct, side game.Side) error {
	switch {
	case toAct == game.Nobody:
		return ErrOver
	case toAct == game.Nature:
		return ErrRollDue
	case side != game.Nobody && side != toAct:
		return ErrTurn
	case !human(seats, toAct):
		return ErrSeat
	}
	return nil
}

func human(seats []Seat, side game.Side) bool { return side >= 0 && seats[side].Kind == Human }

// ByHand reports whether people type in what they roll. A game whose record came without its seed goes on so.
func (s *Snapshot) ByHand() bool { return s.Header.Seed == "" }

// lock takes the lock and, if somebody else has changed the game, builds it again.
func (m *Match) lock() error {
	m.mu.Lock()
	if !m.outdated {
		return nil
	}
	if err := m.reload(); err != nil {
		m.mu.Unlock()
		return err
	}
	m.publish()
	return nil
}

// noteChange has the game built again by whoever needs it next, unless it is of that revision already.
func (m *Match) noteChange(r Revision) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.revision != r {
		m.outdated = true
		m.publish()
	}
}

// reload builds the game from the log. The caller holds the lock, or is alone.
func (m *Match) reload() (err error) {
	defer catchPanic(&err)
	g, rows, err := m.games.log.Load(m.games.ctx, m.id)
	if errors.Is(err, ErrDamaged) {
		err = &Unreadable{m.id, err}
	}
	if err != nil {
		return err
	}
	b, r, err := m.games.build(g, rows)
	if err != nil {
		return err
	}
	last, err := steps(r, len(r.Entries())-remembered)
	if err != nil {
		return err
	}
	m.board, m.record, m.seats, m.version, m.revision, m.last = b, r, g.Seats, len(rows), g.Revision, last
	m.outdated, m.answers = false, nil
	return nil
}

// actionRow returns the row of an entry.
func actionRow(e *record.Entry, seats []Seat, at time.Time) Row {
	return Row{Kind: RowAction, At: at, Actor: actor(e.Side, seats), Line: string(e.Line())}
}

func actor(side game.Side, seats []Seat) Actor {
	a := Actor{Side: side}
	if side >= 0 {
		a.User = seats[side].User
	}
	return a
}

// build plays a game from the rows of its log.
func (g *Games) build(s Game, rows []Row) (*table.Board, *record.Game, error) {
	kept := make([]string, 0, len(rows)+1)
	kept = append(kept, s.Header)
	for i, row := range rows {
		switch {
		case row.Kind == RowAction:
			kept = append(kept, row.Line)
		case row.Kind == RowUndo && len(kept) > 1:
			kept = kept[:len(kept)-1]
		default:
			return nil, nil, &Unreadable{s.ID, fmt.Errorf("row %d of its log: found %q, which this program cannot carry out there", i+1, row.Kind)}
		}
	}
	text := strings.Join(kept, "\n") + "\n"
	b, r, err := g.options.Library.ReadStored(strings.NewReader(text), g.storedPack(g.ctx))
	if err != nil {
		return nil, nil, &Unreadable{s.ID, err}
	}
	if len(s.Seats) != b.Battle.Sides() {
		return nil, nil, &Unreadable{s.ID, fmt.Errorf("found %d seats, expected %d", len(s.Seats), b.Battle.Sides())}
	}
	return b, r, nil
}

// steps returns the actions of a record after the first few, with what came of them.
func steps(r *record.Game, after int) ([]*Step, error) {
	var out []*Step
	err := table.Replay(r.Battle(), r.Entries(), func(s table.Step) error {
		if s.N > after {
			out = append(out, &Step{Step: s})
		}
		return nil
	})
	return out, err
}

// publish tells everybody who waits. The caller holds the lock.
func (m *Match) publish() {
	close(m.changed)
	m.changed = make(chan struct{})
}

// Changed returns the present version and a channel that is closed when there is another.
func (m *Match) Changed() (int, <-chan struct{}, error) {
	if err := m.lock(); err != nil {
		return 0, nil, err
	}
	defer m.mu.Unlock()
	return m.version, m.changed, nil
}

// Snapshot returns the present moment.
func (m *Match) Snapshot() (Snapshot, error) {
	if err := m.lock(); err != nil {
		return Snapshot{}, err
	}
	defer m.mu.Unlock()
	return m.snapshot(), nil
}

func (m *Match) snapshot() Snapshot { return view(m.id, m.version, m.seats, m.board, m.record, m.last) }

func view(id string, version int, seats []Seat, b *table.Board, r *record.Game, last []*Step) Snapshot {
	s := Snapshot{
		ID: id, Version: version, Seats: seats, Board: b, Header: r.Header(),
		Entries: r.Entries(), State: r.State().Clone(), CanUndo: r.CanUndo(), Last: last,
	}
	if side := s.State.ToAct(); s.CanUndo == nil && side >= 0 && !human(seats, side) {
		s.CanUndo = ErrSeat
	}
	return s
}

// Request is what all requests to change a game have in common.
type Request struct {
	Version int       // which the client has seen
	ID      string    // the client's own name for it; empty: none
	Side    game.Side // for whom it speaks; Nobody: for whoever is to act
}

// Answer is what came of a request, and the game after it.
type Answer struct {
	Applied []*Step        // what was added
	Removed []record.Entry // what was taken back
	Snapshot
}

// Do carries out actions of the side to act and the rolls that follow, all or none. The error is a [*record.Failure] if
// an action is at fault.
func (m *Match) Do(ctx context.Context, r Request, actions []string) (Answer, error) {
	return m.change(ctx, r, r.content("do", actions...), func() (Answer, error) {
		parsed := make([]game.Action, len(actions))
		for i, text := range actions {
			var err error
			if parsed[i], err = m.record.Battle().Parse(text); err != nil {
				return Answer{}, &record.Failure{N: i, Do: text, Err: &Notation{err}}
			}
		}
		steps, err := m.record.Play(parsed, rolls(m.record), func(side game.Side) error { return mayChoose(m.seats, side, r.Side) })
		return Answer{Applied: newSteps(steps)}, err
	})
}

// Notation says that an action could not be read.
type Notation struct{ Err error }

func (n *Notation) Error() string { return n.Err.Error() }

// Unwrap returns the cause.
func (n *Notation) Unwrap() error { return n.Err }

// Roll makes the roll that is due in a game with dice by hand, as somebody has thrown it.
func (m *Match) Roll(ctx context.Context, r Request, thrown *int) (Answer, error) {
	content := r.content("roll")
	if thrown != nil {
		content = r.content("roll", strconv.Itoa(*thrown))
	}
	return m.change(ctx, r, content, func() (Answer, error) {
		state := m.record.State()
		if state.ToAct() != game.Nature {
			return Answer{}, record.ErrNoRoll
		}
		a := state.Roll(fair{})
		if thrown != nil {
			var err error
			if a, err = m.record.Battle().Parse(fmt.Sprintf("roll %d", *thrown)); err != nil {
				return Answer{}, &Notation{err}
			}
		}
		steps, err := m.record.Play([]game.Action{a}, record.Rolls{Wait: true}, nil)
		return Answer{Applied: newSteps(steps)}, err
	})
}

// Undo takes the last action of the side to act back, as the rules of package record allow.
func (m *Match) Undo(ctx context.Context, r Request) (Answer, error) {
	return m.change(ctx, r, r.content("undo"), func() (Answer, error) {
		side := m.record.State().ToAct()
		if err := m.record.CanUndo(); err != nil {
			return Answer{}, err
		}
		if side >= 0 && !human(m.seats, side) {
			return Answer{}, ErrSeat
		}
		if r.Side != game.Nobody && r.Side != side {
			return Answer{}, ErrTurn
		}
		e, err := m.record.Undo()
		return Answer{Removed: []record.Entry{e}}, err
	})
}

// change makes a change and writes it down. If it fails, or cannot be written down, the game is as it was.
func (m *Match) change(ctx context.Context, r Request, content string, f func() (Answer, error)) (Answer, error) {
	out, err := m.tryChange(ctx, r, content, f)
	var old *olderAnswer
	if errors.As(err, &old) {
		return m.repeatAnswer(ctx, old.Written)
	}
	return out, err
}

func (m *Match) tryChange(ctx context.Context, r Request, content string, f func() (Answer, error)) (Answer, error) {
	if err := m.lock(); err != nil {
		return Answer{}, err
	}
	defer m.mu.Unlock()
	if m.games.ReadOnly() {
		return Answer{}, ErrReadOnly
	}
	if r.Version != m.version {
		return m.findAnswer(ctx, r, content)
	}
	kept := false
	defer restore(m.record, m.record.Mark(), &kept)
	out, err := f()
	if err != nil {
		// A request that has been carried out may well be impossible by now.
		earlier, notFound := m.findAnswer(ctx, r, content)
		if errors.Is(notFound, ErrStale) {
			return Answer{}, err
		}
		return earlier, notFound
	}
	switch err := m.write(ctx, r, content, &out); {
	case err == nil:
	case errors.Is(err, ErrRepeated):
		return m.findAnswer(ctx, r, content)
	case errors.Is(err, ErrConflict):
		return Answer{}, m.overtaken()
	default:
		return Answer{}, &Unwritten{err}
	}
	kept = true
	out.Snapshot = m.snapshot()
	m.keepAnswer(r, content, out)
	m.wakeLocked()
	return out, nil
}

// restore takes back what has been done since a mark unless it is kept, in whatever way the doing ends.
func restore(r *record.Game, to record.Mark, kept *bool) {
	if !*kept {
		r.Reset(to)
	}
}

// overtaken builds the game again after somebody else has written to it.
func (m *Match) overtaken() error {
	if err := m.reload(); err != nil {
		return err
	}
	m.publish()
	return ErrStale
}

// write appends what a change has added to the log, and publishes it.
func (m *Match) write(ctx context.Context, r Request, content string, a *Answer) error {
	now := time.Now()
	rows := make([]Row, 0, len(a.Applied)+len(a.Removed))
	for _, e := range a.Removed {
		rows = append(rows, Row{Kind: RowUndo, At: now, Actor: actor(e.Side, m.seats)})
	}
	for _, s := range a.Applied {
		rows = append(rows, actionRow(&s.Entry, m.seats, now))
	}
	revision, err := m.games.log.Append(ctx, Append{
		Game: m.id, Version: m.version, Revision: m.revision, Rows: rows, Summary: summarize(m.record).String(),
		Request: r.ID, Content: content,
	})
	if err != nil {
		return err
	}
	m.version, m.revision = m.version+len(rows), revision
	m.remember(a)
	m.publish()
	if m.record.State().Outcome().Over {
		m.games.background(m.riseLocked())
	}
	return nil
}

// remember keeps the last steps. The list is made anew, since snapshots share it.
func (m *Match) remember(a *Answer) {
	kept := m.last[:max(0, len(m.last)-len(a.Removed))]
	all := make([]*Step, 0, len(kept)+len(a.Applied))
	all = append(append(all, kept...), a.Applied...)
	m.last = all[max(0, len(all)-remembered):]
}

// At returns the moment after the first n actions, with nothing to undo.
func (s *Snapshot) At(n int) (Snapshot, error) {
	out := *s
	out.Entries, out.State, out.Last, out.CanUndo = s.Entries[:n], s.Board.Battle.Start(), nil, record.ErrNothing
	err := table.Replay(s.Board.Battle, out.Entries, func(x table.Step) error {
		if x.N > n-remembered {
			out.Last = append(out.Last, &Step{Step: x})
		}
		if r := out.State.Apply(x.Action, nil); r != nil {
			return r
		}
		return nil
	})
	return out, err
}
