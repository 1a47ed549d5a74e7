package impetus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"acies/game"
	"acies/plane"
)

// scene is a table laid out for a test.
type scene struct {
	*testing.T
	*State
	events game.Events // of the last action
}

// lay lays out units, a line each, of which side 0 is a… and side 1 is b…:
//
//	a1 FP 5 5 2 B at 50 40 0, pike long_spear, javelin, rows 2, command 2, commander, disordered, vbu 3
//
// gives the id, the type, M, VBU, I and discipline, the front centre in U and the heading in degrees, and then, in any
// order, traits, the weapon, the number of rows, the Command (1 unless said), whether the Commander is attached, the square
// that it stands inside, and the state. Other lines are of the setup:
//
//	wood 20 20 30 20 30 30 20 30     a piece of terrain, counter-clockwise
//	crest 25 20 25 30                of the last piece
//	line 80 64 96 64 north           a fortification and the side that it protects
//	structure a Good                 Average unless said
//	quality a 1 Expert               Fair unless said
//	amendments                       section 25 is on
//
// The first Command of side 0 is active, and its player is to choose a unit.
func lay(t *testing.T, lines ...string) *scene {
	t.Helper()
	set := &Setup{ID: "test", Width: plane.Width, Height: plane.Height, Turns: 12, TieWinner: -1}
	for side, id := range []string{"a", "b"} {
		set.Sides[side] = Army{
			ID: id, Structure: AverageStructure, HomeEdge: Edge(side), Zone: Zone{[2]int32{0, plane.Width}, [2]int32{0, plane.Height}},
		}
	}
	var after []func(*State)
	for _, l := range lines {
		parts := strings.Split(l, ",")
		w := strings.Fields(parts[0])
		switch w[0] {
		case "structure":
			set.Sides[w[1][0]-'a'].Structure = Structure(slices.Index(StructureNames[:], w[2]))
		case "quality":
			a := &set.Sides[w[1][0]-'a']
			n := number(t, w[2])
			for len(a.Commands) < n {
				a.Commands = append(a.Commands, Command{ID: fmt.Sprint(len(a.Commands) + 1), Quality: Fair, Attached: -1, InChief: len(a.Commands) == 0})
			}
			a.Commands[n-1].Quality = Quality(slices.Index(QualityNames[:], w[3]))
		case "amendments":
			set.Amendments = true
		case "crest":
			set.Terrain[len(set.Terrain)-1].Crest = points(t, w[1:])
		case "line":
			side := slices.Index([]string{"south", "north", "west", "east"}, w[len(w)-1])
			set.Lines = append(set.Lines, Line{ID: "works", Points: points(t, w[1:len(w)-1]), Protects: Edge(side)})
		default:
			if k := slices.Index(KindNames[:], w[0]); k >= 0 {
				set.Terrain = append(set.Terrain, Piece{ID: w[0], Kind: Kind(k), Polygon: points(t, w[1:])})
				continue
			}
			after = append(after, layUnit(t, set, w, parts[1:]))
		}
	}
	for side := range set.Sides {
		if a := &set.Sides[side]; len(a.Commands) == 0 {
			a.Commands = []Command{{ID: "1", Quality: Fair, InChief: true, Attached: -1}}
		}
	}
	s := New(set).Start().(*State)
	for _, f := range after {
		f(s)
	}
	x := &scene{T: t, State: s}
	x.lead(0, 1)
	return x
}

// layUnit adds a unit to a setup and returns what sets its state.
func layUnit(t *testing.T, set *Setup, w, more []string) func(*State) {
	t.Helper()
	side := int(w[0][0] - 'a')
	at := slices.Index(w, "at")
	if at < 0 || len(w) != at+4 {
		t.Fatalf("%q: expected id type M VBU I discipline at x y heading", w)
	}
	u := UnitSetup{
		ID: w[0], Side: side, Type: Type(slices.Index(Types(), w[1])), Rows: 1, VD: 2, Square: -1,
		Pose: plane.Pose{X: decimal(t, w[at+1]), Y: decimal(t, w[at+2]), H: plane.Heading(decimal(t, w[at+3]) * 4 / 1000)},
	}
	if u.Type == Baggage {
		u.Command, u.VBU, u.VD, u.Discipline, u.Depth = -1, 2, 3, 2, 6*U
		set.Units = append(set.Units, u)
		return func(*State) {}
	}
	u.Move, u.VBU, u.Impetus, u.Discipline = decimal(t, w[2]), number(t, w[3]), number(t, w[4]), Discipline(w[5][0]-'A')
	n := len(set.Units)
	army := &set.Sides[side]
	commander, do := false, []func(*State){}
	for _, m := range more {
		for f := strings.Fields(m); len(f) > 0; {
			word := f[0]
			f = f[1:]
			switch {
			case word == "rows":
				u.Rows = number(t, f[0])
				f = f[1:]
			case word == "command":
				u.Command = number(t, f[0]) - 1
				f = f[1:]
			case word == "vbu":
				v := uint8(number(t, f[0]))
				f = f[1:]
				do = append(do, func(s *State) { s.units[n].rows[0] = v })
			case word == "vd":
				u.VD = number(t, f[0])
				f = f[1:]
			case word == "inside":
				u.Square = slices.IndexFunc(set.Units, func(x UnitSetup) bool { return x.ID == f[0] })
				f = f[1:]
			case word == "commander":
				commander = true
			case word == "hastati":
				u.Hastati = true
			case word == "principes":
				u.Principes = true
			case word == "disordered":
				do = append(do, func(s *State) { s.set(uint8(n), fDisordered) })
			case word == "marked":
				do = append(do, func(s *State) { s.set(uint8(n), fMarked) })
			case slices.Contains(Traits(), word):
				u.Traits |= 1 << slices.Index(Traits(), word)
			case slices.Contains(Weapons(), word):
				u.Weapon = Weapon(slices.Index(Weapons(), word))
			default:
				t.Fatalf("%s: what is %q?", w[0], word)
			}
		}
	}
	for len(army.Commands) <= u.Command {
		army.Commands = append(army.Commands, Command{ID: fmt.Sprint(len(army.Commands) + 1), Quality: Fair, Attached: -1, InChief: len(army.Commands) == 0})
	}
	if commander {
		army.Commands[u.Command].Attached = n
	}
	u.Depth = u.Type.Depth() * int32(u.Rows)
	set.Units = append(set.Units, u)
	return func(s *State) {
		for _, f := range do {
			f(s)
		}
	}
}

func number(t *testing.T, w string) int {
	t.Helper()
	n, err := strconv.Atoi(w)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// decimal reads a number with up to three decimals, in thousandths.
func decimal(t *testing.T, w string) int32 {
	t.Helper()
	n, err := parseDecimal(w, 3)
	if err != nil {
		t.Fatal(err)
	}
	return int32(n)
}

func points(t *testing.T, words []string) (list []plane.Point) {
	t.Helper()
	for i := 0; i < len(words); i += 2 {
		list = append(list, plane.Point{X: int64(decimal(t, words[i])), Y: int64(decimal(t, words[i+1]))})
	}
	return list
}

// lead makes a Command active, as if its player had won the round.
func (x *scene) lead(side, command int) {
	x.State.nTasks, x.State.tasks = 0, [maxTasks]task{}
	x.active, x.phase, x.act = uint8(side), phaseCommand, activation{command: uint8(command - 1)}
	x.named, x.dice = [2]uint8{none, none}, [2][2]uint8{}
	x.named[side] = uint8(command - 1)
	x.commands[side][command-1].spent = true
	for i := range x.nContacts {
		x.contacts[i].came = [2]bool{}
	}
	x.push(tCommand, 0, 0, 0)
	x.run(nil)
}

// do carries out actions, which must be legal. Dice are given as faces: "roll 3", "throw 6 5 2".
func (x *scene) do(actions ...string) {
	x.Helper()
	for _, text := range actions {
		if err := x.try(text); err != nil {
			x.Fatalf("%s: %v; legal are %s", text, err, x.list())
		}
	}
}

func (x *scene) try(text string) error {
	a, err := x.b.Parse(text)
	if err != nil {
		return err
	}
	x.events = nil
	if r := x.Apply(a, &x.events); r != nil {
		return fmt.Errorf("%s %v", r, r.Args)
	}
	return x.Limits()
}

// list returns all legal actions as text.
func (x *scene) list() []string {
	var list []string
	for _, a := range x.Legal(nil) {
		list = append(list, x.b.Format(a))
	}
	return list
}

// refuse checks that an action is refused by a clause.
func (x *scene) refuse(clause string, actions ...string) {
	x.Helper()
	for _, text := range actions {
		a, err := x.b.Parse(text)
		if err != nil {
			x.Fatal(err)
		}
		switch r := x.Check(a); {
		case r == nil:
			x.Errorf("%s is legal, expected a refusal by %s", text, clause)
		case r.Clause != clause:
			x.Errorf("%s is refused by %s %s, expected %s", text, r.Clause, r.Key, clause)
		}
	}
}

// allow checks that actions are legal.
func (x *scene) allow(actions ...string) {
	x.Helper()
	for _, text := range actions {
		a, err := x.b.Parse(text)
		if err != nil {
			x.Fatal(err)
		}
		if r := x.Check(a); r != nil {
			x.Errorf("%s: %v %v", text, r, r.Args)
		}
	}
}

// u returns the number of a unit.
func (x *scene) u(id string) uint8 {
	x.Helper()
	n, err := x.b.parseUnit(id)
	if err != nil {
		x.Fatal(err)
	}
	return uint8(n)
}

// is checks the state of a unit: "vbu 4", "rows 4 3", "disordered", "ordered", "lost", "at 50 40.5 0", "melee", "free".
func (x *scene) is(id string, facts ...string) {
	x.Helper()
	u := x.u(id)
	for _, f := range facts {
		w := strings.Fields(f)
		ok := false
		switch w[0] {
		case "vbu":
			ok = x.vbu(u) == number(x.T, w[1])
		case "rows":
			ok = true
			for i, v := range w[1:] {
				ok = ok && int(x.units[u].rows[i]) == number(x.T, v)
			}
		case "disordered":
			ok = x.disordered(u)
		case "ordered":
			ok = !x.disordered(u)
		case "fresh":
			ok = x.fresh(u)
		case "worn":
			ok = !x.fresh(u)
		case "lost":
			ok = !x.placed(u)
		case "there":
			ok = x.placed(u)
		case "melee":
			ok = x.inMelee(u)
		case "free":
			ok = !x.inMelee(u)
		case "marked":
			ok = x.has(u, fMarked)
		case "at":
			p := x.units[u].Pose
			ok = p.X == decimal(x.T, w[1]) && p.Y == decimal(x.T, w[2]) && (len(w) < 4 || int32(p.H) == decimal(x.T, w[3])*4/1000)
		default:
			x.Fatalf("what is %q?", f)
		}
		if !ok {
			x.Errorf("%s: expected %s; it is %+v", id, f, x.units[u])
		}
	}
}

// said checks that the last action caused an event with a key.
func (x *scene) said(key string) game.Event {
	x.Helper()
	for _, e := range x.events {
		if e.Key == key {
			return e
		}
	}
	x.Errorf("expected the event %q in %v", key, x.events)
	return game.Event{}
}
