package luck

import (
	"cmp"
	"math"
	"slices"

	"acies/game"
	"acies/words"
)

// Summary is a report in the words of a language, for people and for programs.
type Summary struct {
	Text    string     `json:"text"`    // the whole in a sentence or two
	Margin  int        `json:"margin"`  // of side 0 as the game ended
	Luck    float64    `json:"luck"`    // of all rolls, good for side 0 where it is positive
	Without float64    `json:"without"` // the margin with luck taken out
	Error   float64    `json:"error"`   // its standard error
	Sides   []string   `json:"sides"`
	Kinds   []KindLuck `json:"kinds"`
	Turns   []float64  `json:"turns"` // luck by turn, good for side 0 where it is positive
	Rolls   []RollLuck `json:"rolls"`
}

// KindLuck is the luck of a kind of rolls: how many there were, and what they brought the side that made them.
type KindLuck struct {
	Kind  string     `json:"kind"`
	Name  string     `json:"name"`
	Rolls [2]int     `json:"rolls"`
	Luck  [2]float64 `json:"luck"`
}

// RollLuck is the luck of one roll.
type RollLuck struct {
	N    int       `json:"n"` // of the action in the record
	Turn int       `json:"turn"`
	Kind string    `json:"kind"`
	Side game.Side `json:"side"` // whose roll it was
	Hex  string    `json:"hex,omitempty"`
	Luck float64   `json:"luck"` // good for side 0 where it is positive
	Text string    `json:"text"`
}

// Describe puts a report into words.
func Describe(w *words.Words, b game.Battle, r *Report) *Summary {
	a := &Summary{
		Text: sentence(w, r), Margin: r.Margin, Luck: fine(r.Luck), Without: fine(r.Without), Error: fine(r.Error),
		Sides: []string{w.Side(0), w.Side(1)}, Kinds: []KindLuck{}, Turns: make([]float64, r.Turns), Rolls: []RollLuck{},
	}
	byKind := map[string]*KindLuck{}
	for _, x := range r.Rolls {
		k := byKind[x.Kind]
		if k == nil {
			k = &KindLuck{Kind: x.Kind, Name: w.Text("ui.luck-" + x.Kind)}
			byKind[x.Kind] = k
		}
		k.Rolls[x.Side]++
		k.Luck[x.Side] += x.For(x.Side)
		a.Turns[x.Turn-1] += x.Luck
		line := RollLuck{N: x.N, Turn: x.Turn, Kind: x.Kind, Side: x.Side, Luck: fine(x.Luck), Text: w.Event(x.Fact)}
		if x.Place >= 0 {
			line.Hex = b.PlaceID(x.Place)
		}
		if x.Cause != nil {
			line.Text = w.Event(*x.Cause) + " " + line.Text
		}
		a.Rolls = append(a.Rolls, line)
	}
	for _, kind := range Kinds(b) {
		if k := byKind[kind]; k != nil {
			k.Luck = [2]float64{fine(k.Luck[0]), fine(k.Luck[1])}
			a.Kinds = append(a.Kinds, *k)
		}
	}
	for i, x := range a.Turns {
		a.Turns[i] = fine(x)
	}
	return a
}

// Greatest returns the n rolls that moved the expectation most, the greatest first.
func (a *Summary) Greatest(n int) []RollLuck {
	list := slices.Clone(a.Rolls)
	slices.SortStableFunc(list, func(x, y RollLuck) int { return cmp.Compare(math.Abs(y.Luck), math.Abs(x.Luck)) })
	return list[:min(n, len(list))]
}

// fine drops what no forecast can tell apart.
func fine(x float64) float64 { return math.Round(x*1000) / 1000 }

// sentence says what the dice gave, and to whom, and what the margin would be without it.
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

// gain returns whom a number of points is good for, and how many whole points it is.
func gain(x float64) (side game.Side, points int) {
	if x < 0 {
		side = 1
	}
	return side, int(math.Round(math.Abs(x)))
}

func player(s game.Side) game.Arg { return game.Arg{Name: "side", Kind: game.Player, N: int(s)} }

func number(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Number, N: n} }
