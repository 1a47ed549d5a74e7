package storetest

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"acies/account"
	"acies/match"
	"acies/notify"
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
		{"running", testRunning},
		{"moving", testMoveGames},
		{"tickets", testTickets},
		{"passkeys", testPasskeys},
		{"identities", testIdentities},
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
	one := account.User{ID: "1", Name: "Ö ' \"", Password: "$x$", Email: "o@club.example", Created: moment(1), Banned: moment(9)}
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
		x := account.Session{ID: string(rune('a' + i)), User: "u", Label: "é", Scope: account.Play, Created: moment(10 + i), Seen: moment(20), Expires: moment(30)}
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
	who := account.Identity{Issuer: "i", Subject: "s"}
	for _, err := range []error{
		s.AddSession(ctx, hash(1), account.Session{ID: "a", User: "u", Expires: moment(1)}),
		s.AddTicket(ctx, hash(2), account.Ticket{Kind: "k", User: "u", Expires: time.Now().Add(time.Hour)}),
		s.AddPasskey(ctx, account.Passkey{ID: []byte("p"), User: "u"}),
		s.AddIdentity(ctx, who, "u"),
		s.DeleteUser(ctx, "u"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if list, err := open().Passkeys(ctx, "u"); err != nil || len(list) > 0 {
		t.Errorf("the passkeys of a deleted user: %v, %v", list, err)
	}
	for _, err := range []error{second(open().UserWith(ctx, who)), taken(open().TakeTicket(ctx, hash(2), "k"))} {
		if !errors.Is(err, account.ErrUnknown) {
			t.Errorf("what a deleted user had: %v", err)
		}
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

func taken(_ account.Ticket, err error) error { return err }

// testRunning: what those who run the server change and see.
func testRunning(t *testing.T, open func() account.Store) {
	s, ctx := open(), t.Context()
	u := account.User{ID: "u", Name: "Ulf", Created: moment(1)}
	addUser(t, s, u, "u")
	addUser(t, s, account.User{ID: "g", Created: moment(3)}, "")
	addUser(t, s, account.User{ID: "f", Created: moment(2)}, "")
	addUser(t, s, account.User{ID: "a", Name: "Ann", Created: moment(4)}, "a")
	create(t, s, match.Game{ID: "one", Host: "u", Seats: []match.Seat{{Kind: match.Human, User: "u"}, {Kind: match.Human, User: "g"}}})
	for i, seen := range []int{50, 40} {
		if err := s.AddSession(ctx, hash(byte(i)), account.Session{ID: string(rune('a' + i)), User: "u", Seen: moment(seen)}); err != nil {
			t.Fatal(err)
		}
	}
	u.Email, u.Banned = "u@club.example", moment(60)
	if err := s.SetEmail(ctx, "u", u.Email); err != nil {
		t.Fatal(err)
	}
	list, err := open().Users(ctx)
	want := []account.Listed{
		{User: account.User{ID: "a", Name: "Ann", Created: moment(4)}},
		{User: account.User{ID: "u", Name: "Ulf", Email: u.Email, Created: moment(1)}, Seen: moment(50), Games: 1},
		{User: account.User{ID: "f", Created: moment(2)}},
		{User: account.User{ID: "g", Created: moment(3)}, Games: 1},
	}
	if err != nil || !slices.Equal(list, want) {
		t.Errorf("found %+v (%v), expected %+v", list, err, want)
	}
	if err := s.SetBanned(ctx, "u", u.Banned); err != nil {
		t.Fatal(err)
	}
	if got, err := open().User(ctx, "u"); err != nil || got != u {
		t.Errorf("found %+v (%v), expected %+v", got, err, u)
	}
	if list, err := open().Sessions(ctx, "u"); err != nil || len(list) > 0 {
		t.Errorf("sessions of somebody who is banned: %+v, %v", list, err)
	}
	if err := s.ChangeUser(ctx, account.User{ID: "u", Name: "Olaf", Password: "$"}, "o"); err != nil {
		t.Fatal(err)
	}
	if got, err := open().User(ctx, "u"); err != nil || got.Banned.IsZero() || got.Email == "" || got.Name != "Olaf" {
		t.Errorf("a change of name and password changes more: %+v, %v", got, err)
	}
	if err := s.SetBanned(ctx, "u", time.Time{}); err != nil {
		t.Fatal(err)
	}
	if got, err := open().User(ctx, "u"); err != nil || !got.Banned.IsZero() {
		t.Errorf("%+v, %v", got, err)
	}
	for _, err := range []error{s.SetBanned(ctx, "x", moment(1)), s.SetEmail(ctx, "x", "")} {
		if !errors.Is(err, account.ErrUnknown) {
			t.Errorf("somebody who is not there: %v", err)
		}
	}
}

// create adds a game: a store of users keeps games, too.
func create(t *testing.T, s account.Store, g match.Game) {
	t.Helper()
	if err := s.(match.Log).Create(t.Context(), g, Actions("a"), match.Pack{}); err != nil {
		t.Fatal(err)
	}
}

// testMoveGames: seats and games move, and nothing of anybody else; the guest is gone.
func testMoveGames(t *testing.T, open func() account.Store) {
	s, ctx := open(), t.Context()
	for _, id := range []string{"from", "to", "other"} {
		addUser(t, s, account.User{ID: id}, "")
	}
	seats := func(a, b string) []match.Seat {
		return []match.Seat{{Kind: match.Human, User: a}, {Kind: match.Human, User: b}}
	}
	create(t, s, match.Game{ID: "hosted", Host: "from", Seats: seats("from", "")})
	create(t, s, match.Game{ID: "joined", Host: "other", Seats: seats("other", "from")})
	create(t, s, match.Game{ID: "foreign", Host: "other", Seats: seats("other", "")})
	revisions := map[string]match.Revision{}
	for _, id := range []string{"hosted", "joined", "foreign"} {
		g, _, err := s.(match.Log).Load(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		revisions[id] = g.Revision
	}
	notices := func(s any) notify.Store { return s.(notify.Store) }
	for _, err := range []error{
		notices(s).AddChannel(ctx, notify.Channel{ID: "c", User: "from", Kind: notify.Push, URL: "https://push.example/1", Created: moment(1)}, 9),
		notices(s).SetSettings(ctx, "from", notify.Settings{Remind: 7}),
		notices(s).SetGameSettings(ctx, "from", "hosted", notify.GameSettings{Mute: true, Remind: 3}),
		notices(s).SetGameSettings(ctx, "from", "joined", notify.GameSettings{Mute: true, Remind: 3}),
		notices(s).SetGameSettings(ctx, "to", "joined", notify.GameSettings{Mute: true, Remind: 5}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	mark := notify.Mark{Game: "joined", Side: 1, User: "from", Event: notify.Turn, Key: 3, At: moment(2)}
	if _, err := notices(s).Mark(ctx, "joined", []notify.Mark{mark}); err != nil {
		t.Fatal(err)
	}
	ids, err := s.MoveGames(ctx, "from", "to")
	if err != nil || !slices.Equal(ids, []string{"hosted", "joined"}) {
		t.Fatal(ids, err)
	}
	for _, want := range []match.Game{
		{ID: "hosted", Host: "to", Seats: seats("to", "")},
		{ID: "joined", Host: "other", Seats: seats("other", "to")},
		{ID: "foreign", Host: "other", Seats: seats("other", "")},
	} {
		got, _, err := open().(match.Log).Load(ctx, want.ID)
		if err != nil || got.Host != want.Host || !slices.Equal(got.Seats, want.Seats) {
			t.Errorf("found %+v (%v), expected %+v", got, err, want)
		}
		if moved := got.Revision != revisions[want.ID]; moved != slices.Contains(ids, want.ID) {
			t.Errorf("%s: a new revision %t", want.ID, moved)
		}
	}
	if list, err := notices(open()).Channels(ctx, "to"); err != nil || len(list) != 1 || list[0].ID != "c" {
		t.Errorf("channels %+v, %v", list, err)
	}
	if x, err := notices(open()).Settings(ctx, "to"); err != nil || x.Remind != 7 {
		t.Errorf("settings %+v, %v", x, err)
	}
	for game, want := range map[string]int{"hosted": 3, "joined": 5} {
		if x, err := notices(open()).GameSettings(ctx, "to", game); err != nil || !x.Mute || x.Remind != want {
			t.Errorf("%s: %+v, %v", game, x, err)
		}
	}
	mark.User = "to"
	if fresh, err := notices(open()).Mark(ctx, "joined", []notify.Mark{mark}); err != nil || len(fresh) > 0 {
		t.Errorf("told again of %+v, %v", fresh, err)
	}
	if _, err := s.User(ctx, "from"); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("the guest is still there: %v", err)
	}
	if _, err := s.MoveGames(ctx, "from", "to"); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("the games of nobody: %v", err)
	}
}

// testTickets: a ticket is taken once, and only for its own kind.
func testTickets(t *testing.T, open func() account.Store) {
	s, ctx := open(), t.Context()
	addUser(t, s, account.User{ID: "u"}, "")
	later := time.UnixMilli(time.Now().Add(time.Hour).UnixMilli())
	want := account.Ticket{Kind: "k", User: "u", Data: "é", Expires: later}
	if err := s.AddTicket(ctx, hash(1), want); err != nil {
		t.Fatal(err)
	}
	if err := taken(open().TakeTicket(ctx, hash(1), "l")); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("a ticket of another kind: %v", err)
	}
	errs := make(chan error, 4)
	for range 4 {
		s := open()
		go func() { errs <- taken(s.TakeTicket(ctx, hash(1), "k")) }()
	}
	winners := 0
	for range 4 {
		if err := <-errs; err == nil {
			winners++
		} else if !errors.Is(err, account.ErrUnknown) {
			t.Error(err)
		}
	}
	if winners != 1 {
		t.Errorf("%d have taken one ticket", winners)
	}
	if err := s.AddTicket(ctx, hash(2), want); err != nil {
		t.Fatal(err)
	}
	if x, err := open().TakeTicket(ctx, hash(2), "k"); err != nil || x != want {
		t.Errorf("found %+v (%v), expected %+v", x, err, want)
	}
	if err := errors.Join(s.AddTicket(ctx, hash(3), want), s.EndSessions(ctx, "u", "")); err != nil {
		t.Fatal(err)
	}
	if err := taken(s.TakeTicket(ctx, hash(3), "k")); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("a ticket of somebody whose sessions were ended: %v", err)
	}
	addUser(t, s, account.User{ID: "v"}, "")
	other := want
	other.User = "v"
	if err := errors.Join(s.AddTicket(ctx, hash(4), want), s.AddTicket(ctx, hash(5), other), s.SetEmail(ctx, "u", "u@club.example")); err != nil {
		t.Fatal(err)
	}
	if err := taken(s.TakeTicket(ctx, hash(4), "k")); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("a ticket of somebody who has another address: %v", err)
	}
	if err := taken(s.TakeTicket(ctx, hash(5), "k")); err != nil {
		t.Errorf("a ticket of somebody else: %v", err)
	}
}

func testPasskeys(t *testing.T, open func() account.Store) {
	s, ctx := open(), t.Context()
	addUser(t, s, account.User{ID: "u"}, "")
	addUser(t, s, account.User{ID: "v"}, "")
	one := account.Passkey{ID: []byte{1, 0, 255}, User: "u", Label: "é", Key: "{}", Created: moment(2), Used: moment(3)}
	two := account.Passkey{ID: []byte{2}, User: "u", Created: moment(1)}
	if err := errors.Join(s.AddPasskey(ctx, one), s.AddPasskey(ctx, two)); err != nil {
		t.Fatal(err)
	}
	if err := s.AddPasskey(ctx, account.Passkey{ID: one.ID, User: "v"}); !errors.Is(err, account.ErrTaken) {
		t.Errorf("a passkey is somebody else's, too: %v", err)
	}
	check := func(want ...account.Passkey) {
		t.Helper()
		if list, err := open().Passkeys(ctx, "u"); err != nil || !reflect.DeepEqual(list, want) {
			t.Errorf("found %+v (%v), expected %+v", list, err, want)
		}
	}
	check(two, one)
	one.Label, one.Key, one.Used = "phone", "{1}", moment(9)
	if err := s.ChangePasskey(ctx, one); err != nil {
		t.Fatal(err)
	}
	check(two, one)
	if err := s.RemovePasskey(ctx, "v", one.ID); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("removed by somebody else: %v", err)
	}
	if err := s.RemovePasskey(ctx, "u", two.ID); err != nil {
		t.Fatal(err)
	}
	check(one)
	if err := s.ChangePasskey(ctx, two); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("a passkey that is not there: %v", err)
	}
}

func testIdentities(t *testing.T, open func() account.Store) {
	s, ctx := open(), t.Context()
	u := account.User{ID: "u", Created: moment(1)}
	addUser(t, s, u, "")
	addUser(t, s, account.User{ID: "v"}, "")
	one, two := account.Identity{Issuer: "i", Subject: "s"}, account.Identity{Issuer: "i", Subject: "t"}
	if err := errors.Join(s.AddIdentity(ctx, two, "u"), s.AddIdentity(ctx, one, "u")); err != nil {
		t.Fatal(err)
	}
	if err := s.AddIdentity(ctx, one, "v"); !errors.Is(err, account.ErrTaken) {
		t.Errorf("an identity of two: %v", err)
	}
	if got, err := open().UserWith(ctx, one); err != nil || got != u {
		t.Errorf("found %+v (%v), expected %+v", got, err, u)
	}
	if list, err := open().Identities(ctx, "u"); err != nil || !slices.Equal(list, []account.Identity{one, two}) {
		t.Errorf("found %+v, %v", list, err)
	}
	if _, err := s.UserWith(ctx, account.Identity{Issuer: "j", Subject: "s"}); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("the identity of another provider: %v", err)
	}
	if err := s.RemoveIdentity(ctx, one, "v"); !errors.Is(err, account.ErrUnknown) {
		t.Errorf("somebody removes the identity of another: %v", err)
	}
	if err := s.RemoveIdentity(ctx, one, "u"); err != nil {
		t.Error(err)
	}
	if list, err := open().Identities(ctx, "u"); err != nil || !slices.Equal(list, []account.Identity{two}) {
		t.Errorf("found %+v, %v", list, err)
	}
}
