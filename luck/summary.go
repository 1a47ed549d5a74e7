package luck

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"acies/game"
	"acies/words"
)

// Summary is a report in words, for people and for programs.
type Summary struct {
	Text    string     `json:"text"`    // in a sentence or two
	Margin  int        `json:"margin"`  // of side 0 at the end of the game
	Luck    float64    `json:"luck"`    // of all rolls; positive luck favours side 0
	Without float64    `json:"without"` // the margin minus luck
	Error   float64    `json:"error"`   // its standard error
	Sides   []string   `json:"sides"`
	Kinds   []KindLuck `json:"kinds"`
	Groups  []KindLuck `json:"groups,omitempty"` // dice and cards, if there were both
	Turns   []float64  `json:"turns"`            // luck by turn; positive luck favours side 0
	Rolls   []RollLuck `json:"rolls"`
}

// KindLuck is the luck of one kind of roll: how many each side made, and their luck for that side.
type KindLuck struct {
	Kind  string     `json:"kind"`
	Name  string     `json:"name"`
	Rolls [2]int     `json:"rolls"`
	Luck  [2]float64 `json:"luck"`
}

func (k *KindLuck) add(r *Roll) {
	k.Rolls[r.Side]++
	k.Luck[r.Side] += r.For(r.Side)
}

func (k *KindLuck) round() { k.Luck = [2]float64{fine(k.Luck[0]), fine(k.Luck[1])} }

// RollLuck is the luck of one roll.
type RollLuck struct {
	N    int       `json:"n"` // of the action in the record
	Turn int       `json:"turn"`
	Kind string    `json:"kind"`
	Side game.Side `json:"side"` // that rolled
	Hex  string    `json:"hex,omitempty"`
	Luck float64   `json:"luck"` // positive luck favours side 0
	Text string    `json:"text"`
}

// Describe returns a report in words.
func Describe(w *words.Words, b game.Battle, r *Report) *Summary {
	a := &Summary{
		Text: sentence(w, r), Margin: r.Margin, Luck: fine(r.Luck), Without: fine(r.Without), Error: fine(r.Error),
		Sides: []string{w.Side(0), w.Side(1)}, Kinds: []KindLuck{}, Turns: make([]float64, r.Turns), Rolls: []RollLuck{},
	}
	byKind := map[string]*KindLuck{}
	groups := [2]KindLuck{{Kind: "dice", Name: w.Text("ui.luck-dice")}, {Kind: "cards", Name: w.Text("ui.luck-cards")}}
	for _, x := range r.Rolls {
		k := byKind[x.Kind]
		if k == nil {
			k = &KindLuck{Kind: x.Kind, Name: w.Text("luck." + x.Kind)}
			byKind[x.Kind] = k
		}
		k.add(&x)
		if x.Drawn {
			groups[1].add(&x)
		} else {
			groups[0].add(&x)
		}
		a.Turns[x.Turn-1] += x.Luck
		line := RollLuck{N: x.N, Turn: x.Turn, Kind: x.Kind, Side: x.Side, Luck: fine(x.Luck)}
		if x.Place >= 0 {
			line.Hex = b.PlaceID(x.Place)
		}
		line.Text = describeRoll(w, &x)
		a.Rolls = append(a.Rolls, line)
	}
	for _, kind := range Kinds(b) {
		if k := byKind[kind]; k != nil {
			k.round()
			a.Kinds = append(a.Kinds, *k)
		}
	}
	if groups[0].Rolls != [2]int{} && groups[1].Rolls != [2]int{} {
		groups[0].round()
		groups[1].round()
		a.Groups = groups[:]
	}
	for i, x := range a.Turns {
		a.Turns[i] = fine(x)
	}
	return a
}

// describeRoll returns what caused a roll, if something did, and what came of it.
func describeRoll(w *words.Words, r *Roll) string {
	var said []string
	if r.Cause != nil {
		said = append(said, w.Event(*r.Cause))
	}
	if r.Fact.Key != "" {
		said = append(said, w.Event(r.Fact))
	}
	return strings.Join(said, " ")
}

// Greatest returns the n rolls with the most luck, the greatest first.
func (a *Summary) Greatest(n int) []RollLuck {
	list := slices.Clone(a.Rolls)
	slices.SortStableFunc(list, func(x, y RollLuck) int { return cmp.Compare(math.Abs(y.Luck), math.Abs(x.Luck)) })
	return list[:min(n, len(list))]
}

// fine rounds to three digits, more than a forecast can distinguish.
func fine(x float64) float64 { return math.Round(x*1000) / 1000 }

// sentence returns which side the dice favoured, by how much, and the margin without luck.
func sentence(w *words.Words, r *Report) string {
	side, points := gain(r.Luck)
	text := w.Text("ui.luck-none")
	if points > 0 {
		text = w.Say("ui.luck-gave", player(side), number("points", points))
	}
	side, points = gain(r.Without)
	err := number("error", int(math.Round(r.Error)))
	if points == 0 {
		return text + " " + w.Say("ui.luck-even", err)
	}
	return text + " " + w.Say("ui.luck-margin", player(side), number("points", points), err)
}

// gain returns the side that a number of points favours, and the number of whole points.
func gain(x float64) (side game.Side, points int) {
	if x < 0 {
		side = 1
	}
	return side, int(math.Round(math.Abs(x)))
}

func player(s game.Side) game.Arg { return game.Arg{Name: "side", Kind: game.Player, N: int(s)} }

func number(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Number, N: n} }
