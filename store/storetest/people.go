package storetest

import (
	"errors"
	"slices"
	"testing"
	"time"

	"acies/account"
)

// RunPeople tests an implementation of [account.Store]. Start is as for [Run].
func RunPeople(t *testing.T, start func(t *testing.T) (open func() account.Store)) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open func() account.Store)
	}{
		{"users", testUsers},
		{"sessions", testSessions},
		{"delete", testDeleteUser},
		{"secrets", testSecrets},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, start(t)) })
	}
}

func addUser(t *testing.T, s account.Store, u account.User, skeleton string) {
	t.Helper()
	if err := s.AddUser(t.Context(), u, skeleton); err != nil {
		t.Fatal(err)
	}
}

func testUsers(t *testing.T, open func() account.Store) {
	s, ctx := open(), t.Context()
	one := account.User{ID: "1", Name: "Ö ' \"", Password: "$x$", Admin: true, Created: moment(1)}
	guest := account.User{ID: "2", Created: moment(2)}
	addUser(t, s, one, "o")
	addUser(t, s, guest, "")
	addUser(t, s, account.User{ID: "3", Created: moment(3)}, "") // guests have no skeleton to share
	if err := s.AddUser(ctx, account.User{ID: "4", Name: "O"}, "o"); !errors.Is(err, account.ErrTaken) {
		t.Errorf("a skeleton is taken twice: %v", err)
	}
	for _, s := range []account.Store{s, open()} {
		for _, want := range []account.User{one, guest} {
			if got, err := s.User(ctx, want.ID); err != nil || got != want {
				t.Errorf("found %+v (%v), expected %+v", got, err, want)
			}
		}
		if got, err := s.UserOf(ctx, "o"); err != nil || got != one {
			t.Errorf("found %+v (%v), expected %+v", got, err, one)
		}
	}
	guest.Name, guest.Password = "Guest", "$y$"
	if err := s.ChangeUser(ctx, guest, "o"); !errors.Is(err, account.ErrTaken) {
		t.Errorf("changing to a skeleton that is taken: %v", err)
	}
	if err := s.ChangeUser(ctx, guest, "guest"); err != nil {
		t.Fatal(err)
	}
	if got, err := open().UserOf(ctx, "guest"); err != nil || got != guest {
		t.Errorf("found %+v (%v), expected %+v", got, err, guest)
	}
	for _, err := range []error{
		second(s.User(ctx, "4")), second(s.UserOf(ctx, "nobody")), second(s.UserOf(ctx, "")), s.ChangeUser(ctx, account.User{ID: "4"}, "x"), s.DeleteUser(ctx, "4"),
	} {
		if !errors.Is(err, account.ErrUnknown) {
			t.Errorf("somebody who is not there: %v", err)
		}
	}
}

func second(_ account.User, err error) error { return err }

func hash(n byte) (h account.Hash) {
	h[0], h[31] = n, 255
	return h
}

func testSessions(t *testing.T, open func() account.Store) {
	s, ctx := open(), t.Context()
	u := account.User{ID: "u", Name: "U", Created: moment(1)}
	addUser(t, s, u, "u")
	addUser(t, s, account.User{ID: "v", Created: moment(1)}, "")
	var all []account.Session
	for i := range 3 {
		x := account.Session{ID: string(rune('a' + i)), User: "u", Label: "é", Created: moment(10 + i), Seen: moment(20), Expires: moment(30)}
		if err := s.AddSession(ctx, hash(byte(i)), x); err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	if x, got, err := open().Session(ctx, hash(1)); err != nil || x != all[1] || got != u {
		t.Errorf("found %+v of %+v (%v), expected %+v of %+v", x, got, err, all[1], u)
	}
	if err := s.SeeSession(ctx, "b", moment(40), moment(50)); err != nil {
		t.Error(err)
	}
	all[1].Seen, all[1].Expires = moment(40), moment(50)
	if list, err := open().Sessions(ctx, "u"); err != nil || !slices.Equal(list, []account.Session{all[2], all[1], all[0]}) {
		t.Errorf("found %+v (%v), expected the latest first", list, err)
	}
	if err := s.EndSession(ctx, "v", "b"); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("a session ends for somebody else: %v", err)
	}
	if err := s.EndSession(ctx, "u", "b"); err != nil {
		t.Error(err)
	}
	if _, _, err := open().Session(ctx, hash(1)); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("a session that has ended: %v", err)
	}
	if err := s.EndSessions(ctx, "u", "c"); err != nil {
		t.Error(err)
	}
	if list, err := open().Sessions(ctx, "u"); err != nil || !slices.Equal(list, all[2:]) {
		t.Errorf("found %+v (%v), expected the one that was to stay", list, err)
	}
	for _, err := range []error{s.SeeSession(ctx, "x", time.Time{}, time.Time{}), s.EndSession(ctx, "u", "x")} {
		if !errors.Is(err, account.ErrUnknown) {
			t.Errorf("a session that is not there: %v", err)
		}
	}
}

func testDeleteUser(t *testing.T, open func() account.Store) {
	s, ctx := open(), t.Context()
	addUser(t, s, account.User{ID: "u", Name: "U"}, "u")
	if err := s.AddSession(ctx, hash(1), account.Session{ID: "a", User: "u", Expires: moment(1)}); err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteUser(ctx, "u"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := open().Session(ctx, hash(1)); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("the session of a deleted user: %v", err)
	}
	addUser(t, s, account.User{ID: "w", Name: "U"}, "u") // the name is free again
}

// testSecrets: what was kept first stays, also for another process.
func testSecrets(t *testing.T, open func() account.Store) {
	for _, s := range []account.Store{open(), open()} {
		for _, fresh := range []string{"one", "two"} {
			if got, err := s.Secret(t.Context(), "a", []byte(fresh)); err != nil || string(got) != "one" {
				t.Errorf("found %q (%v), expected the first", got, err)
			}
		}
	}
	if got, err := open().Secret(t.Context(), "b", []byte("other")); err != nil || string(got) != "other" {
		t.Errorf("found %q (%v), expected another secret", got, err)
	}
}
