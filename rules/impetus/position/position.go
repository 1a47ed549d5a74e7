// Package position reads and writes positions of Impetus, as files, lessons and cases have them:
//
//	battle: stream-333bc
//	options: [amendments]
//	turn: 3
//	to-act: command macedonians 2
//	macedonians: {commands: [Genius spent, Expert], named: 2, dice: 3 4}
//	persians: {commands: [Poor, Fair shaken], named: 1, dice: 2 2}
//	units:
//	  M1.1: 120 40 0
//	  M2.1: 82 60.5 12.25 vbu=5/5/4 disordered
//	  P1.1: 92 84 180 opportunity shot-by=M1.6,M1.5
//	  P1.4: lost
//	contacts:
//	  - M2.1 charging P1.2 flank fought
//
// A place is x and y of the middle of the front edge in U, with a heading in degrees. In lessons and cases battle and
// options are left out. Units that are not named take no part: they are not on the table and do not count as lost.
// Contacts may be left out where all are new and to the front of both. To-act is a moment: "command SIDE NUMBER", or
// "names", "turn" or "end" for the beginning of that step. Any other point of a game has phase, active, command and
// tasks instead, and what is being done under acting, test, cohesion, shot, charge, melee and reaction.
package position

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/plane"
	"acies/rules/impetus"
	"acies/rules/parts"
)

// Fields returns the fields of a position, other than those of the two sides, which have their names.
func Fields() []string {
	return append([]string{
		"turn", "phase", "to-act", "active", "command", "alone", "tasks", "units", "contacts", "thrown", "over",
	}, impetus.PartNames()...)
}

// reader reads one position.
type reader struct {
	b     *impetus.Battle
	setup *impetus.Setup
	p     impetus.Position
	phase bool // the phase is given
}

// Read returns a battle with its games starting at a position.
func Read(n *pack.Node, b game.Battle, withBattle bool) (game.Battle, error) {
	battle := b.(*impetus.Battle)
	r := &reader{b: battle, setup: battle.Setup()}
	r.prepare()
	fields := map[string]func(*pack.Node) error{
		"turn": number(&r.p.Turn, 0, 100),
		"phase": func(n *pack.Node) (err error) {
			r.phase = true
			r.p.Phase, err = n.OneOf("phase", impetus.Phases())
			return err
		},
		"to-act": r.moment,
		"active": r.side(&r.p.Active),
		"command": func(n *pack.Node) (err error) {
			r.p.Command, err = n.Number(1, impetus.MaxCommands)
			r.p.Command--
			return err
		},
		"alone": func(n *pack.Node) (err error) {
			r.p.Alone, err = n.Flag()
			return err
		},
		"tasks": func(n *pack.Node) error {
			lines, err := n.Lines()
			for _, line := range lines {
				r.p.Tasks = append(r.p.Tasks, line.Text)
			}
			return err
		},
		"units":    r.units,
		"contacts": r.contacts,
		"thrown": func(n *pack.Node) error {
			words, err := n.Words()
			r.p.Thrown = strings.Join(words, " ")
			return err
		},
		"over": r.over,
	}
	for _, name := range impetus.PartNames() {
		fields[name] = func(n *pack.Node) error { return r.part(name, n) }
	}
	for i := range r.setup.Sides {
		fields[r.setup.Sides[i].ID] = func(n *pack.Node) error { return r.holding(n, &r.p.Sides[i]) }
	}
	if withBattle {
		fields["battle"] = func(n *pack.Node) error {
			if n.Text != b.ID() {
				return n.Errorf("the position belongs to the battle %s, not %s", n.Text, b.ID())
			}
			return nil
		}
		fields["options"] = func(n *pack.Node) error { _, err := n.Words(); return err }
	}
	if err := n.Each("a position", fields); err != nil {
		return nil, err
	}
	if !r.p.Over && r.p.Moment == "" && len(r.p.Tasks) == 0 {
		return nil, n.Errorf("the position does not say what is to be done; expected to-act, such as command %s 1, or tasks", r.setup.Sides[0].ID)
	}
	if r.p.Moment != "" && !r.phase {
		r.p.Phase = impetus.PhaseOf(r.p.Moment)
	}
	switch r.p.Moment {
	case impetus.MomentTurn:
		r.p.Turn = max(r.p.Turn-1, 0)
	case impetus.MomentCommand:
		// It was named, and is spent for the turn.
		side := &r.p.Sides[r.p.Active]
		side.Named = r.p.Command
		if c := &side.Commands[r.p.Command]; !slices.Contains(c.States, "spent") {
			c.States = append(slices.Clone(c.States), "spent")
		}
	}
	out, err := impetus.From(b, r.p)
	if err != nil {
		return nil, n.Errorf("%v", err)
	}
	return out, nil
}

// prepare sets what a position need not say.
func (r *reader) prepare() {
	r.p = impetus.Position{Turn: 1, Phase: "command", Active: -1, Winner: -1}
	for i := range r.setup.Sides {
		side := impetus.SideAt{Named: -1}
		for c := range r.setup.Sides[i].Commands {
			x := &r.setup.Sides[i].Commands[c]
			side.Commands = append(side.Commands, impetus.CommandAt{Quality: impetus.QualityNames[x.Quality]})
			if x.InChief {
				side.Chief = c
			}
		}
		side.Destiny = destinyOf(r.setup, i)
		r.p.Sides[i] = side
	}
	for i := range r.setup.Units {
		r.p.Units = append(r.p.Units, impetus.UnitAt{Where: impetus.Absent, VBU: fullRows(&r.setup.Units[i])})
	}
}

// destinyOf returns the Rolls of Destiny that a side has at the start.
func destinyOf(setup *impetus.Setup, side int) int {
	if !setup.Amendments {
		return 0
	}
	return setup.Sides[side].Destiny
}

func fullRows(u *impetus.UnitSetup) []int {
	var list []int
	for range u.Rows {
		list = append(list, u.VBU)
	}
	return list
}

func (r *reader) sideIDs() []string { return []string{r.setup.Sides[0].ID, r.setup.Sides[1].ID} }

// side returns a function that reads the name of a side.
func (r *reader) side(into *int) func(*pack.Node) error {
	return func(n *pack.Node) error {
		w, err := n.OneOf("side", r.sideIDs())
		*into = slices.Index(r.sideIDs(), w)
		return err
	}
}

func number(into *int, lo, hi int) func(*pack.Node) error {
	return func(n *pack.Node) (err error) {
		*into, err = n.Number(lo, hi)
		return err
	}
}

// moment reads where the game stands.
func (r *reader) moment(n *pack.Node) error {
	words, err := n.Words()
	if err != nil {
		return err
	}
	if len(words) == 0 || !slices.Contains(impetus.Moments(), words[0]) {
		return n.Errorf("moment %q is unknown; expected one of %s", n.Text, pack.List(impetus.Moments()))
	}
	r.p.Moment = words[0]
	switch {
	case words[0] != impetus.MomentCommand:
		if len(words) > 1 {
			return n.Errorf("%q: expected %s alone", n.Text, words[0])
		}
		return nil
	case len(words) != 3:
		return n.Errorf("%q: expected command, the side and the number of its Command, such as command %s 1", n.Text, r.sideIDs()[0])
	}
	if r.p.Active = slices.Index(r.sideIDs(), words[1]); r.p.Active < 0 {
		return n.Errorf("side %q is unknown; expected one of %s", words[1], pack.List(r.sideIDs()))
	}
	most := len(r.setup.Sides[r.p.Active].Commands)
	c, err := strconv.Atoi(words[2])
	if err != nil || c < 1 || c > most {
		return n.Errorf("Command %q: expected a number from 1 to %d", words[2], most)
	}
	r.p.Command = c - 1
	return nil
}

// holding reads what a side has.
func (r *reader) holding(n *pack.Node, s *impetus.SideAt) error {
	most := len(s.Commands)
	return n.Each("a side", map[string]func(*pack.Node) error{
		"commands": func(n *pack.Node) error {
			lines, err := n.Lines()
			if err == nil && len(lines) != most {
				err = n.Errorf("found %d Commands, expected %d", len(lines), most)
			}
			if err != nil {
				return err
			}
			for c, line := range lines {
				words := strings.Fields(line.Text)
				if len(words) > 0 && slices.Contains(impetus.QualityNames[:], words[0]) {
					s.Commands[c].Quality, words = words[0], words[1:]
				}
				for _, w := range words {
					if !slices.Contains(impetus.CommandStates(), w) {
						return line.Errorf("%q: expected one of %s, then some of %s", w, pack.List(impetus.QualityNames[:]), pack.List(impetus.CommandStates()))
					}
				}
				s.Commands[c].States = words
			}
			return nil
		},
		"chief": func(n *pack.Node) (err error) {
			s.Chief, err = n.Number(1, most)
			s.Chief--
			return err
		},
		"named": func(n *pack.Node) (err error) {
			s.Named, err = n.Number(1, most)
			s.Named--
			return err
		},
		"dice": func(n *pack.Node) error {
			words, err := n.Words()
			if err != nil {
				return err
			}
			for i, w := range words {
				if len(words) != 2 || len(w) != 1 || w[0] < '1' || w[0] > '6' {
					return n.Errorf("dice %q: expected two faces from 1 to 6", strings.Join(words, " "))
				}
				s.Dice[i] = int(w[0] - '0')
			}
			return nil
		},
		"destiny": number(&s.Destiny, 0, 3),
	})
}

// over reads how the game has ended: "persians imp-23.1a".
func (r *reader) over(n *pack.Node) error {
	words, err := n.Words()
	if err != nil {
		return err
	}
	if len(words) != 2 {
		return n.Errorf("%q: expected the winner or nobody, and the clause, such as %s imp-23.1a", n.Text, r.sideIDs()[0])
	}
	r.p.Over = true
	if words[0] != "nobody" {
		if r.p.Winner = slices.Index(r.sideIDs(), words[0]); r.p.Winner < 0 {
			return n.Errorf("side %q is unknown; expected one of %s, or nobody", words[0], pack.List(r.sideIDs()))
		}
	}
	r.p.Clause = words[1]
	return nil
}

func (r *reader) part(name string, n *pack.Node) error {
	pairs, err := n.Pairs(name)
	r.p.Parts = append(r.p.Parts, parts.New(name, pairs))
	return err
}

func (r *reader) unitNamed(id string) int {
	return slices.IndexFunc(r.setup.Units, func(u impetus.UnitSetup) bool { return u.ID == id })
}

func (r *reader) units(n *pack.Node) error {
	return n.EachWords("unit", r.unitNamed, func(i int, words []string) error {
		at, err := r.unit(i, words)
		r.p.Units[i] = at
		return err
	})
}

// unit reads "82 40 0 disordered", "lost", "82 40 0 vbu=5/4 phases=1 shot-by=P1.7,P1.8".
func (r *reader) unit(i int, words []string) (impetus.UnitAt, error) {
	at := impetus.UnitAt{VBU: fullRows(&r.setup.Units[i])}
	var place []string
	for _, w := range words {
		name, value, given := strings.Cut(w, "=")
		switch {
		case strings.ContainsAny(w[:1], "-0123456789"):
			place = append(place, w)
		case slices.Contains(impetus.Wheres(), w):
			at.Where = w
		case slices.Contains(impetus.UnitStates(), w):
			at.States = append(at.States, w)
		case given && name == "vbu":
			rows := strings.Split(value, "/")
			if len(rows) != len(at.VBU) {
				return at, fmt.Errorf("%q: found %d rows, expected %d", w, len(rows), len(at.VBU))
			}
			for row, v := range rows {
				n, err := strconv.Atoi(v)
				if err != nil {
					return at, fmt.Errorf("%q is not a VBU", v)
				}
				at.VBU[row] = n
			}
		case given && name == "phases":
			n, err := strconv.Atoi(value)
			if err != nil {
				return at, fmt.Errorf("%q is not a number of phases", value)
			}
			at.Phases = n
		case given && name == "shot-by":
			for _, id := range strings.Split(value, ",") {
				u := r.unitNamed(id)
				if u < 0 {
					return at, fmt.Errorf("there is no unit %q", id)
				}
				at.ShotBy = append(at.ShotBy, u)
			}
		default:
			return at, fmt.Errorf("%q: expected x, y and heading, vbu=, phases=, shot-by=, or some of %s, %s",
				w, strings.Join(impetus.Wheres(), ", "), strings.Join(impetus.UnitStates(), ", "))
		}
	}
	if at.Where != "" && len(place) == 0 {
		return at, nil
	}
	if len(place) != 3 {
		return at, fmt.Errorf("%q: expected x and y in U and a heading in degrees, or one of %s", strings.Join(words, " "), strings.Join(impetus.Wheres(), ", "))
	}
	var err error
	at.Pose, err = impetus.ParsePose(place)
	return at, err
}

// contacts reads a list of pairs: "M2.1 charging P1.2 flank fought". The words after a unit are about it.
func (r *reader) contacts(n *pack.Node) error {
	lines, err := n.Lines()
	if err != nil {
		return err
	}
	r.p.Contacts = []impetus.ContactAt{}
	for _, line := range lines {
		c := impetus.ContactAt{Side: [2]string{impetus.Blows()[0], impetus.Blows()[0]}}
		found := -1
		for _, w := range strings.Fields(line.Text) {
			u := r.unitNamed(w)
			switch {
			case u >= 0 && found < 1:
				found++
				c.Units[found] = u
			case w == "fought" && found >= 0:
				c.Fought = true
			case w == "charging" && found >= 0:
				c.Came[found] = true
			case slices.Contains(impetus.Blows(), w) && found >= 0:
				c.Side[found] = w
			default:
				return line.Errorf("contact %q: %q: expected two units, each with charging or where it is touched (%s), and fought", line.Text, w, pack.List(impetus.Blows()))
			}
		}
		if found != 1 {
			return line.Errorf("contact %q: expected two units", line.Text)
		}
		r.p.Contacts = append(r.p.Contacts, c)
	}
	return nil
}

// Write returns the position of a state in the form that [Read] reads.
func Write(id string, options []string, s game.State) []byte {
	b := s.Battle().(*impetus.Battle)
	setup := b.Setup()
	p := impetus.PositionOf(s)
	var out bytes.Buffer
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("battle: %s", id)
	if len(options) > 0 {
		line("options: [%s]", strings.Join(options, ", "))
	}
	line("turn: %d", p.Turn)
	switch p.Moment {
	case "":
		line("phase: %s", p.Phase)
		if p.Active >= 0 {
			line("active: %s", setup.Sides[p.Active].ID)
		}
	case impetus.MomentCommand:
		line("to-act: %s %s %d", p.Moment, setup.Sides[p.Active].ID, p.Command+1)
	default:
		line("to-act: %s", p.Moment)
	}
	if p.Moment != impetus.MomentCommand && p.Command > 0 {
		line("command: %d", p.Command+1)
	}
	if p.Over {
		winner := "nobody"
		if p.Winner >= 0 {
			winner = setup.Sides[p.Winner].ID
		}
		line("over: %s %s", winner, p.Clause)
	} else if p.Moment == "" {
		line("tasks: [%s]", strings.Join(p.Tasks, ", "))
	}
	if p.Alone {
		line("alone: yes")
	}
	for i := range p.Sides {
		line("%s: {%s}", setup.Sides[i].ID, strings.Join(writeSide(&p.Sides[i], &setup.Sides[i], destinyOf(setup, i)), ", "))
	}
	head := "units:\n" // only before a unit: a field without a value is no position
	for i := range p.Units {
		if words := writeUnit(b, &setup.Units[i], &p.Units[i]); words != "" {
			line("%s  %s: %s", head, setup.Units[i].ID, words)
			head = ""
		}
	}
	switch {
	case len(p.Contacts) > 0:
		line("contacts:")
		for i := range p.Contacts {
			line("  - %s", writeContact(b, &p.Contacts[i]))
		}
	case p.Contacts != nil:
		line("contacts: []")
	}
	if p.Thrown != "" {
		line("thrown: %s", p.Thrown)
	}
	for _, part := range p.Parts {
		line("%s: {%s}", part.Name, part)
	}
	return out.Bytes()
}

func writeSide(s *impetus.SideAt, army *impetus.Army, destiny int) []string {
	var list []string
	for _, c := range s.Commands {
		list = append(list, strings.Join(append([]string{c.Quality}, c.States...), " "))
	}
	fields := []string{"commands: [" + strings.Join(list, ", ") + "]"}
	if s.Chief >= 0 && !army.Commands[s.Chief].InChief {
		fields = append(fields, fmt.Sprintf("chief: %d", s.Chief+1))
	}
	if s.Named >= 0 {
		fields = append(fields, fmt.Sprintf("named: %d", s.Named+1))
	}
	if s.Dice[0] > 0 {
		fields = append(fields, fmt.Sprintf("dice: %d %d", s.Dice[0], s.Dice[1]))
	}
	if s.Destiny != destiny {
		fields = append(fields, fmt.Sprintf("destiny: %d", s.Destiny))
	}
	return fields
}

// writeUnit returns the words for a unit, or "" for one that takes no part.
func writeUnit(b *impetus.Battle, u *impetus.UnitSetup, at *impetus.UnitAt) string {
	var words []string
	if at.Where != "" {
		words = append(words, at.Where)
	}
	if at.Where == "" || at.Pose != (plane.Pose{}) {
		words = append(words, impetus.FormatPose(at.Pose))
	}
	if full := fullRows(u); !slices.Equal(full, at.VBU) {
		var rows []string
		for _, v := range at.VBU {
			rows = append(rows, strconv.Itoa(v))
		}
		words = append(words, "vbu="+strings.Join(rows, "/"))
	}
	words = append(words, at.States...)
	if at.Phases > 0 {
		words = append(words, fmt.Sprintf("phases=%d", at.Phases))
	}
	if len(at.ShotBy) > 0 {
		var ids []string
		for _, v := range at.ShotBy {
			ids = append(ids, b.PieceID(v))
		}
		words = append(words, "shot-by="+strings.Join(ids, ","))
	}
	if len(words) == 1 && words[0] == impetus.Absent {
		return ""
	}
	return strings.Join(words, " ")
}

func writeContact(b *impetus.Battle, c *impetus.ContactAt) string {
	var words []string
	for i, u := range c.Units {
		words = append(words, b.PieceID(u))
		if c.Came[i] {
			words = append(words, "charging")
		}
		if c.Side[i] != impetus.Blows()[0] {
			words = append(words, c.Side[i])
		}
	}
	if c.Fought {
		words = append(words, "fought")
	}
	return strings.Join(words, " ")
}
