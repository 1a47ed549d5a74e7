package match

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"acies/game"
	"acies/record"
	"acies/system"
)

// A rulebook with secrets may ask a side again and again for something that it mostly declines, such as a card to play, so
// that being asked says nothing (see [game.Choice]). A player says in which of these questions he wants to be asked; the
// others are declined for him, by an ordinary action of his side that is hidden from others as his own would be.
//
// What a player has set and whether an action was automatic is not shown to anybody else, but the time of an answer is. If
// another seat is played by a person elsewhere, an automatic answer therefore comes after a random delay that is as long
// whatever the setting and the hand. A player who takes longer than that still shows that he was asked; only one who is
// always asked gives nothing away. For so long no such question costs time (see [clock.Hesitation]), whoever answers it.

// Ask says in which quiet questions a player wants to be asked.
type Ask string

// The settings of a seat.
const (
	AskAlways  Ask = "always"
	AskFitting Ask = "fitting" // if the player can do something other than decline; the default
	AskLater   Ask = "later"   // not before the present span ends (see [game.View]); then as before
)

// Asks are all settings of a seat.
var Asks = []Ask{AskAlways, AskFitting, AskLater}

// ErrNoQuestions is the error of a setting for questions that the battle does not ask.
var ErrNoQuestions = errors.New("the battle asks nothing that could be answered so for a player")

// setting is the line of a row that changes a setting.
type setting struct {
	Ask      Ask    `json:"ask,omitempty"`
	Span     string `json:"span,omitempty"`     // for AskLater: how long it lasts
	Together *bool  `json:"together,omitempty"` // all people play at one screen, so that answers need no delay

	Standing map[string]Standing `json:"standing,omitempty"` // by question
	Answered []int               `json:"answered,omitempty"` // entries that were answered for their side
}

// seatAsk is the setting of a seat.
type seatAsk struct {
	ask, former Ask
	span        string
}

// settings are what people have set in a game.
type settings struct {
	asks     []seatAsk // by side
	together bool
	standing []map[string]Standing // by side and question; none: the player is asked
	answered []int                 // entries that were answered for their side, in order
	rows     int                   // how many rows of the log are settings
}

func newSettings(sides int) settings {
	return settings{asks: slices.Repeat([]seatAsk{{ask: AskFitting}}, sides), standing: make([]map[string]Standing, sides)}
}

// readSettings returns the settings after the rows of a game.
func readSettings(rows []Row, sides int) (settings, error) {
	s := newSettings(sides)
	entries := 0
	for i := range rows {
		switch rows[i].Kind {
		case RowAction:
			entries++
		case RowUndo:
			entries--
			s.cut(entries)
		case RowSetting:
			if err := s.apply(&rows[i]); err != nil {
				return s, fmt.Errorf("row %d of its log: %w", i+1, err)
			}
		}
	}
	return s, nil
}

// apply changes the settings by a row.
func (s *settings) apply(r *Row) error {
	var x setting
	if err := json.Unmarshal([]byte(r.Line), &x); err != nil {
		return err
	}
	s.rows++
	if x.Together != nil {
		s.together = *x.Together
	}
	if err := s.applyStanding(r.Actor.Side, &x); err != nil {
		return err
	}
	if x.Ask == "" {
		return nil
	}
	side := int(r.Actor.Side)
	if side < 0 || side >= len(s.asks) || !slices.Contains(Asks, x.Ask) {
		return fmt.Errorf("found the setting %q of side %d, which this program does not know", x.Ask, side)
	}
	asks := slices.Clone(s.asks) // snapshots share the old one
	old := asks[side]
	asks[side] = seatAsk{ask: x.Ask, span: x.Span, former: old.ask}
	if old.ask == AskLater {
		asks[side].former = old.former
	}
	s.asks = asks
	return nil
}

// at returns the setting of a side in a state.
func (s *settings) at(side game.Side, state game.State) Ask {
	x := &s.asks[side]
	if x.ask == AskLater && x.span != state.View(game.Nobody).Span {
		return x.former
	}
	return x.ask
}

// unasked is how a question is answered without asking the player.
type unasked struct {
	answer game.Action // declines it
	choose bool        // the program chooses instead
	told   bool        // the player is told, because there was something to choose
}

// quietAnswer returns how the present question of the side to act is answered without asking its player. The caller holds
// the lock.
func (m *Match) quietAnswer() (u unasked, ok bool) {
	state := m.record.State()
	side := state.ToAct()
	if m.rests() || !human(m.seats, side) {
		return u, false
	}
	if u, ok := m.standingAnswer(state, side); ok || m.changes == nil {
		return u, ok
	}
	ask := m.settings.at(side, state)
	if ask == AskAlways {
		return u, false
	}
	for _, x := range state.Legal(nil) {
		switch {
		case m.record.Battle().Choice(x).Quiet:
			u.answer, ok = x, true
		case ask == AskFitting:
			return u, false
		}
	}
	return u, ok
}

// answerable reports whether a person could have set that the present question is answered for him. Everybody may know that. The
// caller holds the lock.
func (m *Match) answerable() bool {
	state := m.record.State()
	if state.ToAct() < 0 {
		return false
	}
	if rules, ok := system.Of(state.Battle()).(system.Standing); ok {
		if key, _ := rules.StandingAsked(state); key != "" {
			return true
		}
	}
	return m.changes != nil && slices.ContainsFunc(state.Legal(nil), func(a game.Action) bool { return m.record.Battle().Choice(a).Quiet })
}

// watched reports whether a person elsewhere might time the answers of a side. The caller holds the lock.
func (m *Match) watched(side game.Side) bool {
	for other := range m.seats {
		if game.Side(other) != side && human(m.seats, game.Side(other)) {
			return !m.settings.together
		}
	}
	return false
}

// answerQuietly declines the questions in which players do not want to be asked, up to the first for which it must wait. It
// adds the steps to an answer. The caller holds the lock.
func (m *Match) answerQuietly(out *Answer) error {
	for {
		u, ok := m.quietAnswer()
		if !ok || m.watched(m.record.State().ToAct()) {
			return nil
		}
		if u.choose {
			u.answer = m.choose(m.stewardTurn())
		}
		played, err := m.record.Play([]game.Action{u.answer}, rolls(m.record), nil)
		if err != nil {
			return err
		}
		out.answered(&u, played.Steps)
	}
}

// hesitation returns how long to wait before an automatic answer.
func (m *Match) hesitation() time.Duration {
	if h := m.games.options.Hesitation; h != nil {
		return h()
	}
	return time.Second + time.Duration(game.Intn(fair{}, 1500))*time.Millisecond // well before the clock is charged
}

// hesitate waits until an automatic answer may be given. It returns [ErrStale] if the game changes before, and false if the
// program is ending.
func (m *Match) hesitate(t *turn) (bool, error) {
	if !t.watched {
		return true, nil
	}
	timer := time.NewTimer(m.hesitation())
	defer timer.Stop()
	select {
	case <-timer.C:
		return true, nil
	case <-t.changed:
		return true, ErrStale
	case <-m.games.ctx.Done():
		return false, nil
	}
}

// SetAsk sets in which quiet questions the player of a side wants to be asked.
func (m *Match) SetAsk(ctx context.Context, side game.Side, ask Ask) (Answer, error) {
	return m.set(ctx, side, func() (setting, error) {
		span := m.record.State().View(game.Nobody).Span
		switch {
		case !human(m.seats, side):
			return setting{}, ErrSeat
		case m.record.Outcome().Over:
			return setting{}, ErrOver
		case span == "":
			return setting{}, ErrNoQuestions
		case ask != AskLater:
			span = ""
		}
		return setting{Ask: ask, Span: span}, nil
	})
}

// SetTogether sets whether all people play at one screen.
func (m *Match) SetTogether(ctx context.Context, together bool) (Answer, error) {
	return m.set(ctx, game.Nobody, func() (setting, error) { return setting{Together: &together}, nil })
}

// set writes a setting of a side, and the answers that it gives. What is set already is not written again.
func (m *Match) set(ctx context.Context, side game.Side, f func() (setting, error)) (Answer, error) {
	if err := m.lock(); err != nil {
		return Answer{}, err
	}
	defer m.mu.Unlock()
	if m.games.ReadOnly() {
		return Answer{}, ErrReadOnly
	}
	if f := m.record.Frozen(); f != nil {
		return Answer{}, f
	}
	x, err := f()
	if err != nil {
		return Answer{}, err
	}
	if m.isSet(side, x) {
		return Answer{Snapshot: m.snapshot()}, nil
	}
	if m.account.spent(side) {
		return Answer{}, ErrExtra
	}
	line, err := json.Marshal(x)
	if err != nil {
		return Answer{}, err
	}
	out := Answer{row: &Row{Kind: RowSetting, At: time.Now(), Actor: actor(side, m.seats), Line: string(line)}, auto: true}
	before, old, kept := m.record.Mark(), m.settings, false
	defer func() {
		if !kept {
			m.settings = old
		}
	}()
	defer restore(m.record, before, &kept)
	if err := m.settings.apply(out.row); err != nil {
		return Answer{}, err
	}
	if err := m.answerQuietly(&out); err != nil {
		return Answer{}, err
	}
	switch err := m.write(ctx, Request{}, "", &out); {
	case err == nil:
	case errors.Is(err, ErrConflict):
		kept = true // the game is rebuilt
		return Answer{}, m.reloadAfterConflict()
	default:
		return Answer{}, &Unwritten{err}
	}
	kept = true
	out.Snapshot = m.snapshot()
	m.wakeLocked()
	return out, nil
}

func (m *Match) isSet(side game.Side, x setting) bool {
	if x.Together != nil {
		return *x.Together == m.settings.together
	}
	if x.Standing != nil {
		return m.settings.hasStanding(side, x.Standing)
	}
	return x.Ask != AskLater && x.Ask == m.settings.asks[side].ask
}

// undo undoes the last action and, if the player would not be asked again, the action before it. It returns what it has
// undone, the last action first.
func (m *Match) undo() (gone []record.Entry, err error) {
	before := m.record.Mark()
	for again := true; again; _, again = m.quietAnswer() {
		e, err := m.record.Undo()
		if err != nil {
			m.record.Reset(before)
			return nil, err
		}
		gone = append(gone, e)
	}
	return gone, nil
}

// tryUndo returns how many actions an undo would take back, or why it cannot.
func (m *Match) tryUndo() (int, error) {
	before := m.record.Mark()
	gone, err := m.undo()
	m.record.Reset(before)
	return len(gone), err
}
