package kit

import (
	"slices"
	"strings"

	"acies/game"
	"acies/rules/impetus"
	"acies/system"
)

// Causes implements [system.Reporting]: a unit without VBU or struck on flank or rear; skirmishers and artillery that were
// touched; one without room to retreat; one that left the table; one whose Command or army routed.
func (System) Causes() []string {
	return []string{"routed", "dispersed", "destroyed", "off-table", "command"}
}

// Blows implements [system.Reporting].
func (System) Blows() []string {
	return []string{"melee", "flank", "shot", "pila", "charge", "friends"}
}

// worth is what the faces of a die of a pool are worth, in halves of a damage: four nothing, the 5 one and the 6 two.
var worth = []int{4, 1, 1}

// Rolls implements [system.Reporting].
func (System) Rolls() []system.RollKind {
	var list []system.RollKind
	for _, kind := range impetus.RollKinds {
		k := system.RollKind{Key: kind, Dice: game.Dice{N: 1, Low: 1, High: 6}}
		switch kind {
		case "melee", "shot", "pila":
			k = system.RollKind{Key: kind, Worth: worth}
		case "initiative", "commander":
			k.Dice.N = 2
		}
		list = append(list, k)
	}
	return list
}

// Activation implements [system.Reporting]: that of a Command.
func (System) Activation(s game.State) (id uint64, owner game.Side) {
	x := s.(*impetus.State)
	side, command, ok := x.Commanding()
	if !ok {
		return 0, s.ToAct()
	}
	return uint64(x.Turn())<<8 | uint64(side)<<4 | uint64(command) | 1<<20, game.Side(side)
}

// ruleEvents returns the keys of what is counted of a battle, without those of rules that none of its units can use.
func ruleEvents(set *impetus.Setup) []string {
	has := func(f func(u *impetus.UnitSetup) bool) bool {
		return slices.ContainsFunc(set.Units, func(u impetus.UnitSetup) bool { return f(&u) })
	}
	trait := func(t impetus.Trait) bool {
		return has(func(u *impetus.UnitSetup) bool { return u.Traits&t != 0 })
	}
	list := []string{
		"charges", "counter-charges", "evades", "charge-missed", "flank-contact", "fires", "opportunity-shot", "opportunity-charge", "zone-charge", "melee",
	}
	also := func(used bool, keys ...string) {
		if used {
			list = append(list, keys...)
		}
	}
	also(trait(impetus.Legionary), "pila")
	list = append(list, "retreats", "withdraws", "pursues", "disengaged")
	also(trait(impetus.LineRelief), "relieved")
	also(trait(impetus.Impetuous), "rushes")
	also(trait(impetus.Shieldwall), "shieldwall")
	also(has(func(u *impetus.UnitSetup) bool { return u.Foot != nil }), "dismounted")
	list = append(list, "plunders", "test-failed", "disordered", "rallied", "cohesion-failed", "routed", "dispersed", "destroyed", "off-table", "shaken")
	also(has(func(u *impetus.UnitSetup) bool { return u.Type == impetus.El }), "panics", "trampled")
	also(has(func(u *impetus.UnitSetup) bool { return u.Square >= 0 }), "leaves-square")
	also(slices.ContainsFunc(set.Terrain, func(p impetus.Piece) bool { return p.Kind == impetus.Village }), "occupies")
	list = append(list, "command-routs", "commander-captured", "commander-killed", "quality-changes")
	also(set.Amendments && set.Sides[0].Destiny+set.Sides[1].Destiny > 0, "destiny")
	return list
}

// Roster implements [system.Reporting]. The commanders are no pieces: each stands for the unit that he is with, or for the
// first of his Command.
func (System) Roster(of game.Battle) system.Roster {
	b := of.(*impetus.Battle)
	set := b.Setup()
	r := system.Roster{
		Turns: set.Turns, Rules: ruleEvents(set), Places: system.Squares(set.Width, set.Height),
		Sudden: map[string]string{"imp-23.1a": "report.ending-defeat", "imp-23.1i": "report.ending-both"},
	}
	for i := range set.Units {
		r.Units = append(r.Units, i)
		r.Sides = append(r.Sides, game.Side(set.Units[i].Side))
	}
	for side := range set.Sides {
		for c := range set.Sides[side].Commands {
			r.Leaders = append(r.Leaders, leaderOf(set, side, c))
			r.Titles = append(r.Titles, b.CommanderKey(side, c))
		}
	}
	return r
}

// leaderOf returns the unit that stands for a commander.
func leaderOf(set *impetus.Setup, side, command int) int {
	if at := set.Sides[side].Commands[command].Attached; at >= 0 {
		return at
	}
	return slices.IndexFunc(set.Units, func(u impetus.UnitSetup) bool { return u.Side == side && u.Command == command })
}

// Watch implements [system.Reporting].
func (System) Watch(s game.State) system.Watcher {
	x := s.(*impetus.State)
	return &watcher{s: x, b: x.Battle().(*impetus.Battle)}
}

// watcher collects the facts of games from their events. That a unit is lost it reads from the state.
type watcher struct {
	s      *impetus.State
	b      *impetus.Battle
	out    *system.Facts
	turn   int
	units  []watched
	scored [2]int // VD that the watcher has accounted for
}

// watched is what the watcher knows of a unit.
type watched struct {
	at    string // the square where it was last
	blow  string // what struck it last
	cause string // how it is being lost
	gone  bool
}

// Begin implements [system.Watcher].
func (w *watcher) Begin() {
	w.out = &system.Facts{
		Course: [][2]int{}, Sources: map[string][2]int{}, Losses: []system.Loss{}, Melees: map[string]int{}, Shots: map[string]int{},
		Leaders: map[string]system.Service{}, Events: map[string]int{}, Acts: map[string][2]int{}, Dice: map[string][2][]int{},
	}
	w.turn, w.units, w.scored = 1, make([]watched, w.b.Units()), [2]int{}
	set := w.b.Setup()
	for side := range set.Sides {
		for c := range set.Sides[side].Commands {
			w.out.Leaders[w.b.PieceID(leaderOf(set, side, c))] = system.Service{}
		}
	}
}

// Event implements [game.Sink].
func (w *watcher) Event(e game.Event) {
	w.look()
	num := func(name string) int { return arg(&e, name).N }
	unit, target := num("unit"), num("target")
	switch e.Key {
	case "turn":
		w.turn = num("turn")
		if w.turn > 1 {
			w.out.Course = append(w.out.Course, w.points())
		}
	case "initiative-won":
		w.serve(&e, func(s *system.Service) { s.Activated++ })
	case "commander-captured":
		w.serve(&e, func(s *system.Service) { s.Captured++ })
	case "commander-killed":
		w.serve(&e, func(s *system.Service) { s.Killed++ })
	case "fires":
		w.out.Shots[w.units[target].at]++
	case "shot":
		w.strike(target, "shot")
	case "pila":
		w.strike(target, "pila")
	case "melee":
		w.out.Melees[w.units[target].at]++
		for _, u := range [2]int{unit, target} {
			w.strike(u, "melee")
			if w.s.Flanked(u) {
				w.strike(u, "flank")
			}
		}
	case "shaken", "trampled":
		w.strike(unit, "friends")
	case "dispersed":
		w.strike(unit, "charge")
		w.units[unit].cause = e.Key
	case "destroyed", "off-table":
		w.units[unit].cause = e.Key
	}
	w.count(&e)
	w.countDice(&e)
}

func (w *watcher) strike(unit int, blow string) { w.units[unit].blow = blow }

// points returns the VD that the enemy of each side has lost.
func (w *watcher) points() [2]int {
	first, _ := w.s.Lost(0)
	second, _ := w.s.Lost(1)
	return [2]int{second, first}
}

// look notes where the units stand, and which have been lost since the last event.
func (w *watcher) look() {
	for i := range w.units {
		x := &w.units[i]
		if x.gone {
			continue
		}
		fallen, together := w.s.Fallen(i)
		if !fallen {
			if u := w.s.Unit(i); u.Placed {
				x.at = system.SquareAt(game.Point{X: u.Pose.X, Y: u.Pose.Y})
			}
			continue
		}
		x.gone = true
		w.lose(i, together)
	}
}

// lose adds the loss of a unit.
func (w *watcher) lose(i int, together bool) {
	x, u := &w.units[i], &w.b.Setup().Units[i]
	source := "units"
	switch {
	case together:
		x.cause, x.blow, source = "command", "", "commands"
	case u.Type == impetus.Baggage:
		source = "baggage"
	}
	if x.cause == "" {
		x.cause = "routed"
	}
	w.out.Losses = append(w.out.Losses, system.Loss{Unit: w.b.PieceID(i), Turn: w.turn, Hex: x.at, Cause: x.cause, By: x.blow})
	w.score(1-u.Side, source, u.VD)
}

func (w *watcher) score(side int, source string, points int) {
	sum := w.out.Sources[source]
	sum[side] += points
	w.out.Sources[source] = sum
	w.scored[side] += points
}

// serve counts something that happened to the commander whom an event names.
func (w *watcher) serve(e *game.Event, f func(*system.Service)) {
	id := w.b.PieceID(leaderOf(w.b.Setup(), arg(e, "side").N, arg(e, "command").N-1))
	s := w.out.Leaders[id]
	f(&s)
	w.out.Leaders[id] = s
}

// kindOf gives names of their own to what one event reports in several forms.
func kindOf(e *game.Event) string {
	switch {
	case e.Key == "reacts" && e.Clause == "imp-9.2a":
		return "opportunity-shot"
	case e.Key == "reacts" && e.Clause == "imp-9.2d":
		return "opportunity-charge"
	case e.Key == "reacts":
		return "zone-charge"
	case e.Key == "contact" && arg(e, "blow").Text != "blow.front":
		return "flank-contact"
	}
	return e.Key
}

// count counts an event for the side that it names, or else for that of the first piece it names.
func (w *watcher) count(e *game.Event) {
	key := kindOf(e)
	w.out.Events[key]++
	if side, ok := w.actor(e); ok {
		acts := w.out.Acts[key]
		acts[side]++
		w.out.Acts[key] = acts
	}
}

func (w *watcher) actor(e *game.Event) (side int, ok bool) {
	for _, a := range e.Args {
		switch a.Kind {
		case game.Player:
			return a.N, true
		case game.Piece:
			return w.b.Setup().Units[a.N].Side, true
		}
	}
	return 0, false
}

// countDice counts the dice of an event for the side that threw them.
func (w *watcher) countDice(e *game.Event) {
	side, _ := w.actor(e)
	num := func(name string) int { return arg(e, name).N }
	switch e.Key {
	case "shot", "pila", "melee-dice":
		kind, _, _ := strings.Cut(e.Key, "-")
		for _, f := range arg(e, "faces").List {
			w.add(kind, side, max(0, f-4), 1)
		}
	case "initiative-roll":
		w.add("initiative", side, num("die")+num("second"), 1)
	case "commander-test":
		w.add("commander", side, num("die")+num("second"), 1)
	default:
		if kind := dieKinds[e.Key]; kind != "" {
			w.add(kind, side, num("die"), 1)
		}
	}
}

// dieKinds are the kinds of rolls of one die, by the event that reports them.
var dieKinds = map[string]string{
	"test-passed": "discipline", "test-failed": "discipline", "cohesion-passed": "cohesion", "cohesion-failed": "cohesion", "extends": "extension",
	"retreats": "retreat", "withdraws": "retreat", "pursues": "pursuit", "panics": "panic", "no-panic": "panic", "destiny": "destiny",
}

func (w *watcher) add(kind string, side, value, n int) {
	counts := w.out.Dice[kind]
	for len(counts[side]) <= value {
		counts[side] = append(counts[side], 0)
	}
	counts[side][value] += n
	w.out.Dice[kind] = counts
}

// Facts implements [system.Watcher]. What no lost unit accounts for comes from built-up areas.
func (w *watcher) Facts(points [2]int) *system.Facts {
	w.look()
	for side, n := range points {
		if rest := n - w.scored[side]; rest > 0 {
			w.score(side, "village", rest)
		}
	}
	w.out.Course = append(w.out.Course, points)
	return w.out
}

var _ system.Reporting = System{}
