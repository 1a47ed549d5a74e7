package store

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"acies/account"
	"acies/match"
)

func quietLog() *slog.Logger { return slog.New(slog.DiscardHandler) }

// TestUpkeepTimes: it is tidied up every hour, and a backup is made when the last one is old enough; one that failed is tried again soon.
func TestUpkeepTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dir := t.TempDir()
		start := time.Now()
		recent := backupPrefix + start.Add(-20*time.Hour).UTC().Format(backupTime) + backupSuffix
		if err := os.WriteFile(filepath.Join(dir, recent), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		var sweeps, backups, told []time.Duration
		fail := true
		u := Upkeep{BackupDir: dir, BackupEvery: 24 * time.Hour, Logger: quietLog(), BackedUp: func(at time.Time, err error) {
			if err == nil {
				told = append(told, at.Sub(start))
			}
		}}
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Hour-time.Minute)
		defer cancel()
		u.run(ctx, func(now time.Time) { sweeps = append(sweeps, now.Sub(start)) }, func(now time.Time) error {
			backups = append(backups, now.Sub(start))
			if fail {
				fail = false
				return errors.New("the disk is full")
			}
			return nil
		})
		if want := []time.Duration{4 * time.Hour, 4*time.Hour + retryBackup, 28*time.Hour + retryBackup}; !slices.Equal(backups, want) || !slices.Equal(told, want[1:]) {
			t.Errorf("backups after %v, told of %v, expected %v", backups, told, want)
		}
		if len(sweeps) != 30 || sweeps[0] != 0 || sweeps[1] != time.Hour || sweeps[29] != 29*time.Hour {
			t.Errorf("tidied up after %v", sweeps)
		}
	})
}

// TestScheduledBackup: a backup is whole, has its name only then, and only so many are kept.
func TestScheduledBackup(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "acies.db")
	s, err := Open(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Create(t.Context(), match.Game{ID: "a", Header: "{}"}, nil, match.Pack{}); err != nil {
		t.Fatal(err)
	}
	u := Upkeep{BackupDir: filepath.Join(dir, "backups"), BackupKeep: 2, Logger: quietLog()}
	start := time.Date(2030, 1, 31, 23, 0, 0, 0, time.UTC)
	for i := range 4 {
		if err := u.backup(path, start.Add(time.Duration(i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	own := filepath.Join(u.BackupDir, "before the tournament.backup")
	if err := os.WriteFile(own, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	names, err := u.backups()
	if want := []string{"acies-20300201T010000Z.backup", "acies-20300201T020000Z.backup"}; err != nil || !slices.Equal(names, want) {
		t.Fatalf("%v %v, expected %v", names, err, want)
	}
	all, err := os.ReadDir(u.BackupDir)
	if err != nil || len(all) != 3 {
		t.Errorf("%v %v: something else is left", all, err)
	}
	other := filepath.Join(dir, "other.db")
	if err := Restore(other, filepath.Join(u.BackupDir, names[1])); err != nil {
		t.Fatal(err)
	}
	if due := u.firstBackup(start.Add(4 * time.Hour)); !due.Equal(start.Add(3 * time.Hour)) {
		t.Errorf("due at %v", due)
	}
	u.BackupDir = filepath.Join(path, "not a folder")
	if err := u.backup(path, start); err == nil {
		t.Error("a backup below a file")
	}
	if err := u.backup(filepath.Join(dir, "nothing.db"), start); err == nil {
		t.Error("a backup of nothing")
	}
}

// TestDamagedBackup: what cannot be read is no backup, and the older ones stay.
func TestDamagedBackup(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "acies.db")
	s, err := Open(data, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Create(t.Context(), match.Game{ID: "a", Header: strings.Repeat("x", 1<<20)}, nil, match.Pack{}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	u := Upkeep{BackupDir: filepath.Join(dir, "backups"), BackupKeep: 1, Logger: quietLog()}
	if err := u.backup(data, time.Unix(1_900_000_000, 0)); err != nil {
		t.Fatal(err)
	}
	before, _ := u.backups()
	f, err := os.OpenFile(data, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	f.WriteAt(make([]byte, 1<<17), 1<<16)
	f.Close()
	if err := u.backup(data, time.Unix(1_900_100_000, 0)); err == nil {
		t.Error("a damaged file was backed up")
	}
	if after, _ := u.backups(); !slices.Equal(before, after) || len(after) != 1 {
		t.Errorf("%v, expected %v", after, before)
	}
	if _, err := os.Stat(filepath.Join(u.BackupDir, ".partial"+backupSuffix)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what was not finished is left: %v", err)
	}
}

// TestSweep: what nobody needs is removed, and nothing else.
func TestSweep(t *testing.T) {
	s, err := Open(filepath.Join(t.TempDir(), "acies.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := t.Context()
	now := time.Date(2030, 6, 1, 0, 0, 0, 0, time.UTC)
	days := func(n int) time.Time { return now.Add(time.Duration(n) * 24 * time.Hour) }
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	const over, running = `{"outcome":{"over":true}}`, `{"outcome":{"over":false}}`
	for _, g := range []match.Game{
		{ID: "old-over", Summary: over, Over: true, Updated: days(-400)},
		{ID: "old-running", Summary: running, Updated: days(-400)},
		{ID: "over", Summary: over, Over: true, Updated: days(-300), Host: "host"},
		{ID: "challenge", Summary: running, Created: days(-29), Updated: days(-29), Terms: `{"open":true}`, Seats: []match.Seat{{Kind: match.Human}}},
		{ID: "old-challenge", Summary: running, Created: days(-31), Updated: days(-31), Terms: `{"open":true,"rated":true}`, Seats: []match.Seat{{Kind: match.Human}}},
		{ID: "taken", Summary: running, Created: days(-31), Updated: days(-31), Terms: `{"open":true}`, Seats: []match.Seat{{Kind: match.Human, User: "host"}}},
		{ID: "invited", Summary: running, Created: days(-31), Updated: days(-31), Seats: []match.Seat{{Kind: match.Human}}},
		{ID: "deleted", Summary: running, Updated: days(-60), Deleted: days(-31)},
		{ID: "just-deleted", Summary: running, Updated: days(-60), Deleted: days(-29), Seats: []match.Seat{{Kind: match.Human, User: "seated"}}},
	} {
		g.Header = "{}"
		try(s.Create(ctx, g, nil, match.Pack{}))
	}
	for _, u := range []account.User{
		{ID: "gone", Created: days(-10)},
		{ID: "expired", Created: days(-200)},
		{ID: "new", Created: now.Add(-time.Hour)},
		{ID: "known", Created: days(-10)},
		{ID: "host", Created: days(-500)},
		{ID: "seated", Created: days(-500)},
	} {
		try(s.AddUser(ctx, u, ""))
	}
	try(s.AddUser(ctx, account.User{ID: "account", Name: "Anna", Created: days(-500)}, "anna"))
	try(s.AddSession(ctx, account.Hash{1}, account.Session{ID: "1", User: "expired", Expires: days(-1)}))
	try(s.AddSession(ctx, account.Hash{2}, account.Session{ID: "2", User: "known", Expires: days(1)}))
	try(s.AddEvent(ctx, account.Event{At: days(-91), What: account.LoggedIn}))
	try(s.AddEvent(ctx, account.Event{At: days(-89), What: account.LoggedIn}))
	changes := s.Watch(ctx)

	n, err := s.sweep(ctx, now, 0)
	if want := (Swept{Games: 1, Guests: 2, Sessions: 1, Events: 1}); err != nil || n != want {
		t.Errorf("%+v %v, expected %+v", n, err, want)
	}
	if list := <-changes; len(list) != 1 || list[0] != (match.Change{Game: "deleted"}) {
		t.Errorf("those who have the game open hear %v", list)
	}
	n, err = s.sweep(ctx, now, 365*24*time.Hour)
	if want := (Swept{Games: 1}); err != nil || n != want {
		t.Errorf("with a limit for games that are over: %+v %v, expected %+v", n, err, want)
	}
	var left []string
	games, err := s.Games(ctx, 20)
	try(err)
	for _, g := range games {
		left = append(left, g.ID)
		if g.Deleted.Equal(now) != (g.ID == "old-challenge") {
			t.Errorf("%s is deleted: %v; expected it of the challenge that nobody has taken", g.ID, g.Deleted)
		}
	}
	slices.Sort(left)
	if want := []string{"challenge", "invited", "just-deleted", "old-challenge", "old-running", "over", "taken"}; !slices.Equal(left, want) {
		t.Errorf("games %v, expected %v", left, want)
	}
	for id, there := range map[string]bool{"gone": false, "expired": false, "new": true, "known": true, "host": true, "seated": true, "account": true} {
		if _, err := s.User(ctx, id); (err == nil) != there {
			t.Errorf("%s: %v", id, err)
		}
	}
}
