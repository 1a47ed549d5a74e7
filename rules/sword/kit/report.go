package kit

import (
	"strings"

	"acies/game"
	"acies/rules/sword"
	"acies/system"
)

// Causes implements [system.Reporting]: eliminated in combat, or lost in rout.
func (System) Causes() []string { return []string{"melee", "shot", "fire", "off-map", "cut-off"} }

// Blows implements [system.Reporting]: the three kinds of attack, and friends fleeing through a unit.
func (System) Blows() []string { return []string{"melee", "shot", "fire", "panic"} }

// rules returns the keys of the events that show a rule in use, without those of special rules that a battle does not
// use.
func rules(x *sword.Special) []string {
	list := []string{
		"melee-roll", "shot-roll", "rally-roll", "rests", "fatigued", "discouraged", "routs", "passed-routs", "eliminated", "forced", "barred",
	}
	for _, special := range []struct {
		has  bool
		keys []string
	}{
		{x.Legion != nil, []string{"pilum-thrown", "reserve-released"}},
		{x.Fire != nil, []string{"burns"}},
		{x.Citadel != nil, []string{"shelters"}},
		{x.SecondBlow != nil, []string{"second-blow"}},
		{x.HillForce != nil, []string{"hill-free", "hill-held"}},
		{x.Flight != nil, []string{"flight-roll", "commander-flees"}},
	} {
		if special.has {
			list = append(list, special.keys...)
		}
	}
	return list
}

// Rolls implements [system.Reporting].
func (System) Rolls() []system.RollKind {
	d10 := game.Dice{N: 1, High: 9}
	return []system.RollKind{
		{Key: "melee", Dice: d10},
		{Key: "shot", Dice: d10},
		{Key: "rally", Dice: d10},
		{Key: "passed", Dice: d10},
		{Key: "leader", Dice: d10},
		{Key: "flight", Dice: d10},
		{Key: "initiative", Dice: game.Dice{N: 2, Low: 1, High: 6}},
	}
}

// Activation implements [system.Reporting]. The second blow is an activation of its own.
func (System) Activation(s game.State) (id uint64, owner game.Side) {
	x := s.(*sword.State)
	l := x.Active()
	if l < 0 {
		return 0, game.Nobody
	}
	id = uint64(x.Turn())<<16 | uint64(l+1)<<1
	if x.SecondBlow() {
		id++
	}
	return id, x.Leader(l).Side
}

// Roster implements [system.Reporting].
func (System) Roster(battle game.Battle) system.Roster {
	b := battle.(*sword.Battle)
	s := b.Start().(*sword.State)
	r := system.Roster{Turns: b.Setup().Turns, Rules: rules(&b.Setup().Special), Places: map[string]int{}, Sudden: map[string]string{}}
	for u := range b.Units() {
		r.Units = append(r.Units, u)
		r.Sides = append(r.Sides, s.Unit(u).Side)
	}
	for l := range b.Leaders() {
		r.Leaders = append(r.Leaders, b.Units()+l)
		r.Sides = append(r.Sides, s.Leader(l).Side)
	}
	for h := range b.Map().Len() {
		r.Places[b.PlaceID(h)] = h
	}
	for _, d := range b.Setup().Victory.Decisive {
		if r.Sudden[d.Clause] == "" {
			r.Sudden[d.Clause] = "decisive." + d.Key
		}
	}
	return r
}

// Watch implements [system.Reporting].
func (System) Watch(s game.State) system.Watcher { return newWatcher(s.(*sword.State)) }

// watcher collects the facts of games of package sword from their events. It reads the state only if an event does not
// say which side it belongs to.
type watcher struct {
	s       *sword.State
	b       *sword.Battle
	sides   []game.Side // of pieces
	out     *system.Facts
	total   [2]int
	blow    string // the last kind of attack
	swept   bool   // fleeing friends have just made units rout
	roller  game.Side
	target  int
	fledBy  [sword.MaxUnits]string
	melees  [sword.MaxHexes]int
	shots   [sword.MaxHexes]int
	service []system.Service
}

func newWatcher(s *sword.State) *watcher {
	b := s.Battle().(*sword.Battle)
	w := &watcher{s: s, b: b, service: make([]system.Service, b.Leaders())}
	for u := range b.Units() {
		w.sides = append(w.sides, s.Unit(u).Side)
	}
	for l := range b.Leaders() {
		w.sides = append(w.sides, s.Leader(l).Side)
	}
	return w
}

// Begin implements [system.Watcher].
func (w *watcher) Begin() {
	w.out = &system.Facts{
		Course: [][2]int{}, Losses: []system.Loss{}, Sources: map[string][2]int{}, Events: map[string]int{}, Dice: map[string][2][]int{},
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

// follow updates what the next events depend on.
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
	w.out.Losses = append(w.out.Losses, system.Loss{
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

// roll counts a die for the side that rolls it: the side that shoots or attacks, that rallies or holds, or whose leader
// checks.
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

// flightSide returns the side whose commander may flee.
func (w *watcher) flightSide() game.Side {
	if f := w.b.Setup().Special.Flight; f != nil {
		return w.sides[w.b.Piece(f.Leader)]
	}
	return 0
}

// Facts implements [system.Watcher].
func (w *watcher) Facts(points [2]int) *system.Facts {
	f := w.out
	f.Course = append(f.Course, points)
	f.Melees, f.Shots, f.Leaders = w.byHex(w.melees[:]), w.byHex(w.shots[:]), map[string]system.Service{}
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

// arg returns the operand with the given name.
func arg(e game.Event, name string) game.Arg {
	for i := range e.Args {
		if e.Args[i].Name == name {
			return e.Args[i]
		}
	}
	return game.Arg{}
}

func num(e game.Event, name string) int { return arg(e, name).N }
