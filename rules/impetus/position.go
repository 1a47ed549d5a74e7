package impetus

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/plane"
	"acies/rules/parts"
)

// Position is a state of a game in a form that people can write. An unnamed side or Command is -1.
type Position struct {
	Turn     int
	Phase    string
	Active   int // the side whose Command is active
	Command  int // that acts, or acted last
	Alone    bool
	Sides    [2]SideAt
	Units    []UnitAt    // in the order of the set-up
	Contacts []ContactAt // nil if they follow from the places of the units
	Thrown   string      // the dice thrown last

	// Moment is where the game stands: one of [Moments], or empty if Tasks says it.
	Moment string
	Tasks  []string     // what has still to be done, the next last
	Parts  []parts.Part // the activation in progress

	Over   bool
	Winner int // or -1
	Clause string
}

// SideAt is what one side has.
type SideAt struct {
	Commands []CommandAt
	Chief    int // the Command of the commander-in-chief
	Named    int // the Command named this round
	Dice     [2]int
	Destiny  int // Rolls of Destiny left
}

// CommandAt is the condition of a Command.
type CommandAt struct {
	Quality string
	States  []string // of [CommandStates]
}

// UnitAt is where a unit is and in which condition.
type UnitAt struct {
	Where  string // empty on the table, or one of [Wheres]
	Pose   plane.Pose
	VBU    []int // of each row, the front first
	States []string
	Phases int   // made this turn
	ShotBy []int // units
}

// ContactAt is a pair of enemies that touch.
type ContactAt struct {
	Units  [2]int
	Side   [2]string // where each is touched, one of [Blows]
	Came   [2]bool   // each came into the contact by charging
	Fought bool
}

// The moments at which a position can start in short: a Command chooses a unit, the players name Commands, a turn begins
// or ends.
const (
	MomentCommand = "command"
	MomentNames   = "names"
	MomentTurn    = "turn"
	MomentEnd     = "end"
)

var moments = []struct {
	name  string
	phase phase
	task  taskKind
}{
	{MomentCommand, phaseCommand, tCommand},
	{MomentNames, phaseRound, tRound},
	{MomentTurn, phaseEnd, tTurn},
	{MomentEnd, phaseEnd, tTurnEnd},
}

// Moments returns the names of the moments.
func Moments() []string {
	var list []string
	for _, m := range moments {
		list = append(list, m.name)
	}
	return list
}

// PhaseOf returns the phase in which a moment comes.
func PhaseOf(moment string) string {
	for _, m := range moments {
		if m.name == moment {
			return phaseKeys[m.phase]
		}
	}
	return ""
}

// Phases returns the names of the phases.
func Phases() []string { return phaseKeys[:] }

var whereNames = [wheres]string{onTable: "", lost: "lost", gone: "removed", unplaced: "absent", inside: "inside"}

// Absent is the word for a unit that takes no part.
const Absent = "absent"

// Wheres returns the words for units that do not stand on the table by themselves.
func Wheres() []string { return whereNames[lost:] }

var flagNames = [flagBits]string{
	"disordered", "opportunity", "activated", "fired", "zone-charged", "moving", "shieldwall", "dismounted", "main", "fought", "evading", "rallied", "in-village",
}

// UnitStates returns the words for the conditions of a unit.
func UnitStates() []string { return flagNames[:] }

var blowNames = []string{onFront: "front", onFlank: "flank", onRear: "rear"}

// Blows returns the words for where a unit is touched.
func Blows() []string { return blowNames }

// commandStates are the words for the conditions of a Command.
var commandStates = []string{"changed", "rising", "falling", "spent", "routed", "leaderless", "shaken"}

// CommandStates returns the words for the conditions of a Command.
func CommandStates() []string { return commandStates }

// PositionOf returns the position of a state of Impetus.
func PositionOf(st game.State) Position {
	s := st.(*State)
	p := Position{
		Turn: int(s.turn), Phase: phaseKeys[s.phase], Active: optional(s.active), Command: int(s.act.command), Alone: s.alone, Thrown: s.last.format(),
		Over: s.over, Winner: -1,
	}
	for side := range p.Sides {
		x := SideAt{Chief: int(s.chief[side]), Named: optional(s.named[side]), Dice: [2]int{int(s.dice[side][0]), int(s.dice[side][1])}, Destiny: int(s.luck[side])}
		for c := range s.b.setup.Sides[side].Commands {
			x.Commands = append(x.Commands, s.commands[side][c].position())
		}
		p.Sides[side] = x
	}
	for i := range s.b.units {
		p.Units = append(p.Units, s.unitAt(i))
	}
	p.Contacts = s.contactsAt()
	p.Parts = s.slots().Write()
	if s.over {
		p.Winner, p.Clause = max(int(s.winner), -1), outcomeClauses[s.why]
		return p
	}
	for _, m := range moments {
		if s.nTasks == 1 && s.tasks[0] == (task{kind: m.task}) && s.phase == m.phase && (m.task == tCommand) == (s.active != none) {
			p.Moment = m.name
			return p
		}
	}
	for _, t := range s.tasks[:s.nTasks] {
		p.Tasks = append(p.Tasks, s.b.formatTask(t))
	}
	return p
}

// optional returns a side or a Command, or -1 for none.
func optional(n uint8) int {
	if n == none {
		return -1
	}
	return int(n)
}

func (c *command) position() CommandAt {
	at := CommandAt{Quality: QualityNames[c.quality]}
	for i, is := range [...]bool{c.changed, c.pending > 0, c.pending < 0, c.spent, c.routed, !c.leader, c.shaken} {
		if is {
			at.States = append(at.States, commandStates[i])
		}
	}
	return at
}

func (s *State) unitAt(i int) UnitAt {
	u := &s.units[i]
	at := UnitAt{Where: whereNames[u.where], Pose: u.Pose, Phases: int(u.phases)}
	for _, v := range u.rows[:s.b.units[i].Rows] {
		at.VBU = append(at.VBU, int(v))
	}
	for bit, name := range flagNames {
		if u.flags>>bit&1 != 0 {
			at.States = append(at.States, name)
		}
	}
	for v := range s.b.units {
		if plane.Set(u.shotBy).Has(v) {
			at.ShotBy = append(at.ShotBy, v)
		}
	}
	return at
}

// contactsAt returns the contacts, or nil if those are all that follow from the places of the units.
func (s *State) contactsAt() []ContactAt {
	plain := State{b: s.b}
	for i := range s.b.units {
		plain.units[i].rows, plain.units[i].flags = s.units[i].rows, s.units[i].flags
		if s.units[i].where == onTable {
			plain.enter(uint8(i), s.units[i].Pose)
		}
	}
	if plain.nContacts == s.nContacts && plain.contacts == s.contacts {
		return nil
	}
	list := []ContactAt{}
	for i := range s.nContacts {
		c := &s.contacts[i]
		list = append(list, ContactAt{
			Units: [2]int{int(c.a), int(c.b)}, Side: [2]string{blowNames[c.side[0]], blowNames[c.side[1]]}, Came: c.came, Fought: c.fought,
		})
	}
	return list
}

// format writes dice: "3 5", or for a pool "pool 6 5 - -".
func (d *thrown) format() string {
	switch {
	case d.n == 0:
		return ""
	case d.pool:
		return "pool" + formatPool(game.Action{A: int32(d.faces[0]), B: int32(d.faces[1]), C: int32(d.n)})
	case d.n == 1:
		return strconv.Itoa(int(d.faces[0]))
	}
	return fmt.Sprint(d.faces[0], " ", d.faces[1])
}

func parseThrown(text string) (thrown, error) {
	words := strings.Fields(text)
	if len(words) > 0 && words[0] == "pool" {
		a, err := parsePool(words[1:])
		return thrown{uint8(a.C), true, [2]uint8{uint8(a.A), uint8(a.B)}}, err
	}
	var d thrown
	if len(words) == 0 || len(words) > 2 {
		return d, fmt.Errorf("%q: expected one die or two, or pool and its dice", text)
	}
	d.n = uint8(len(words))
	for i, w := range words {
		if len(w) != 1 || w[0] < '1' || w[0] > '6' {
			return d, fmt.Errorf("die %q: expected a face from 1 to 6", w)
		}
		d.faces[i] = w[0] - '0'
	}
	return d, nil
}

// From returns the battle with its games starting at a position. It refuses what cannot be played on.
func From(battle game.Battle, p Position) (out game.Battle, err error) {
	b := *battle.(*Battle)
	s := &State{b: &b}
	if err := s.restore(&p); err != nil {
		return nil, err
	}
	// What the rules make of a position that nobody could have reached is an error in the position, not of the program.
	defer func() {
		if recover() != nil {
			out, err = nil, errors.New("the position cannot be played on: what is being done does not fit the units")
		}
	}()
	if err := s.resume(&p); err != nil {
		return nil, err
	}
	b.start = *s
	return &b, nil
}

// restore sets everything that a position says, after checking that it is in range.
func (s *State) restore(p *Position) error {
	b := s.b
	ph := slices.Index(phaseKeys[:], p.Phase)
	switch {
	case ph < 0:
		return fmt.Errorf("phase %q is unknown; expected one of %s", p.Phase, strings.Join(phaseKeys[:], ", "))
	case p.Turn < 0 || p.Turn > 100:
		return fmt.Errorf("turn %d: expected 0 to 100", p.Turn)
	case p.Active < -1 || p.Active > 1:
		return errors.New("active: expected one of the two sides")
	case p.Command < 0 || p.Command >= MaxCommands || p.Active >= 0 && p.Command >= len(b.setup.Sides[p.Active].Commands):
		return fmt.Errorf("Command %d: the side has no such Command", p.Command+1)
	case len(p.Units) != len(b.units):
		return fmt.Errorf("the battle has %d units, the position %d", len(b.units), len(p.Units))
	}
	s.turn, s.phase, s.active, s.act.command, s.alone = uint8(p.Turn), phase(ph), none, uint8(p.Command), p.Alone
	s.winner = int8(game.Nobody)
	if p.Active >= 0 {
		s.active = uint8(p.Active)
	}
	if p.Thrown != "" {
		var err error
		if s.last, err = parseThrown(p.Thrown); err != nil {
			return fmt.Errorf("thrown: %w", err)
		}
	}
	for side := range p.Sides {
		if err := s.restoreSide(side, &p.Sides[side]); err != nil {
			return fmt.Errorf("side %s: %w", b.setup.Sides[side].ID, err)
		}
	}
	for i := range p.Units {
		if err := s.restoreUnit(i, &p.Units[i]); err != nil {
			return fmt.Errorf("unit %s: %w", b.units[i].ID, err)
		}
	}
	if err := s.place(p); err != nil {
		return err
	}
	return s.slots().Read(p.Parts)
}

func (s *State) restoreSide(side int, x *SideAt) error {
	n := len(s.b.setup.Sides[side].Commands)
	switch {
	case len(x.Commands) != n:
		return fmt.Errorf("found %d Commands, expected %d", len(x.Commands), n)
	case x.Chief < 0 || x.Chief >= n || x.Named < -1 || x.Named >= n:
		return fmt.Errorf("chief or named: expected a Command from 1 to %d", n)
	case x.Dice[0] < 0 || x.Dice[0] > 6 || x.Dice[1] < 0 || x.Dice[1] > 6 || (x.Dice[0] == 0) != (x.Dice[1] == 0):
		return errors.New("dice: expected two faces from 1 to 6")
	case x.Destiny < 0 || x.Destiny > 3:
		return fmt.Errorf("destiny %d: expected 0 to 3", x.Destiny)
	}
	s.chief[side], s.named[side], s.luck[side] = uint8(x.Chief), none, uint8(x.Destiny)
	if x.Named >= 0 {
		s.named[side] = uint8(x.Named)
	}
	s.dice[side] = [2]uint8{uint8(x.Dice[0]), uint8(x.Dice[1])}
	for c := range x.Commands {
		at := &x.Commands[c]
		q := slices.Index(QualityNames[:], at.Quality)
		if q < 0 {
			return fmt.Errorf("Command %d: quality %q is unknown; expected one of %s", c+1, at.Quality, strings.Join(QualityNames[:], ", "))
		}
		to := command{quality: Quality(q), leader: true}
		for _, w := range at.States {
			switch w {
			case "changed":
				to.changed = true
			case "rising":
				to.pending = 1
			case "falling":
				to.pending = -1
			case "spent":
				to.spent = true
			case "routed":
				to.routed = true
			case "leaderless":
				to.leader = false
			case "shaken":
				to.shaken = true
			default:
				return fmt.Errorf("Command %d: state %q is unknown; expected some of %s", c+1, w, strings.Join(commandStates, ", "))
			}
		}
		s.commands[side][c] = to
	}
	return nil
}

func (s *State) restoreUnit(i int, x *UnitAt) error {
	d := &s.b.units[i]
	w := slices.Index(whereNames[:], x.Where)
	switch {
	case w < 0:
		return fmt.Errorf("place %q is unknown; expected x, y and heading or one of %s", x.Where, strings.Join(Wheres(), ", "))
	case x.Pose.X < -plane.Limit || x.Pose.X > plane.Limit || x.Pose.Y < -plane.Limit || x.Pose.Y > plane.Limit || x.Pose.H >= plane.Turn:
		return fmt.Errorf("pose %v is out of range", x.Pose)
	case len(x.VBU) != d.Rows:
		return fmt.Errorf("VBU of %d rows, expected %d", len(x.VBU), d.Rows)
	case where(w) == inside && d.Square < 0:
		return errors.New("it has no square to be inside")
	case x.Phases < 0 || x.Phases > 15:
		return fmt.Errorf("phases %d: expected 0 to 15", x.Phases)
	}
	u := unit{Pose: x.Pose, where: where(w), phases: uint8(x.Phases)}
	for row, v := range x.VBU {
		if v < 0 || v > d.VBU || row > 0 && v > 0 && x.VBU[row-1] == 0 {
			return fmt.Errorf("VBU %d in row %d, expected 0 to %d, and none behind an empty row", v, row+1, d.VBU)
		}
		u.rows[row] = uint8(v)
	}
	if (u.where == onTable || u.where == inside) && u.rows[0] == 0 {
		return errors.New("it has no VBU left, but is not lost")
	}
	for _, name := range x.States {
		bit := slices.Index(flagNames[:], name)
		if bit < 0 {
			return fmt.Errorf("state %q is unknown; expected some of %s", name, strings.Join(flagNames[:], ", "))
		}
		u.flags |= 1 << bit
	}
	if u.flags&fDismounted != 0 && d.foot == nil {
		return errors.New("it cannot dismount")
	}
	for _, v := range x.ShotBy {
		if v < 0 || v >= len(s.b.units) {
			return errors.New("shot by a unit that the battle does not have")
		}
		u.shotBy[v/64] |= 1 << (v % 64)
	}
	s.units[i] = u
	return nil
}

// place puts the units on the table and notes who touches whom.
func (s *State) place(p *Position) error {
	for i := range s.b.units {
		if u := &s.units[i]; u.where == onTable {
			s.enter(uint8(i), u.Pose)
		}
	}
	for i := range s.b.units {
		if d := &s.b.units[i]; s.units[i].where == inside && s.units[d.Square].where != onTable && s.units[d.Square].where != unplaced {
			return fmt.Errorf("unit %s: it is inside %s, which is lost", d.ID, s.b.units[d.Square].ID)
		}
	}
	if p.Contacts == nil {
		return nil
	}
	if len(p.Contacts) > maxContacts {
		return fmt.Errorf("found %d contacts, expected at most %d", len(p.Contacts), maxContacts)
	}
	s.contacts, s.nContacts = [maxContacts]contact{}, 0
	for _, x := range p.Contacts {
		c, err := s.contactFrom(&x)
		if err != nil {
			return err
		}
		s.contacts[s.nContacts] = c
		s.nContacts++
	}
	return nil
}

// contactSlack is how far apart two units may be said to touch: rounding can leave them a little apart.
const contactSlack = U / 10

func (s *State) contactFrom(x *ContactAt) (contact, error) {
	a, b := x.Units[0], x.Units[1]
	if a < 0 || b < 0 || a >= len(s.b.units) || b >= len(s.b.units) {
		return contact{}, errors.New("contact of a unit that the battle does not have")
	}
	names := s.b.units[a].ID + " and " + s.b.units[b].ID
	u, v := uint8(a), uint8(b)
	if s.side(u) == s.side(v) || !s.placed(u) || !s.placed(v) || s.contactOf(u, v) != nil {
		return contact{}, fmt.Errorf("contact of %s: expected two enemies on the table, each pair once", names)
	}
	c := contact{a: u, b: v, fought: x.Fought, came: x.Came}
	for i, w := range x.Side {
		k := slices.Index(blowNames, w)
		if k < 0 {
			return c, fmt.Errorf("contact of %s: %q is unknown; expected one of %s", names, w, strings.Join(blowNames, ", "))
		}
		c.side[i] = uint8(k)
	}
	if u > v {
		c.a, c.b = v, u
		c.side[0], c.side[1] = c.side[1], c.side[0]
		c.came[0], c.came[1] = c.came[1], c.came[0]
	}
	y, z := s.shape(u), s.shape(v)
	if !plane.Within(&y, &z, contactSlack) {
		return c, fmt.Errorf("contact of %s: they are %s U apart", names, formatLength(plane.Dist(&y, &z)))
	}
	return c, nil
}
