package server

import (
	"context"
	"slices"

	"acies/desk"
	"acies/game"
	"acies/match"
	"acies/notify"
	"acies/record"
	"acies/words"
)

// happened is how many activations a notice tells of.
const happened = 3

// Happened adds to what is said of a game what the other side has done since the last choice of the side to act, as far as a
// spectator may know it: a notice may be read by others.
func Happened(games *match.Games, look notify.Look) notify.Look {
	return func(ctx context.Context, id string, names bool) (notify.Table, bool, error) {
		t, ok, err := look(ctx, id, names)
		if !ok || err != nil || !names || t.ToAct < 0 {
			return t, ok, err
		}
		err = games.With(id, func(m *match.Match) error {
			snap, err := m.Snapshot()
			if err != nil {
				return err
			}
			t.Happened = map[string][]string{}
			for _, lang := range words.Languages() {
				if t.Happened[lang], err = deedsSince(&snap, game.Side(t.ToAct), lang); err != nil {
					return err
				}
			}
			return nil
		})
		return t, ok, err
	}
}

// deedsSince returns the latest activations of the other side since the last choice of a side.
func deedsSince(snap *match.Snapshot, side game.Side, lang string) (list []string, err error) {
	w, err := snap.Loaded.Words(lang)
	if err != nil {
		return nil, err
	}
	since := 0
	for i, e := range snap.Entries {
		if _, answered := slices.BinarySearch(snap.Answered, e.N); e.Side == side && !answered {
			since = i + 1
		}
	}
	d := &desk.Desk{Game: &desk.Game{ID: snap.ID, Header: snap.Header, Entries: snap.Entries, State: snap.State}, Viewer: desk.Spectator, Words: w}
	log, err := d.Log(record.CountShown(snap.Entries[:since], game.Nobody) + 1)
	for _, e := range log {
		if e.Summary != nil && e.Summary.Side == side.Other() {
			list = append(list, e.Summary.Text)
		}
	}
	return list[max(0, len(list)-happened):], err
}
