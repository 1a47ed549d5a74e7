package server_test

import (
	"bufio"
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"acies/store"
)

// stream reads the events of a game: the versions they name.
func stream(t testing.TB, url, last string) (<-chan string, func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, _ := http.NewRequestWithContext(ctx, "GET", url, nil)
	if last != "" {
		req.Header.Set("Last-Event-ID", last)
	}
	res, err := newClient().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	out := make(chan string, 100)
	go func() {
		defer res.Body.Close()
		defer close(out)
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				out <- id
			}
			if strings.HasPrefix(lines.Text(), ":") {
				out <- "beat"
			}
		}
	}()
	return out, cancel
}

// expect waits for an event.
func expect(t testing.TB, events <-chan string, want string) {
	t.Helper()
	for got := range events {
		if got == want {
			return
		}
		if got != "beat" {
			t.Fatalf("event %q, want %q", got, want)
		}
	}
	t.Fatalf("the stream ended, want event %q", want)
}

// newer waits for an event that tells of another version.
func newer(t testing.TB, events <-chan string, version int) {
	t.Helper()
	for got := range events {
		if got != "beat" && got != strconv.Itoa(version) {
			return
		}
	}
	t.Fatalf("the stream ended at version %d", version)
}

func TestEvents(t *testing.T) {
	s := serve(t, store.Options{})
	id := s.create(sparta)
	url := s.URL + "/api/games/" + id + "/events"
	one, stopOne := stream(t, url, "")
	two, stopTwo := stream(t, url, "")
	defer stopOne()
	expect(t, one, "0")
	expect(t, two, "0")
	s.act(id, 0, "a", "face velites-i-1 R")
	expect(t, one, "1")
	expect(t, two, "1")
	stopTwo()
	s.act(id, 1, "b", "face velites-i-2 L")
	expect(t, one, "2")
	s.act(id, 2, "c", "face hastati-i-1 UL")
	expect(t, one, "3")

	// Who was away gets what he missed at once; who was not hears nothing new.
	late, stopLate := stream(t, url, "1")
	defer stopLate()
	expect(t, late, "3")
	same, stopSame := stream(t, url, "3")
	defer stopSame()
	expect(t, same, "beat")
	s.act(id, 3, "d", "ready")
	expect(t, late, "4")
	expect(t, same, "4")
}
