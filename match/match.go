package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"acies/clock"
	"acies/game"
	"acies/record"
	"acies/table"
)

// Match is one game in progress. Its methods may be called by several goroutines at once.
type Match struct {
	games *Games
	id    string

	mu       sync.Mutex // guards all that follows; see the package comment for the order of locks
	board    *table.LoadedBattle
	record   *record.Game
	host     string
	seats    []Seat
	version  int
	changes  record.Changes // the version as viewers count it, in a battle with secrets
	settings settings
	terms    Terms
	clock    *clock.State // nil: there is none
	rules    string       // as in its summary
	clocked  game.State   // in which the clock was set last; nil: there is none
	offer    *Offer       // nil: there is none
	declined game.Side    // who has declined dice since the last choice or roll
	account  account      // what players have said
	revision Revision
	outdated bool // another process has changed the game
	last     []*Step
	answers  []answered    // to the latest requests
	changed  chan struct{} // closed when the version changes
	playing  bool          // a goroutine runs play
	leasing  sync.Mutex    // held by play while it needs the lease of the game; taken before all other locks
	seated   map[game.Side]*seated
	past     pastMoment
}

// remembered is how many of the latest steps a match keeps with their events: so many that each viewer may know of.
const remembered = 16

// beforeLatest returns how many entries come before the steps that a match keeps.
func beforeLatest(r *record.Game) int { return record.BeforeLatest(r.Entries(), remembered) }

// Snapshot is the state of a match at one version. It does not change.
type Snapshot struct {
	ID      string
	Version int
	Changes record.Changes // the version as viewers count it; nil: all count alike
	Host    string
	Seats   []Seat
	Asks    []Ask // by side: when their players are asked
	Loaded  *table.LoadedBattle
	Header  record.Header
	Entries []record.Entry
	State   game.State
	CanUndo error   // nil, or why the last action cannot be undone
	Undoes  int     // how many actions an undo takes back: more than one if the last were declined for a player; 0: one
	Last    []*Step // the latest steps
	Frozen  *record.Frozen
	Ending  *record.Ending  // nil: people have not ended it
	Nonces  []record.Nonce  // what players have added to shared dice
	Undone  []record.Undone // what they have agreed to take back
	Ready   bool            // all who have to have done so
	Offer   *Offer          // nil: there is none
	Said    []Said          // what players have said about deals, in order
	Terms   Terms
	Clock   *clock.State // nil: there is none
	Awaits  []game.Side  // the sides that it waits for

	Standing []map[string]Standing // by side and question: what is answered for their players
	Answered []int                 // which entries were, by number
}

// Outcome returns the outcome of the game.
func (s *Snapshot) Outcome() game.Outcome { return s.Ending.Outcome(s.State) }

// Human reports whether a person plays the side to act.
func (s *Snapshot) Human() bool { return human(s.Seats, s.State.ToAct()) }

// MayChoose returns nil if a person may now choose for a side, and otherwise the reason why not. Nobody stands for the
// side to act.
func (s *Snapshot) MayChoose(side game.Side) error {
	if s.Frozen != nil {
		return s.Frozen
	}
	if s.Waiting() {
		return ErrOpenSeat
	}
	if s.Ending != nil {
		return ErrOver
	}
	return mayChoose(s.Seats, s.State.ToAct(), side)
}

// Waiting reports whether a seat of the game is still open, or a player has still to add to the dice.
func (s *Snapshot) Waiting() bool { return waiting(s.Host, s.Seats) || !s.Ready && s.Ending == nil }

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

// ByHand reports whether rolls are entered by hand. They are also in a game imported without its seed.
func (s *Snapshot) ByHand() bool { return s.Header.Seed == "" }

// lock takes the lock and rebuilds the game if another process has changed it. It holds the lock only if it succeeds.
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

// noteChange has the game rebuilt on its next use, unless it is at that revision already.
func (m *Match) noteChange(r Revision) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.revision != r {
		m.outdated = true
		m.publish()
	}
}

// reload builds the game from the log. The caller holds the lock or is the only user.
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
	last, err := steps(r, beforeLatest(r))
	if err != nil {
		return err
	}
	set, err := readSettings(rows, len(g.Seats))
	if err != nil {
		return &Unreadable{m.id, err}
	}
	changes, err := changesOf(r, rows)
	if err != nil {
		return &Unreadable{m.id, err}
	}
	terms, err := ReadTerms(g.Terms)
	if err != nil {
		return &Unreadable{m.id, fmt.Errorf("its terms: %w", err)}
	}
	ticks, err := clockOf(&g, &terms)
	if err != nil {
		return &Unreadable{m.id, fmt.Errorf("its summary: %w", err)}
	}
	m.board, m.record, m.host, m.seats, m.version, m.revision, m.last = b, r, g.Host, g.Seats, len(rows), g.Revision, last
	m.changes, m.settings = changes, set
	m.offer, m.declined = dealsAfter(rows)
	m.account = accountOf(rows)
	m.terms, m.clock, m.rules = terms, ticks, rulesOf(&g)
	m.noteClocked()
	m.outdated, m.answers = false, nil
	return nil
}

// noteClocked keeps the state from which the next change of the clocks is reckoned.
func (m *Match) noteClocked() {
	if m.terms.Clock != nil {
		m.clocked = m.record.Saved()
	}
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

// build replays a game from its rows.
func (g *Games) build(s Game, rows []Row) (*table.LoadedBattle, *record.Game, error) {
	kept := make([]string, 0, len(rows)+1)
	kept = append(kept, s.Header)
	agreed := 0 // how many of the last lines are undos to which players have agreed
	for i, row := range rows {
		switch {
		case row.Kind == RowAction:
			kept, agreed = append(kept, row.Line), 0
		case row.Kind == RowUndone:
			kept, agreed = append(kept, row.Line), agreed+1
		case row.Kind == RowUndo && len(kept) > agreed+1:
			// What was agreed after an action goes with it.
			kept = kept[:len(kept)-agreed-1]
			agreed = agreedAt(kept)
		case row.Kind == RowSetting, row.Kind == RowSeat, row.Kind == RowDeal, row.Kind == RowSubstitute, row.Kind == RowClock:
		case row.Kind == RowEnd, row.Kind == RowNonce:
			kept = append(kept, row.Line)
		default:
			return nil, nil, &Unreadable{s.ID, fmt.Errorf("row %d of its log: found %q, which this program cannot carry out there", i+1, row.Kind)}
		}
	}
	text := strings.Join(kept, "\n") + "\n"
	b, r, err := g.options.Library.ReadBy(strings.NewReader(text), rulesOf(&s), g.storedPack(g.ctx))
	if err != nil {
		return nil, nil, &Unreadable{s.ID, err}
	}
	if len(s.Seats) != b.Battle.Sides() {
		return nil, nil, &Unreadable{s.ID, fmt.Errorf("found %d seats, expected %d", len(s.Seats), b.Battle.Sides())}
	}
	return b, r, nil
}

// agreedAt returns how many of the last lines of a record are undos to which players have agreed.
func agreedAt(lines []string) (n int) {
	for n < len(lines) && record.IsUndone([]byte(lines[len(lines)-1-n])) {
		n++
	}
	return n
}

// undoneRow returns the row of an undo to which both players have agreed.
func undoneRow(u *record.Undone, seats []Seat, at time.Time) Row {
	return Row{Kind: RowUndone, At: at, Actor: actor(u.Agreed, seats), Line: string(u.Line())}
}

// changesOf returns how many changes of a game each viewer may know of. If another version of the rules has played it, the
// present one may not allow what was undone, and cannot tell who may know of the actions of a frozen game that it does not
// play; then only the entries that it plays count.
func changesOf(r *record.Game, rows []Row) (record.Changes, error) {
	if f := r.Frozen(); f == nil || len(f.Rest) == 0 {
		c, err := countChanges(r.Battle(), rows)
		if err == nil || r.Header().Engine == r.Battle().Version() {
			return c, err
		}
	}
	c := record.CountChanges(r.Battle())
	for i := range r.Entries() {
		c = c.Add(&r.Entries()[i])
	}
	for i := range rows {
		if rows[i].Kind == RowEnd {
			c = c.Add(&record.Entry{}) // everybody may know
		}
	}
	return c, nil
}

// countChanges counts the rows that each viewer may know of. Actions that were undone are not in the record, so it is made
// again with them.
func countChanges(b game.Battle, rows []Row) (record.Changes, error) {
	c := record.CountChanges(b)
	if c == nil {
		return nil, nil
	}
	g, err := record.New(b, record.Header{Dice: record.ByHand})
	if err != nil {
		return nil, err
	}
	for i := range rows {
		var e record.Entry
		switch rows[i].Kind {
		case RowSetting:
			continue
		case RowSeat, RowDeal, RowSubstitute, RowClock, RowNonce, RowEnd, RowUndone: // everybody may know
		case RowUndo:
			e, err = g.TakeBack()
		default:
			e, err = addLine(g, rows[i].Line)
		}
		if err != nil {
			return nil, fmt.Errorf("row %d of its log: %w", i+1, err)
		}
		c = c.Add(&e)
	}
	return c, nil
}

// addLine carries out the action of a line and returns its entry.
func addLine(g *record.Game, line string) (record.Entry, error) {
	var e record.Entry
	if err := json.Unmarshal([]byte(line), &e); err != nil {
		return e, err
	}
	a, err := g.Battle().Parse(e.Do)
	if err != nil {
		return e, err
	}
	if g.State().ToAct() == game.Nature {
		err = g.RollByHand(a, nil)
	} else {
		err = g.Do(a, nil)
	}
	if err != nil {
		return e, err
	}
	return g.Entries()[len(g.Entries())-1], nil
}

// steps returns the steps of a record with numbers above after.
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

// publish wakes those who wait for a new version. The caller holds the lock.
func (m *Match) publish() {
	m.games.noteTime()
	close(m.changed)
	m.changed = make(chan struct{})
	if f := m.games.options.Changed; f != nil && m.games.ctx.Err() == nil {
		m.games.playing.Go(func() { f(m.id) })
	}
}

// Changed returns the current version and a channel that is closed when it changes.
func (m *Match) Changed() (int, <-chan struct{}, error) {
	if err := m.lock(); err != nil {
		return 0, nil, err
	}
	defer m.mu.Unlock()
	return m.shown(), m.changed, nil
}

// Secrets reports whether viewers of the game may know different things.
func (m *Match) Secrets() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.changes != nil
}

// Snapshot returns the game at its current version.
func (m *Match) Snapshot() (Snapshot, error) {
	if err := m.lock(); err != nil {
		return Snapshot{}, err
	}
	defer m.mu.Unlock()
	return m.snapshot(), nil
}

func (m *Match) snapshot() Snapshot {
	s := view(m.id, m.shown(), m.seats, m.board, m.record, m.last)
	s.Host, s.Offer, s.Said, s.Terms, s.Clock = m.host, m.offer, m.account.said, m.terms, m.clock
	s.Changes, s.Awaits = m.changes, m.awaited()
	s.setAsks(&m.settings)
	if n := len(s.Entries); s.CanUndo == nil && n > 0 && (m.record.Battle().Choice(s.Entries[n-1].Action).Quiet || m.settings.stands(s.Entries[n-1].Side)) {
		s.Undoes, s.CanUndo = m.tryUndo()
	}
	return s
}

// setAsks sets when the players are asked at the moment of the snapshot.
func (s *Snapshot) setAsks(set *settings) {
	for side := range set.asks {
		s.Asks = append(s.Asks, set.at(game.Side(side), s.State))
	}
	s.Standing, s.Answered = set.standing, set.answered
}

func view(id string, version int, seats []Seat, b *table.LoadedBattle, r *record.Game, last []*Step) Snapshot {
	s := Snapshot{
		ID: id, Version: version, Seats: seats, Loaded: b, Header: r.Header(),
		Entries: r.Entries(), State: r.Saved(), CanUndo: r.CanUndo(), Last: last, Frozen: r.Frozen(), Ending: r.Ending(),
		Nonces: r.Nonces(), Undone: r.Undone(), Ready: r.Ready(),
	}
	if side := s.State.ToAct(); s.CanUndo == nil && side >= 0 && !human(seats, side) {
		s.CanUndo = ErrSeat
	}
	return s
}

// Request holds what all requests to change a game have in common.
type Request struct {
	Version int       // the version that the client has seen, as its viewer counts
	Viewer  game.Side // to whom it was shown, which matters in a battle with secrets
	ID      string    // chosen by the client; empty: none
	Side    game.Side // the side that the client plays; Nobody: any
}

// isCurrent reports whether a request is based on the present version. The caller holds the lock.
func (m *Match) isCurrent(r Request) bool { return r.Version == m.count(r.Viewer) }

// count returns the present version as a viewer counts it. The caller holds the lock.
func (m *Match) count(viewer game.Side) int {
	if m.changes == nil {
		return m.shown()
	}
	return m.changes.For(viewer)
}

// Answer is the result of a request: what it changed, and the game after it.
type Answer struct {
	Applied []*Step        // what it added
	Removed []record.Entry // what it undid
	Snapshot
	row    *Row           // what it set, offered or answered, or how it ended the game
	clock  *clock.State   // how it set the clocks; nil: they go on
	stops  bool           // it stops them
	starts bool           // it has them go on after an adjournment
	told   []int          // entries that were answered for their side
	undone *record.Undone // to which undo both players have agreed
	back   bool           // a player has come back for whom a program has played
	auto   bool           // nobody has acted: all that it added was answered for players
}

// Do carries out actions of the side to act and the rolls that follow, all or none. The error is a [*record.Failure] if
// an action is at fault.
func (m *Match) Do(ctx context.Context, r Request, actions []string) (Answer, error) {
	return m.change(ctx, r, r.content("do", actions...), func() (Answer, record.Mark, error) {
		parsed := make([]game.Action, len(actions))
		for i, text := range actions {
			var err error
			if parsed[i], err = m.record.Battle().Parse(text); err != nil {
				return Answer{}, record.Mark{}, &record.Failure{N: i, Do: text, Err: &record.Notation{Err: err}}
			}
		}
		played, err := m.record.Play(parsed, rolls(m.record), func(side game.Side) error { return mayChoose(m.seats, side, r.Side) })
		return Answer{Applied: newSteps(played.Steps)}, played.Before, err
	})
}

// Roll makes the roll that is due in a game with dice by hand: the outcome that the faces thrown mean, or one that the
// program draws if there are none. Where two people play in different places, both agree on each roll: what one sends is
// offered to the other.
func (m *Match) Roll(ctx context.Context, r Request, faces []int) (Answer, error) {
	return m.change(ctx, r, r.content("roll", fmt.Sprint(faces)), func() (Answer, record.Mark, error) {
		if m.record.State().ToAct() != game.Nature {
			return Answer{}, record.Mark{}, record.ErrNoRoll
		}
		if m.bothThrow() {
			return m.offerThrow(r.Side, faces)
		}
		return m.throw(faces)
	})
}

// Undo undoes the last action of the side to act, if package record allows it, or the last n: as many of them as it allows.
func (m *Match) Undo(ctx context.Context, r Request, n int) (Answer, error) {
	content := r.content("undo")
	if n > 1 {
		content = r.content("undo", strconv.Itoa(n))
	}
	return m.change(ctx, r, content, func() (Answer, record.Mark, error) {
		side := m.record.State().ToAct()
		if err := m.record.CanUndo(); err != nil {
			return Answer{}, record.Mark{}, err
		}
		if side >= 0 && !human(m.seats, side) {
			return Answer{}, record.Mark{}, ErrSeat
		}
		if r.Side != game.Nobody && r.Side != side {
			return Answer{}, record.Mark{}, ErrTurn
		}
		if m.account.spent(side) {
			return Answer{}, record.Mark{}, ErrExtra
		}
		before := m.record.Mark()
		gone, err := m.undo()
		for err == nil && len(gone) < n && m.record.CanUndo() == nil {
			var more []record.Entry
			more, err = m.undo()
			gone = append(gone, more...)
		}
		return Answer{Removed: gone}, before, err
	})
}

// change carries out a request: it calls f, which changes the record and returns how it was before, and writes the
// result. If either fails, the game is left as it was. A request that has been carried out before is answered as it was
// then.
func (m *Match) change(ctx context.Context, r Request, content string, f func() (Answer, record.Mark, error)) (Answer, error) {
	return m.changeAny(ctx, r, content, false, f)
}

// changeAny is change, also of a game that is frozen if so asked.
func (m *Match) changeAny(ctx context.Context, r Request, content string, frozen bool, f func() (Answer, record.Mark, error)) (Answer, error) {
	out, err := m.tryChange(ctx, r, content, frozen, f)
	var old *olderAnswer
	if errors.As(err, &old) {
		return m.repeatAnswer(ctx, old.Written)
	}
	return out, err
}

func (m *Match) tryChange(ctx context.Context, r Request, content string, frozen bool, f func() (Answer, record.Mark, error)) (Answer, error) {
	if err := m.lock(); err != nil {
		return Answer{}, err
	}
	defer m.mu.Unlock()
	if m.games.ReadOnly() {
		return Answer{}, ErrReadOnly
	}
	if f := m.record.Frozen(); f != nil && !frozen {
		return Answer{}, f
	}
	if m.count(r.Viewer) < r.Version {
		if err := m.refresh(); err != nil { // the client has learned of it from another node
			return Answer{}, err
		}
	}
	if waiting(m.host, m.seats) {
		return Answer{}, ErrOpenSeat
	}
	if !m.isCurrent(r) {
		return m.findAnswer(ctx, r, content)
	}
	out, before, err := f()
	if err != nil {
		// The request may have been carried out before, and be impossible now.
		earlier, notFound := m.findAnswer(ctx, r, content)
		if errors.Is(notFound, ErrStale) {
			return Answer{}, err
		}
		return earlier, notFound
	}
	kept := false
	defer restore(m.record, before, &kept)
	if err := m.answerQuietly(&out); err != nil {
		return Answer{}, err
	}
	switch err := m.write(ctx, r, content, &out); {
	case err == nil:
	case errors.Is(err, ErrRepeated):
		return m.findAnswer(ctx, r, content)
	case errors.Is(err, ErrConflict):
		return Answer{}, m.reloadAfterConflict()
	default:
		return Answer{}, &Unwritten{err}
	}
	kept = true
	out.Snapshot = m.snapshot()
	m.keepAnswer(r, content, out)
	m.wakeLocked()
	return out, nil
}

// restore resets a record to a mark unless kept is set. It is deferred, so it also works in a panic.
func restore(r *record.Game, to record.Mark, kept *bool) {
	if !*kept {
		r.Reset(to)
	}
}

// reloadAfterConflict rebuilds the game after another process has written to it, and returns [ErrStale].
func (m *Match) reloadAfterConflict() error {
	if err := m.reload(); err != nil {
		return err
	}
	m.publish()
	return ErrStale
}

// write appends a change to the log and publishes it. The caller holds the lock.
func (m *Match) write(ctx context.Context, r Request, content string, a *Answer) error {
	now := time.Now()
	rows, changes := make([]Row, 0, len(a.Applied)+len(a.Removed)+2), m.changes
	if a.row != nil {
		rows = append(rows, *a.row)
		if a.row.Kind != RowSetting {
			changes = changes.Add(&record.Entry{}) // everybody may know
		}
	}
	for i := range a.Removed {
		e := &a.Removed[i]
		rows = append(rows, Row{Kind: RowUndo, At: now, Actor: actor(e.Side, m.seats)})
		changes = changes.Add(e)
	}
	if a.undone != nil {
		rows = append(rows, undoneRow(a.undone, m.seats, now))
		changes = changes.Add(&record.Entry{}) // everybody may know
	}
	for _, s := range a.Applied {
		rows = append(rows, actionRow(&s.Entry, m.seats, now))
		changes = changes.Add(&s.Entry)
	}
	if len(a.told) > 0 {
		rows = append(rows, answeredRow(a.told, now))
	}
	seats, offer, declined, told := m.seats, m.offer, m.declined, m.account
	if a.row != nil {
		m.seats = seatsAfter(seats, a.row) // the clock of a program does not run
	}
	for i := range rows { // and that of who confirms dice does
		m.declined = declinedAfter(m.declined, m.offer, &rows[i])
		m.offer = m.offer.after(&rows[i])
		m.account = m.account.after(&rows[i])
	}
	ticked := m.tick(now, a)
	var waits []game.Side
	m.seats, waits = m.waitsAfter(now)
	revision, err := m.games.log.Append(ctx, Append{
		Game: m.id, Version: m.version, Revision: m.revision, Rows: rows, Summary: m.summary(changes, ticked, len(rows), a).String(),
		Over: m.record.Outcome().Over, Waits: waits, Request: r.ID, Content: content,
	})
	if err != nil {
		m.seats, m.offer, m.declined, m.account = seats, offer, declined, told
		return err
	}
	m.clock = ticked
	m.noteClocked()
	m.version, m.revision, m.changes = m.version+len(rows), revision, changes
	m.settings.note(a, len(m.record.Entries()))
	m.remember(a)
	m.publish()
	if m.record.Outcome().Over {
		m.games.background(m.unseatPlayersLocked())
	}
	return nil
}

// remember updates the latest steps. It makes a new list, because snapshots share the old one.
func (m *Match) remember(a *Answer) {
	kept := m.last[:max(0, len(m.last)-len(a.Removed))]
	all := make([]*Step, 0, len(kept)+len(a.Applied))
	all = append(append(all, kept...), a.Applied...)
	after := beforeLatest(m.record)
	if (m.changes != nil || len(a.Removed) > 1) && len(all) < len(m.record.Entries())-after {
		// After an undo there are fewer, which would tell viewers who may not know of it.
		if again, err := steps(m.record, after); err == nil {
			all = again
		}
	}
	m.last = all[max(0, len(all)-(len(m.record.Entries())-after)):]
}
