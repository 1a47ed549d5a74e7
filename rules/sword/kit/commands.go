package kit

import (
	"slices"
	"strings"

	"acies/rules/sword"
)

// Actions implements [system.System]. An argument may be a whole action of several words or a single word; in the
// second case a verb begins a new action. A move may include its end: "move hastati-i-1 0415 UR" is short for "move
// hastati-i-1" and "to 0415 UR".
func (System) Actions(args []string) []string {
	var out []string
	for _, words := range split(args) {
		if len(words) > 2 && words[0] == "move" {
			out = append(out, strings.Join(words[:2], " "))
			words = append([]string{"to"}, words[2:]...)
		}
		out = append(out, strings.Join(words, " "))
	}
	return out
}

// split divides the words of a command line into actions.
func split(args []string) [][]string {
	verbs := sword.Verbs()
	var out [][]string
	open := false // the last action may still grow
	for _, arg := range args {
		words := strings.Fields(arg)
		switch {
		case len(words) == 0:
		case len(words) > 1:
			out, open = append(out, words), false
		case open && !slices.Contains(verbs, arg), open && ordered(out[len(out)-1], arg):
			out[len(out)-1] = append(out[len(out)-1], arg)
		default:
			out, open = append(out, words), true
		}
	}
	return out
}

// ordered reports whether a word says on top or underneath for the end of that move, rather than being a choice of its
// own.
func ordered(action []string, word string) bool {
	return (word == "over" || word == "under") && slices.Contains([]string{"move", "to", "back", "retreat"}, action[0])
}
