package match_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"

	"acies/match"
	"acies/store/pgtest"
	"acies/table"
)

// shared creates a game that anna has set up, with a seat for her and an open one.
func shared(t *testing.T, g *match.Games, battle string) string {
	t.Helper()
	id, err := g.Create(t.Context(), match.NewGame{
		Battle: battle, Host: "anna", Seats: []match.Seat{{Kind: match.Human, User: "anna"}, {Kind: match.Human}}, Settings: table.Settings{Seed: "x"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// with calls f with a game, and fails the test with its error.
func with(t *testing.T, g *match.Games, id string, f func(m *match.Match) error) {
	t.Helper()
	if err := g.With(id, f); err != nil {
		t.Fatal(err)
	}
}

func invite(t *testing.T, g *match.Games, id string) (secret string) {
	t.Helper()
	with(t, g, id, func(m *match.Match) (err error) {
		secret, err = m.Invite(t.Context(), 1)
		return err
	})
	return secret
}

// TestJoin: nobody plays before all seats are taken, and an invitation works once, also in the next process.
func TestJoin(t *testing.T) {
	path := pgtest.Data(t)
	g := open(t, path, match.Options{})
	id := shared(t, g, "sparta-195bc")
	former := invite(t, g, id)
	secret := invite(t, g, id)
	other := open(t, path, match.Options{})
	with(t, g, id, func(m *match.Match) error {
		snap, err := m.Snapshot()
		if err != nil || !snap.Waiting() {
			t.Errorf("the game does not wait for its second player: %v", err)
		}
		if _, err := m.Do(t.Context(), match.Request{Side: 0}, []string{"ready"}); !errors.Is(err, match.ErrOpenSeat) {
			t.Errorf("an action while a seat is open: %v", err)
		}
		for _, wrong := range []string{former, "", "x"} {
			if _, err := m.Join(t.Context(), wrong, "ben"); !errors.Is(err, match.ErrInvite) {
				t.Errorf("joining with %q: %v", wrong, err)
			}
		}
		if _, err := m.Invite(t.Context(), 0); !errors.Is(err, match.ErrSeated) {
			t.Errorf("an invitation to a seat that is taken: %v", err)
		}
		return nil
	})
	with(t, other, id, func(m *match.Match) error {
		_, changed, err := m.Changed()
		if err != nil {
			return err
		}
		side, err := m.Join(t.Context(), secret, "ben")
		if side != 1 || err != nil {
			t.Errorf("side %d, %v", side, err)
		}
		<-changed
		return nil
	})
	with(t, g, id, func(m *match.Match) error {
		if side, err := m.Join(t.Context(), secret, "ben"); side != 1 || err != nil {
			t.Errorf("joining again: side %d, %v", side, err)
		}
		if _, err := m.Join(t.Context(), secret, "carl"); !errors.Is(err, match.ErrSeated) {
			t.Errorf("the third: %v", err)
		}
		snap, err := m.Snapshot()
		if err != nil || snap.Waiting() || snap.Seats[1].User != "ben" || snap.Version != 1 {
			t.Errorf("%+v, version %d (%v); expected ben's seat and version 1", snap.Seats, snap.Version, err)
		}
		_, err = m.Do(t.Context(), match.Request{Version: 1, Side: 0}, []string{"ready"})
		return err
	})
	if list, err := g.ListOf(t.Context(), "ben", 10); err != nil || len(list) != 1 || list[0].ID != id {
		t.Errorf("the games of ben: %+v, %v", list, err)
	}
}

// TestJoinTogether: of many who open a link in two processes at once, one gets the seat.
func TestJoinTogether(t *testing.T) {
	path := pgtest.Data(t)
	games := []*match.Games{open(t, path, match.Options{}), open(t, path, match.Options{})}
	for _, battle := range []string{"sparta-195bc", "thermopylae-480bc"} {
		id := shared(t, games[0], battle)
		secret := invite(t, games[0], id)
		var wg sync.WaitGroup
		won := make([]error, 12)
		for i := range won {
			wg.Go(func() {
				won[i] = games[i%2].With(id, func(m *match.Match) error {
					_, err := m.Join(t.Context(), secret, fmt.Sprint("user ", i))
					return err
				})
			})
		}
		wg.Wait()
		winners := 0
		for _, err := range won {
			switch {
			case err == nil:
				winners++
			case !errors.Is(err, match.ErrSeated):
				t.Errorf("%s: %v", battle, err)
			}
		}
		if winners != 1 {
			t.Errorf("%s: %d have got one seat", battle, winners)
		}
	}
}
