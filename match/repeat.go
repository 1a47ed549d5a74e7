package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"acies/record"
)

// A client that has not received an answer sends its request again with the same id. It must get the answer that it
// missed, and the request must not be carried out twice. A match keeps its latest answers; older ones are derived from
// the log, without holding the lock of the match.

// keptAnswers is how many answers a match keeps.
const keptAnswers = 4

// answered is a request with its answer.
type answered struct {
	id, content string
	answer      Answer
}

// content returns a hash of all that a request asks for: its kind, its version, its side and its operands.
func (r Request) content(kind string, operands ...string) string {
	text := fmt.Appendf(nil, "%s %d %d", kind, r.Version, r.Side)
	for _, o := range operands {
		text = strconv.AppendQuote(append(text, ' '), o)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// keepAnswer adds an answer to the latest ones. The caller holds the lock.
func (m *Match) keepAnswer(r Request, content string, a Answer) {
	if r.ID == "" {
		return
	}
	if len(m.answers) == keptAnswers {
		m.answers = append(m.answers[:0], m.answers[1:]...)
	}
	m.answers = append(m.answers, answered{r.ID, content, a})
}

// findAnswer returns the earlier answer to a request. The error is [ErrStale] if there was none, [ErrReused] if the id was
// used for another request, and an [*olderAnswer] if the answer is no longer kept. The caller holds the lock.
func (m *Match) findAnswer(ctx context.Context, r Request, content string) (Answer, error) {
	if r.ID == "" {
		return Answer{}, ErrStale
	}
	for _, a := range m.answers {
		if a.id != r.ID {
			continue
		}
		if a.content != content {
			return Answer{}, ErrReused
		}
		return a.answer, nil
	}
	w, ok, err := m.games.log.Request(ctx, m.id, r.ID)
	switch {
	case err != nil:
		return Answer{}, err
	case !ok:
		return Answer{}, ErrStale
	case w.Content != "" && w.Content != content:
		return Answer{}, ErrReused
	}
	return Answer{}, &olderAnswer{w}
}

// olderAnswer says that a request has been answered and that the answer must be derived from the log.
type olderAnswer struct{ Written }

func (o *olderAnswer) Error() string {
	return fmt.Sprintf("the request has written the rows %d to %d", o.First, o.Last)
}

// repeatAnswer returns the answer to the request that has written some rows. It replays the game up to there, which is
// slow, so the caller must not hold the lock.
func (m *Match) repeatAnswer(ctx context.Context, w Written) (out Answer, err error) {
	defer catchPanic(&err)
	g, rows, err := m.games.log.Load(ctx, m.id)
	if err != nil {
		return Answer{}, err
	}
	if w.First < 1 || w.First > w.Last || w.Last > len(rows) {
		return Answer{}, &Unreadable{m.id, fmt.Errorf("%w: a request has written the rows %d to %d of %d", ErrDamaged, w.First, w.Last, len(rows))}
	}
	undone, added, err := split(rows[:w.Last], w.First)
	if err != nil {
		return Answer{}, &Unreadable{m.id, err}
	}
	snap, all, err := m.snapshotAfter(g, rows[:w.Last])
	if err != nil {
		return Answer{}, err
	}
	return Answer{Removed: undone, Applied: all[len(all)-added:], Snapshot: snap}, nil
}

// snapshotAfter returns the game as it was after some of its rows, and all of its steps. The clocks are those of the present.
func (m *Match) snapshotAfter(g Game, rows []Row) (s Snapshot, all []*Step, err error) {
	b, after, err := m.games.build(g, rows)
	if err != nil {
		return s, nil, err
	}
	if all, err = steps(after, 0); err != nil {
		return s, nil, err
	}
	set, err := readSettings(rows, len(g.Seats))
	if err != nil {
		return s, nil, &Unreadable{m.id, err}
	}
	s = view(m.id, len(rows)-set.rows, g.Seats, b, after, all[beforeLatest(after):])
	s.setAsks(&set)
	then := Match{record: after, host: g.Host, seats: g.Seats}
	then.offer, then.declined = dealsAfter(rows)
	s.Host, s.Offer, s.Said, s.Awaits = g.Host, then.offer, accountOf(rows).said, then.awaited()
	if s.Terms, err = ReadTerms(g.Terms); err != nil {
		return s, nil, &Unreadable{m.id, err}
	}
	if s.Clock, err = clockOf(&g, &s.Terms); err != nil {
		return s, nil, &Unreadable{m.id, err}
	}
	s.Changes, err = changesOf(after, rows)
	return s, all, err
}

// Before returns the game as it was at a moment, for those who watch it with a delay. Nothing is offered there, and neither
// a clock nor whom it waits for is shown.
func (m *Match) Before(ctx context.Context, at time.Time) (s Snapshot, err error) {
	defer catchPanic(&err)
	g, rows, err := m.games.log.Load(ctx, m.id)
	if err != nil {
		return Snapshot{}, err
	}
	n := 0
	for n < len(rows) && !rows[n].At.After(at) {
		n++
	}
	m.mu.Lock()
	past := m.past
	m.mu.Unlock()
	if past.rows == n && past.snap != nil {
		return *past.snap, nil
	}
	if s, _, err = m.snapshotAfter(g, rows[:n]); err != nil {
		return Snapshot{}, err
	}
	s.Offer, s.Clock, s.Awaits = nil, nil, nil
	m.mu.Lock()
	m.past = pastMoment{n, &s}
	m.mu.Unlock()
	return s, nil
}

// pastMoment is the last moment that was shown to those who watch with a delay.
type pastMoment struct {
	rows int
	snap *Snapshot
}

// split returns the earlier entries that the rows from number first on undo, and how many entries they add.
func split(rows []Row, first int) (undone []record.Entry, added int, err error) {
	var lines []string
	for i, r := range rows {
		own := i+1 >= first
		switch {
		case r.Kind != RowAction && r.Kind != RowUndo:
			continue
		case r.Kind == RowAction:
			lines = append(lines, r.Line)
			if own {
				added++
			}
			continue
		case own && added > 0:
			added--
		case own:
			var e record.Entry
			if err := json.Unmarshal([]byte(lines[len(lines)-1]), &e); err != nil {
				return nil, 0, err
			}
			undone = append(undone, e)
		}
		lines = lines[:len(lines)-1]
	}
	return undone, added, nil
}
