package desk

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"

	"acies/game"
)

// A table is sent after every action, so tables and steps are encoded by hand, much faster than by encoding/json; a
// test checks that both produce the same text.

// jsonText is JSON being written.
type jsonText []byte

// next puts a comma before the next member or element, unless it is the first.
func (t *jsonText) next() {
	switch (*t)[len(*t)-1] {
	case '{', '[':
	default:
		*t = append(*t, ',')
	}
}

func (t *jsonText) key(name string) {
	t.next()
	*t = append(append(append(*t, '"'), name...), '"', ':')
}

func (t *jsonText) number(name string, n int) {
	t.key(name)
	*t = strconv.AppendInt(*t, int64(n), 10)
}

func (t *jsonText) bool(name string, v bool) {
	t.key(name)
	*t = strconv.AppendBool(*t, v)
}

func (t *jsonText) string(name, s string) {
	t.key(name)
	t.quote(s)
}

// quote writes a string. Most need no escapes.
func (t *jsonText) quote(s string) {
	if !plain(s) {
		t.append(s)
		return
	}
	t.word(s)
}

// word writes a string that is a word of the rulebook or of notation, which needs no escapes.
func (t *jsonText) word(s string) { *t = append(append(append(*t, '"'), s...), '"') }

func plain(s string) bool {
	ascii := true
	for i := range len(s) {
		switch c := s[i]; {
		case c < ' ', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return false
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	return ascii || utf8.ValidString(s) && !strings.ContainsAny(s, "\u2028\u2029")
}

// append writes what is too rare or too small to be worth a method of its own.
func (t *jsonText) append(v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	*t = append(*t, data...)
}

func (t *jsonText) any(name string, v any) {
	t.key(name)
	t.append(v)
}

// list writes an array of n elements.
func (t *jsonText) list(name string, n int, element func(i int)) {
	t.key(name)
	*t = append(*t, '[')
	for i := range n {
		t.next()
		element(i)
	}
	*t = append(*t, ']')
}

func (t *jsonText) strings(name string, list []string) {
	t.list(name, len(list), func(i int) { t.quote(list[i]) })
}

// The methods called some omit an empty member, as omitempty does.

func (t *jsonText) someNumber(name string, n int) {
	if n != 0 {
		t.number(name, n)
	}
}

func (t *jsonText) someString(name, s string) {
	if s != "" {
		t.string(name, s)
	}
}

func (t *jsonText) someNumbers(name string, list []int) {
	if len(list) > 0 {
		t.list(name, len(list), func(i int) { *t = strconv.AppendInt(*t, int64(list[i]), 10) })
	}
}

func (t *jsonText) someStrings(name string, list []string) {
	if len(list) > 0 {
		t.strings(name, list)
	}
}

// AppendJSON appends what encoding/json would write.
func (x *Done) AppendJSON(b []byte) []byte {
	t := jsonText(b)
	x.write(&t)
	return t
}

func (x *Done) write(t *jsonText) {
	*t = append(*t, '{')
	t.number("version", x.Version)
	if len(x.Applied) > 0 {
		t.raw("applied", x.Applied)
	}
	t.someStrings("removed", x.Removed)
	if x.Table != nil {
		t.key("table")
		x.Table.write(t)
	}
	*t = append(*t, '}')
}

// AppendJSON appends what encoding/json would write.
func (x *Table) AppendJSON(b []byte) []byte {
	t := jsonText(b)
	x.write(&t)
	return t
}

func (x *Table) write(t *jsonText) {
	*t = append(*t, '{')
	t.string("id", x.ID)
	t.string("battle", x.Battle)
	t.strings("options", x.Options)
	t.strings("seats", x.Seats)
	if len(x.People) > 0 {
		t.any("people", x.People)
	}
	if x.Waiting {
		t.bool("waiting", true)
	}
	if x.Offer != nil {
		t.any("offer", x.Offer)
	}
	if x.Said != nil {
		t.any("said", x.Said)
	}
	if x.Takes != nil {
		t.any("takes", x.Takes)
	}
	if len(x.Awaits) > 0 {
		t.any("awaits", x.Awaits)
	}
	if x.Absent {
		t.bool("absent", true)
	}
	if x.Clock != nil {
		t.any("clock", x.Clock)
	}
	if x.Terms != nil {
		t.any("terms", x.Terms)
	}
	if len(x.Ratings) > 0 {
		t.any("ratings", x.Ratings)
	}
	if x.Pair != nil {
		t.any("pair", x.Pair)
	}
	t.string("dice", x.Dice)
	t.someString("commit", x.Commit)
	if len(x.Nonces) > 0 {
		t.any("nonces", x.Nonces)
	}
	t.someString("pack", x.Pack)
	t.someString("frozen", x.Frozen)
	if x.Secrets {
		t.bool("secrets", true)
	}
	t.number("version", x.Version)
	t.number("n", x.N)
	t.number("length", x.Length)
	if x.Since != 0 {
		t.number("since", x.Since)
	}
	t.key("view")
	t.view(&x.View)
	t.string("prompt", x.Prompt)
	t.string("phase", x.Phase)
	t.list("choices", len(x.Choices), func(i int) { x.Choices[i].write(t) })
	if len(x.Withheld) > 0 {
		t.any("withheld", x.Withheld)
	}
	if len(x.Stakes) > 0 {
		t.any("stakes", x.Stakes)
	}
	if len(x.Handles) > 0 {
		t.any("handles", x.Handles)
	}
	t.someString("ask", x.Ask)
	if len(x.Standing) > 0 {
		t.any("standing", x.Standing)
	}
	if x.Roll != nil {
		t.any("roll", x.Roll)
	}
	t.bool("canUndo", x.CanUndo)
	t.someString("undoText", x.UndoText)
	t.someString("undoWhy", x.UndoWhy)
	t.any("points", x.Points)
	t.any("scores", x.Scores)
	t.any("outcome", x.Outcome)
	t.raw("last", x.Last)
	*t = append(*t, '}')
}

func (x *Choice) write(t *jsonText) {
	*t = append(*t, x.JSON...)
	if x.Cost != 0 || x.Idle || len(x.Goals) > 0 || len(x.All)+len(x.Notes) > 0 {
		*t = (*t)[:len(*t)-1] // the brace that closes the phrase
		t.someNumber("cost", x.Cost)
		if x.Idle {
			t.bool("idle", true)
		}
		if len(x.Goals) > 0 {
			t.any("goals", x.Goals)
		}
		t.someStrings("all", x.All)
		t.someStrings("notes", x.Notes)
		*t = append(*t, '}')
	}
}

func (t *jsonText) view(v *game.View) {
	*t = append(*t, '{')
	t.number("side", int(v.Side))
	t.number("toAct", int(v.ToAct))
	t.number("turn", v.Turn)
	t.number("turns", v.Turns)
	t.someNumbers("endDice", v.EndDice)
	t.string("phase", v.Phase)
	if v.Open {
		t.bool("open", true)
	}
	if v.Setup {
		t.bool("setup", true)
	}
	t.someStrings("phases", v.Phases)
	if len(v.Order) > 0 {
		t.list("order", len(v.Order), func(i int) { t.turn(&v.Order[i]) })
	}
	t.any("prompt", v.Prompt)
	t.someString("span", v.Span)
	t.number("active", v.Active)
	t.someNumbers("chosen", v.Chosen)
	t.someNumbers("together", v.Together)
	t.someNumbers("advance", v.Advance)
	t.someNumbers("free", v.Free)
	t.list("pieces", len(v.Pieces), func(i int) { t.piece(&v.Pieces[i]) })
	if len(v.Marks) > 0 {
		t.any("marks", v.Marks)
	}
	if len(v.Pools) > 0 {
		t.any("pools", v.Pools)
	}
	if len(v.Scores) > 0 {
		t.any("scores", v.Scores)
	}
	*t = append(*t, '}')
}

func (t *jsonText) turn(x *game.Turn) {
	*t = append(*t, '{')
	t.number("piece", x.Piece)
	t.number("rating", x.Rating)
	t.key("status")
	t.word(x.Status)
	t.someNumber("turn", x.Turn)
	*t = append(*t, '}')
}

func (t *jsonText) piece(p *game.PieceView) {
	*t = append(*t, '{')
	t.number("piece", p.Piece)
	t.number("place", p.Place)
	if p.Pose != nil {
		t.any("pose", p.Pose)
	}
	t.number("order", p.Order)
	t.number("facing", p.Facing)
	if len(p.Values) > 0 {
		t.list("values", len(p.Values), func(i int) {
			*t = append(*t, '{')
			t.key("key")
			t.word(p.Values[i].Key)
			t.number("n", p.Values[i].N)
			*t = append(*t, '}')
		})
	}
	if len(p.States) > 0 {
		t.list("states", len(p.States), func(i int) { t.word(p.States[i]) })
	}
	t.someNumbers("captives", p.Captives)
	*t = append(*t, '}')
}

func (t *jsonText) raw(name string, list []json.RawMessage) {
	t.list(name, len(list), func(i int) { *t = append(*t, list[i]...) })
}

// AppendJSON appends what encoding/json would write.
func (x *LogEntry) AppendJSON(b []byte) []byte {
	t := jsonText(b)
	x.write(&t)
	return t
}

func (x *LogEntry) write(t *jsonText) {
	*t = append(*t, '{')
	t.number("n", x.N)
	t.number("side", int(x.Side))
	t.string("do", x.Do)
	t.someString("by", x.By)
	t.number("turn", x.Turn)
	t.string("phase", x.Phase)
	t.someNumbers("path", x.Path)
	t.list("facts", len(x.Facts), func(i int) { x.Facts[i].write(t) })
	if len(x.Trail) > 0 {
		t.any("trail", x.Trail)
	}
	if x.Summary != nil {
		t.any("summary", x.Summary)
	}
	if len(x.Deals) > 0 {
		t.any("deals", x.Deals)
	}
	t.someNumber("past", x.Past)
	if x.Answered {
		t.bool("answered", true)
	}
	t.someString("answer", x.Answer)
	*t = append(*t, '}')
}

func (x *Fact) write(t *jsonText) {
	*t = append(*t, '{')
	t.string("text", x.Text)
	t.someString("clause", x.Clause)
	t.string("key", x.Key)
	t.someNumbers("places", x.Places)
	t.someNumbers("pieces", x.Pieces)
	t.someNumbers("dice", x.Dice)
	if x.Roll != nil {
		t.any("roll", x.Roll)
	}
	if x.Scene != 0 {
		t.key("scene")
		t.word(x.Scene.String())
	}
	if x.Arrow != nil {
		t.any("arrow", x.Arrow)
	}
	if x.Track != nil {
		t.any("track", x.Track)
	}
	if x.Side != nil {
		t.number("side", int(*x.Side))
	}
	t.someString("phase", x.Phase)
	t.someNumber("turn", x.Turn)
	*t = append(*t, '}')
}
