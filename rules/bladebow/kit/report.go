package kit

import (
	"strings"

	"acies/game"
	"acies/rules/bladebow"
	"acies/system"
)

// Causes implements [system.Reporting]: a routed unit that did not come back, one without room to recoil, one that
// plundered a camp.
func (System) Causes() []string { return []string{"routed", "cut-off", "plunder"} }

// Blows implements [system.Reporting].
func (System) Blows() []string { return []string{"melee", "shot"} }

// Rolls implements [system.Reporting]. Each die of a pool counts; the roll for the end of the battle belongs to no side.
func (System) Rolls() []system.RollKind {
	var list []system.RollKind
	for _, kind := range bladebow.RollKinds {
		if kind != "actions" && kind != "card" && kind != "end" {
			list = append(list, system.RollKind{Key: kind, Dice: game.Dice{N: 1, Low: 1, High: 6}})
		}
	}
	return list
}

// Activation implements [system.Reporting]: an impulse.
func (System) Activation(s game.State) (id uint64, owner game.Side) {
	return s.(*bladebow.State).Impulse()
}

// ruleEvents returns the keys of the events that show a rule in use, without those of special rules that a battle does
// not have.
func ruleEvents(s *bladebow.Setup) []string {
	list := []string{
		"impulse", "orders", "moves", "fires", "attacks", "attacks-camp", "evades", "commits", "plays", "draws", "discards", "rerolls", "disrupted",
		"loses-rank", "recoils", "routs", "rallies", "rallied", "returns", "eliminated", "advances", "continues", "overrun", "killed", "captured",
	}
	if s.Sides[0].ShieldWall || s.Sides[1].ShieldWall {
		list = append(list, "wall")
	}
	if s.Pass != nil {
		list = append(list, "discovered")
	}
	if s.Arrival != nil {
		list = append(list, "arrived", "delayed")
	}
	return list
}

// Roster implements [system.Reporting].
func (System) Roster(of game.Battle) system.Roster {
	b := of.(*bladebow.Battle)
	set := b.Setup()
	r := system.Roster{Turns: len(set.Icons), Rules: ruleEvents(set), Places: map[string]int{}, Sudden: map[string]string{}}
	for i := range set.Units {
		r.Units = append(r.Units, i)
		r.Sides = append(r.Sides, game.Side(set.Units[i].Side))
	}
	for i := range set.Leaders {
		r.Leaders = append(r.Leaders, len(set.Units)+i)
		r.Sides = append(r.Sides, game.Side(set.Leaders[i].Side))
	}
	for q := range set.Terrain {
		r.Places[b.PlaceID(q)] = q
	}
	for clause, key := range map[string]string{
		"bnb-5.6b": "rout", "bnb-5.6c": "both-rout", "bnb-15.2to": "king", "bnb-15.2tp": "sack", "bnb-15.2tq": "king-and-sack", "bnb-15.4ym": "storm",
	} {
		r.Sudden[clause] = "report.ending-" + key
	}
	return r
}

// Watch implements [system.Reporting].
func (System) Watch(s game.State) system.Watcher {
	x := s.(*bladebow.State)
	return &watcher{s: x, b: x.Battle().(*bladebow.Battle)}
}

// watcher collects the facts of games from their events.
type watcher struct {
	s      *bladebow.State
	b      *bladebow.Battle
	out    *system.Facts
	losses [2]int         // of the armies
	blow   string         // the last kind of attack
	fled   map[int]string // by which attack a unit was routed
	active game.Side
}

// Begin implements [system.Watcher].
func (w *watcher) Begin() {
	w.out = &system.Facts{
		Course: [][2]int{}, Sources: map[string][2]int{}, Losses: []system.Loss{}, Melees: map[string]int{}, Shots: map[string]int{},
		Leaders: map[string]system.Service{}, Events: map[string]int{}, Acts: map[string][2]int{}, Dice: map[string][2][]int{},
	}
	w.losses, w.blow, w.fled = [2]int{}, "", map[int]string{}
	for i := range w.b.Setup().Leaders {
		w.out.Leaders[w.b.Setup().Leaders[i].ID] = system.Service{}
	}
}

// Event implements [game.Sink].
func (w *watcher) Event(e game.Event) {
	if strings.HasPrefix(e.Key, "modifier.") {
		return
	}
	w.out.Events[e.Key]++
	if side, ok := w.actor(&e); ok {
		acts := w.out.Acts[e.Key]
		acts[side]++
		w.out.Acts[e.Key] = acts
	}
	num := func(name string) int { return arg(&e, name).N }
	switch e.Key {
	case "turn":
		if num("turn") > 1 {
			w.out.Course = append(w.out.Course, [2]int{w.losses[1], w.losses[0]})
		}
	case "impulse":
		w.active = game.Side(num("side"))
	case "fires":
		w.blow = "shot"
		w.out.Shots[w.b.PlaceID(w.s.Square(num("target")))]++
	case "attacks":
		w.blow = "melee"
		w.out.Melees[w.b.PlaceID(w.s.Square(num("target")))]++
	case "loses-rank":
		w.score(&e, "ranks")
	case "routs":
		w.fled[num("unit")] = w.blow
	case "eliminated":
		w.score(&e, "units")
		cause := "cut-off"
		if w.fled[num("unit")] != "" {
			cause = "routed"
		}
		w.lose(num("unit"), cause)
	case "spent":
		w.lose(num("unit"), "plunder")
	case "returns":
		delete(w.fled, num("unit"))
	case "killed":
		w.serve(num("leader"), func(s *system.Service) { s.Killed++ })
	case "captured":
		w.serve(num("leader"), func(s *system.Service) { s.Captured++ })
	}
	w.count(&e)
}

// actor returns the side that an event is about: the one it names, or else that of the first piece it names.
func (w *watcher) actor(e *game.Event) (game.Side, bool) {
	set := w.b.Setup()
	if e.Key == "delayed" {
		return w.sideOf(set.Arrival.Units[0]), true
	}
	for _, a := range e.Args {
		n := a.N
		switch {
		case a.Kind == game.Player:
			return game.Side(n), true
		case a.Kind == game.Pieces && len(a.List) > 0:
			n = a.List[0]
		case a.Kind != game.Piece:
			continue
		}
		switch leader := n - len(set.Units); {
		case leader < 0:
			return w.sideOf(n), true
		case leader < len(set.Leaders):
			return game.Side(set.Leaders[leader].Side), true
		default:
			return game.Side(leader - len(set.Leaders)), true // a camp
		}
	}
	return 0, false
}

// score counts the losses of an army as points of its enemy.
func (w *watcher) score(e *game.Event, source string) {
	side := w.sideOf(arg(e, "unit").N)
	lost := arg(e, "losses").N - w.losses[side]
	w.losses[side] += lost
	sum := w.out.Sources[source]
	sum[side.Other()] += lost
	w.out.Sources[source] = sum
}

func (w *watcher) sideOf(unit int) game.Side { return game.Side(w.b.Setup().Units[unit].Side) }

func (w *watcher) lose(unit int, cause string) {
	w.out.Losses = append(w.out.Losses, system.Loss{
		Unit: w.b.PieceID(unit), Turn: w.s.Turn(), Hex: w.b.PlaceID(w.s.Square(unit)), Cause: cause, By: w.fled[unit],
	})
}

func (w *watcher) serve(leader int, f func(*system.Service)) {
	id := w.b.PieceID(leader)
	s := w.out.Leaders[id]
	f(&s)
	w.out.Leaders[id] = s
}

// count counts the dice of an event for the side that threw them.
func (w *watcher) count(e *game.Event) {
	kind, side := "", w.active
	switch e.Key {
	case "initiative-die":
		kind, side = "initiative", game.Side(arg(e, "side").N)
	case "attack-dice":
		kind = "ranged"
	case "defence-dice":
		kind, side = "defence", w.active.Other()
	case "melee-attack":
		kind = "melee"
	case "melee-defence":
		kind, side = "melee", w.active.Other()
	case "rerolled":
		kind, side = "melee", game.Side(arg(e, "side").N)
	case "entry-dice":
		kind = "entry"
	case "discovery-die":
		kind, side = "scenario", game.Side(w.b.Setup().Pass.Side)
	case "arrival-die", "area-die":
		kind, side = "scenario", w.sideOf(w.b.Setup().Arrival.Units[0])
	case "rout-dice":
		kind, side = "rout", w.sideOf(arg(e, "unit").N)
	case "check":
		kind, side = "check", w.sideOf(arg(e, "unit").N)
	case "casualty-die", "casualty-die-2":
		kind, side = "casualty", game.Side(w.b.Setup().Leaders[arg(e, "leader").N-len(w.b.Setup().Units)].Side)
	default:
		return
	}
	faces := arg(e, "dice").List
	if len(faces) == 0 {
		faces = []int{arg(e, "die").N}
	}
	counts := w.out.Dice[kind]
	if counts[side] == nil {
		counts[side] = make([]int, 7)
	}
	for _, f := range faces {
		counts[side][f]++
	}
	w.out.Dice[kind] = counts
}

// Facts implements [system.Watcher].
func (w *watcher) Facts(points [2]int) *system.Facts {
	w.out.Course = append(w.out.Course, points)
	return w.out
}

var _ system.Reporting = System{}
