package store_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"acies/account"
	"acies/store"
	"acies/talk"
)

// TestRestoreTalk: a restored backup brings back messages, notes, blocks and reports.
func TestRestoreTalk(t *testing.T) { onBoth(t, testRestoreTalk) }

func testRestoreTalk(t *testing.T, fresh func(t testing.TB) string) {
	ctx, path, backup := t.Context(), fresh(t), filepath.Join(t.TempDir(), "backup")
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	m := talk.Message{Game: "g", Room: talk.Players, User: "u", Text: "x", At: time.UnixMilli(1)}
	said, _, err := s.Say(ctx, m, "r", 9)
	if err := errors.Join(err, s.AddUser(ctx, account.User{ID: "u"}, ""), s.SetNote(ctx, "g", "u", "note", talk.HashNote("")), s.Block(ctx, talk.Block{ID: "b", User: "u", Blocked: "v"}, 9),
		s.Report(ctx, talk.Report{By: "v", Said: said}), store.Backup(path, backup, false)); err != nil {
		t.Fatal(err)
	}
	restored := fresh(t)
	other := open(t, restored, store.Options{})
	if err := store.Restore(restored, backup); err != nil {
		t.Fatal(err)
	}
	if list, err := other.Said(ctx, "g", talk.Players, 0, 9); err != nil || len(list) != 1 || list[0] != said {
		t.Errorf("said: %+v, %v", list, err)
	}
	if _, fresh, err := other.Say(ctx, m, "r", 9); err != nil || fresh {
		t.Errorf("a request of before is new: %t, %v", fresh, err)
	}
	if note, err := other.Note(ctx, "g", "u"); err != nil || note != "note" {
		t.Errorf("noted: %q, %v", note, err)
	}
	if list, err := other.Blocks(ctx, "u"); err != nil || len(list) != 1 {
		t.Errorf("blocked: %+v, %v", list, err)
	}
	if list, err := other.Reports(ctx); err != nil || len(list) != 1 || list[0].Said != said {
		t.Errorf("reported: %+v, %v", list, err)
	}
}
