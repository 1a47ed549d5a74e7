package notify

import (
	"context"
	"slices"

	"acies/game"
	"acies/match"
	"acies/words"
)

// Table is what may be said of a game.
type Table struct {
	Game    string
	Title   string            // what people call it; often empty
	Battle  map[string]string // its name, by language
	Seats   []string          // the users, by side; empty: nobody, or the computer
	Begun   bool              // all seats are taken, and all who have to have added to the dice
	Missing []bool            // by side: all seats are taken, and the game waits until this player adds to the dice; nil: nobody
	Tourney bool              // it belongs to a tournament
	Fresh   bool              // nobody has chosen anything yet
	Over    bool
	ToAct   int // the side that it waits for, also to throw dice by hand or to confirm them, or none
	Visit   int // tells this turn of that side from its earlier ones
	Offered int // the side that has an offer to answer, or none
	// Happened is what the other side has done since the last choice of the side to act, by language, as everybody may know it.
	Happened map[string][]string
}

// none stands for no side.
const none = -1

// Look returns the table of a game; ok is false if there is nothing to say of it: a game with fewer than two people or, if its names are asked for, one that was deleted. The names, which take longer, are the title and the
// battle.
type Look func(ctx context.Context, id string, names bool) (t Table, ok bool, err error)

// LookAt returns the tables of games.
func LookAt(games *match.Games) Look {
	return func(ctx context.Context, id string, names bool) (Table, bool, error) {
		var snap match.Snapshot
		err := games.With(id, func(m *match.Match) (err error) {
			snap, err = m.Snapshot()
			return err
		})
		if err != nil || snap.Host == "" || snap.Frozen != nil {
			return Table{}, false, err
		}
		t := tableOf(&snap)
		if !t.shared() || !names {
			return t, t.shared(), nil
		}
		kept, err := games.Game(ctx, id)
		if err != nil || !kept.Deleted.IsZero() {
			return Table{}, false, err
		}
		t.Title = kept.Title
		for _, lang := range words.Languages() {
			w, err := snap.Loaded.Words(lang)
			if err != nil {
				return Table{}, false, err
			}
			t.Battle[lang] = w.Text("battle.name")
		}
		return t, true, nil
	}
}

// tableOf returns what a snapshot says of whose turn it is.
func tableOf(snap *match.Snapshot) Table {
	t := Table{
		Game: snap.ID, Battle: map[string]string{}, Begun: !snap.Waiting(), Fresh: true, Over: snap.Outcome().Over, ToAct: none, Offered: none,
		Tourney: snap.Terms.Tourney != "",
	}
	for _, s := range snap.Seats {
		user := s.User
		if s.Kind != match.Human { // a program plays for him
			user = ""
		}
		t.Seats = append(t.Seats, user)
	}
	side := game.Nobody
	switch {
	case t.Begun && len(snap.Awaits) == 1:
		side = snap.Awaits[0]
		t.ToAct = int(side)
	case !t.Begun && len(snap.Awaits) > 0:
		t.Missing = make([]bool, len(t.Seats))
		for _, side := range snap.Awaits {
			t.Missing[side] = true
		}
	}
	for i := range snap.Entries {
		by := snap.Entries[i].Side
		if by >= 0 {
			t.Fresh = false
		}
		if by >= 0 && by != side { // a turn lasts until the other side has chosen something
			t.Visit = i + 1
		}
	}
	if snap.Offer != nil && !t.Over {
		t.Offered = int(snap.Offer.By.Other())
	}
	return t
}

// shared reports whether two people or more play.
func (t *Table) shared() bool {
	first := ""
	for _, user := range t.Seats {
		if user != "" && first != "" && user != first {
			return true
		}
		if user != "" {
			first = user
		}
	}
	return false
}

// marks returns of what the players have to know now.
func (t *Table) marks() (list []Mark) {
	for side, user := range t.Seats {
		missing := t.missing(side)
		if user == "" || !t.Begun && !missing {
			continue
		}
		add := func(e Event, key int) {
			list = append(list, Mark{Game: t.Game, Side: side, User: user, Event: e, Key: key})
		}
		add(Begun, 1)
		if t.Over {
			add(Over, 1)
		}
		switch {
		case missing: // the first of his turns, so that he is reminded of it, too
			add(Turn, 0)
		case side == t.ToAct:
			add(Turn, t.Visit+1)
		}
		if side == t.Offered {
			add(Offered, 1)
		}
	}
	return list
}

// missing reports whether the game waits until the player of a side adds to the dice.
func (t *Table) missing(side int) bool { return side < len(t.Missing) && t.Missing[side] }

// waitsFor reports whether the game waits for a side.
func (t *Table) waitsFor(side int) bool { return side == t.ToAct || t.missing(side) }

// has reports whether a mark is one of those of which the players have to know now.
func (t *Table) has(m Mark) bool {
	return slices.ContainsFunc(t.marks(), func(x Mark) bool {
		return x.Event == m.Event && x.Side == m.Side && x.User == m.User && x.Key == m.Key
	})
}
