package bustest

import (
	"bytes"
	"sync"

	"acies/bus"
)

// Hub joins nodes within one process. Its messages arrive at once, also in a bubble of package synctest, and it can be cut.
type Hub struct {
	mu    sync.Mutex
	nodes map[*hubNode]bool
	cut   bool
}

// Node returns another node. It ends when it is closed.
func (h *Hub) Node() bus.Bus {
	n := &hubNode{hub: h, topics: map[string]map[*hubSubscription]bool{}}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.nodes == nil {
		h.nodes = map[*hubNode]bool{}
	}
	h.nodes[n] = true
	return n
}

// Cut has all messages lost until it is called with false, which tells the nodes that they may have missed some.
func (h *Hub) Cut(cut bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for n := range h.nodes {
		if h.cut && !cut {
			n.lost.Report()
		}
	}
	h.cut = cut
}

// hubNode is a node of a hub, whose lock guards all that is in it.
type hubNode struct {
	hub    *Hub
	topics map[string]map[*hubSubscription]bool
	lost   bus.Losses
}

// hubSubscription calls a function in a goroutine of its own.
type hubSubscription struct {
	queue [][]byte
	more  chan struct{} // has an element while the queue has
	quit  chan struct{}
}

// Publish implements [bus.Bus].
func (n *hubNode) Publish(topic string, data []byte) {
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	if n.hub.cut || !n.hub.nodes[n] {
		return
	}
	for other := range n.hub.nodes {
		if other == n {
			continue
		}
		for s := range other.topics[topic] {
			s.queue = append(s.queue, bytes.Clone(data))
			select {
			case s.more <- struct{}{}:
			default:
			}
		}
	}
}

// Subscribe implements [bus.Bus].
func (n *hubNode) Subscribe(topic string, f func(data []byte)) (stop func()) {
	s := &hubSubscription{more: make(chan struct{}, 1), quit: make(chan struct{})}
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	if !n.hub.nodes[n] {
		return func() {}
	}
	if n.topics[topic] == nil {
		n.topics[topic] = map[*hubSubscription]bool{}
	}
	n.topics[topic][s] = true
	go func() {
		for {
			select {
			case <-s.more:
			case <-s.quit:
				return
			}
			for _, data := range n.take(s) {
				f(data)
			}
		}
	}()
	return func() {
		n.hub.mu.Lock()
		defer n.hub.mu.Unlock()
		n.end(topic, s)
	}
}

func (n *hubNode) take(s *hubSubscription) [][]byte {
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	list := s.queue
	s.queue = nil
	return list
}

// end ends a subscription. The caller holds the lock.
func (n *hubNode) end(topic string, s *hubSubscription) {
	if n.topics[topic][s] {
		delete(n.topics[topic], s)
		close(s.quit)
	}
}

// Lost implements [bus.Bus].
func (n *hubNode) Lost() <-chan struct{} { return n.lost.Add() }

// Close implements [bus.Bus].
func (n *hubNode) Close() error {
	n.hub.mu.Lock()
	defer n.hub.mu.Unlock()
	delete(n.hub.nodes, n)
	for topic, all := range n.topics {
		for s := range all {
			n.end(topic, s)
		}
	}
	return nil
}
