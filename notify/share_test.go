package notify

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"acies/bus"
	"acies/bus/bustest"
)

// shared returns who is here as nodes of a hub know it, and what stops each.
func shared(t *testing.T, h *bustest.Hub, n int) (nodes []*Presence, stops []func()) {
	for i := range n {
		b, p := h.Node(), new(Presence)
		stop := p.Share(b, fmt.Sprint("node ", i))
		nodes, stops = append(nodes, p), append(stops, stop)
		t.Cleanup(func() { b.Close() })
	}
	return nodes, stops
}

// TestPresenceElsewhere: every node knows who looks at a game on any of them, at once, also those who came before it began, and
// after messages were lost.
func TestPresenceElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hub bustest.Hub
		nodes, stops := shared(t, &hub, 3)
		check := func(when string, anna bool, people int) {
			t.Helper()
			synctest.Wait()
			for i, p := range nodes {
				if p.Has("anna", "g1") != anna || p.Here("anna") != anna || p.Has("anna", "g2") || p.Has("ben", "g1") || p.People() != people {
					t.Errorf("%s node %d knows: anna %t, ben %t, %d people", when, i, p.Has("anna", "g1"), p.Here("ben"), p.People())
				}
			}
		}
		leave := nodes[0].Open("anna", "g1", "page", true)
		check("when one has come", true, 1)
		second := nodes[1].Open("anna", "g1", "page", true)
		leave()
		check("when she has gone from one node", true, 1)
		second()
		check("when she has gone", false, 0)

		nodes[2].Open("ben", "g2", "page", true)
		hub.Cut(true)
		leave = nodes[0].Open("anna", "g1", "page", true)
		hub.Cut(false)
		check("after an interruption", true, 2)
		hub.Cut(true)
		leave()
		time.Sleep(2 * presenceEvery)
		hub.Cut(false)
		check("after another", false, 1)

		late, stopLate := shared(t, &hub, 1)
		nodes, stops = append(nodes, late[0]), append(stops, stopLate[0])
		time.Sleep(presenceEvery)
		check("when a node has joined", false, 1)

		stops[2]()
		check("when a node has ended", false, 0)
		for i, stop := range stops {
			if i != 2 {
				stop()
			}
		}
	})
}

// TestShownElsewhere: whether a page is seen may be told to another node than the one that has its stream.
func TestShownElsewhere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hub bustest.Hub
		nodes, stops := shared(t, &hub, 2)
		nodes[0].Open("anna", "g1", "page", true)
		nodes[0].Open("anna", "g1", "another", false)
		for i, visible := range []bool{false, true, false} {
			nodes[1].Show("anna", "g1", "page", visible)
			synctest.Wait()
			if nodes[0].Has("anna", "g1") != visible || nodes[1].Has("anna", "g1") != visible {
				t.Errorf("%d: %t and %t, expected %t", i, nodes[0].Has("anna", "g1"), nodes[1].Has("anna", "g1"), visible)
			}
		}
		for _, stop := range stops {
			stop()
		}
	})
}

// TestSilentNode: a node that is silent has gone, with all who were there.
func TestSilentNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hub bustest.Hub
		nodes, stops := shared(t, &hub, 2)
		nodes[0].Open("anna", "g1", "page", true)
		time.Sleep(time.Minute)
		if !nodes[1].Has("anna", "g1") {
			t.Error("a node that tells every few seconds is not believed")
		}
		hub.Cut(true)
		time.Sleep(presenceLasts - presenceEvery - time.Second)
		if !nodes[1].Has("anna", "g1") || nodes[1].People() != 1 {
			t.Error("a short silence counts")
		}
		time.Sleep(presenceEvery + time.Second)
		if nodes[1].Has("anna", "g1") || nodes[1].Here("anna") || nodes[1].People() != 0 {
			t.Error("a silent node is believed")
		}
		for _, stop := range stops {
			stop()
		}
	})
}

// TestCrowd: more people than a message has room for are told of in parts, and if a part is lost those count who were told of before.
func TestCrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hub bustest.Hub
		nodes, stops := shared(t, &hub, 1)
		spy, sizes := hub.Node(), []int{}
		spy.Subscribe(presenceTopic, func(data []byte) { sizes = append(sizes, len(data)) })
		for i := range 1000 {
			nodes[0].Open(fmt.Sprintf("user %d of many", i), "a game with an id", "page", true)
		}
		synctest.Wait()
		sizes = nil
		late, stopLate := shared(t, &hub, 1)
		time.Sleep(presenceEvery)
		synctest.Wait()
		if n := late[0].People(); n != 1000 || len(sizes) < 10 || slices.Max(sizes) > 4000 {
			t.Errorf("%d people by messages of %v bytes", n, sizes)
		}
		x := elsewhere{}
		for i, test := range []struct {
			part presencePart
			want int
		}{
			{presencePart{Number: 1, First: true, Last: true, Here: []looking{{"a", "g"}}}, 1},
			{presencePart{Number: 2, First: true, Here: []looking{{"a", "g"}, {"b", "g"}}}, 1},
			{presencePart{Number: 2, Here: []looking{{"c", "g"}}}, 1},
			{presencePart{Number: 2, Last: true, Here: []looking{{"d", "g"}}}, 4},
			{presencePart{Number: 3, First: true, Here: []looking{{"a", "g"}}}, 4},
			{presencePart{Number: 4, Last: true, Here: []looking{{"b", "g"}}}, 4},
			{presencePart{Number: 5, First: true, Last: true}, 0},
		} {
			if x.take(&test.part); len(x.open) != test.want {
				t.Errorf("after part %d: %d people, expected %d", i, len(x.open), test.want)
			}
		}
		for _, data := range []string{"", "{", `{"enter": ["a", "g"]}`, `{"node": "x", "enter": ["a"]}`, `{"node": 7}`} {
			late[0].hear([]byte(data)) // whatever it is does no harm
		}
		stops[0]()
		stopLate[0]()
		spy.Close()
	})
}

// halls returns two notifiers of nodes that share a store.
func halls(t *testing.T, hub *bustest.Hub) (both [2]*hall, stops [2]func(), end func()) {
	store := newMemory()
	var buses [2]bus.Bus
	for i := range both {
		buses[i] = hub.Node()
		both[i] = newHall(t, store)
		stops[i] = both[i].Share(buses[i], fmt.Sprint("node ", i))
	}
	return both, stops, func() {
		for i, h := range both {
			stops[i]()
			h.Close()
			buses[i].Close()
		}
	}
}

// set sets a game on both nodes, as a store that they share would.
func set(both [2]*hall, table Table) {
	for _, h := range both {
		h.lock.Lock()
		h.tables[table.Game] = table
		h.lock.Unlock()
	}
}

// told returns whom both nodes have told of what.
func told(both [2]*hall) (list []string) {
	time.Sleep(calm + 2*time.Second)
	synctest.Wait()
	for _, h := range both {
		h.lock.Lock()
		list = append(list, h.sent...)
		h.lock.Unlock()
	}
	slices.Sort(list)
	return list
}

// TestNodesTellOnce: of a change that two nodes see one tells, nobody is told of a game that he has open on either before he leaves it,
// and of several messages in a short time, said on either, he is told once.
func TestNodesTellOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hub bustest.Hub
		both, _, end := halls(t, &hub)
		defer end()
		changed := func(table Table) []string {
			set(both, table)
			for _, h := range both {
				h.Changed(table.Game)
			}
			return told(both)
		}
		turn := Table{Game: "g1", Seats: []string{"anna", "ben"}, Begun: true, ToAct: 0, Visit: 1, Offered: none}
		if list := changed(turn); !slices.Equal(list, []string{"anna turn g1"}) {
			t.Errorf("told: %q", list)
		}
		leave := both[1].Presence().Open("ben", "g1", "page", true)
		turn.ToAct, turn.Visit = 1, 2
		if list := changed(turn); len(list) != 1 {
			t.Errorf("told: %q, though he has the game open", list)
		}
		leave()
		both[0].Wrote("g1", "anna")
		told(both)
		both[1].Wrote("g1", "anna")
		if list := told(both); !slices.Equal(list, []string{"anna turn g1", "ben chat g1", "ben turn g1"}) {
			t.Errorf("told: %q", list)
		}
	})
}

// TestEndingNode: what a node has not looked at when it ends, another looks at.
func TestEndingNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hub bustest.Hub
		both, stops, _ := halls(t, &hub)
		set(both, Table{Game: "g1", Seats: []string{"anna", "ben"}, Begun: true, ToAct: 0, Visit: 1, Offered: none})
		both[0].Changed("g1")
		stops[0]()
		both[0].Close()
		if list := told(both); !slices.Equal(list, []string{"anna turn g1"}) {
			t.Errorf("told: %q", list)
		}
		stops[1]()
		both[1].Close()
	})
}
