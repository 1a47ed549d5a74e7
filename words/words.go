// Package words makes sentences from events. A rulebook gives keys, clause ids and numbers; a catalogue for each language
// has the sentence of each key; the battle has the names of its pieces and sides. The catalogues here are general; those of
// a rulebook come with it, see [system.System], and a text there replaces the general one of its key.
//
// A catalogue is a JSON object of sections, each an object of texts: the text of "refusal.too-far" is in the section
// "refusal" under "too-far". In a text, {unit} is replaced by the argument of that name, and {points|point|points} by the
// singular or the plural, whichever the language uses for that number. Texts are typed with plain spaces and straight
// apostrophes and set by package typography.
//
// A section with the name of a book replaces texts in battles of that book, under full keys: for them, the text of "type.Ch"
// is the one in the section "medieval" under "type.Ch".
package words

import (
	"embed"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"acies/game"
	"acies/system"
	"acies/words/typography"
)

//go:embed *.json
var files embed.FS

// Languages returns the languages that have a catalogue.
func Languages() []string { return []string{"en", "fr"} }

// catalogues returns the general texts of all languages by their full keys.
var catalogues = sync.OnceValue(func() map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, lang := range Languages() {
		out[lang] = system.ReadTexts(files, lang)
	}
	return out
})

// Catalogue returns the texts of a language by their full keys, those of a rulebook with the general ones: "error.stale",
// "type.Ch", "medieval.type.Ch". Without a rulebook, nil, they are only the general ones.
func Catalogue(lang string, s system.System) map[string]string {
	texts := maps.Clone(catalogues()[lang])
	if s != nil {
		maps.Copy(texts, s.Texts(lang))
	}
	return texts
}

// General returns the text of a key that belongs to no rulebook.
func General(lang, key string) string { return catalogues()[lang][key] }

// Words describes one battle in one language. It is safe for concurrent use.
type Words struct {
	lang   string
	texts  map[string]string
	battle game.Battle
	names  system.Names
	pieces map[string]int // by id
	places map[string]int

	mu   sync.RWMutex                       // the last in the order of locks: nothing is called under it that takes another
	said map[string]map[game.Action]*Phrase // cached, by prompt
}

// New returns the words of a language for a battle with these names.
func New(lang string, b game.Battle, n system.Names) (*Words, error) {
	if !slices.Contains(Languages(), lang) {
		return nil, fmt.Errorf("unknown language %q; choose one of %s", lang, strings.Join(Languages(), ", "))
	}
	w := &Words{lang: lang, texts: textsOf(lang, b, n.Book), battle: b, names: n, pieces: map[string]int{}, places: map[string]int{}}
	for i := range n.Pieces {
		w.pieces[b.PieceID(i)] = i
	}
	for i := range n.Places {
		w.places[b.PlaceID(i)] = i
	}
	return w, nil
}

// For returns the words of a language for a battle of a pack.
func For(lang string, p *system.Pack, b game.Battle) (*Words, error) {
	return New(lang, b, p.Names(b, lang))
}

// textsOf returns the texts for a battle: the general ones, in their place those of its rulebook, and in their place those
// of its book.
func textsOf(lang string, b game.Battle, book string) map[string]string {
	if b == nil || system.Of(b) == nil {
		return Catalogue(lang, nil)
	}
	texts := Catalogue(lang, system.Of(b))
	for key, text := range system.Of(b).Texts(lang) {
		if k, ok := strings.CutPrefix(key, book+"."); ok {
			texts[k] = text
		}
	}
	return texts
}

// Lang returns the language.
func (w *Words) Lang() string { return w.lang }

// Text returns the text of a key in the catalogue or the battle, or the key itself if there is none.
func (w *Words) Text(key string) string {
	if t, ok := w.texts[key]; ok {
		return t
	}
	if w.names.Text != nil {
		if t, ok := w.names.Text(key); ok {
			return t
		}
	}
	return key
}

// Texts returns the texts of some sections of the catalogue by their full keys, for those who show what a view has keys of.
func (w *Words) Texts(sections ...string) map[string]string {
	out := map[string]string{}
	for key, text := range w.texts {
		if section, _, _ := strings.Cut(key, "."); slices.Contains(sections, section) {
			out[key] = text
		}
	}
	return out
}

// Say returns the text of a key with its arguments filled in.
func (w *Words) Say(key string, args ...game.Arg) string {
	return w.fill(w.Text(key), args, strings.HasPrefix(key, "refusal.") && !tenthsTell(args))
}

// Fill returns the text of a key with words that are known already.
func (w *Words) Fill(key string, said map[string]string) string { return replace(w.Text(key), said) }

// tenthsTell reports whether the lengths of a refusal say the same in tenths: how much it is about, and the limit. A single
// length, and one that is smaller, decides by its last digit.
func tenthsTell(args []game.Arg) bool {
	n := 0
	for _, a := range args {
		if a.Kind == game.Length {
			if a.N < tenth {
				return false
			}
			n++
		}
	}
	return n > 1
}

// Piece returns the name of a piece.
func (w *Words) Piece(i int) string { return at(w.names.Pieces, i) }

// Place returns the name of a place, or its id if it has no other.
func (w *Words) Place(i int) string {
	if i >= 0 && i < len(w.names.PlaceNames) {
		return w.names.PlaceNames[i]
	}
	return w.battle.PlaceID(i)
}

// Side returns the name of a side.
func (w *Words) Side(s game.Side) string { return at(w.names.Sides, int(s)) }

// Facing returns the name of a facing.
func (w *Words) Facing(f int) string { return w.Text("facing." + w.battle.FacingID(f)) }

func at(list []string, i int) string {
	if i < 0 || i >= len(list) {
		return "?"
	}
	return list[i]
}

// Event returns the sentence of an event or a prompt; that of a modifier starts with its value.
func (w *Words) Event(e game.Event) string {
	if strings.HasPrefix(e.Key, "modifier.") {
		return fmt.Sprintf("%3s  %s", w.arg("value", e.Args, false), w.Say(e.Key, e.Args...))
	}
	if strings.Contains(e.Key, ".") {
		return w.Say(e.Key, e.Args...)
	}
	return w.Say("event."+e.Key, e.Args...)
}

// Refusal returns the reason why an action is not legal as a sentence, with its clause.
func (w *Words) Refusal(r *game.Refusal) string {
	return fmt.Sprintf("%s [%s]", w.Say("refusal."+r.Key, r.Args...), r.Clause)
}

// Outcome returns how a game has ended, with the points of the winner first.
func (w *Words) Outcome(o game.Outcome) string {
	high, low := o.Score()
	return w.Say("event.victory-"+o.Degree, game.Arg{Name: "side", Kind: game.Player, N: int(o.Winner)},
		game.Arg{Name: "high", N: high}, game.Arg{Name: "low", N: low})
}

// Modifier returns the description of a modifier, without its value.
func (w *Words) Modifier(m game.Modifier) string { return w.Say("modifier."+m.Key, m.Args...) }

// Result returns the description of the result of a roll: "melee.D+R".
func (w *Words) Result(key string) string { return w.Text(key) }

// Chance returns the result of a roll and, where it concerns one piece, whom it happens to.
func (w *Words) Chance(o game.Odds) string {
	if o.Piece < 0 {
		return w.Result(o.Result)
	}
	return w.Say("ui.result-for", game.Arg{Name: "piece", Kind: game.Piece, N: o.Piece}, game.Arg{Name: "result", Kind: game.Key, Text: o.Result})
}

// fill replaces the placeholders in braces; lengths are rounded unless they have to be exact.
func (w *Words) fill(text string, args []game.Arg, exact bool) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		b.WriteString(before)
		if !ok {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		if forms := strings.Split(name, "|"); len(forms) == 3 {
			b.WriteString(w.plural(forms[0], forms[1], forms[2], args))
		} else {
			b.WriteString(w.arg(name, args, exact))
		}
		text = after
	}
}

func (w *Words) plural(name, one, more string, args []game.Arg) string {
	i := slices.IndexFunc(args, func(a game.Arg) bool { return a.Name == name })
	if i >= 0 && singular(w.lang, args[i].N) {
		return one
	}
	return more
}

// singular reports whether a number takes the singular: in French all below two do, in English only one does.
func singular(lang string, n int) bool {
	if lang == "fr" {
		return n > -2 && n < 2
	}
	return n == 1 || n == -1
}

// arg returns the argument of that name as text, or the name in braces if it is missing.
func (w *Words) arg(name string, args []game.Arg, exact bool) string {
	i := slices.IndexFunc(args, func(a game.Arg) bool { return a.Name == name })
	if i < 0 {
		return "{" + name + "}"
	}
	switch a := args[i]; a.Kind {
	case game.Signed:
		return w.Signed(a.N)
	case game.Piece, game.Card:
		return w.Piece(a.N)
	case game.Die:
		if a.List == nil {
			return w.Number(a.N)
		}
		faces := make([]string, len(a.List))
		for k, f := range a.List {
			faces[k] = w.Number(f)
		}
		return strings.Join(faces, ", ")
	case game.Pieces:
		return w.pieceList(a.List)
	case game.Place:
		return w.Place(a.N)
	case game.Places:
		names := make([]string, len(a.List))
		for k, p := range a.List {
			names[k] = w.Place(p)
		}
		return strings.Join(names, "–")
	case game.Facing:
		return w.Facing(a.N)
	case game.Player:
		return w.Side(game.Side(a.N))
	case game.Key:
		return w.Text(a.Text)
	case game.Length:
		if exact {
			return w.ExactLength(a.N)
		}
		return w.Length(a.N)
	case game.Angle:
		return w.Angle(a.N)
	default:
		return w.Number(a.N)
	}
}

// pieceList joins names: "A, B and C".
func (w *Words) pieceList(pieces []int) string {
	names := make([]string, len(pieces))
	for i, p := range pieces {
		names[i] = w.Piece(p)
	}
	return w.Join(names)
}

// Join makes a list of names: "A, B and C".
func (w *Words) Join(names []string) string {
	var b strings.Builder
	for i, name := range names {
		switch {
		case i > 0 && i == len(names)-1:
			b.WriteString(w.Text("list.last"))
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(name)
	}
	return b.String()
}

// Number writes a whole number.
func (w *Words) Number(n int) string {
	if n >= 0 && n < 1000 {
		return strconv.Itoa(n) // as nearly all are, and alike in every language
	}
	return typography.Digits(w.lang, strconv.Itoa(n))
}

// Signed writes a whole number with its sign; zero has none.
func (w *Words) Signed(n int) string {
	if n > 0 {
		return "+" + w.Number(n)
	}
	return w.Number(n)
}

// Decimal writes a number with so many decimals; what is not a number is a dash, and what rounds to zero has no sign.
func (w *Words) Decimal(x float64, decimals int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if rest, ok := strings.CutPrefix(text, "-"); ok && strings.Trim(rest, "0.") == "" {
		text = rest
	}
	return typography.Digits(w.lang, text)
}

// SignedDecimal writes a number with its sign and so many decimals; what rounds to zero has no sign.
func (w *Words) SignedDecimal(x float64, decimals int) string {
	text := w.Decimal(x, decimals)
	if x > 0 && strings.Trim(text, "0.,–") != "" {
		return "+" + text
	}
	return text
}

// tenth is a tenth of the unit of a board, in the thousandths in which lengths are given.
const tenth = 100

// Length writes a length in thousandths of the unit of a board, rounded to a tenth: 4500 is 4.5 U, and so is 4519. One that
// would round to nothing is exact.
func (w *Words) Length(n int) string {
	if r := int(math.Round(float64(n)/tenth)) * tenth; r != 0 {
		n = r
	}
	return w.ExactLength(n)
}

// ExactLength writes a length with as many decimals as it needs.
func (w *Words) ExactLength(n int) string { return w.fixed(n, 3) + "\u00a0" + w.Text("ui.length") }

// Angle writes an angle in quarter degrees: 143 is 35.75°.
func (w *Words) Angle(n int) string { return w.fixed(25*n, 2) + "°" }

// fixed writes a number of which the last digits are decimals, without zeros at its end.
func (w *Words) fixed(n, decimals int) string {
	text := strconv.FormatFloat(float64(n)/math.Pow10(decimals), 'f', decimals, 64)
	return typography.Digits(w.lang, strings.TrimRight(strings.TrimRight(text, "0"), "."))
}

// Percent writes a share: 0.95 is 95%.
func (w *Words) Percent(share float64, decimals int) string {
	return typography.Percent(w.lang, w.Decimal(100*share, decimals))
}

// FacingID returns a facing as notation writes it.
func (w *Words) FacingID(f int) string { return w.battle.FacingID(f) }

// FindPiece returns the piece of an id.
func (w *Words) FindPiece(id string) (int, bool) {
	p, ok := w.pieces[id]
	return p, ok
}

// FindPlace returns the place of an id.
func (w *Words) FindPlace(id string) (int, bool) {
	p, ok := w.places[id]
	return p, ok
}
