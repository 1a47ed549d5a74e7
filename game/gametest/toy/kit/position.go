package kit

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/pack"
)

// steps are the names of the parts of a round in positions.
var steps = []string{"first", "second", "first-die", "second-die"}

// readPosition returns a battle with its games starting at a position:
//
//	battle: ford
//	options: [short]
//	round: 2
//	step: second
//	spent: 1
//	red: {at: hill, points: 1, scouted: true, cards: [1 seen used, 3, 4]}
//	blue: {at: camp, cards: [2 seen used, 2 seen, 1 used], played: 3}
//
// In lessons and cases, battle and options are left out.
func readPosition(n *pack.Node, b game.Battle, withBattle bool) (game.Battle, error) {
	p := toy.Position{Round: 1}
	read := map[string]func(*pack.Node) error{
		"round": number(&p.Round, 1, toy.Cards+1),
		"step": func(n *pack.Node) error {
			p.Step = slices.Index(steps, n.Text)
			if p.Step < 0 {
				return n.Errorf("step %q is unknown; expected one of %s", n.Text, pack.List(steps))
			}
			return nil
		},
		"spent": number(&p.Spent, 0, 2),
		"die":   number(&p.Die, 1, 6),
		"asked": func(n *pack.Node) (err error) { p.Asked, err = n.Flag(); return err },
	}
	for i, id := range toy.Sides(b) {
		read[id] = func(n *pack.Node) error { return readHolding(n, &p.Sides[i]) }
	}
	if withBattle {
		read["battle"] = func(n *pack.Node) error {
			if n.Text != b.ID() {
				return n.Errorf("the position belongs to the battle %s, not %s", n.Text, b.ID())
			}
			return nil
		}
		read["options"] = func(n *pack.Node) error { _, err := n.Words(); return err }
	}
	if err := n.Each("a position", read); err != nil {
		return nil, err
	}
	out, err := toy.From(b, p)
	if err != nil {
		return nil, n.Errorf("%v", err)
	}
	return out, nil
}

// number returns a function that reads a number.
func number(into *int, lo, hi int) func(*pack.Node) error {
	return func(n *pack.Node) (err error) {
		*into, err = n.Number(lo, hi)
		return err
	}
}

// readHolding reads the place, points and cards of a side.
func readHolding(n *pack.Node, h *toy.Holding) error {
	return n.Each("a side", map[string]func(*pack.Node) error{
		"at": func(n *pack.Node) error {
			h.Place = slices.Index(toy.Places(), n.Text)
			if h.Place < 0 {
				return n.Errorf("place %q is unknown; expected one of %s", n.Text, pack.List(toy.Places()))
			}
			return nil
		},
		"points":  number(&h.Points, 0, toy.Cards),
		"scouted": func(n *pack.Node) (err error) { h.Scouted, err = n.Flag(); return err },
		"cards": func(n *pack.Node) error {
			lines, err := n.Lines()
			for _, line := range lines {
				card, err := readCard(line)
				if err != nil {
					return err
				}
				h.Cards = append(h.Cards, card)
			}
			return err
		},
		"played": number(&h.Played, 1, toy.Cards),
	})
}

func readCard(n *pack.Node) (toy.Card, error) {
	var c toy.Card
	for i, word := range strings.Fields(n.Text) {
		rank, err := strconv.Atoi(word)
		switch {
		case i == 0 && err == nil:
			c.Rank = rank
		case i > 0 && word == "seen":
			c.Seen = true
		case i > 0 && word == "used":
			c.Used = true
		default:
			return c, n.Errorf("card %q: expected its rank, then seen and used where they are true", n.Text)
		}
	}
	return c, nil
}

// writePosition returns a position in the form that readPosition reads.
func (s *scenario) writePosition(options []string, p toy.Position) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "battle: %s\n", s.id)
	if len(options) > 0 {
		fmt.Fprintf(&b, "options: [%s]\n", strings.Join(options, ", "))
	}
	fmt.Fprintf(&b, "round: %d\nstep: %s\n", p.Round, steps[p.Step])
	if p.Spent > 0 {
		fmt.Fprintf(&b, "spent: %d\n", p.Spent)
	}
	if p.Die > 0 {
		fmt.Fprintf(&b, "die: %d\n", p.Die)
	}
	if p.Asked {
		b.WriteString("asked: true\n")
	}
	for i, h := range p.Sides {
		fields := []string{"at: " + toy.Places()[h.Place]}
		if h.Points > 0 {
			fields = append(fields, fmt.Sprintf("points: %d", h.Points))
		}
		if h.Scouted {
			fields = append(fields, "scouted: true")
		}
		var cards []string
		for _, c := range h.Cards {
			text := strconv.Itoa(c.Rank)
			if c.Seen {
				text += " seen"
			}
			if c.Used {
				text += " used"
			}
			cards = append(cards, text)
		}
		if len(cards) > 0 {
			fields = append(fields, "cards: ["+strings.Join(cards, ", ")+"]")
		}
		if h.Played > 0 {
			fields = append(fields, fmt.Sprintf("played: %d", h.Played))
		}
		fmt.Fprintf(&b, "%s: {%s}\n", s.sides[i], strings.Join(fields, ", "))
	}
	return b.Bytes()
}
