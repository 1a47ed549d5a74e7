package account_test

import (
	"errors"
	"path/filepath"
	"testing"

	"acies/account"
	"acies/store"
)

func newPeople(t testing.TB) *account.People {
	t.Helper()
	p, _ := newStored(t)
	return p
}

// newStored returns people with what they are kept in.
func newStored(t testing.TB) (*account.People, *store.Store) {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "data"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return account.New(s, nil), s
}

// TestGuestToMember: a guest who registers keeps the id, and all earlier sessions end.
func TestGuestToMember(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	guest, _, secret, err := p.Guest(ctx, "a browser")
	if err != nil || !guest.Guest() {
		t.Fatal(guest, err)
	}
	if got := p.Name(ctx, guest.ID); got != "" {
		t.Errorf("a guest is called %q", got)
	}
	u, s, fresh, err := p.Register(ctx, &guest, "Xenophon", "ten thousand", "a browser")
	if err != nil || u.ID != guest.ID || u.Name != "Xenophon" || fresh == secret {
		t.Fatalf("%+v, %v; expected the guest, with a name and another secret", u, err)
	}
	if _, _, _, err := p.Known(ctx, secret); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("the session of the guest is still known: %v", err)
	}
	if got, session, _, err := p.Known(ctx, fresh); err != nil || got.ID != u.ID || session.ID != s.ID {
		t.Errorf("the new session is that of %+v: %v", got, err)
	}
	if got := p.Name(ctx, u.ID); got != "Xenophon" {
		t.Errorf("a guest who has a name now is called %q", got)
	}
	other, _, _, err := p.Guest(ctx, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := p.Register(ctx, &other, "XEN0PHON", "ten thousand", ""); !errors.Is(err, account.ErrTaken) {
		t.Errorf("a name that looks the same: %v", err)
	}
	if _, _, _, err := p.Register(ctx, nil, "XEN0PHON", "ten thousand", ""); !errors.Is(err, account.ErrTaken) {
		t.Errorf("the same for somebody new: %v", err)
	}
}

func TestLogIn(t *testing.T) {
	ctx, p := t.Context(), newPeople(t)
	u, _, first, err := p.Register(ctx, nil, "Xenophon", "ten thousand", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][2]string{{"Xenophon", "ten thousanD"}, {"Xenophon", ""}, {"Cyrus", "ten thousand"}, {"", "ten thousand"}} {
		if _, _, _, err := p.LogIn(ctx, x[0], x[1], ""); !errors.Is(err, account.ErrLogIn) {
			t.Errorf("%q: %v, expected the same error for all", x, err)
		}
	}
	got, s, second, err := p.LogIn(ctx, "xenophon", "ten thousand", "")
	if err != nil || got.ID != u.ID || second == first {
		t.Fatalf("%+v, %v", got, err)
	}
	if list, err := p.Sessions(ctx, &u); err != nil || len(list) != 2 {
		t.Errorf("%d sessions, expected 2: %v", len(list), err)
	}
	if err := p.LogOut(ctx, &account.User{ID: "another"}, s.ID); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("somebody ends the session of another: %v", err)
	}
	_, _, third, err := p.SetPassword(ctx, got, account.Proof{Password: "ten thousand"}, "the sea, the sea", "")
	if err != nil {
		t.Fatal(err)
	}
	for _, old := range []string{first, second} {
		if _, _, _, err := p.Known(ctx, old); !errors.Is(err, account.ErrUnknown) {
			t.Errorf("a session from before the new password is known: %v", err)
		}
	}
	now, _, _, err := p.Known(ctx, third)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := p.SetPassword(ctx, now, account.Proof{Password: "ten thousand"}, "the sea, the sea!", ""); !errors.Is(err, account.ErrLogIn) {
		t.Errorf("the password is changed by one who does not know it: %v", err)
	}
	if err := p.Delete(ctx, &now, account.Proof{Password: "ten thousand"}); !errors.Is(err, account.ErrLogIn) {
		t.Errorf("deleted without the password: %v", err)
	}
	if got := p.Name(ctx, now.ID); got != "Xenophon" {
		t.Errorf("called %q", got)
	}
	if err := p.Delete(ctx, &now, account.Proof{Password: "the sea, the sea"}); err != nil {
		t.Error(err)
	}
	if got := p.Name(ctx, now.ID); got != "" {
		t.Errorf("somebody who is gone is called %q", got)
	}
	if _, _, _, err := p.Known(ctx, third); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("a session of a deleted user is known: %v", err)
	}
}

// TestNamesOfOld: whoever was registered when names were compared in another way logs in as before, and from then on nobody gets a
// name that looks like his.
func TestNamesOfOld(t *testing.T) {
	ctx := t.Context()
	s, err := store.Open(filepath.Join(t.TempDir(), "data"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	p := account.New(s, nil)
	hash, err := account.HashPassword("ten thousand")
	if err != nil {
		t.Fatal(err)
	}
	for name, skeleton := range map[string]string{"ΑΝΝΑ": "awa", "ɡogo": "ɡogo", "Anna": "anna", "ΖΟΕ": "ζoe", "Ħector": "ħector", "Hector": "hector", "Pauǀ": "pauǀ", "Ɨris": "ɨris"} { // as they were kept
		if err := s.AddUser(ctx, account.User{ID: name, Name: name, Password: hash}, skeleton); err != nil {
			t.Fatal(err)
		}
	}
	for written, want := range map[string]string{"ΑΝΝΑ": "ΑΝΝΑ", "αννα": "ΑΝΝΑ", "anna": "Anna", "ɡogo": "ɡogo", "ɡOGO": "ɡogo", "ζοε": "ΖΟΕ", "ΖΟΕ": "ΖΟΕ", "Ħector": "Ħector", "HECTOR": "Hector", "Pauǀ": "Pauǀ", "Ɨris": "Ɨris"} {
		if u, _, _, err := p.LogIn(ctx, written, "ten thousand", ""); err != nil || u.ID != want {
			t.Errorf("%s logs in as %s, expected %s: %v", written, u.ID, want, err)
		}
	}
	for _, name := range []string{"gogo", "ANNA", "αννα", "Zoe", "Paul", "Iris", "Centurion", "ＡＣＩＥＳ", "асіеѕ", "Stratège", "H0te"} {
		if _, _, _, err := p.Register(ctx, nil, name, "ten thousand", ""); !errors.Is(err, account.ErrTaken) {
			t.Errorf("%s is registered: %v", name, err)
		}
	}
	u, _, _, err := p.LogIn(ctx, "ΑΝΝΑ", "ten thousand", "")
	if err != nil {
		t.Fatal(err)
	}
	if u, _, _, err = p.SetPassword(ctx, u, account.Proof{Password: "ten thousand"}, "ten thousand and one", ""); err != nil || u.ID != "ΑΝΝΑ" {
		t.Errorf("%s has a new password: %v", u.ID, err)
	}
	if _, _, _, err := p.LogIn(ctx, "ΑΝΝΑ", "ten thousand and one", ""); err != nil {
		t.Error(err)
	}
	// Two whose names are alike now keep them, and each his password.
	if u, _, _, err = p.LogIn(ctx, "Ħector", "ten thousand", ""); err == nil {
		_, _, _, err = p.SetPassword(ctx, u, account.Proof{Password: "ten thousand"}, "the sea, the sea", "")
	}
	if err != nil {
		t.Error(err)
	}
	if u, _, _, err := p.LogIn(ctx, "Ħector", "the sea, the sea", ""); err != nil || u.ID != "Ħector" {
		t.Errorf("Ħector logs in as %s: %v", u.ID, err)
	}
	if u, _, _, err := p.LogIn(ctx, "Hector", "ten thousand", ""); err != nil || u.ID != "Hector" {
		t.Errorf("Hector logs in as %s: %v", u.ID, err)
	}
}
