package kit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/pack"
	"acies/system"
)

// scenario is a [system.Scenario].
type scenario struct {
	id      string
	pack    *pack.Pack
	sides   []string
	rounds  int
	options map[string]variant
}

// variant is what an option changes.
type variant struct {
	rounds int // 0: nothing
	ambush bool
}

func (s *scenario) Compile(options []string) (game.Battle, error) {
	n, ambush := s.rounds, false
	for i, o := range options {
		v, ok := s.options[o]
		if !ok {
			return nil, fmt.Errorf("battle %s: option %q is unknown; it has %s", s.id, o, pack.List(s.pack.Options))
		}
		if slices.Contains(options[:i], o) {
			return nil, fmt.Errorf("battle %s: option %q is given twice", s.id, o)
		}
		if v.rounds > 0 {
			n = v.rounds
		}
		ambush = ambush || v.ambush
	}
	return toy.New(toy.Options{ID: s.id, Sides: [2]string(s.sides), Rounds: n, Ambush: ambush}), nil
}

func (s *scenario) At(b game.Battle, file string, text []byte) (game.Battle, error) {
	n, err := pack.ReadTree(file, text)
	if err != nil {
		return nil, err
	}
	return readPosition(n, b, true)
}

func (s *scenario) Position(options []string, state game.State) []byte {
	return s.writePosition(options, toy.PositionOf(state))
}

func (s *scenario) Begin(b game.Battle, l *pack.Lesson) (game.State, error) {
	at, err := readPosition(l.Position, b, false)
	if err != nil {
		return nil, err
	}
	return at.Start(), nil
}

// Names implements [system.Scenario].
func (s *scenario) Names(b game.Battle, lang string) system.Names {
	name := func(key string) string {
		for _, l := range []string{lang, pack.Languages()[0]} {
			if text, ok := s.pack.Text(l, key); ok {
				return text
			}
		}
		return key
	}
	card := System{}.Texts(lang)["piece.card"]
	n := system.Names{
		Book: book, Places: len(toy.Places()), Pieces: make([]string, 2+2*toy.Cards),
		Text: func(key string) (string, bool) { return s.pack.Text(lang, key) },
	}
	for _, place := range toy.Places() {
		n.PlaceNames = append(n.PlaceNames, name("place."+place))
	}
	for side, id := range s.sides {
		n.Sides = append(n.Sides, name("side."+id))
		pieces := toy.Pieces(game.Side(side))
		n.Pieces[pieces[0]] = name("champion." + id)
		for i, p := range pieces[1:] {
			n.Pieces[p] = strings.NewReplacer("{side}", name("side."+id), "{n}", strconv.Itoa(i+1)).Replace(card)
		}
	}
	return n
}

// Measures of the sheet: the places of the track are squares side by side.
const (
	square = 110.0
	gap    = 14.0
	rim    = 40.0
)

// Sheet implements [system.Scenario].
func (s *scenario) Sheet(b game.Battle, w system.Speaker) *system.Sheet {
	const half = square / 2
	sheet := &system.Sheet{
		Shapes: [][]float64{{-half, -half, half, -half, half, half, -half, half}},
		Figures: map[string][]system.Part{"champion": {
			{Class: "f", Path: "M-7 10V2Q-7-3 0-3T7 2V10z"},
			{Class: "h", Path: "M-4.500-7.500a4.500 4.500 0 109 0a4.500 4.500 0 10-9 0z"},
		}},
		Colors: []system.Palette{
			{Field: "#9a3b2e", Dark: "#5f2018", Light: "#f4ded8", Cloth: "#d99f94"},
			{Field: "#2f5d8a", Dark: "#1b3a59", Light: "#dbe7f2", Cloth: "#9dbbd6"},
		},
		States: map[string]string{}, Values: map[string]string{},
	}
	for i, id := range toy.Places() {
		sheet.Places = append(sheet.Places, system.Place{ID: id, Name: w.Place(i), X: rim + half + float64(i)*(square+gap), Y: rim + half})
	}
	sheet.Width, sheet.Height = 2*rim+4*square+3*gap, 2*rim+square
	for _, state := range []string{"hidden", "seen", "used"} {
		sheet.States[state] = w.Text("state." + state)
	}
	for _, value := range []string{"rank", "die"} {
		sheet.Values[value] = w.Text("value." + value)
	}
	sheet.Pieces = make([]system.Counter, 2+2*toy.Cards)
	for side := range game.Side(2) {
		for i, p := range toy.Pieces(side) {
			c := system.Counter{ID: b.PieceID(p), Name: w.Piece(p), Side: int(side), Shape: "unit", Figure: "champion"}
			if i > 0 {
				c.Shape, c.Figure, c.Type = "card", "", strconv.Itoa(i)
			}
			sheet.Pieces[p] = c
		}
	}
	return sheet
}

// Ground implements [system.Scenario]: the track needs only its outlines.
func (s *scenario) Ground(game.Battle, system.Speaker, system.Ground) string { return "" }

// Special implements [system.Scenario].
func (s *scenario) Special(game.Battle) []string { return nil }
