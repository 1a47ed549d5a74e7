package desk_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"acies/bot"
	"acies/desk"
	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/record"
	"acies/system"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

var pairs = flag.Int("pairs", 3000, "how many pairs of games that differ in secrets to compare")

// A leak is found by playing two games side by side that differ only in what a viewer cannot know. Wherever they are the
// same to him by the rules, every byte that he is sent must be the same. What he knows by the rules is decided by a game of
// the sound rulebook, which is played along with that in which a leak may be planted.

// played is one of the two games.
type played struct {
	game     *record.Game
	sound    *record.Game
	steps    []desk.Step
	changes  record.Changes
	messages bot.Messages
}

// bench plays pairs of games for one viewer.
type bench struct {
	t      *testing.T
	viewer game.Side
	words  *words.Words
	seen   desk.Viewer // for whom the desk is made: the viewer, unless a leak is planted there
	src    *dice.PCG
	games  [2]*played
	leaks  map[string]string // by channel
	count  int               // of pairs compared
}

// texts are sentences of the toy that have numbers in them.
var texts = map[string]string{
	"event.drew": "Drawn: {rank}.", "event.saw": "Seen: {rank}.", "event.turned-up": "Turned up: {first}, {second}.",
	"event.thrown": "{side}: {die}, total {total}.", "refusal.fault": "The enemy has {strength}.", "refusal.rank": "No {rank} left.",
	"action.deal": "Deal {n}", "action.play": "Play {n}", "action.scout": "Scout {n}", "action.roll": "Roll {n}",
	"action.march": "March to {hex}",
}

func wordsOf(t testing.TB, b game.Battle) *words.Words {
	t.Helper()
	n := system.Names{Sides: []string{"North", "South"}, Places: 4, Text: func(key string) (string, bool) {
		text, ok := texts[key]
		return text, ok
	}}
	for i := range 8 {
		n.Pieces = append(n.Pieces, b.PieceID(i))
	}
	w, err := words.New("en", b, n)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (x *bench) begin(faulty, sound game.Battle) {
	if x.words == nil {
		x.words = wordsOf(x.t, faulty)
	}
	for i := range x.games {
		g := &played{changes: record.CountChanges(faulty), messages: bot.NewMessages(faulty, x.viewer, x.words)}
		h := record.Header{Battle: "ford", Pack: "9f2c", Seed: "a seed that nobody is told"}
		var err error
		if g.game, err = record.New(faulty, h); err != nil {
			x.t.Fatal(err)
		}
		if g.sound, err = record.New(sound, h); err != nil {
			x.t.Fatal(err)
		}
		x.games[i] = g
	}
}

// do carries out an action in one of the games.
func (x *bench) do(i int, a game.Action) {
	g := x.games[i]
	out, err := g.game.Play([]game.Action{a}, record.Rolls{Wait: true}, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	if _, err := g.sound.Play([]game.Action{a}, record.Rolls{Wait: true}, nil); err != nil {
		x.t.Fatal(err)
	}
	step := &out.Steps[0]
	g.steps = append(g.steps, desk.Step{Step: step, Told: &sync.Map{}})
	g.changes = g.changes.Add(&step.Entry)
	for _, e := range step.Events {
		g.messages.Event(e)
	}
}

func (x *bench) undo(i int) {
	g := x.games[i]
	e, err := g.game.Undo()
	if err != nil {
		x.t.Fatal(err)
	}
	if _, err := g.sound.Undo(); err != nil {
		x.t.Fatal(err)
	}
	g.steps = g.steps[:len(g.steps)-1]
	g.changes = g.changes.Add(&e)
}

// shown is an action as the viewer may see it.
type shown struct {
	action game.Action
	ok     bool
}

func (x *bench) shown(i int, a game.Action) shown {
	b, ok := x.games[i].sound.State().Shown(a, x.viewer)
	if !ok {
		return shown{}
	}
	return shown{b, true}
}

// pick returns a random action of a game that the viewer sees as want, or as anything if want is nil.
func (x *bench) pick(i int, want *shown) (game.Action, bool) {
	legal := x.games[i].sound.State().Legal(nil)
	if want != nil {
		legal = slices.DeleteFunc(legal, func(a game.Action) bool { return x.shown(i, a) != *want })
	}
	if len(legal) == 0 {
		return game.Action{}, false
	}
	return legal[game.Intn(x.src, len(legal))], true
}

// step goes on in both games, in a way that is the same to the viewer. It reports whether that was possible.
func (x *bench) step() bool {
	toAct := x.games[0].sound.State().ToAct()
	if game.Intn(x.src, 6) == 0 && x.stepBack() {
		return true
	}
	first := game.Intn(x.src, 2)
	a, _ := x.pick(first, nil)
	want := x.shown(first, a)
	for range 8 { // what both games can do leads further than what one of them cannot follow
		if _, ok := x.pick(1-first, &want); ok {
			break
		}
		a, _ = x.pick(first, nil)
		want = x.shown(first, a)
	}
	if !want.ok {
		x.do(first, a) // in one of the games only, unless everybody sees that another side is to act
		if x.games[first].sound.State().ToAct() == toAct {
			return true
		}
		b, ok := x.pick(1-first, &want)
		if ok {
			x.do(1-first, b)
		}
		return ok
	}
	b := a
	if toAct != x.viewer {
		var ok bool
		if b, ok = x.pick(1-first, &want); !ok {
			return false
		}
	}
	x.do(first, a)
	x.do(1-first, b)
	return true
}

// stepBack undoes the last action in both games, or one that the viewer may not know of in its game.
func (x *bench) stepBack() bool {
	var known [2]bool
	for i, g := range x.games {
		if g.sound.CanUndo() != nil {
			return false
		}
		_, known[i] = g.sound.Entries()[len(g.sound.Entries())-1].ShownTo(x.viewer)
	}
	switch known {
	case [2]bool{true, true}:
		x.undo(0)
		x.undo(1)
	case [2]bool{true, false}:
		x.undo(1)
	default:
		x.undo(0)
	}
	return true
}

// run plays a pair of games and compares what the viewer is sent.
func (x *bench) run(faulty, sound game.Battle) {
	x.begin(faulty, sound)
	for {
		if x.games[0].sound.State().ToAct() == game.Nobody || !x.step() {
			return
		}
		a, b := x.games[0].sound.State(), x.games[1].sound.State()
		if !bytes.Equal(toJSON(a.View(x.viewer)), toJSON(b.View(x.viewer))) {
			return // something was learnt by the rules
		}
		if a.ToAct() == game.Nobody || bytes.Equal(a.AppendBinary(nil), b.AppendBinary(nil)) {
			continue
		}
		x.count++
		x.compare()
	}
}

// compare notes the channels that are not the same in both games.
func (x *bench) compare() {
	seed := x.src.Uint64()
	one, two := x.sent(0, dice.New(seed)), x.sent(1, dice.New(seed))
	for _, channel := range slices.Sorted(maps.Keys(one)) {
		if a, b := one[channel], two[channel]; a != b && x.leaks[channel] == "" {
			at := 0
			for at < min(len(a), len(b)) && a[at] == b[at] {
				at++
			}
			from := max(0, at-60)
			x.leaks[channel] = fmt.Sprintf("viewer %d: %q and %q", x.viewer, a[from:min(len(a), at+40)], b[from:min(len(b), at+40)])
		}
	}
}

// sent returns all that the viewer of a game is sent or may ask for, by channel.
func (x *bench) sent(i int, src *dice.PCG) map[string]string {
	g := x.games[i]
	s := g.game.State()
	undoWhy := ""
	if err := g.game.CanUndo(); err != nil {
		undoWhy = err.Error()
	}
	d := &desk.Desk{Viewer: x.seen, Words: x.words, Game: &desk.Game{
		ID: "id", Version: len(g.game.Entries()), Changes: g.changes, Seats: []string{"human", "human"}, Human: s.ToAct() >= 0,
		Header: g.game.Header(), Entries: g.game.Entries(), State: s.Clone(), UndoWhy: undoWhy, Last: g.steps,
	}}
	for _, other := range []desk.Viewer{0, 1, desk.Spectator} { // what they were told is cached with the steps
		theirs := *d
		theirs.Viewer = other
		theirs.Table()
	}
	t := d.Table()
	log, err := d.Log(0)
	out := map[string]string{
		"log":    string(toJSON(log)) + fmt.Sprint(err),
		"last":   string(toJSON(t.Last)),
		"stream": fmt.Sprint(d.Version()),
	}
	t.Last = nil
	out["table"] = string(t.AppendJSON(nil))
	past, err := d.Moment(game.Intn(src, d.Length()+1))
	out["moment"] = string(toJSON(past)) + fmt.Sprint(err)
	out["done"] = string(toJSON(d.Done(g.steps, nil)))
	var rec strings.Builder
	err = d.WriteRecord(&rec, nil)
	out["record"] = rec.String() + fmt.Sprint(err)
	x.asked(d, src, out)
	if x.viewer == s.ToAct() {
		messages := g.messages // a copy: the question is not part of the game
		all := messages.Move(s, bot.DefaultClock)
		var m struct{ Events json.RawMessage }
		if err := json.Unmarshal(all, &m); err != nil {
			x.t.Fatal(err)
		}
		out["events"], out["bot"] = string(m.Events), string(bytes.Replace(all, m.Events, nil, 1))
	}
	return out
}

// mostAsked is how many questions of a kind are asked about one state.
const mostAsked = 8

// asked adds what the viewer may ask: odds, reasons and hints. Both games are asked the same.
func (x *bench) asked(d *desk.Desk, src *dice.PCG, out map[string]string) {
	battle := d.Game.State.Battle()
	questions := [][]string{{"roll"}, {"play 1", "plot"}, {"play 2", "plot"}}
	for range 4 {
		var actions []string
		for range 1 + game.Intn(src, 2) {
			text := "plot" // which not every battle knows
			if verb := game.Verb(game.Intn(src, 6)); verb > 0 {
				text = battle.Format(game.Action{Verb: verb, A: int32(game.Intn(src, 4))})
			}
			actions = append(actions, text)
		}
		questions = append(questions, actions)
	}
	view := d.Game.State.View(x.viewer)
	if d.Game.State.ToAct() == x.viewer {
		legal := view.Legal
		for len(legal) > mostAsked {
			legal = slices.Delete(legal, 0, 1+game.Intn(src, len(legal)-mostAsked))
		}
		for _, a := range legal {
			questions = append(questions, []string{battle.Format(a)})
		}
	}
	var odds, why strings.Builder
	for _, q := range questions {
		x.answer(&odds)(d.Odds(q))
		x.answer(&why)(d.WhyNot(q))
	}
	for range mostAsked {
		x.answer(&why)(d.WhyPiece(game.Intn(src, len(view.Pieces))), nil)
	}
	for place := range 4 {
		x.answer(&why)(d.WhyPlace(place, game.Intn(src, 3)-1))
	}
	out["odds"], out["why"] = odds.String(), why.String()
	if o, ok := system.Of(battle).(system.Overlaying); ok {
		var shades strings.Builder
		for _, overlay := range o.Overlays() {
			x.answer(&shades)(d.Shade(overlay.Kind, game.Intn(src, len(view.Pieces)+1)-1))
		}
		out["overlay"] = shades.String()
	}
	if game.Intn(src, 4) == 0 {
		var hints strings.Builder
		x.answer(&hints)(d.Hints(0))
		out["hint"] = hints.String()
	}
}

// answer returns a function that writes an answer or a refusal as the server sends them.
func (x *bench) answer(w *strings.Builder) func(v any, err error) {
	return func(v any, err error) {
		refusal := (*game.Refusal)(nil)
		switch {
		case errors.As(err, &refusal):
			fmt.Fprintln(w, x.words.Refusal(refusal))
		case err != nil:
			fmt.Fprintln(w, err)
		default:
			fmt.Fprintf(w, "%s\n", toJSON(v))
		}
	}
}

func toJSON(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // what viewers are sent is plain data
	}
	return b
}

// search compares n pairs, with each viewer in turn, and returns the leaks by channel. Wrong makes the desk for another
// viewer.
func search(t *testing.T, n int, wrong bool, faulty, sound game.Battle) map[string]string {
	t.Helper()
	leaks := map[string]string{}
	for seed, count := 0, 0; count < n; seed++ {
		x := &bench{t: t, viewer: []game.Side{0, 1, game.Nobody}[seed%3], src: dice.New(uint64(seed)), leaks: leaks}
		x.seen = desk.Viewer(x.viewer)
		if wrong {
			x.seen = desk.Viewer(max(x.viewer, 0).Other())
		}
		x.run(faulty, sound)
		count += x.count
	}
	return leaks
}

// TestLeaks compares every byte that viewers are sent of games that differ only in what they cannot know.
func TestLeaks(t *testing.T) {
	for name, b := range map[string]game.Battle{
		"cards": toy.New(toy.Options{}), "plots": plotting{toy.New(toy.Options{})}, "questions": toy.New(toy.Options{Ambush: true}),
	} {
		for channel, leak := range search(t, *pairs/3, false, b, b) {
			t.Errorf("%s: %s leaks to %s", name, channel, leak)
		}
	}
}

// TestLeaksOfBattles does the same with every battle of ours that has secrets.
func TestLeaksOfBattles(t *testing.T) {
	for _, id := range table.BuiltIn() {
		p, err := table.FindPack(id)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Compile(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !b.Secrets() {
			continue
		}
		w, err := words.New("en", b, p.Names(b, "en"))
		if err != nil {
			t.Fatal(err)
		}
		count, leaks := 0, map[string]string{}
		for seed := 0; count < *pairs/16; seed++ {
			x := &bench{t: t, words: w, viewer: []game.Side{0, 1, game.Nobody}[seed%3], src: dice.New(uint64(seed)), leaks: leaks}
			x.seen = desk.Viewer(x.viewer)
			x.run(b, b)
			count += x.count
		}
		for channel, leak := range leaks {
			t.Errorf("%s: %s leaks to %s", id, channel, leak)
		}
	}
}

// TestPlantedLeaks plants a leak in each channel and expects to find it there.
func TestPlantedLeaks(t *testing.T) {
	for _, test := range []struct {
		fault    toy.Fault
		channels []string
	}{
		{toy.EventLeaks, []string{"log", "last", "moment", "done", "events"}},
		{toy.ShownLeaks, []string{"log", "last", "record"}},
		{toy.HidingLeaks, []string{"log", "last", "record", "stream", "table"}},
		{toy.ViewLeaks, []string{"table", "moment", "bot"}},
		{toy.ExplainLeaks, []string{"odds"}},
		{toy.RefusalLeaks, []string{"why"}},
		{toy.StatusLeaks, []string{"why"}},
		{toy.ResampleLeaks, []string{"hint"}},
	} {
		leaks := search(t, 600, false, toy.New(toy.Options{Fault: test.fault}), toy.New(toy.Options{}))
		for _, channel := range test.channels {
			if leaks[channel] == "" {
				t.Errorf("%s: it is not found in the channel %s, but in %v", test.fault, channel, slices.Sorted(maps.Keys(leaks)))
			}
		}
	}
	// A desk that is made for the other side leaks everywhere.
	b := plotting{toy.New(toy.Options{})}
	leaks := search(t, 600, true, b, b)
	for _, channel := range []string{"log", "last", "moment", "done", "record", "stream", "table", "hint"} {
		if leaks[channel] == "" {
			t.Errorf("a desk for the other side: it is not found in the channel %s", channel)
		}
	}
}
