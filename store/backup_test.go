package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"acies/account"
	"acies/store"
)

// TestBackupTarget checks that a backup never replaces the data file, whatever name leads to it, nor a file that nobody
// has given up.
func TestBackupTarget(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "acies.db")
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := os.Symlink(path, at("symbolic")); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(path, at("hard")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(dir, at("folder")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("acies.db-journal", at("dangling")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(at("other"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, data, to, want string }{
		{"itself", path, path, "data file itself"},
		{"another spelling", path, dir + "/./acies.db", "data file itself"},
		{"a symbolic link", path, at("symbolic"), "data file itself"},
		{"the target of a symbolic link", at("symbolic"), path, "data file itself"},
		{"a hard link", path, at("hard"), "data file itself"},
		{"through a linked folder", path, at("folder/acies.db"), "data file itself"},
		{"its log", path, path + "-wal", "data file itself"},
		{"the log of a linked file", at("symbolic"), path + "-wal", "data file itself"},
		{"its shared memory", path, path + "-shm", "data file itself"},
		{"a journal that does not exist", path, path + "-journal", "data file itself"},
		{"a link to it", path, at("dangling"), "data file itself"},
		{"a folder", path, dir, "is a folder"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, force := range []bool{false, true} {
				if err := store.Backup(test.data, test.to, force); err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("force %t: error %v, want %q", force, err, test.want)
				}
			}
		})
	}
	if err := store.Backup(path, at("other"), false); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Errorf("an existing file: error %v", err)
	}
	if text, err := os.ReadFile(at("other")); err != nil || string(text) != "mine" {
		t.Errorf("the existing file is now %q, %v", text, err)
	}
	if err := store.Backup(path, at("other"), true); err != nil {
		t.Error(err)
	}
	if err := store.Restore(path, at("symbolic")); err == nil || !strings.Contains(err.Error(), "data file itself") {
		t.Errorf("restoring from the data file: %v", err)
	}
	if got := lines(t, s, "g"); got != "a" {
		t.Errorf("log %q", got)
	}
	if left, err := filepath.Glob(at(".*")); err != nil || len(left) > 0 {
		t.Errorf("files are left: %v, %v", left, err)
	}
}

// TestPrivate checks that nobody else can read the files: they hold the seeds of the dice.
func TestPrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are of another kind")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "acies.db")
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	if err := store.Backup(path, filepath.Join(dir, "copy.db"), false); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"acies.db", "acies.db-wal", "acies.db-shm", "copy.db"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
		} else if got := info.Mode().Perm(); got != fs.FileMode(0o600) {
			t.Errorf("%s has the permissions %v, want 0600", name, got)
		}
	}
}

// TestMadePrivate checks that a data file that others could read is closed to them when it is opened.
func TestMadePrivate(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are of another kind")
	}
	path := filepath.Join(t.TempDir(), "acies.db")
	if err := open(t, path, store.Options{}).Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	open(t, path, store.Options{})
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v, want 0600", info.Mode(), err)
	}
}

// TestRestoreLabels checks that a backup brings back names, and games that were deleted since.
func TestRestoreLabels(t *testing.T) { onBoth(t, testRestoreLabels) }

func testRestoreLabels(t *testing.T, fresh func(t testing.TB) string) {
	path, backup := fresh(t), filepath.Join(t.TempDir(), "backup")
	s := open(t, path, store.Options{})
	create(t, s, "g", "a")
	if err := errors.Join(s.Rename(t.Context(), "g", "Mine"), store.Backup(path, backup, false)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Rename(t.Context(), "g", "Yours"), s.Delete(t.Context(), "g", time.Now()), store.Restore(path, backup)); err != nil {
		t.Fatal(err)
	}
	if g, _, err := s.Load(t.Context(), "g"); err != nil || g.Title != "Mine" || !g.Deleted.IsZero() {
		t.Errorf("restored: %+v, %v", g, err)
	}
}

// TestRestoreUsers: a restored backup brings users back who are gone, and leaves those alone who are there.
func TestRestoreUsers(t *testing.T) { onBoth(t, testRestoreUsers) }

func testRestoreUsers(t *testing.T, fresh func(t testing.TB) string) {
	ctx, path, backup := t.Context(), fresh(t), filepath.Join(t.TempDir(), "backup")
	s := open(t, path, store.Options{})
	for i, id := range []string{"stays", "goes"} {
		u, x := account.User{ID: id, Name: id}, account.Session{ID: "of " + id, User: id, Expires: time.Now().Add(time.Hour)}
		if err := errors.Join(s.AddUser(ctx, u, id), s.AddSession(ctx, account.Hash{byte(i)}, x)); err != nil {
			t.Fatal(err)
		}
	}
	who := account.Identity{Issuer: "i", Subject: "s"}
	if err := errors.Join(s.AddPasskey(ctx, account.Passkey{ID: []byte{1}, User: "goes"}), s.AddIdentity(ctx, who, "goes"), s.SetEmail(ctx, "goes", "g@club.example"),
		store.Backup(path, backup, false)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.EndSession(ctx, "stays", "of stays"), s.DeleteUser(ctx, "goes"), store.Restore(path, backup)); err != nil {
		t.Fatal(err)
	}
	if _, _, err := s.Session(ctx, account.Hash{0}); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("a session that was ended since the backup: %v", err)
	}
	if _, u, err := s.Session(ctx, account.Hash{1}); err != nil || u.Name != "goes" {
		t.Errorf("the session of a user who is back: %+v, %v", u, err)
	}
	if u, err := s.UserWith(ctx, who); err != nil || u.ID != "goes" || u.Email != "g@club.example" {
		t.Errorf("the identity of a user who is back: %+v, %v", u, err)
	}
	if list, err := s.Passkeys(ctx, "goes"); err != nil || len(list) != 1 {
		t.Errorf("the passkeys of a user who is back: %+v, %v", list, err)
	}
}
