package sword

import "acies/game"

// How events, modifiers and refusals are expressed: by key, clause and named numbers.

func num(name string, n int) game.Arg    { return game.Arg{Name: name, Kind: game.Number, N: n} }
func signed(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Signed, N: n} }
func die(name string, n int) game.Arg    { return game.Arg{Name: name, Kind: game.Die, N: n} }
func piece(name string, n int) game.Arg  { return game.Arg{Name: name, Kind: game.Piece, N: n} }
func place(name string, n int) game.Arg  { return game.Arg{Name: name, Kind: game.Place, N: n} }
func facing(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Facing, N: n} }

func player(name string, n uint8) game.Arg {
	return game.Arg{Name: name, Kind: game.Player, N: int(n)}
}

func word(name, key string) game.Arg { return game.Arg{Name: name, Kind: game.Key, Text: key} }

func pieces(name string, l []int) game.Arg {
	return game.Arg{Name: name, Kind: game.Pieces, List: l}
}

func places(name string, l []int) game.Arg {
	return game.Arg{Name: name, Kind: game.Places, List: l}
}

// say reports an event to everyone: these books hide nothing. Callers test for a sink first, so that play without one
// costs nothing.
func (s *State) say(key, clause string, args ...game.Arg) {
	s.sink.Event(game.Event{Key: key, Clause: s.b.clause(clause), Args: args, To: game.Everyone})
}

// mods is a list of modifiers that needs no allocation: a roll adds them up, the log and the odds list them.
type mods struct {
	n    int
	list [24]mod
}

// mod is one modifier with up to two operands, whose meaning its key gives.
type mod struct {
	value       int
	key, clause string
	a, b        int
}

// add adds a modifier. If the list is full it is added to the last one, so that the sum is always right.
func (m *mods) add(value int, key, clause string, a, b int) {
	if m.n == len(m.list) {
		m.list[m.n-1].value += value
		return
	}
	m.list[m.n] = mod{value, key, clause, a, b}
	m.n++
}

func (m *mods) sum() int {
	sum := 0
	for i := range m.n {
		sum += m.list[i].value
	}
	return sum
}

// operands gives the meaning of the two numbers of a modifier, by its key.
var operands = map[string][2]game.Arg{
	"shot-few":               {num("sp", 0), num("limit", 0)},
	"shot-many":              {num("sp", 0), num("limit", 0)},
	"shot-small":             {num("sp", 0), num("limit", 0)},
	"shot-large":             {num("sp", 0), num("limit", 0)},
	"shot-type":              {piece("target", 0)},
	"shot-moved":             {piece("unit", 0)},
	"shot-discouraged":       {piece("unit", 0)},
	"shot-terrain":           {word("terrain", "terrain."), place("hex", 0)},
	"shot-edge":              {word("edge", "edge."), place("hex", 0)},
	"melee-terrain":          {word("terrain", "terrain."), place("hex", 0)},
	"melee-edge":             {word("edge", "edge."), place("hex", 0)},
	"melee-up":               {place("hex", 0)},
	"melee-down":             {place("hex", 0)},
	"melee-ratio":            {num("attackers", 0), num("defenders", 0)},
	"melee-type":             {piece("unit", 0), piece("target", 0)},
	"melee-quality":          {num("attackers", 0), num("defenders", 0)},
	"melee-leader":           {piece("leader", 0)},
	"melee-flank":            {place("hex", 0)},
	"melee-rear":             {place("hex", 0)},
	"melee-rear-more":        {place("hex", 0)},
	"melee-charge":           {place("hex", 0)},
	"melee-charge-rear":      {place("hex", 0)},
	"melee-charges":          {place("hex", 0)},
	"melee-charge-more":      {place("hex", 0)},
	"shot-mounted":           {piece("unit", 0)},
	"shot-on-foot":           {piece("target", 0)},
	"shot-armour":            {piece("target", 0), num("columns", 0)},
	"melee-attackers-all":    {num("shaken", 0), num("of", 0)},
	"melee-attackers-some":   {num("shaken", 0), num("of", 0)},
	"melee-defenders-all":    {num("shaken", 0), num("of", 0)},
	"melee-defenders-some":   {num("shaken", 0), num("of", 0)},
	"melee-defenders-part":   {num("routed", 0), num("of", 0)},
	"melee-phalanx-quality":  {piece("unit", 0), num("quality", 0)},
	"melee-phalanx-attack":   {piece("unit", 0)},
	"melee-phalanx-defend":   {piece("unit", 0)},
	"melee-defenders-routed": {num("shaken", 0), num("of", 0)},
	"rally-leader":           {piece("leader", 0)},
	"flight-enemies":         {num("units", 0)},
	"flight-guards":          {num("units", 0)},
}

// modifier returns a modifier in the form other packages read.
func (s *State) modifier(m *mod) game.Modifier {
	out := game.Modifier{Value: m.value, Key: m.key, Clause: s.b.clause(m.clause)}
	for i, a := range operands[m.key] {
		n := [2]int{m.a, m.b}[i]
		switch {
		case a.Name == "":
			continue
		case a.Text == "terrain.":
			a.Text += s.b.book.Terrain[n].ID
		case a.Text == "edge.":
			a.Text += s.b.book.Edges[n].ID
		default:
			a.N = n
		}
		out.Args = append(out.Args, a)
	}
	return out
}

// sayMods reports the modifiers of a roll, one event each.
func (s *State) sayMods(m *mods) {
	for i := range m.n {
		g := s.modifier(&m.list[i])
		args := append([]game.Arg{signed("value", g.Value)}, g.Args...)
		s.sink.Event(game.Event{Key: "modifier." + g.Key, Clause: g.Clause, Args: args, To: game.Everyone})
	}
}
