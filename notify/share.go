package notify

import (
	"encoding/json"
	"time"

	"acies/bus"
)

// The topics of a bus.
const (
	presenceTopic = "presence"
	noticesTopic  = "notices"
)

// How often a node tells who is there, and for how long it is believed.
const (
	presenceEvery = 3 * time.Second
	presenceLasts = 15 * time.Second
	presenceRoom  = 3000 // bytes of a message that tells of several
)

// presenceMessage is what a node tells of those who look at games there: that one comes or goes, or a part of all of them.
type presenceMessage struct {
	Node  string        `json:"node"`
	Enter *looking      `json:"enter,omitempty"`
	Leave *looking      `json:"leave,omitempty"`
	Shows *shown        `json:"shows,omitempty"` // of a page that is open on another node
	Part  *presencePart `json:"part,omitempty"`
}

// presencePart is a part of all who look at games on a node. The parts of one telling have a number, and follow each other.
type presencePart struct {
	Number int       `json:"number"`
	First  bool      `json:"first,omitempty"`
	Last   bool      `json:"last,omitempty"`
	Here   []looking `json:"here"`
}

// looking is a user and a game, which both are named by short ids.
type looking [2]string

// shown says whether a user sees a page.
type shown struct {
	User    string `json:"user"`
	Game    string `json:"game"`
	Page    string `json:"page"`
	Visible bool   `json:"visible"`
}

// elsewhere is who looks at games on another node.
type elsewhere struct {
	open  map[string]map[string]bool // by user and game
	heard time.Time

	number int                        // of the telling whose parts come in
	coming map[string]map[string]bool // what they have told so far; nil: a part is missing
}

// Share tells other nodes who is here, and learns from them who is there, until stop is called. A node that has not been heard of
// for a while has gone. It is called once at most.
func (p *Presence) Share(b bus.Bus, node string) (stop func()) {
	p.mu.Lock()
	p.bus, p.node, p.nodes = b, node, map[string]*elsewhere{}
	p.mu.Unlock()
	silent := b.Subscribe(presenceTopic, p.hear)
	quit, ended, lost := make(chan struct{}), make(chan struct{}), b.Lost()
	go func() {
		defer close(ended)
		tick := time.NewTicker(presenceEvery)
		defer tick.Stop()
		for {
			p.tellAll()
			select {
			case <-tick.C:
			case <-lost:
			case <-quit:
				return
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
		silent()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.open = nil
		p.send(&presenceMessage{Part: &presencePart{First: true, Last: true}}) // they come back on another node
		p.bus = nil
	}
}

// send publishes a message. The caller holds the lock, so that messages are in the order of what they tell.
func (p *Presence) send(m *presenceMessage) {
	if p.bus == nil {
		return
	}
	m.Node = p.node
	data, err := json.Marshal(m)
	if err == nil {
		p.bus.Publish(presenceTopic, data)
	}
}

// tellAll tells the other nodes everybody who is here, and forgets nodes that have gone.
func (p *Presence) tellAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for node, x := range p.nodes {
		if !x.here() {
			delete(p.nodes, node)
		}
	}
	p.told++
	part, size := presencePart{Number: p.told, First: true}, 0
	for user, games := range p.open {
		for game := range games {
			if size += len(user) + len(game) + 6; size > presenceRoom {
				p.send(&presenceMessage{Part: &part})
				part, size = presencePart{Number: p.told}, 0
			}
			part.Here = append(part.Here, looking{user, game})
		}
	}
	part.Last = true
	p.send(&presenceMessage{Part: &part})
}

// hear takes note of what another node tells.
func (p *Presence) hear(data []byte) {
	var m presenceMessage
	if json.Unmarshal(data, &m) != nil || m.Node == "" {
		return // of another version, perhaps
	}
	if x := m.Shows; x != nil {
		p.showHere(x)
	}
	for _, l := range p.note(&m) {
		if p.left != nil && !p.Has(l[0], l[1]) {
			p.left(l[0], l[1])
		}
	}
}

// note notes what another node tells, and returns who does not look at a game there any more.
func (p *Presence) note(m *presenceMessage) (left []looking) {
	p.mu.Lock()
	defer p.mu.Unlock()
	x := p.nodes[m.Node]
	if x == nil {
		x = &elsewhere{open: map[string]map[string]bool{}}
		p.nodes[m.Node] = x
	}
	x.heard = time.Now()
	switch {
	case m.Enter != nil:
		enter(x.open, *m.Enter)
	case m.Leave != nil:
		left = append(left, *m.Leave)
		if delete(x.open[m.Leave[0]], m.Leave[1]); len(x.open[m.Leave[0]]) == 0 {
			delete(x.open, m.Leave[0])
		}
	case m.Part != nil:
		before := x.open
		x.take(m.Part)
		for user, games := range before {
			for game := range games {
				if !x.open[user][game] {
					left = append(left, looking{user, game})
				}
			}
		}
	}
	return left
}

func enter(open map[string]map[string]bool, l looking) {
	if open[l[0]] == nil {
		open[l[0]] = map[string]bool{}
	}
	open[l[0]][l[1]] = true
}

// take takes note of a part of all who are on a node. When the last has come, they are those who are there.
func (x *elsewhere) take(part *presencePart) {
	if part.First {
		x.number, x.coming = part.Number, map[string]map[string]bool{}
	}
	if x.coming == nil || x.number != part.Number {
		x.coming = nil
		return // the next telling has all parts
	}
	for _, l := range part.Here {
		enter(x.coming, l)
	}
	if part.Last {
		x.open, x.coming = x.coming, nil
	}
}

// here reports whether a node was heard of lately.
func (x *elsewhere) here() bool { return time.Since(x.heard) < presenceLasts }

// noticeMessage is what a node tells others about notices: a game that it has not looked at before it ended, or somebody
// whom it has told of a message.
type noticeMessage struct {
	Look string   `json:"look,omitempty"`
	Told *looking `json:"told,omitempty"`
}

// Share has the nodes of a server tell each other who looks at which game, and whom they have told of messages, until stop is
// called. A node that stops leaves to the others what it was about to look at. It is called once, after Start.
func (n *Notifier) Share(b bus.Bus, node string) (stop func()) {
	n.mu.Lock()
	n.bus = b
	n.mu.Unlock()
	leave := n.presence.Share(b, node)
	silent := b.Subscribe(noticesTopic, n.hear)
	return func() {
		silent()
		n.mu.Lock()
		n.bus = nil
		for game := range n.changed {
			publishNotice(b, noticeMessage{Look: game})
		}
		n.mu.Unlock()
		leave()
	}
}

func publishNotice(b bus.Bus, m noticeMessage) {
	if data, err := json.Marshal(m); err == nil && b != nil {
		b.Publish(noticesTopic, data)
	}
}

// hear takes note of what another node tells.
func (n *Notifier) hear(data []byte) {
	var m noticeMessage
	if json.Unmarshal(data, &m) != nil {
		return
	}
	if m.Look != "" {
		n.Changed(m.Look)
	}
	if m.Told != nil {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.chats[seen{m.Told[0], m.Told[1]}] = time.Now()
	}
}
