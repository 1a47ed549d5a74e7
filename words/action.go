package words

import (
	"slices"
	"strings"

	"acies/game"
)

// Action describes an action. It reads the notation, so that it knows no rulebook's verbs: a word of it is a piece, a
// facing, an order in the stack, or else a place or a number.
func (w *Words) Action(a game.Action) string {
	fields := strings.Fields(w.battle.Format(a))
	key, order := "action."+fields[0], ""
	said := map[string]string{}
	places := []string{"hex", "second", "third"}
	for i, f := range fields[1:] {
		switch p, isPiece := w.pieces[f]; {
		case isPiece:
			said["piece"] = w.Piece(p)
			if i > 0 {
				key += "-one" // a unit named at the end goes by itself
			}
		case slices.Contains(w.names.Facings, f):
			said["facing"] = w.Text("facing." + f)
		case f == "over":
			order = "action.on-top"
		case f == "under":
			order = "action.beneath"
		case len(places) > 0:
			said["n"], said[places[0]] = f, f
			places = places[1:]
		}
	}
	if said["third"] != "" {
		key += "-two"
	}
	text := replace(w.Text(key), said)
	if order != "" {
		text = replace(w.Text(order), map[string]string{"action": text})
	}
	return text
}

func replace(text string, said map[string]string) string {
	for name, value := range said {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}
