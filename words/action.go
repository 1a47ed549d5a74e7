package words

import (
	"slices"
	"strings"

	"acies/game"
)

// Phrase is an action in words, and what its notation names. It is only to be read.
type Phrase struct {
	Notation string `json:"action"`
	Text     string `json:"text"`
	Verb     string `json:"kind"`
	Piece    *int   `json:"piece,omitempty"`
	Place    *int   `json:"hex,omitempty"`   // the first
	Places   []int  `json:"hexes,omitempty"` // all, if there are several
	Facing   *int   `json:"facing,omitempty"`
	Order    string `json:"order,omitempty"` // in the stack: "over" or "under"
}

// Action describes an action.
func (w *Words) Action(a game.Action) string { return w.phrase(a).Text }

// most is how many phrases are remembered.
const most = 1 << 13

// Phrases describes actions. Much the same ones are open from moment to moment, so they are remembered.
func (w *Words) Phrases(actions []game.Action) []*Phrase {
	out := make([]*Phrase, len(actions))
	var fresh []int
	w.mu.RLock()
	for i, a := range actions {
		if out[i] = w.said[a]; out[i] == nil {
			fresh = append(fresh, i)
		}
	}
	w.mu.RUnlock()
	if len(fresh) == 0 {
		return out
	}
	for _, i := range fresh {
		out[i] = w.phrase(actions[i])
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.said == nil || len(w.said) > most {
		w.said = map[game.Action]*Phrase{}
	}
	for _, i := range fresh {
		w.said[actions[i]] = out[i]
	}
	return out
}

// phrase reads the notation, so that it knows no rulebook's verbs: a word of it is a piece, a facing, an order in the
// stack, or else a place or a number.
func (w *Words) phrase(a game.Action) *Phrase {
	x := &Phrase{Notation: w.battle.Format(a)}
	fields := strings.Fields(x.Notation)
	x.Verb = fields[0]
	key, order := "action."+x.Verb, ""
	said := map[string]string{}
	names := []string{"hex", "second", "third", "fourth"}
	for i, f := range fields[1:] {
		facing := slices.Index(w.names.Facings, f)
		switch p, isPiece := w.pieces[f]; {
		case isPiece:
			x.Piece, said["piece"] = &p, w.Piece(p)
			if i > 0 {
				key += "-one" // a unit named at the end goes by itself
			}
		case facing >= 0:
			x.Facing, said["facing"] = &facing, w.Facing(facing)
		case f == "over":
			x.Order, order = f, "action.on-top"
		case f == "under":
			x.Order, order = f, "action.beneath"
		case len(names) > 0:
			said["n"], said[names[0]] = f, f
			names = names[1:]
			if h, ok := w.places[f]; ok && x.Verb != "roll" {
				x.Places = append(x.Places, h)
			}
		}
	}
	switch {
	case said["fourth"] != "":
		key += "-three"
	case said["third"] != "":
		key += "-two"
	}
	x.Text = replace(w.Text(key), said)
	if order != "" {
		x.Text = replace(w.Text(order), map[string]string{"action": x.Text})
	}
	if len(x.Places) > 0 {
		x.Place = &x.Places[0]
	}
	if len(x.Places) == 1 {
		x.Places = nil
	}
	return x
}

func replace(text string, said map[string]string) string {
	for name, value := range said {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}
