package main

import (
	"fmt"
	"strconv"
	"strings"

	"acies/game"
	"acies/table"
	"acies/words"
)

// A menu numbers the choices. If there are many, those that begin with the same words share a number: all facings in
// one hex, all places of one unit. The rest of the choice then follows the number, or is asked for.

// many is how many choices a menu lists one by one.
const many = 12

type item struct {
	prefix  string   // what its choices begin with; empty for a single choice
	rests   []string // the rest of each
	actions []game.Action
}

// menu groups the actions, keeping their order.
func menu(t *table.Table, actions []game.Action) []item {
	if len(actions) <= many {
		var out []item
		for _, a := range actions {
			out = append(out, item{actions: []game.Action{a}})
		}
		return out
	}
	var out []item
	at := map[string]int{}
	for _, a := range actions {
		prefix, rest := t.Battle.Format(a), ""
		if fields := strings.Fields(prefix); len(fields) > 2 {
			prefix, rest = strings.Join(fields[:2], " "), strings.Join(fields[2:], " ")
		}
		i, ok := at[prefix]
		if !ok {
			i = len(out)
			at[prefix] = i
			out = append(out, item{prefix: prefix})
		}
		out[i].rests = append(out[i].rests, rest)
		out[i].actions = append(out[i].actions, a)
	}
	return out
}

// printMenu shows the items: in words if they are few, in columns of notation if they are many.
func (c *cli) printMenu(t *table.Table, w *words.Words, items []item) {
	prompt := t.Game.State().View(game.Nobody).Prompt
	var cells []string
	width := 0
	for i, it := range items {
		text := t.Battle.Format(it.actions[0])
		switch {
		case len(it.actions) > 1 && len(it.rests) <= 6:
			text = it.prefix + " " + strings.Join(it.rests, "|")
		case len(it.actions) > 1:
			text = fmt.Sprintf("%s … (%d)", it.prefix, len(it.actions))
		case len(items) <= 2*many:
			text = pad(text, 30) + "  " + w.Action(prompt, it.actions[0])
		}
		cell := fmt.Sprintf("%3d  %s", i+1, text)
		cells = append(cells, cell)
		width = max(width, len([]rune(cell))+3)
	}
	columns := 1
	if len(items) > many {
		columns = max(1, 120/width)
	}
	rows := (len(cells) + columns - 1) / columns
	for r := range rows {
		line := ""
		for k := r; k < len(cells); k += rows {
			line += pad(cells[k], width)
		}
		fmt.Fprintln(c.out, strings.TrimRight(line, " "))
	}
}

// each returns the choices of an item one by one.
func (it *item) each() []item {
	var out []item
	for i := range it.actions {
		out = append(out, item{actions: it.actions[i : i+1]})
	}
	return out
}

// with returns the choice that continues with these words, or nil.
func (it *item) with(words []string) *game.Action {
	rest := strings.Join(words, " ")
	for i := range it.rests {
		if it.rests[i] == rest && rest != "" {
			return &it.actions[i]
		}
	}
	return nil
}

// pick finds the choice that an answer means: a number, followed if necessary by the rest of a grouped choice. The
// second result is the item to ask about further.
func pick(items []item, words []string) (a *game.Action, open *item, err error) {
	n, err := strconv.Atoi(words[0])
	if err != nil {
		return nil, nil, err
	}
	if n < 1 || n > len(items) {
		return nil, nil, fmt.Errorf("choice %d does not exist: choose 1 to %d", n, len(items))
	}
	it := &items[n-1]
	if len(it.actions) == 1 && len(words) == 1 {
		return &it.actions[0], nil, nil
	}
	if a := it.with(words[1:]); a != nil {
		return a, nil, nil
	}
	if len(words) > 1 {
		return nil, nil, fmt.Errorf("choice %d cannot be followed by %q", n, strings.Join(words[1:], " "))
	}
	return nil, it, nil
}
