package desk_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"acies/bot"
	"acies/desk"
	"acies/dice"
	"acies/game"
	"acies/system"
	_ "acies/systems"
)

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
	out := map[string]string{
		"last":   string(toJSON(t.Last)),
		"stream": fmt.Sprint(d.Version()),
		"done":   string(toJSON(d.Done(g.recent(x.viewer), nil))),
	}
	t.Last = nil
	out["table"] = string(t.AppendJSON(nil))
	if game.Intn(src, x.slow) == 0 { // these play the game again
		log, err := d.Log(0)
		out["log"] = string(toJSON(log)) + fmt.Sprint(err)
		past, err := d.Moment(game.Intn(src, d.Length()+1))
		out["moment"] = string(toJSON(past)) + fmt.Sprint(err)
	}
	if x.herald != nil && s.ToAct() >= 0 && game.Intn(src, 2*x.slow) == 0 {
		out["notice"] = x.herald.happened(x.t, g.game)
	}
	var rec strings.Builder
	err := d.WriteRecord(&rec, nil, nil)
	out["record"] = rec.String() + fmt.Sprint(err)
	x.asked(d, src, out)
	if x.viewer == s.ToAct() {
		all := g.messages.Move(s, bot.DefaultClock)
		var m struct{ Events json.RawMessage }
		if err := json.Unmarshal(all, &m); err != nil {
			x.t.Fatal(err)
		}
		out["events"], out["bot"] = string(m.Events), string(bytes.Replace(all, m.Events, nil, 1))
	}
	return out
}

// recent returns the steps of a change that a viewer may take to be the last few.
func (g *played) recent(viewer game.Side) []desk.Step {
	const few = 16
	from := len(g.steps)
	for n := 0; from > 0 && n < few; from-- {
		if _, ok := g.steps[from-1].ShownTo(viewer); ok {
			n++
		}
	}
	return g.steps[from:]
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
			if verb := game.Verb(game.Intn(src, x.verbs)); verb > 0 {
				text = battle.Format(game.Action{Verb: verb, A: int32(game.Intn(src, x.numbers))})
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
	places := []int{0, 1, 2, 3}
	for range mostAsked {
		if p := view.Pieces[game.Intn(src, len(view.Pieces))]; p.Place >= 0 {
			places = append(places, p.Place)
		}
	}
	for _, place := range places {
		x.answer(&why)(d.WhyPlace(place, game.Intn(src, 3)-1))
	}
	out["odds"], out["why"] = odds.String(), why.String()
	if o, ok := system.Of(battle).(system.Overlaying); ok {
		var shades strings.Builder
		for _, overlay := range o.Overlays() {
			x.answer(&shades)(d.Shade(overlay.Kind, game.Intn(src, len(view.Pieces)+1)-1, -1))
		}
		for range mostAsked {
			x.answer(&shades)(d.About(game.Intn(src, len(view.Pieces))), nil)
		}
		x.answer(&shades)(d.Victory(), nil)
		out["overlay"] = shades.String()
	}
	var plans strings.Builder
	for range mostAsked {
		pieces := []int{game.Intn(src, len(view.Pieces)), game.Intn(src, len(view.Pieces))}
		if len(view.Together) > 0 {
			pieces[0] = view.Together[game.Intn(src, len(view.Together))]
		}
		x.answer(&plans)(d.Plan(pieces, 0, game.Intn(src, 4)))
	}
	out["plan"] = plans.String()
	if game.Intn(src, x.slow) == 0 {
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
