package desk_test

import (
	"flag"
	"maps"
	"slices"
	"testing"

	"acies/desk"
	"acies/dice"
	"acies/game"
	"acies/game/gametest/toy"
	"acies/system"
	_ "acies/systems"
	"acies/table"
	"acies/words"
)

var pairs = flag.Int("pairs", 1500, "how many pairs of games that differ in secrets to compare")

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

// search compares pairs of games, with each viewer in turn.
type search struct {
	faulty, sound game.Battle
	words         *words.Words
	sheet         *system.Sheet // by which sides advance on each other; may be nil
	id, pack      string        // of the battle
	herald        *herald       // tells what notices say; may be nil
	steps         int           // for which a pair of games is followed
	wrong         bool          // the desk is made for another viewer
	every         int           // one moment in so many is compared,
	slow          int           // and one in so many of these in the channels that take long
	verbs         int           // of the actions that are asked about at random,
	numbers       int           // and of their operands
	wanted        []string

	count int               // of pairs compared
	taken int               // of steps in all games
	leaks map[string]string // by channel
	asks  map[string]int    // how often each question was asked
}

// toySearch returns a search in a battle of the toy.
func toySearch(t *testing.T, faulty, sound game.Battle) *search {
	return &search{id: "ford", pack: "9f2c", faulty: faulty, sound: sound, words: wordsOf(t, faulty), steps: 1500, every: 1, slow: 1, verbs: 6, numbers: 4}
}

// stepsForPair is how many steps are taken for each pair, at most, on the average. It is reached only where secrets are brief.
const stepsForPair = 10

// run compares n pairs, or fewer if leaks have been found in all channels in which they are wanted, or if secrets are brief. It
// returns the leaks.
func (c *search) run(t *testing.T, n int) map[string]string {
	t.Helper()
	c.leaks, c.asks = map[string]string{}, map[string]int{}
	for seed := 0; c.count < n && c.taken < stepsForPair*n && !c.enough(); seed++ {
		x := &bench{search: c, t: t, viewer: []game.Side{0, 1, game.Nobody}[seed%3], src: dice.New(uint64(seed)), alike: seed%2 == 0}
		x.seen = desk.Viewer(x.viewer)
		if c.wrong {
			x.seen = desk.Viewer(max(x.viewer, 0).Other())
		}
		x.run()
	}
	return c.leaks
}

// enough reports whether leaks have been found in all channels in which they are wanted.
func (c *search) enough() bool { return len(c.wanted) > 0 && len(c.missed()) == 0 }

// missed returns the channels in which leaks are wanted and have not been found.
func (c *search) missed() []string {
	return slices.DeleteFunc(slices.Clone(c.wanted), func(channel string) bool { return c.leaks[channel] != "" })
}

// TestLeaks compares every byte that viewers are sent of games that differ only in what they cannot know.
func TestLeaks(t *testing.T) {
	for name, b := range map[string]game.Battle{
		"cards": toy.New(toy.Options{}), "plots": plotting{toy.New(toy.Options{})}, "questions": toy.New(toy.Options{Ambush: true}),
	} {
		for channel, leak := range toySearch(t, b, b).run(t, *pairs/3) {
			t.Errorf("%s: %s leaks to %s", name, channel, leak)
		}
	}
}

// battleSearch returns a search in a battle of ours, in which a leak may be planted, or nil if it has no secrets.
func battleSearch(t *testing.T, id string, plant func(game.Battle) game.Battle) *search {
	t.Helper()
	p, err := table.FindPack(id)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Compile(nil)
	if err != nil {
		t.Fatal(err)
	}
	if !b.Secrets() {
		return nil
	}
	w, err := words.New("en", b, p.Names(b, "en"))
	if err != nil {
		t.Fatal(err)
	}
	return &search{id: id, pack: p.Hash, faulty: plant(b), sound: b, words: w, sheet: p.Sheet(b, w), steps: 1500, every: 8, slow: 8, verbs: 48, numbers: 64}
}

// TestLeaksOfBattles does the same with every battle of ours that has secrets.
func TestLeaksOfBattles(t *testing.T) {
	searches := map[string]*search{}
	for _, id := range table.BuiltIn() {
		if c := battleSearch(t, id, func(b game.Battle) game.Battle { return b }); c != nil {
			searches[id] = c
		}
	}
	n, told := *pairs/len(searches), 0
	for id, c := range searches {
		t.Run(id, func(t *testing.T) {
			c.herald = newHerald(t)
			for channel, leak := range c.run(t, n) {
				t.Errorf("%s leaks to %s", channel, leak)
			}
			told += c.herald.told
			const few = 15 // more than the set-up and the first turn have
			if brief := c.taken >= stepsForPair*n; c.count == 0 || !brief && len(c.asks) < few {
				t.Errorf("the games ended early: %d pairs came to %d kinds of questions, expected %d or more", c.count, len(c.asks), few)
			}
			t.Logf("%d pairs in %d steps, %d kinds of questions, notices of %d activations", c.count, c.taken, len(c.asks), c.herald.told)
		})
	}
	if told == 0 && *pairs >= 1000 { // fewer may not get that far
		t.Error("no notice would have told what has happened")
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
		c := toySearch(t, toy.New(toy.Options{Fault: test.fault}), toy.New(toy.Options{}))
		c.wanted = test.channels
		leaks := c.run(t, 600)
		for _, channel := range c.missed() {
			t.Errorf("%s: it is not found in the channel %s, but in %v", test.fault, channel, slices.Sorted(maps.Keys(leaks)))
		}
	}
	// A desk that is made for the other side leaks everywhere.
	b := plotting{toy.New(toy.Options{})}
	c := toySearch(t, b, b)
	c.wrong = true
	c.wanted = []string{"log", "last", "moment", "done", "record", "stream", "table", "hint"}
	c.run(t, 600)
	for _, channel := range c.missed() {
		t.Errorf("a desk for the other side: it is not found in the channel %s", channel)
	}
}
