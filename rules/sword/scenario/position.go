package scenario

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/pack"
	"acies/rules/sword"
)

// Position is a position file: a battle with its options, and one moment of it.
//
//	battle: issos-333bc
//	at: activation philotas
//	units:
//	  philotas-1: 1319 DR 1st discouraged fatigued
//	  levies-1: eliminated
//	leaders:
//	  philotas: 1319 wounded
//
// A piece is written as a line of words in any order, or as a mapping: {hex: 1319, facing: DR, order: 1, state:
// discouraged, fatigued: true}.
type Position struct {
	Battle  string
	Options []string
	sword.Position

	node  *pack.Node
	lines map[string]*pack.Node // by the field of a sword.PositionError
}

// ReadPosition reads a position file.
func ReadPosition(file string, data []byte) (*Position, error) {
	n, err := pack.ReadTree(file, data)
	if err != nil {
		return nil, err
	}
	p, err := NewPosition(n, true)
	if err != nil {
		return nil, err
	}
	if p.Battle == "" {
		return nil, n.Errorf("battle is missing; a position must name its battle")
	}
	return p, nil
}

// PositionFields returns the fields of a position other than its battle and options.
func PositionFields() []string {
	var p Position
	var out []string
	for name := range p.readers() {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// NewPosition reads a position from a mapping. Only a position file names its battle.
func NewPosition(n *pack.Node, withBattle bool) (*Position, error) {
	p := &Position{node: n, lines: map[string]*pack.Node{}}
	read := p.readers()
	if withBattle {
		read["battle"] = func(n *pack.Node) (err error) { p.Battle, err = n.One(); return err }
		read["options"] = func(n *pack.Node) (err error) { p.Options, err = n.Words(); return err }
	}
	if err := n.Each("a position", read); err != nil {
		return nil, err
	}
	return p, nil
}

// Start returns the state of the position. Errors say where in the file the problem is.
func (p *Position) Start(b *sword.Battle) (*sword.State, error) {
	s, err := b.FromPosition(&p.Position)
	var wrong *sword.PositionError
	if errors.As(err, &wrong) {
		return nil, p.place(wrong.Field).Errorf("%s", err)
	}
	return s, err
}

// place returns the node that a field of an error is about, or the nearest around it.
func (p *Position) place(field string) *pack.Node {
	for field != "" {
		if n := p.lines[field]; n != nil {
			return n
		}
		field = field[:max(0, strings.LastIndexAny(field, " :"))]
	}
	return p.node
}

// readers returns the function that reads each field.
func (p *Position) readers() map[string]func(*pack.Node) error {
	return map[string]func(*pack.Node) error{
		"turn":        p.number("turn", &p.Turn, 1, 99),
		"only":        p.flag(&p.Only),
		"at":          p.text("at", &p.At),
		"phase":       p.text("phase", &p.Phase),
		"active":      p.text("active", &p.Active),
		"side":        p.text("side", &p.Side),
		"tasks":       p.tasks,
		"units":       p.units,
		"leaders":     p.leaders,
		"initiative":  p.initiative,
		"rating":      p.number("rating", &p.Rating, -1, 99),
		"next":        p.text("next", &p.Next),
		"scores":      p.scores,
		"released":    p.words("released", &p.Released),
		"second-blow": p.flag(&p.SecondBlow),
		"hill":        p.words("hill", &p.Hill),
		"fled":        p.flag(&p.Fled),
		"marked":      p.words("marked", &p.Marked),
		"charges":     p.charges,
		"dash":        p.dash,
		"chase":       p.chase,
		"visited":     p.visited,
		"fire":        p.fire,
		"group":       p.group,
		"shot":        p.shot,
		"melee":       p.melee,
		"flight":      p.flight,
		"result":      p.result,
	}
}

// Note records where in a file a field is, for errors about it.
func (p *Position) Note(field string, n *pack.Node) { p.lines[field] = n }

func (p *Position) text(field string, into *string) func(*pack.Node) error {
	return func(n *pack.Node) (err error) {
		p.Note(field, n)
		*into, err = n.One()
		return err
	}
}

func (p *Position) number(field string, into *int, lo, hi int) func(*pack.Node) error {
	return func(n *pack.Node) (err error) {
		p.Note(field, n)
		*into, err = n.Number(lo, hi)
		return err
	}
}

func (p *Position) words(field string, into *[]string) func(*pack.Node) error {
	return func(n *pack.Node) (err error) {
		p.Note(field, n)
		*into, err = n.Words()
		return err
	}
}

func (p *Position) flag(into *bool) func(*pack.Node) error {
	return func(n *pack.Node) (err error) {
		*into, err = n.Flag()
		return err
	}
}

func (p *Position) tasks(n *pack.Node) error {
	p.Note("tasks", n)
	lines, err := n.Lines()
	for _, line := range lines {
		p.Note("tasks: "+line.Text, line)
		p.Tasks = append(p.Tasks, line.Text)
	}
	return err
}

func (p *Position) units(n *pack.Node) error {
	return p.each("units", n, func(id string, n *pack.Node) error {
		u, err := ReadUnit(id, n)
		p.Units = append(p.Units, u)
		return err
	})
}

func (p *Position) leaders(n *pack.Node) error {
	return p.each("leaders", n, func(id string, n *pack.Node) error {
		l, err := ReadLeader(id, n)
		p.Leaders = append(p.Leaders, l)
		return err
	})
}

// each reads a mapping whose keys are names.
func (p *Position) each(field string, n *pack.Node, read func(id string, n *pack.Node) error) error {
	if n.Shape != pack.Mapping {
		return n.Errorf("%s: expected a mapping of names", field)
	}
	p.Note(field, n)
	for i, k := range n.Keys {
		p.Note(field+" "+k.Text, k)
		if err := read(k.Text, n.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (p *Position) initiative(n *pack.Node) error {
	words, err := n.Words()
	if err != nil {
		return err
	}
	p.Note("initiative", n)
	if len(words) != 2 {
		return n.Errorf("initiative: expected two totals, the attacker's first")
	}
	for i, w := range words {
		if p.Initiative[i], err = strconv.Atoi(w); err != nil {
			return n.Errorf("initiative: %q is not a number", w)
		}
	}
	return nil
}

func (p *Position) scores(n *pack.Node) error {
	return p.each("scores", n, func(side string, n *pack.Node) error {
		if n.Shape != pack.Mapping {
			return n.Errorf("scores %s: expected a mapping of keys and points", side)
		}
		for i, k := range n.Keys {
			points, err := n.Items[i].Number(0, 9999)
			if err != nil {
				return err
			}
			p.Note("scores "+side+" "+k.Text, k)
			p.Scores = append(p.Scores, sword.ScoreAt{Side: side, Key: k.Text, Points: points})
		}
		return nil
	})
}

func (p *Position) fire(n *pack.Node) error {
	p.Position.Fire = &sword.FireAt{}
	x := p.Position.Fire
	var units []string
	p.Note("fire", n)
	err := n.Each("fire", map[string]func(*pack.Node) error{
		"count": p.number("fire count", &x.Count, 0, 2),
		"heavy": p.number("fire heavy", &x.Heavy, 0, 2),
		"units": p.words("fire units", &units),
	})
	if err == nil && copy(x.Units[:], units) != len(x.Units) {
		return n.Errorf("fire: units: expected two")
	}
	return err
}

func (p *Position) group(n *pack.Node) error {
	x := &sword.GroupAt{}
	p.Group = x
	p.Note("group", n)
	return n.Each("group", map[string]func(*pack.Node) error{
		"units":   p.words("group units", &x.Units),
		"leaders": p.words("group leaders", &x.Leaders),
		"from":    p.text("group from", &x.From),
		"stray":   p.flag(&x.Stray),
		"spent":   p.number("group spent", &x.Spent, 0, 15),
		"rode":    p.number("group rode", &x.Rode, 0, 15),
	})
}

func (p *Position) shot(n *pack.Node) error {
	x := &sword.ShotAt{}
	p.Shot = x
	p.Note("shot", n)
	return n.Each("shot", map[string]func(*pack.Node) error{
		"kind":     p.text("shot kind", &x.Kind),
		"target":   p.text("shot target", &x.Target),
		"shooters": p.words("shot shooters", &x.Shooters),
		"guns":     p.flag(&x.Guns),
	})
}

func (p *Position) melee(n *pack.Node) error {
	x := &sword.MeleeAt{}
	p.Melee = x
	p.Note("melee", n)
	return n.Each("melee", map[string]func(*pack.Node) error{
		"attackers": p.words("melee attackers", &x.Attackers),
		"defenders": p.words("melee defenders", &x.Defenders),
		"shot":      p.flag(&x.Shot),
		"stage":     p.text("melee stage", &x.Stage),
		"reacted":   p.text("melee reacted", &x.Reacted),
		"guns":      p.words("melee guns", &x.Guns),
	})
}

// charges reads declared charges: which unit charges which.
func (p *Position) charges(n *pack.Node) error {
	return p.each("charges", n, func(unit string, n *pack.Node) error {
		target, err := n.One()
		p.Charges = append(p.Charges, sword.ChargeAt{Unit: unit, Target: target})
		return err
	})
}

func (p *Position) dash(n *pack.Node) error {
	x := &sword.DashAt{}
	p.Dash = x
	p.Note("dash", n)
	return n.Each("dash", map[string]func(*pack.Node) error{
		"unit":    p.text("dash unit", &x.Unit),
		"target":  p.text("dash target", &x.Target),
		"leaders": p.words("dash leaders", &x.Leaders),
		"steps":   p.number("dash steps", &x.Steps, 0, 15),
	})
}

func (p *Position) chase(n *pack.Node) error {
	x := &sword.ChaseAt{}
	p.Chase = x
	p.Note("chase", n)
	return n.Each("chase", map[string]func(*pack.Node) error{
		"unit":   p.text("chase unit", &x.Unit),
		"barred": p.flag(&x.Barred),
	})
}

func (p *Position) visited(n *pack.Node) error {
	words, err := n.Words()
	p.Note("visited", n)
	for _, w := range words {
		v, err := strconv.Atoi(w)
		if err != nil {
			return n.Errorf("visited: %q is not a number", w)
		}
		p.Visited = append(p.Visited, v)
	}
	return err
}

func (p *Position) flight(n *pack.Node) error {
	x := &sword.FlightAt{MP: -1}
	p.Flight = x
	p.Note("flight", n)
	return n.Each("flight", map[string]func(*pack.Node) error{
		"units":   p.words("flight units", &x.Units),
		"leaders": p.words("flight leaders", &x.Leaders),
		"at":      p.text("flight at", &x.At),
		"steps":   p.number("flight steps", &x.Steps, 0, 9),
		"mp":      p.number("flight mp", &x.MP, -1, 15),
		"moved":   p.flag(&x.Moved),
		"cause":   p.text("flight cause", &x.Cause),
		"pending": p.words("flight pending", &x.Pending),
		"from":    p.text("flight from", &x.From),
		"heading": p.text("flight heading", &x.Heading),
	})
}

func (p *Position) result(n *pack.Node) error {
	x := &sword.ResultAt{}
	p.Result = x
	p.Note("result", n)
	return n.Each("result", map[string]func(*pack.Node) error{
		"winner":  p.text("result winner", &x.Winner),
		"degree":  p.text("result degree", &x.Degree),
		"because": p.text("result because", &x.Because),
	})
}

// WritePosition returns a position as a file that [ReadPosition] reads.
func WritePosition(battle string, options []string, p *sword.Position) []byte {
	w := &positionWriter{}
	w.line("battle: %s", battle)
	w.list("options", options)
	w.line("turn: %d", max(p.Turn, 1))
	w.text("at", p.At)
	w.text("phase", p.Phase)
	w.text("active", p.Active)
	w.text("side", p.Side)
	w.on("only", p.Only)
	w.pieces(p)
	if p.Initiative != [2]int{} {
		w.line("initiative: [%d, %d]", p.Initiative[0], p.Initiative[1])
	}
	if p.Rating != 0 {
		w.line("rating: %d", p.Rating)
	}
	w.text("next", p.Next)
	w.scores(p.Scores)
	w.list("released", p.Released)
	w.on("second-blow", p.SecondBlow)
	w.list("hill", p.Hill)
	w.on("fled", p.Fled)
	w.list("marked", p.Marked)
	w.charges(p)
	w.making(p)
	if len(p.Tasks) > 0 {
		w.line("# What has still to be done, the next first.")
		w.line("tasks:")
		for _, t := range p.Tasks {
			w.line("  - %s", t)
		}
	}
	if x := p.Result; x != nil {
		w.line("result: {%s}", w.fields("winner", x.Winner, "degree", x.Degree, "because", x.Because))
	}
	return w.Bytes()
}

type positionWriter struct{ bytes.Buffer }

func (w *positionWriter) line(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

func (w *positionWriter) text(field, value string) {
	if value != "" {
		w.line("%s: %s", field, value)
	}
}

func (w *positionWriter) on(field string, value bool) {
	if value {
		w.line("%s: true", field)
	}
}

func (w *positionWriter) list(field string, words []string) {
	if len(words) > 0 {
		w.line("%s: [%s]", field, strings.Join(words, ", "))
	}
}

// fields writes pairs of names and values, leaving out those without a value.
func (w *positionWriter) fields(pairs ...string) string {
	var out []string
	for i := 0; i < len(pairs); i += 2 {
		if v := pairs[i+1]; v != "" && v != "[]" && v != "false" {
			out = append(out, pairs[i]+": "+v)
		}
	}
	return strings.Join(out, ", ")
}

// count formats a number, or returns nothing for 0.
func count(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func flow(words []string) string { return "[" + strings.Join(words, ", ") + "]" }

func (w *positionWriter) pieces(p *sword.Position) {
	wide := 0
	for _, u := range p.Units {
		wide = max(wide, len(u.ID))
	}
	for _, l := range p.Leaders {
		wide = max(wide, len(l.ID))
	}
	if len(p.Units) > 0 {
		w.line("units:")
	}
	for i := range p.Units {
		w.piece(wide, p.Units[i].ID, unitWords(&p.Units[i]))
	}
	if len(p.Leaders) > 0 {
		w.line("leaders:")
	}
	for i := range p.Leaders {
		w.piece(wide, p.Leaders[i].ID, leaderWords(&p.Leaders[i]))
	}
}

func (w *positionWriter) piece(wide int, id string, words []string) {
	words = slices.DeleteFunc(words, func(s string) bool { return s == "" })
	w.line("  %-*s %s", wide+1, id+":", strings.Join(words, " "))
}

func (w *positionWriter) scores(list []sword.ScoreAt) {
	if len(list) == 0 {
		return
	}
	w.line("scores:")
	var sides []string
	for _, x := range list {
		if !slices.Contains(sides, x.Side) {
			sides = append(sides, x.Side)
		}
	}
	for _, side := range sides {
		w.line("  %s:", side)
		for _, x := range list {
			if x.Side == side {
				w.line("    %s: %d", x.Key, x.Points)
			}
		}
	}
}

// charges writes declared charges, a charge move in progress, and what the pursuit after a charge depends on.
func (w *positionWriter) charges(p *sword.Position) {
	var pairs []string
	for _, c := range p.Charges {
		pairs = append(pairs, c.Unit+": "+c.Target)
	}
	if len(pairs) > 0 {
		w.line("charges: {%s}", strings.Join(pairs, ", "))
	}
	if x := p.Dash; x != nil {
		w.line("dash: {%s}", w.fields("unit", x.Unit, "target", x.Target, "leaders", flow(x.Leaders), "steps", strconv.Itoa(x.Steps)))
	}
	if x := p.Chase; x != nil {
		w.line("chase: {%s}", w.fields("unit", x.Unit, "barred", strconv.FormatBool(x.Barred)))
	}
	var visited []string
	for _, n := range p.Visited {
		visited = append(visited, strconv.Itoa(n))
	}
	w.list("visited", visited)
}

func (w *positionWriter) making(p *sword.Position) {
	yes := strconv.FormatBool
	if x := p.Fire; x != nil {
		w.line("fire: {count: %d, heavy: %d, units: %s}", x.Count, x.Heavy, flow(x.Units[:]))
	}
	if x := p.Group; x != nil {
		w.line("group: {%s}", w.fields("units", flow(x.Units), "leaders", flow(x.Leaders), "from", x.From, "stray", yes(x.Stray),
			"spent", count(x.Spent), "rode", count(x.Rode)))
	}
	if x := p.Shot; x != nil {
		w.line("shot: {%s}", w.fields("kind", x.Kind, "target", x.Target, "shooters", flow(x.Shooters), "guns", yes(x.Guns)))
	}
	if x := p.Melee; x != nil {
		w.line("melee: {%s}", w.fields("attackers", flow(x.Attackers), "defenders", flow(x.Defenders), "shot", yes(x.Shot),
			"stage", x.Stage, "reacted", x.Reacted, "guns", flow(x.Guns)))
	}
	if x := p.Flight; x != nil {
		w.line("flight: {%s}", w.fields("units", flow(x.Units), "leaders", flow(x.Leaders), "at", x.At, "steps", strconv.Itoa(x.Steps),
			"mp", strconv.Itoa(x.MP), "moved", yes(x.Moved), "cause", x.Cause, "pending", flow(x.Pending),
			"from", x.From, "heading", x.Heading))
	}
}
