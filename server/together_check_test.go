package server_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"acies/clock"
	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/store"
	"acies/table"
	"acies/talk"
)

// findings are what a data file holds, compared with what people were told.
type findings struct {
	*testing.T
	path     string
	games    []*shared
	store    *store.Store
	all      *match.Games
	requests int
	messages int
	unknown  int // games whose creation was not acknowledged
	lost     int
	doubled  int
	choices  int // of opponents
	partial  int // requests that were carried out by halves, or otherwise than they were answered
}

func (f *findings) String() string {
	return fmt.Sprintf("%d games, %d changes and %d messages acknowledged, %d choices of opponents: %d lost, %d doubled, %d half applied; %d games set up without an answer",
		len(f.games), f.requests, f.messages, f.choices, f.lost, f.doubled, f.partial, f.unknown)
}

// verify looks at everything.
func (f *findings) verify() {
	var err error
	if f.store, err = store.Open(f.path, store.Options{}); err != nil {
		f.Fatal(err)
	}
	defer f.store.Close()
	f.all = match.New(f.store, match.Options{Library: table.NewLibrary()})
	defer f.all.Close()
	for _, g := range f.games {
		f.game(g)
	}
	list, err := f.store.Games(f.Context(), 1_000_000)
	if err != nil {
		f.Fatal(err)
	}
	f.unknown = len(list) - len(f.games)
	for _, g := range list {
		if err := f.all.With(g.ID, f.sound); err != nil {
			f.Errorf("the game %s does not verify: %v", g.ID, err)
		}
	}
	if f.lost+f.doubled+f.partial > 0 {
		f.Errorf("lost %d, doubled %d, half applied %d", f.lost, f.doubled, f.partial)
	}
}

// game compares the rows of a game, its messages and its notes with what was acknowledged.
func (f *findings) game(g *shared) {
	kept, rows, err := f.store.Load(f.Context(), g.id)
	if err != nil {
		f.lost++
		f.Errorf("game %s: %v", g.id, err)
		return
	}
	owner := make([]string, len(rows)) // by row: the request that has written it
	for _, a := range g.done {
		f.requests++
		f.change(g, &a, rows, owner)
	}
	for _, id := range g.refused {
		if _, ok, err := f.store.Request(f.Context(), g.id, id); ok || err != nil {
			f.partial++
			f.Errorf("game %s: the request %s was refused and carried out (%v)", g.id, id, err)
		}
	}
	counts := map[match.RowKind]int{}
	for i, r := range rows {
		if owner[i] != "" {
			continue
		}
		counts[r.Kind]++
		begins := r.Kind == match.RowAction && r.Actor.Side == game.Nature && (rows[i-1].Kind == match.RowNonce || owner[i-1] == "") // a roll
		chosen := g.program >= 0 && r.Kind == match.RowAction && int(r.Actor.Side) == g.program                                      // see opponent
		if !begins && !chosen && r.Kind != match.RowSeat && r.Kind != match.RowNonce {
			f.doubled++
			f.Errorf("game %s: nobody was told of row %d, %s %s", g.id, i+1, r.Kind, r.Line)
		}
	}
	if g.program >= 0 {
		f.opponent(g)
	} else if counts[match.RowSeat] != 1 || counts[match.RowNonce] != 2 {
		f.doubled++
		f.Errorf("game %s: %d seats were taken and %d nonces added", g.id, counts[match.RowSeat], counts[match.RowNonce])
	}
	f.talk(g, kept.Seats)
}

// opponent compares the choices of an opponent with those that it makes. They depend on nothing but the game before them, so that one
// that was written twice, or after something that it did not know of, is another than it should be.
func (f *findings) opponent(g *shared) {
	var snap match.Snapshot
	err := f.all.With(g.id, func(m *match.Match) (err error) { snap, err = m.Snapshot(); return err })
	if err != nil {
		return // verify says so
	}
	b := snap.Loaded.Battle
	state := b.Start()
	for i, e := range snap.Entries {
		if side := game.Side(g.program); e.Side == side {
			f.choices++
			chance := dice.New(dice.NewKeyed("player " + snap.Header.Seed).At(i).Uint64())
			known := state.Clone()
			known.Resample(side, chance)
			if want := b.Format(random{}.Choose(known, side, chance)); e.Do != want {
				f.doubled++
				f.Errorf("game %s, action %d: the opponent has chosen %s, expected %s", g.id, e.N, e.Do, want)
			}
		}
		state.Apply(e.Action, nil)
	}
}

// change compares the rows that a request has written with its answer.
func (f *findings) change(g *shared, a *acknowledged, rows []match.Row, owner []string) {
	w, ok, err := f.store.Request(f.Context(), g.id, a.id)
	if !ok || err != nil || w.Last > len(rows) {
		f.lost++
		f.Errorf("game %s: the request %s is lost (%v)", g.id, a.id, err)
		return
	}
	var did []entry
	undone, agreed, others := 0, 0, 0
	for i := w.First - 1; i < w.Last; i++ {
		if owner[i] != "" {
			f.doubled++
			f.Errorf("game %s: row %d is of %s and of %s", g.id, i+1, owner[i], a.id)
		}
		owner[i] = a.id
		switch rows[i].Kind {
		case match.RowAction:
			var e entry
			if err := json.Unmarshal([]byte(rows[i].Line), &e); err != nil {
				f.Error(err)
			}
			did = append(did, e)
		case match.RowUndo:
			undone++
		case match.RowUndone:
			agreed++
		default:
			others++
		}
	}
	same := len(did) == len(a.Applied) && undone == len(a.Removed) && w.Last == a.Version && (others == 1) == (len(did) == 0 && undone == 0 || isReply(a))
	same = same && (agreed == 1) == (isReply(a) && undone > 0) // the record says so once
	for i := range did {
		same = same && did[i].N == a.Applied[i].N && did[i].Do == a.Applied[i].Do
	}
	if !same {
		f.partial++
		f.Errorf("game %s: the request %s %s has written the rows %d to %d, and was answered %+v", g.id, a.path, a.body, w.First, w.Last, a.done)
	}
}

// isReply reports whether a change is an answer to an offer, which has a row of its own besides what it undoes.
func isReply(a *acknowledged) bool {
	var x struct{ Accept *bool }
	return json.Unmarshal([]byte(a.body), &x) == nil && x.Accept != nil
}

// talk compares messages and notes.
func (f *findings) talk(g *shared, seats []match.Seat) {
	list, err := f.store.Said(f.Context(), g.id, talk.Players, 0, 1_000_000)
	if err != nil {
		f.Error(err)
	}
	kept := map[string]int{} // number, by text; each text was sent under one id
	for i, m := range list {
		if m.N != i+1 || kept[m.Text] != 0 {
			f.doubled++
			f.Errorf("game %s: message %d is the number %d: %s", g.id, i+1, m.N, m.Text)
		}
		kept[m.Text] = m.N
	}
	var last [2]int
	for _, m := range g.said {
		f.messages++
		switch n := kept[m.text]; {
		case n == 0:
			f.lost++
			f.Errorf("game %s: the message %d, %q, is lost", g.id, m.n, m.text)
		case n != m.n || n <= last[m.side] || list[n-1].User != seats[m.side].User:
			f.partial++
			f.Errorf("game %s: the message %q is number %d, expected %d after %d", g.id, m.text, n, m.n, last[m.side])
		}
		last[m.side] = m.n
	}
	if len(list) != len(g.said) {
		f.doubled++
		f.Errorf("game %s: %d messages are kept, %d were acknowledged", g.id, len(list), len(g.said))
	}
	for side, want := range g.notes {
		if got, err := f.store.Note(f.Context(), g.id, seats[side].User); err != nil || got != want {
			f.lost++
			f.Errorf("game %s: side %d has noted %q, expected %q (%v)", g.id, side, got, want, err)
		}
	}
}

// sound checks a game that has been replayed: its clocks are possible, and the right one runs.
func (f *findings) sound(m *match.Match) error {
	snap, err := m.Snapshot()
	if err != nil {
		return err
	}
	g, rows, err := f.store.Load(f.Context(), m.ID())
	if err != nil {
		return err
	}
	if snap.Clock == nil {
		return nil
	}
	acts, runs := [2]int64{}, clock.Nobody
	for _, r := range rows {
		if r.Kind == match.RowAction && r.Actor.Side >= 0 {
			acts[r.Actor.Side]++
		}
	}
	if !snap.Outcome().Over && !snap.Waiting() && !snap.Clock.Stopped {
		runs = int(snap.State.ToAct())
	}
	if snap.Clock.Runs != runs {
		return fmt.Errorf("the clock of side %d runs, expected that of %d", snap.Clock.Runs, runs)
	}
	c, passed := snap.Terms.Clock, g.Updated.Sub(g.Created).Milliseconds()
	for side, left := range snap.Clock.Left {
		bank := int64(c.Bank) * 1000
		if most := bank + acts[side]*int64(c.Increment)*1000; left > most || left < bank-passed {
			return fmt.Errorf("side %d has %d ms left, expected %d to %d", side, left, bank-passed, most)
		}
	}
	return nil
}
