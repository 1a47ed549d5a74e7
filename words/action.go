package words

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"acies/game"
)

// Phrase is an action in words, with its operands. It must not be changed.
type Phrase struct {
	Notation string `json:"action"`
	Text     string `json:"text"`
	game.Choice

	JSON []byte `json:"-"` // all of it as JSON; only of those that Phrases returns
}

// Action describes an action that answers a prompt. If the prompt is zero the words are general.
func (w *Words) Action(prompt game.Event, a game.Action) string { return w.phrase(prompt, a).Text }

// most is how many phrases are cached for each prompt.
const most = 1 << 13

// Phrases describes the actions that answer a prompt. The same actions are legal again and again, so phrases are cached.
func (w *Words) Phrases(prompt game.Event, actions []game.Action) []*Phrase {
	out := make([]*Phrase, len(actions))
	var fresh []int
	asked := askedBy(prompt)
	w.mu.RLock()
	said := w.said[asked]
	for i, a := range actions {
		if out[i] = said[a]; out[i] == nil {
			fresh = append(fresh, i)
		}
	}
	w.mu.RUnlock()
	if len(fresh) == 0 {
		return out
	}
	for _, i := range fresh {
		out[i] = w.phrase(prompt, actions[i])
		out[i].encode()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.said == nil {
		w.said = map[string]map[game.Action]*Phrase{}
	}
	if said = w.said[asked]; said == nil || len(said) > most {
		said = map[game.Action]*Phrase{}
		w.said[asked] = said
	}
	for _, i := range fresh {
		said[actions[i]] = out[i]
	}
	return out
}

// askedBy returns what the words of an action depend on in a prompt: its key, and what it says that numbers stand for.
func askedBy(prompt game.Event) string {
	key := prompt.Key
	for _, a := range prompt.Args {
		if isNumber(a.Name) {
			key += " " + a.Text
		}
	}
	return key
}

func isNumber(name string) bool { return name != "" && name[0] >= '0' && name[0] <= '9' }

// ordinals name the places of an action in its sentence, in turn, and distances its lengths.
var (
	ordinals  = [...]string{"hex", "second", "third", "fourth"}
	distances = [...]string{"length", "further"}
)

// phrase fills the sentence of an action with its operands: {piece}, {card}, {facing}, {n}, the dice as {die} and, if there
// is no other number, as {n}, and the places in turn as {hex}, {second}, {third} and {fourth}. Of several pieces {piece} is
// the last, {first} the first, and {pieces} are all of them. Lengths in turn are {length} and {further}, an angle is {angle};
// they are written without their sign, since the sentence says to which side. A word of the rulebook among the operands, such
// as where in a stack a move ends, has a sentence of its own around the {action}. An action can have other words where it
// answers some prompt: "action.done.moves" for "prompt.moves". Where an argument of the prompt has the number {n} for its
// name, it says what the number stands for: {named}.
func (w *Words) phrase(prompt game.Event, a game.Action) *Phrase {
	x := &Phrase{Notation: w.battle.Format(a), Choice: w.battle.Choice(a)}
	said := map[string]string{}
	places, lengths, around := 0, 0, ""
	var dice []string
	var pieces []int
	for _, o := range x.Operands {
		switch o.Kind {
		case game.Piece:
			said["piece"] = w.Piece(o.N)
			pieces = append(pieces, o.N)
		case game.Card:
			said["card"] = w.Piece(o.N)
		case game.Die:
			dice = append(dice, strconv.Itoa(o.N))
		case game.Facing:
			said["facing"] = w.Facing(o.N)
		case game.Place:
			if places < len(ordinals) {
				said[ordinals[places]] = w.Place(o.N)
			}
			places++
		case game.Length:
			if lengths < len(distances) {
				said[distances[lengths]] = w.Length(max(o.N, -o.N))
			}
			lengths++
		case game.Angle:
			said["angle"] = w.Angle(max(o.N, -o.N))
		case game.Key:
			around = o.Text
		default:
			n := strconv.Itoa(o.N)
			said["n"] = n
			if slices.ContainsFunc(prompt.Args, func(a game.Arg) bool { return a.Name == n }) {
				said["named"] = w.arg(n, prompt.Args, false)
			}
		}
	}
	if len(pieces) > 1 {
		said["first"], said["pieces"] = w.Piece(pieces[0]), w.pieceList(pieces)
	}
	if dice != nil {
		said["die"] = strings.Join(dice, ", ")
		if _, ok := said["n"]; !ok {
			said["n"] = said["die"]
		}
	}
	key := x.Key
	if own := key + strings.TrimPrefix(prompt.Key, "prompt"); w.texts[own] != "" {
		key = own
	}
	x.Text = replace(w.Text(key), said)
	if around != "" {
		x.Text = replace(w.Text(around), map[string]string{"action": x.Text})
	}
	return x
}

// encode sets JSON. A phrase is written again with each of many tables.
func (x *Phrase) encode() {
	var err error
	if x.JSON, err = json.Marshal(x); err != nil {
		panic(err) // strings and numbers can always be encoded
	}
}

func replace(text string, said map[string]string) string {
	for name, value := range said {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}
