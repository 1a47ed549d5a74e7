package server_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// connection sends requests of a player, one after the other; the last two are of people who watch.
type connection struct {
	*trial
	*history
	client, side int
	src          *rand.Rand
	now, before  *seen // what it was shown last, and before that
	refused      bool  // the last request was
	count        int
}

// act sends one request.
func (c *connection) act() error {
	node, roll := c.src.IntN(c.used), c.src.IntN(100)
	old := c.takeSent()
	switch {
	case c.client >= 6 || c.now == nil || c.refused || roll < 15:
		c.refused = false
		return c.look(node)
	case roll < 30 && old.id != "": // the same again, perhaps while it is under way
		return c.change(node, old)
	case roll < 35 && old.id != "": // its id for something else
		return c.change(node, c.request(c.now, old.id))
	case roll < 45 && c.before != nil:
		return c.change(node, c.request(c.before, ""))
	}
	return c.change(node, c.request(c.now, ""))
}

// takeSent returns a request that was sent before; without an id if there is none.
func (c *connection) takeSent() operation {
	r := &c.sent[c.side]
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.list) == 0 {
		return operation{}
	}
	return r.list[c.src.IntN(len(r.list))]
}

// look reads the table.
func (c *connection) look(node int) error {
	who := c.people[c.side]
	if c.client >= 6 {
		who = c.others[c.side]
	}
	_, err := c.do(c.client, operation{kind: "read", node: node}, func() (result, error) {
		res, now, err := c.read(who, node)
		if err == nil {
			c.now, c.before = now, c.now
		}
		return res, err
	})
	return err
}

// request returns a request that fits a table, with a new id unless one is given.
func (c *connection) request(t *seen, id string) operation {
	op := operation{side: c.side, version: t.Version, id: id}
	if id == "" {
		c.count++
		op.id = fmt.Sprintf("c%d-%d", c.client, c.count)
	}
	more, roll := "", c.src.IntN(100)
	switch {
	case t.Offer != nil && roll < 50:
		op.kind, op.accept = "/reply", c.src.IntN(3) == 0
		more = fmt.Sprintf(`,"accept":%t`, op.accept)
	case roll < 15 || t.View.ToAct != c.side && roll < 60:
		op.kind, more = "/offer", fmt.Sprintf(`,"deal":%q`, []string{"peace", "adjourn", "adjourn"}[c.src.IntN(3)])
	case roll < 18 || t.View.ToAct != c.side && roll < 70:
		op.kind = "/claim"
	case roll < 30 || len(t.Choices) == 0:
		op.kind = "/undo"
	default:
		op.kind, more = "/actions", fmt.Sprintf(`,"actions":[%q]`, t.Choices[c.src.IntN(len(t.Choices))].Action)
	}
	op.content = op.kind + " " + fmt.Sprintf(`{"version":%d,"id":%q%s}`, op.version, op.id, more)
	return op
}

// change sends a request that changes the game. What a refusal tells of the version is noted as if it had been read.
func (c *connection) change(node int, op operation) error {
	op.node = node
	r := &c.sent[c.side]
	r.mu.Lock()
	r.list = append(r.list, op)
	r.mu.Unlock()
	version := 0
	_, err := c.do(c.client, op, func() (result, error) {
		_, body, _ := strings.Cut(op.content, " ")
		_, data, _, err := c.people[c.side].ask(c.Context(), "POST", c.url(node, op.kind), body)
		if err != nil {
			return result{}, err
		}
		if code := codeOf(data); code != "" {
			var f struct{ Error struct{ Version int } }
			err := json.Unmarshal(data, &f)
			c.refused, version = true, f.Error.Version
			return result{code: code}, err
		}
		var d done
		if err := json.Unmarshal(data, &d); err != nil || d.Table == nil {
			return result{}, fmt.Errorf("%s: %.200s %w", op.content, data, err)
		}
		c.now, c.before = d.Table, c.now
		return result{
			look: lookOf(d.Table), applied: fmt.Sprint(d.Applied), removed: fmt.Sprint(d.Removed),
			rows: len(d.Applied) + len(d.Removed), grown: len(d.Applied) - len(d.Removed),
		}, nil
	})
	if err == nil && c.refused {
		last := c.list[len(c.list)-1]
		last.Input, last.Output = operation{kind: "version", node: node}, result{look: look{Version: version}}
		c.list = append(c.list, last)
	}
	return err
}
