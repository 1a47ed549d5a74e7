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
	Act      string `json:"act,omitempty"` // the same without the facing, where that is chosen last
	game.Choice

	JSON []byte `json:"-"` // all of it as JSON; only of those that Phrases returns
}

// Action describes an action that answers a prompt. If the prompt is zero the words are general.
func (w *Words) Action(prompt game.Event, a game.Action) string { return w.phrase(prompt, a, nil).Text }

// Asked is the moment at which actions are offered, as far as their words depend on it.
type Asked struct {
	Prompt game.Event
	At     func(place int) int      // the piece by which those at a place are named, -1 if nobody is there; nil: the words are general
	Opens  func(a game.Action) bool // whether more is chosen before what an action begins is carried out; nil: never
	keys   map[string]int           // how many of the actions have the same key
}

// most is how many phrases are cached for each prompt.
const most = 1 << 13

// Phrases describes the actions that answer a prompt. The same actions are legal again and again, so phrases are cached,
// unless their words name who stands somewhere or depend on the other actions.
func (w *Words) Phrases(moment Asked, actions []game.Action) []*Phrase {
	out := make([]*Phrase, len(actions))
	var fresh []int
	asked := askedBy(moment.Prompt)
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
	var at *Asked
	if moment.At != nil {
		at = &moment
		moment.keys = map[string]int{}
		for _, a := range actions {
			moment.keys[w.battle.Choice(a).Key]++
		}
	}
	for _, i := range fresh {
		out[i] = w.phrase(moment.Prompt, actions[i], at).Encoded()
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
		if !w.varies(out[i].Key, moment.Prompt) {
			said[actions[i]] = out[i]
		}
	}
	return out
}

// varies reports whether the words of an action that answers a prompt depend on more than the two.
func (w *Words) varies(key string, prompt game.Event) bool {
	own := key + strings.TrimPrefix(prompt.Key, "prompt")
	return w.texts[own+".only"] != "" || w.texts[own+".open"] != "" || namesPlaces(w.texts[own]) || namesPlaces(w.texts[actKey(key)])
}

// namesPlaces reports whether a text names those who stand at the places of an action.
func namesPlaces(text string) bool { return strings.Contains(text, "{who") }

// actKey returns the key of the words for an action without its facing: "act.advance" for "action.advance".
func actKey(key string) string { return "act." + strings.TrimPrefix(key, "action.") }

// keyFor returns the key of the words for an action that answers a prompt.
func (w *Words) keyFor(key string, prompt game.Event, a game.Action, moment *Asked) string {
	own := key + strings.TrimPrefix(prompt.Key, "prompt")
	if moment != nil && moment.Opens != nil && w.texts[own+".open"] != "" && moment.Opens(a) {
		return own + ".open"
	}
	if moment != nil && moment.keys[key] == 1 && w.texts[own+".only"] != "" {
		return own + ".only"
	}
	if w.texts[own] != "" && (moment != nil || !namesPlaces(w.texts[own])) {
		return own
	}
	return key
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

// ordinals name the places of an action in its sentence, in turn, occupants those who stand there, and distances its lengths.
var (
	ordinals  = [...]string{"hex", "second", "third", "fourth"}
	distances = [...]string{"length", "further"}
	occupants = [...]string{"who", "whom", "whom-2", "whom-3"}
)

// phrase fills the sentence of an action with its operands: {piece}, {card}, {facing}, {n}, the dice as {die} and, if there
// is no other number, as {n}, and the places in turn as {hex}, {second}, {third} and {fourth}. Of several pieces {piece} is
// the last, {first} the first, and {pieces} are all of them. Lengths in turn are {length} and {further}, an angle is {angle};
// they are written without their sign, since the sentence says to which side. A word of the rulebook among the operands, such
// as where in a stack a move ends, has a sentence of its own around the {action}. An action can have other words where it
// answers some prompt: "action.done.moves" for "prompt.moves", and there "action.shoot.offend.only" if no other action offered
// has the same key, or "action.melee.melees.open" if more is chosen before it is carried out. Where an argument of the prompt
// has the number {n} for its name, it says what the number stands for: {named}. Those who stand at the first place are {who},
// those at the others {whom}, {whom-2} and {whom-3}; only the words for a moment can name them.
func (w *Words) phrase(prompt game.Event, a game.Action, moment *Asked) *Phrase {
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
			if moment != nil && places < len(occupants) {
				said[occupants[places]] = w.at(o.N, moment)
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
	if text := w.texts[actKey(x.Key)]; moment != nil && text != "" {
		x.Act = replace(text, said)
	}
	x.Text = replace(w.Text(w.keyFor(x.Key, prompt, a, moment)), said)
	if around != "" {
		x.Text = replace(w.Text(around), map[string]string{"action": x.Text})
	}
	return x
}

// at names those who stand at a place, or the place if nobody does.
func (w *Words) at(place int, moment *Asked) string {
	if p := moment.At(place); p >= 0 {
		return w.Piece(p)
	}
	return w.Place(place)
}

// Encoded sets JSON and returns the phrase. A phrase is written again with each of many tables.
func (x *Phrase) Encoded() *Phrase {
	var err error
	if x.JSON, err = json.Marshal(x); err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	return x
}

func replace(text string, said map[string]string) string {
	for name, value := range said {
		text = strings.ReplaceAll(text, "{"+name+"}", value)
	}
	return text
}
