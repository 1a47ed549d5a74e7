package server_test

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"acies/store/pgtest"
	"acies/table"
)

// TestTerm asks the server to end while people play on it. It ends in order each time, tells whoever listens, and starts again; everybody
// sends again what was not answered, and every game then holds exactly what its player has sent.
func TestTerm(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there is no such signal")
	}
	path := pgtest.Data(t)
	cmd, url := start(t, path)
	at := newPlace(url)
	answers, over := make(chan struct{}, 1000), make(chan struct{})
	players := make([]*survivor, 8)
	var wg sync.WaitGroup
	for i := range players {
		players[i] = &survivor{n: 100 + i, lib: table.NewLibrary(), at: at, answers: answers, over: over}
		wg.Go(func() { players[i].play(t) })
	}
	watched, err := create(newClient(), url, `{"battle":"sparta-195bc","seed":"watched"}`)
	if err != nil {
		t.Fatal(err)
	}
	times := 5
	if testing.Short() {
		times = 2
	}
	for range times {
		told := listen(t, fmt.Sprintf("%s/api/games/%s/events", url, watched))
		for range 20 + rand.IntN(50) {
			<-answers
		}
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if text := <-told; !strings.Contains(text, "event: drain") || !strings.Contains(text, "id: 0") {
			t.Errorf("a stream was told:\n%s", text)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("it did not end in order: %v", err)
		}
		cmd, url = start(t, path)
		at.move(url)
	}
	close(over)
	wg.Wait()
	acknowledged := 0
	for _, p := range players {
		p.verify(t)
		acknowledged += p.acknowledged
	}
	if acknowledged == 0 {
		t.Error("nothing was played")
	}
	cmd.Process.Kill()
	cmd.Wait()
}

// listen returns what a stream says until its end. It has begun when listen returns.
func listen(t *testing.T, address string) <-chan string {
	t.Helper()
	res, err := http.Get(address)
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatal(res, err)
	}
	said := make(chan string, 1)
	go func() {
		defer res.Body.Close()
		text := ""
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			text += lines.Text() + "\n"
		}
		said <- text
	}()
	return said
}
