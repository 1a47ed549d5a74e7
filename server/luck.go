package server

import (
	"net/http"
	"sync"

	"acies/desk"
	"acies/game"
	"acies/luck"
	"acies/match"
	"acies/record"
	"acies/words"
)

// lucks keeps the reports on finished games, by the chains of their records. Reports are made one at a time, so that
// they leave processor time for games in progress.
//
// Lock order: the once of a report, then work. mu is held alone, and neither is taken under the lock of a match.
type lucks struct {
	mu   sync.Mutex
	kept map[string]*luckReport
	work sync.Mutex
}

type luckReport struct {
	once   sync.Once
	report *luck.Report
	err    error
}

// maxLucks is how many reports are kept.
const maxLucks = 64

// of returns the report on a finished game. It asks elsewhere first, if that is not nil.
func (l *lucks) of(snap *match.Snapshot, elsewhere func(game.Battle, []record.Entry) *luck.Report) (*luck.Report, error) {
	if !snap.Outcome().Over {
		return nil, luck.ErrUnfinished
	}
	chain := snap.Header.Chain
	if n := len(snap.Entries); n > 0 {
		chain = snap.Entries[n-1].Chain
	}
	r := l.slot(chain)
	r.once.Do(func() {
		if elsewhere != nil {
			if r.report = elsewhere(snap.Loaded.Battle, snap.Entries); r.report != nil {
				return
			}
		}
		l.work.Lock()
		defer l.work.Unlock()
		r.report, r.err = luck.Of(snap.Loaded.Battle, snap.Entries)
	})
	return r.report, r.err
}

// slot returns the entry of a report, which may not have been made yet.
func (l *lucks) slot(chain string) *luckReport {
	l.mu.Lock()
	defer l.mu.Unlock()
	if r := l.kept[chain]; r != nil {
		return r
	}
	if l.kept == nil || len(l.kept) >= maxLucks {
		l.kept = map[string]*luckReport{}
	}
	r := &luckReport{}
	l.kept[chain] = r
	return r
}

// luck answers with the luck report of a finished game.
func (s *server) luck(c *call) error {
	var snap match.Snapshot
	var w *words.Words
	err := s.ask(c, func(now *match.Snapshot, d *desk.Desk) error {
		snap, w = *now, d.Words
		return nil
	})
	if err != nil {
		return err
	}
	r, err := s.lucks.of(&snap, s.Luck)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, luck.Describe(w, snap.Loaded.Battle, r))
}
