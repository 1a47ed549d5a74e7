package sim

import (
	"strings"

	"acies/game"
	"acies/rules/sword"
)

// Facts are what a game tells beyond its result. Pieces, places and rules are named by their ids.
type Facts struct {
	Course  [][2]int            `json:"course"`  // victory points by side at the end of each turn
	Sources map[string][2]int   `json:"sources"` // of the victory points, by side
	Losses  []Loss              `json:"losses"`
	Melees  map[string]int      `json:"melees"` // rolls by hex of the defenders
	Shots   map[string]int      `json:"shots"`  // rolls by hex of the target
	Leaders map[string]Service  `json:"leaders"`
	Events  map[string]int      `json:"events"` // how often each fact was told
	Dice    map[string][2][]int `json:"dice"`   // by kind and side who rolls for himself: how often each face, from 0
}

// Loss is the end of a unit.
type Loss struct {
	Unit  string `json:"unit"`
	Turn  int    `json:"turn"`
	Hex   string `json:"hex"`   // where it was last
	Cause string `json:"cause"` // how it was lost, one of Causes
	By    string `json:"by"`    // what had put it to flight, one of Blows; empty: it had not fled
}

// Causes are the ways in which a unit is lost: cut down by a blow, or in flight.
func Causes() []string { return []string{"melee", "shot", "fire", "off-map", "cut-off"} }

// Blows are what puts a unit to flight: the three blows, and panic at fugitives who pass.
func Blows() []string { return []string{"melee", "shot", "fire", "panic"} }

// Service is what a leader did and suffered in a game.
type Service struct {
	Activated int `json:"activated"`
	Wounded   int `json:"wounded"`
	Killed    int `json:"killed"`
}

// Kinds are the kinds of die rolls that facts count, each with the greatest face and the mean to be expected.
func Kinds() []Kind {
	return []Kind{
		{"melee", 9, 4.5},
		{"shot", 9, 4.5},
		{"rally", 9, 4.5},
		{"passed", 9, 4.5},
		{"leader", 9, 4.5},
		{"flight", 9, 4.5},
		{"initiative", 12, 7},
	}
}

// Kind is a kind of die roll.
type Kind struct {
	Key  string
	Max  int
	Mean float64
}

// Chance returns the chance of a face: ten equal ones, or the sum of two dice.
func (k Kind) Chance(face int) float64 {
	switch {
	case k.Max == 9:
		return 0.1
	case face < 2:
		return 0
	}
	return float64(6-max(face-7, 7-face)) / 36
}

// watcher gathers the facts of games of package sword from their events. It looks at the state only where an event does
// not say whose it is.
type watcher struct {
	s       *sword.State
	b       *sword.Battle
	sides   []game.Side // of pieces
	out     *Facts
	total   [2]int
	blow    string // what has struck last
	swept   bool   // fugitives have just made units rout
	roller  game.Side
	target  int
	fledBy  [sword.MaxUnits]string
	melees  [sword.MaxHexes]int
	shots   [sword.MaxHexes]int
	service []Service
}

func newWatcher(s *sword.State) *watcher {
	b := s.Battle().(*sword.Battle)
	w := &watcher{s: s, b: b, service: make([]Service, b.Leaders())}
	for u := range b.Units() {
		w.sides = append(w.sides, s.Unit(u).Side)
	}
	for l := range b.Leaders() {
		w.sides = append(w.sides, s.Leader(l).Side)
	}
	return w
}

// begin makes ready for a new game.
func (w *watcher) begin() {
	w.out = &Facts{
		Course: [][2]int{}, Losses: []Loss{}, Sources: map[string][2]int{}, Events: map[string]int{}, Dice: map[string][2][]int{},
	}
	w.total, w.blow, w.swept = [2]int{}, "", false
	clear(w.fledBy[:])
	clear(w.melees[:])
	clear(w.shots[:])
	clear(w.service)
}

// Event implements [game.Sink].
func (w *watcher) Event(e game.Event) {
	if strings.HasPrefix(e.Key, "modifier.") {
		return
	}
	w.out.Events[e.Key]++
	switch e.Key {
	case "turn":
		if turn := num(e, "turn"); turn > 1 {
			w.out.Course = append(w.out.Course, w.total)
		}
	case "scores":
		w.score(e)
	case "activated", "leader-check", "leader-killed":
		w.serve(e)
	case "routs":
		w.fledBy[num(e, "unit")] = w.fledFrom()
	case "destroyed", "off-map", "barred-way", "crowded-out":
		w.lose(e)
	}
	w.follow(e)
	w.roll(e)
}

// follow keeps in mind what is going on.
func (w *watcher) follow(e game.Event) {
	switch e.Key {
	case "shoots", "attacks":
		w.roller, w.target = w.sides[num(e, "unit")], num(e, "hex")
	case "shot-roll":
		w.blow = "shot"
		w.shots[w.target]++
	case "melee-roll":
		w.blow = "melee"
		w.melees[w.target]++
	case "burns":
		w.blow = "fire"
	case "passed-routs":
		w.swept = true
	case "flees", "off-map", "barred-way", "crowded-out", "retreats", "passed-holds":
		w.swept = false
	}
}

func (w *watcher) fledFrom() string {
	if w.swept {
		return "panic"
	}
	return w.blow
}

func (w *watcher) lose(e game.Event) {
	u := num(e, "unit")
	cause := w.blow
	switch e.Key {
	case "off-map":
		cause = "off-map"
	case "barred-way", "crowded-out":
		cause = "cut-off"
	}
	w.out.Losses = append(w.out.Losses, Loss{
		Unit: w.b.PieceID(u), Turn: w.s.Turn(), Hex: w.b.PlaceID(w.s.Unit(u).Hex), Cause: cause, By: w.fledBy[u],
	})
}

func (w *watcher) score(e game.Event) {
	key := strings.TrimPrefix(arg(e, "for").Text, "score.")
	side, points := num(e, "side"), num(e, "points")
	sum := w.out.Sources[key]
	sum[side] += points
	w.out.Sources[key] = sum
	w.total[side] += points
}

func (w *watcher) serve(e game.Event) {
	l := &w.service[num(e, "leader")-w.b.Units()]
	switch e.Key {
	case "activated":
		l.Activated++
	case "leader-killed":
		l.Killed++
	default:
		if arg(e, "result").Text == "check.wounded" {
			l.Wounded++
		}
	}
}

// roll counts a die for the side that rolls it: who shoots or attacks, and who rallies, holds or checks a leader.
func (w *watcher) roll(e game.Event) {
	kind, side, faces := "", w.roller, 10
	switch e.Key {
	case "melee-roll", "shot-roll":
		kind = strings.TrimSuffix(e.Key, "-roll")
	case "rally-roll":
		kind, side = "rally", w.sideAt(num(e, "hex"))
	case "passed-holds", "passed-routs":
		kind, side = "passed", w.sideAt(num(e, "hex"))
	case "leader-check":
		kind, side = "leader", w.sides[num(e, "leader")]
	case "flight-roll":
		kind, side = "flight", w.flightSide()
	case "initiative-roll":
		kind, side, faces = "initiative", game.Side(num(e, "side")), 13
	default:
		return
	}
	counts := w.out.Dice[kind]
	if counts[side] == nil {
		counts[side] = make([]int, faces)
	}
	counts[side][num(e, "roll")]++
	w.out.Dice[kind] = counts
}

func (w *watcher) sideAt(h int) game.Side {
	if u := w.s.Top(h); u >= 0 {
		return w.sides[u]
	}
	return 0
}

// flightSide is the side whose commander may flee.
func (w *watcher) flightSide() game.Side {
	if f := w.b.Setup().Special.Flight; f != nil {
		return w.sides[w.b.Piece(f.Leader)]
	}
	return 0
}

// facts returns what was gathered from a game that has ended with these points.
func (w *watcher) facts(points [2]int) *Facts {
	f := w.out
	f.Course = append(f.Course, points)
	f.Melees, f.Shots, f.Leaders = w.byHex(w.melees[:]), w.byHex(w.shots[:]), map[string]Service{}
	for l, s := range w.service {
		f.Leaders[w.b.PieceID(w.b.Units()+l)] = s
	}
	return f
}

func (w *watcher) byHex(counts []int) map[string]int {
	out := map[string]int{}
	for h, n := range counts {
		if n > 0 {
			out[w.b.PlaceID(h)] = n
		}
	}
	return out
}

// arg returns the operand of that name.
func arg(e game.Event, name string) game.Arg {
	for i := range e.Args {
		if e.Args[i].Name == name {
			return e.Args[i]
		}
	}
	return game.Arg{}
}

func num(e game.Event, name string) int { return arg(e, name).N }
