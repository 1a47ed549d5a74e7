package store_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"acies/account"
	"acies/notify"
	"acies/store"
)

// TestRestoreNotify: a backup brings back how people who are gone were told of their games, and of what they know.
func TestRestoreNotify(t *testing.T) { onBoth(t, testRestoreNotify) }

func testRestoreNotify(t *testing.T, fresh func(t testing.TB) string) {
	ctx, path, backup := t.Context(), fresh(t), filepath.Join(t.TempDir(), "backup")
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	marks := []notify.Mark{{Game: "g", User: "u", Event: notify.Turn, Key: 3, At: time.UnixMilli(1)}}
	told, err := s.Mark(ctx, "g", marks)
	if len(told) != 1 {
		t.Errorf("new are %v", told)
	}
	for _, err := range []error{
		err, s.AddUser(ctx, account.User{ID: "u"}, ""), s.SetSettings(ctx, "u", notify.Settings{Remind: 7}),
		s.AddChannel(ctx, notify.Channel{ID: "c", User: "u", Kind: notify.Push, URL: "https://push.example"}, 1), s.SetGameSettings(ctx, "u", "g", notify.GameSettings{Mute: true, Remind: 5}),
		store.Backup(path, backup, false),
		s.DeleteUser(ctx, "u"), s.Delete(ctx, "g", time.UnixMilli(1)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	n, err := s.Purge(ctx, time.Now())
	if err := errors.Join(err, store.Restore(path, backup)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if x, err := s.Settings(ctx, "u"); err != nil || x.Remind != 7 {
		t.Errorf("the settings are %+v, %v", x, err)
	}
	if list, err := s.Channels(ctx, "u"); err != nil || len(list) != 1 {
		t.Errorf("the channels are %+v, %v", list, err)
	}
	if x, err := s.GameSettings(ctx, "u", "g"); err != nil || !x.Mute || x.Remind != 5 {
		t.Errorf("the settings for the game are %+v, %v", x, err)
	}
	if told, err := s.Mark(ctx, "g", marks); err != nil || len(told) != 0 {
		t.Errorf("somebody is told again: %v, %v", told, err)
	}
}
