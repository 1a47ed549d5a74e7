package bustest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"acies/bus"
)

// Run tests a bus. Open returns two new nodes of it and has them closed when the test that it is given ends.
func Run(t *testing.T, open func(t *testing.T) (a, b bus.Bus)) {
	for _, test := range []struct {
		name string
		f    func(t *testing.T, a, b bus.Bus)
	}{
		{"delivers", delivers},
		{"keeps the order", keepsOrder},
		{"parts topics", partsTopics},
		{"calls one at a time", callsOneAtATime},
		{"serves several subscribers", servesSeveral},
		{"stops", stops},
		{"never blocks", neverBlocks},
		{"tells each of what is lost", lostIsEachOnesOwn},
		{"can be closed", closes},
	} {
		t.Run(test.name, func(t *testing.T) {
			a, b := open(t)
			test.f(t, a, b)
		})
	}
}

// again is how long a message is waited for before it is sent once more: a bus may lose it.
const again = 5 * time.Millisecond

// ready publishes to a topic until a subscriber of another node has got something, since nobody is promised when he begins to,
// and returns when he has got all of it.
func ready(from bus.Bus, topic string, got <-chan []byte) {
	insist(from, topic, "ready", got)
	insist(from, topic, "go", got)
}

// insist publishes a message until a subscriber of another node has got it, and returns what he got before.
func insist(from bus.Bus, topic, text string, got <-chan []byte) (before []string) {
	for {
		from.Publish(topic, []byte(text))
		after := time.After(again)
		for waits := true; waits; {
			select {
			case data := <-got:
				if string(data) == text {
					return before
				}
				before = append(before, string(data))
			case <-after:
				waits = false
			}
		}
	}
}

// until publishes empty messages until a channel has an element.
func until(from bus.Bus, topic string, c <-chan struct{}) {
	for {
		from.Publish(topic, nil)
		select {
		case <-c:
			return
		case <-time.After(again):
		}
	}
}

// listen returns what a node gets on a topic.
func listen(t *testing.T, b bus.Bus, topic string) <-chan []byte {
	got := make(chan []byte, 100_000)
	t.Cleanup(b.Subscribe(topic, func(data []byte) { got <- data }))
	return got
}

// delivers: a message reaches the other node as it was sent, and not its own.
func delivers(t *testing.T, a, b bus.Bus) {
	here, there := listen(t, a, "x"), listen(t, b, "x")
	ready(a, "x", there)
	ready(b, "x", here)
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	for _, text := range []string{"", "Ave!", "Æ — 'quoted' \\ \"too\"\n", string(every), strings.Repeat("é", 2000)} {
		insist(a, "x", text, there)
	}
	for _, text := range insist(b, "x", "from there", here) {
		if text != "go" {
			t.Errorf("a node gets its own message %.40q", text)
		}
	}
}

// keepsOrder: messages of one node arrive in the order in which it has sent them.
func keepsOrder(t *testing.T, a, b bus.Bus) {
	got := listen(t, b, "x")
	ready(a, "x", got)
	for i := range 200 {
		a.Publish("x", []byte(strconv.Itoa(i)))
	}
	last := -1
	for _, text := range insist(a, "x", "end", got) {
		if text == "go" {
			continue // sent again, because it seemed to be lost
		}
		n, err := strconv.Atoi(text)
		if err != nil || n <= last {
			t.Fatalf("%q comes after %d", text, last)
		}
		last = n
	}
}

// partsTopics: a subscriber gets the messages of his topic alone.
func partsTopics(t *testing.T, a, b bus.Bus) {
	one, two := listen(t, b, "status"), listen(t, b, "status-answer")
	ready(a, "status", one)
	ready(a, "status-answer", two)
	other := map[string]string{"one": "two", "two": "one"}
	for _, text := range append(insist(a, "status", "one", one), insist(a, "status-answer", "two", two)...) {
		if other[text] != "" {
			t.Errorf("%q has strayed", text)
		}
	}
	a.Publish("status-answer", []byte("two"))
	if before := insist(a, "status", "end", one); slices.Contains(before, "two") {
		t.Errorf("the first topic has %q", before)
	}
}

// callsOneAtATime: a function is not called again before it has returned.
func callsOneAtATime(t *testing.T, a, b bus.Bus) {
	var inside atomic.Int32
	called := make(chan struct{}, 1000)
	t.Cleanup(b.Subscribe("x", func([]byte) {
		if inside.Add(1) > 1 {
			t.Error("two calls at once")
		}
		time.Sleep(time.Microsecond) // for another to come in
		inside.Add(-1)
		called <- struct{}{}
	}))
	until(a, "x", called)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 25 {
				a.Publish("x", nil)
			}
		})
	}
	wg.Wait()
	for range 50 {
		until(a, "x", called)
	}
}

// servesSeveral: each subscriber of a topic gets each message.
func servesSeveral(t *testing.T, a, b bus.Bus) {
	one, two := listen(t, b, "x"), listen(t, b, "x")
	ready(a, "x", one)
	ready(a, "x", two)
	insist(a, "x", "last", one)
	for string(<-two) != "last" {
	}
}

// stops: who has stopped gets nothing more, and the others do.
func stops(t *testing.T, a, b bus.Bus) {
	stays := listen(t, b, "x")
	got := make(chan []byte, 100_000)
	stop := b.Subscribe("x", func(data []byte) { got <- data })
	ready(a, "x", got)
	stop()
	stop() // once more does no harm
	insist(a, "x", "late", stays)
	for len(got) > 0 {
		if string(<-got) == "late" {
			t.Error("who has stopped still gets messages")
		}
	}
}

// neverBlocks: a subscriber that does not return keeps nobody from publishing, even more than there is room for.
func neverBlocks(t *testing.T, a, b bus.Bus) {
	let, begun := make(chan struct{}), make(chan struct{}, 1)
	defer close(let)
	t.Cleanup(b.Subscribe("x", func([]byte) {
		select {
		case begun <- struct{}{}:
		default:
		}
		<-let
	}))
	until(a, "x", begun)
	data := make([]byte, 1000)
	for range 20_000 {
		a.Publish("x", data)
	}
}

// lostIsEachOnesOwn: who asks has a channel that no other reader empties.
func lostIsEachOnesOwn(t *testing.T, a, _ bus.Bus) {
	if one, two := a.Lost(), a.Lost(); one == nil || one == two {
		t.Error("two readers share a channel")
	}
}

// closes: a bus that is closed takes what it is given and does nothing with it.
func closes(t *testing.T, a, b bus.Bus) {
	got := listen(t, b, "x")
	ready(a, "x", got)
	for range 2 {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
	for i := range 10_000 {
		a.Publish("x", []byte(fmt.Sprint(i)))
	}
	a.Subscribe("x", func([]byte) {})()
}
