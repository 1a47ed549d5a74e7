package kit_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"acies/ai"
	"acies/game"
	"acies/match"
	"acies/server"
	"acies/store"
	"acies/table"
)

// openGames returns games in which an automatic answer is given after the given time.
func openGames(t *testing.T, path string, wait time.Duration) *match.Games {
	t.Helper()
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := match.New(s, match.Options{
		Library: table.NewLibrary(ford), Hesitation: func() time.Duration { return wait },
		Players: map[string]func() match.Player{"recruit": func() match.Player { return ai.Recruit() }},
	})
	t.Cleanup(func() {
		g.Close()
		s.Close()
	})
	return g
}

// ambushable returns a game in which red can march to the ford, and blue has the cards given.
func ambushable(t *testing.T, g *match.Games, blue string, seats ...string) string {
	t.Helper()
	position := fmt.Sprintf("battle: ford\noptions: [ambush]\nround: 1\nstep: first\n"+
		"red: {at: wood, cards: [1, 2, 3]}\nblue: {at: camp, cards: [%s]}\n", blue)
	n := match.NewGame{Battle: "ford", Settings: table.Settings{Options: []string{"ambush"}, Seed: "toy", Position: position}}
	for _, kind := range seats {
		n.Seats = append(n.Seats, match.Seat{Kind: kind})
	}
	id, err := g.Create(t.Context(), n)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// with calls f with a game.
func with(t *testing.T, g *match.Games, id string, f func(m *match.Match)) {
	t.Helper()
	if err := g.With(id, func(m *match.Match) error { f(m); return nil }); err != nil {
		t.Fatal(err)
	}
}

func do(t *testing.T, m *match.Match, actions ...string) match.Snapshot {
	t.Helper()
	now := snapshot(t, m)
	side := now.State.ToAct()
	out, err := m.Do(t.Context(), match.Request{Version: now.Changes.For(side), Viewer: side, Side: side}, actions)
	if err != nil {
		t.Fatal(err)
	}
	return out.Snapshot
}

func snapshot(t *testing.T, m *match.Match) match.Snapshot {
	t.Helper()
	s, err := m.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// await waits until a side is to act.
func await(t *testing.T, m *match.Match, side game.Side) {
	t.Helper()
	for {
		_, changed, err := m.Changed()
		if err != nil {
			t.Fatal(err)
		}
		if snapshot(t, m).State.ToAct() == side {
			return
		}
		select {
		case <-changed:
		case <-t.Context().Done():
			t.Fatal("nothing happens")
		}
	}
}

const (
	holds = "4, 1, 2" // a card for an ambush
	lacks = "3, 1, 2"
)

// TestAsks plays with each setting, at one screen.
func TestAsks(t *testing.T) {
	for _, test := range []struct {
		ask   match.Ask
		cards string
		asked bool
	}{
		{"", holds, true},
		{"", lacks, false},
		{match.AskFitting, lacks, false},
		{match.AskAlways, holds, true},
		{match.AskAlways, lacks, true},
		{match.AskLater, holds, false},
		{match.AskLater, lacks, false},
	} {
		g := openGames(t, filepath.Join(t.TempDir(), "a.db"), time.Hour)
		with(t, g, ambushable(t, g, test.cards, "human", "human"), func(m *match.Match) {
			if _, err := m.SetTogether(t.Context(), true); err != nil {
				t.Fatal(err)
			}
			if test.ask != "" {
				if _, err := m.SetAsk(t.Context(), 1, test.ask); err != nil {
					t.Fatal(err)
				}
			}
			if got := do(t, m, "march ford").State.ToAct() == 1; got != test.asked {
				t.Errorf("with %q and the cards %s, blue is asked: %v", test.ask, test.cards, got)
			}
		})
	}
}

// TestAskLater sets that a player is not asked until the enemy's turn ends, and closes the program in between.
func TestAskLater(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	g := openGames(t, path, time.Hour)
	id := ambushable(t, g, holds, "human", "human")
	with(t, g, id, func(m *match.Match) {
		for _, ask := range []match.Ask{match.AskAlways, match.AskLater} {
			if _, err := m.SetAsk(t.Context(), 1, ask); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := m.SetTogether(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		if s := do(t, m, "march ford"); s.State.ToAct() != 0 || s.Asks[1] != match.AskLater {
			t.Errorf("side %d is to act and the setting is %s", s.State.ToAct(), s.Asks[1])
		}
	})
	g.Close()
	g = openGames(t, path, time.Hour)
	with(t, g, id, func(m *match.Match) {
		if s := snapshot(t, m); s.Asks[1] != match.AskLater {
			t.Errorf("after a restart the setting is %s", s.Asks[1])
		}
		if s := do(t, m, "play 1"); s.Asks[1] != match.AskAlways {
			t.Errorf("after the turn the setting is %s", s.Asks[1])
		}
	})
}

// TestHesitation checks that a person elsewhere waits for an automatic answer, but nobody else does.
func TestHesitation(t *testing.T) {
	g := openGames(t, filepath.Join(t.TempDir(), "a.db"), time.Hour)
	with(t, g, ambushable(t, g, lacks, "human", "human"), func(m *match.Match) {
		if s := do(t, m, "march ford"); s.State.ToAct() != 1 {
			t.Error("the answer is there at once")
		}
		out, err := m.SetTogether(t.Context(), true)
		if err != nil || out.State.ToAct() != 0 {
			t.Errorf("at one screen there is no answer, error %v", err)
		}
	})
	with(t, g, ambushable(t, g, lacks, "recruit", "human"), func(m *match.Match) {
		if _, err := m.SetAsk(t.Context(), 1, match.AskLater); err != nil {
			t.Fatal(err)
		}
		await(t, m, 1)
		if snapshot(t, m).State.View(1).Prompt.Key == "prompt.ambush" {
			t.Error("the answer to a computer waits")
		}
	})
}

// TestSettingsRefused checks that a setting that makes no sense is refused.
func TestSettingsRefused(t *testing.T) {
	g := openGames(t, filepath.Join(t.TempDir(), "a.db"), 0)
	with(t, g, ambushable(t, g, lacks, "recruit", "human"), func(m *match.Match) {
		if _, err := m.SetAsk(t.Context(), 0, match.AskAlways); !errors.Is(err, match.ErrSeat) {
			t.Errorf("for a computer: %v", err)
		}
	})
	id, err := g.Create(t.Context(), match.NewGame{Battle: "ford", Seats: []match.Seat{{Kind: match.Human}, {Kind: match.Human}}})
	if err != nil {
		t.Fatal(err)
	}
	with(t, g, id, func(m *match.Match) {
		if _, err := m.SetAsk(t.Context(), 0, match.AskAlways); !errors.Is(err, match.ErrNoQuestions) {
			t.Errorf("without questions: %v", err)
		}
	})
}

// TestAskLeaks declines a question by hand and in all automatic ways, with and without a card to play. Everything that the
// other side and a spectator are sent must be the same.
func TestAskLeaks(t *testing.T) {
	g := openGames(t, filepath.Join(t.TempDir(), "a.db"), 0)
	s := httptest.NewServer(server.New(server.Options{Games: g, Thought: time.Millisecond}))
	defer s.Close()
	var want map[string]string
	for _, test := range []struct {
		ask   match.Ask
		cards string
		hand  bool // declined by hand
	}{
		{match.AskAlways, holds, true},
		{match.AskAlways, lacks, true},
		{match.AskFitting, holds, true},
		{match.AskFitting, lacks, false},
		{match.AskLater, holds, false},
		{match.AskLater, lacks, false},
	} {
		id := ambushable(t, g, test.cards, "human", "human")
		got := map[string]string{}
		note := func(when string) {
			for _, viewer := range []string{"0", "spectator"} {
				for _, path := range []string{"", "/log", "/record", "/at/1", "/why?do=march+camp", "/odds?do=march+camp", "/events"} {
					got[when+" "+viewer+" "+path] = strings.ReplaceAll(read(t, s.URL+"/api/games/"+id, path, viewer), id, "ID")
				}
			}
		}
		with(t, g, id, func(m *match.Match) {
			if _, err := m.SetAsk(t.Context(), 1, test.ask); err != nil {
				t.Fatal(err)
			}
			note("before")
			do(t, m, "march ford")
			if test.hand {
				do(t, m, "pass")
			}
			await(t, m, 0)
			note("after")
			do(t, m, "play 1")
			note("later")
		})
		if want == nil {
			want = got
		}
		for key, text := range got {
			if text != want[key] {
				t.Errorf("with %s and the cards %s, %s is\n%s\nnot\n%s", test.ask, test.cards, key, text, want[key])
			}
		}
	}
	for _, text := range want {
		if strings.Contains(text, "pass") && !strings.Contains(text, "undo") {
			t.Errorf("it tells of the answer: %s", text)
		}
	}
}

// read returns what a viewer is sent; of a stream, the first event.
func read(t *testing.T, game, path, viewer string) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	sep := "?"
	if strings.Contains(path, "?") {
		sep = "&"
	}
	req, err := http.NewRequestWithContext(ctx, "GET", game+path+sep+"side="+viewer, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if path != "/events" {
		data, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	var text []byte
	for buf := make([]byte, 1); !slices.Equal(text[max(0, len(text)-3):], []byte("}\n\n")); {
		if _, err := res.Body.Read(buf); err != nil {
			t.Fatal(err)
		}
		text = append(text, buf...)
	}
	return string(text)
}
