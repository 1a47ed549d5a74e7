// Package position reads and writes positions of Blade & Bow, as files, lessons and cases have them:
//
//	battle: marathon-490bc
//	options: [short]
//	turn: 3
//	initiative: greek
//	to-act: orders greek 2
//	greek: {camp: I15, impulses: 2, losses: 1, hand: [K01, K05]}
//	persian: {camp: K3, overrun: yes, killed: 1}
//	leaders: {miltiades: H12, callimachus: killed, datis: captured 5}
//	units:
//	  hoplite-1: J10 N +1
//	  spears-2: J6 S disrupted
//	  archers-1: routed
//	discards: [K07]
//
// In lessons and cases battle and options are left out. Units and leaders that are not named are out of the game. To-act is
// a moment: "orders SIDE ACTIONS", "impulse SIDE", or "turn", "initiative", "routs", "victory" or "end" for the beginning
// of that step. Any other point of a game has phase, active, actions and tasks instead, and what is being done under
// formation, move, shot, melee and hits.
package position

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/pack"
	"acies/rules/bladebow"
	"acies/rules/parts"
)

// Fields returns the fields of a position, other than those of the two sides, which have their names.
func Fields() []string {
	return append([]string{
		"turn", "phase", "initiative", "to-act", "active", "actions", "muddled", "tasks", "leaders", "units", "discards", "thrown", "over",
	}, bladebow.PartNames()...)
}

// reader reads one position.
type reader struct {
	b     *bladebow.Battle
	setup *bladebow.Setup
	p     bladebow.Position
	phase bool // the phase is given
	begin bool // the position starts with the turn
}

// Read returns a battle with its games starting at a position.
func Read(n *pack.Node, b game.Battle, withBattle bool) (game.Battle, error) {
	battle := b.(*bladebow.Battle)
	r := &reader{b: battle, setup: battle.Setup()}
	r.prepare()
	fields := map[string]func(*pack.Node) error{
		"turn": number(&r.p.Turn, 0, 100),
		"phase": func(n *pack.Node) (err error) {
			r.phase = true
			r.p.Phase, err = n.OneOf("phase", bladebow.Phases())
			return err
		},
		"initiative": r.side(&r.p.Initiative),
		"to-act":     r.moment,
		"active":     r.side(&r.p.Active),
		"actions":    number(&r.p.Actions, 0, 63),
		"muddled":    number(&r.p.Muddled, 0, 63),
		"tasks": func(n *pack.Node) error {
			lines, err := n.Lines()
			for _, line := range lines {
				r.p.Tasks = append(r.p.Tasks, line.Text)
			}
			return err
		},
		"leaders":  r.leaders,
		"units":    r.units,
		"discards": cards(&r.p.Discards),
		"thrown": func(n *pack.Node) error {
			words, err := n.Words()
			r.p.Thrown = strings.Join(words, " ")
			return err
		},
		"over": r.over,
	}
	for _, name := range bladebow.PartNames() {
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
		return nil, n.Errorf("the position does not say what is to be done; expected to-act, such as orders %s 2, or tasks", r.setup.Sides[0].ID)
	}
	if r.p.Moment != "" && !r.phase {
		r.p.Phase = bladebow.PhaseOf(r.p.Moment)
	}
	if r.begin {
		r.p.Turn = max(r.p.Turn-1, 0)
	}
	out, err := bladebow.From(b, r.p)
	if err != nil {
		return nil, n.Errorf("%v", err)
	}
	return out, nil
}

// prepare sets what a position need not say.
func (r *reader) prepare() {
	r.p = bladebow.Position{Turn: 1, Phase: "impulses", Active: -1, Winner: -1}
	for i := range r.setup.Sides {
		a := &r.setup.Sides[i]
		r.p.Sides[i] = bladebow.SideAt{Impulses: a.Impulses, Camp: a.Camps[0]}
		if a.TieBreaker {
			r.p.Initiative = i
		}
	}
	for range r.setup.Units {
		r.p.Units = append(r.p.Units, bladebow.UnitAt{Where: "eliminated", States: []string{"known"}})
	}
	for range r.setup.Leaders {
		r.p.Leaders = append(r.p.Leaders, bladebow.LeaderAt{Where: bladebow.Killed})
	}
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

func flag(into *bool) func(*pack.Node) error {
	return func(n *pack.Node) error {
		switch n.Text {
		case "yes", "no":
			*into = n.Text == "yes"
			return nil
		}
		return n.Errorf("%q: expected yes or no", n.Text)
	}
}

func cards(into *[]int) func(*pack.Node) error {
	return func(n *pack.Node) error {
		words, err := n.Words()
		for _, w := range words {
			c, err := bladebow.CardOf(w)
			if err != nil {
				return n.Errorf("%v", err)
			}
			*into = append(*into, c)
		}
		return err
	}
}

// moment reads where the game stands.
func (r *reader) moment(n *pack.Node) error {
	words, err := n.Words()
	if err != nil {
		return err
	}
	if len(words) == 0 || !slices.Contains(bladebow.Moments(), words[0]) {
		return n.Errorf("moment %q is unknown; expected one of %s", n.Text, pack.List(bladebow.Moments()))
	}
	r.p.Moment = words[0]
	side := -1
	if len(words) > 1 {
		if side = slices.Index(r.sideIDs(), words[1]); side < 0 {
			return n.Errorf("side %q is unknown; expected one of %s", words[1], pack.List(r.sideIDs()))
		}
	}
	switch {
	case words[0] == bladebow.MomentOrders && len(words) == 3:
		r.p.Active = side
		r.p.Actions, err = strconv.Atoi(words[2])
		if err != nil {
			return n.Errorf("%q is not a number of actions", words[2])
		}
	case words[0] == bladebow.MomentOrders:
		return n.Errorf("%q: expected orders, the side and its actions, such as orders %s 2", n.Text, r.sideIDs()[0])
	case words[0] == bladebow.MomentImpulse && len(words) == 2:
		r.p.Active = 1 - side // the other side had the last one
	case len(words) > 1:
		return n.Errorf("%q: expected %s alone", n.Text, words[0])
	}
	r.begin = words[0] == bladebow.MomentTurn
	return nil
}

// holding reads what a side has.
func (r *reader) holding(n *pack.Node, s *bladebow.SideAt) error {
	return n.Each("a side", map[string]func(*pack.Node) error{
		"camp":      r.square(&s.Camp),
		"overrun":   flag(&s.Overrun),
		"impulses":  number(&s.Impulses, 0, 63),
		"losses":    number(&s.Losses, 0, 255),
		"killed":    number(&s.Killed, 0, bladebow.MaxLeaders),
		"hand":      cards(&s.Hand),
		"die":       number(&s.Die, -64, 64),
		"omen":      number(&s.Omen, -64, 64),
		"hand-size": number(&s.HandSize, 0, 63),
	})
}

func (r *reader) square(into *int) func(*pack.Node) error {
	return func(n *pack.Node) error {
		q, err := r.b.Board().Parse(n.Text)
		if err != nil {
			return n.Errorf("%v", err)
		}
		*into = q
		return nil
	}
}

// over reads how the game has ended: "greek major bnb-5.6b".
func (r *reader) over(n *pack.Node) error {
	words, err := n.Words()
	if err != nil {
		return err
	}
	if len(words) != 3 {
		return n.Errorf("%q: expected the winner or nobody, the degree and the clause, such as %s major bnb-5.6b", n.Text, r.sideIDs()[0])
	}
	r.p.Over = true
	if words[0] != "nobody" {
		if r.p.Winner = slices.Index(r.sideIDs(), words[0]); r.p.Winner < 0 {
			return n.Errorf("side %q is unknown; expected one of %s", words[0], pack.List(r.sideIDs()))
		}
	}
	r.p.Degree, r.p.Clause = words[1], words[2]
	return nil
}

func (r *reader) part(name string, n *pack.Node) error {
	pairs, err := n.Pairs(name)
	r.p.Parts = append(r.p.Parts, parts.New(name, pairs))
	return err
}

func (r *reader) units(n *pack.Node) error {
	find := func(id string) int {
		return slices.IndexFunc(r.setup.Units, func(u bladebow.UnitSetup) bool { return u.ID == id })
	}
	return n.EachWords("unit", find, func(i int, words []string) error {
		at, err := r.unit(i, words)
		r.p.Units[i] = at
		return err
	})
}

// unit reads "J10 N +1 disrupted", "routed", "J10 N +1 lost=1 hidden".
func (r *reader) unit(i int, words []string) (bladebow.UnitAt, error) {
	var at bladebow.UnitAt
	known := r.b.KnownAtFirst(i)
	placed, faced := false, false
	for _, w := range words {
		f, isFacing := bladebow.FacingOf(w)
		lost, isLost := strings.CutPrefix(w, "lost=")
		switch {
		case isFacing:
			at.Facing, faced = f, true
		case slices.Contains(bladebow.Wheres(), w):
			at.Where = w
		case w == "hidden":
			known = false
		case w == "known":
			known = true
		case slices.Contains(bladebow.UnitStates(), w):
			at.States = append(at.States, w)
		case isLost || w[0] == '+':
			into := &at.Ranks
			if isLost {
				into = &at.Lost
			}
			n, err := strconv.Atoi(strings.TrimPrefix(lost, "+"))
			if err != nil || n < 0 {
				return at, fmt.Errorf("%q is not a number of ranks", w)
			}
			*into = n
		default:
			q, err := r.b.Board().Parse(w)
			if err != nil {
				return at, fmt.Errorf("%q: expected a square, a facing, ranks such as +1, or some of %s, %s",
					w, strings.Join(bladebow.Wheres(), ", "), strings.Join(bladebow.UnitStates(), ", "))
			}
			at.Square, placed = q, true
		}
	}
	if known {
		at.States = append(at.States, "known")
	}
	if at.Where == "" && (!placed || !faced) {
		return at, fmt.Errorf("%q: expected its square and its facing, or one of %s", strings.Join(words, " "), strings.Join(bladebow.Wheres(), ", "))
	}
	return at, nil
}

func (r *reader) leaders(n *pack.Node) error {
	find := func(id string) int {
		return slices.IndexFunc(r.setup.Leaders, func(l bladebow.LeaderSetup) bool { return l.ID == id })
	}
	return n.EachWords("leader", find, func(i int, words []string) error {
		at, err := r.leader(words)
		r.p.Leaders[i] = at
		return err
	})
}

// leader reads "J10", "killed", "captured 5" with the turn of his return, "routed J10".
func (r *reader) leader(words []string) (bladebow.LeaderAt, error) {
	var at bladebow.LeaderAt
	placed := false
	for _, w := range words {
		n, err := strconv.Atoi(w)
		switch {
		case err == nil:
			at.Turn = n
		case w == bladebow.Killed || slices.Contains(bladebow.Wheres(), w):
			at.Where = w
		default:
			q, err := r.b.Board().Parse(w)
			if err != nil {
				return at, fmt.Errorf("%q: expected a square, routed, killed, captured and the turn of his return, or expected", w)
			}
			at.Square, placed = q, true
		}
	}
	if at.Where == "" && !placed {
		return at, fmt.Errorf("%q: expected his square, or killed, routed, captured or expected", strings.Join(words, " "))
	}
	return at, nil
}

// Write returns the position of a state in the form that [Read] reads.
func Write(id string, options []string, s game.State) []byte {
	b := s.Battle().(*bladebow.Battle)
	setup := b.Setup()
	p := bladebow.PositionOf(s)
	var out bytes.Buffer
	line := func(format string, args ...any) { fmt.Fprintf(&out, format+"\n", args...) }
	line("battle: %s", id)
	if len(options) > 0 {
		line("options: [%s]", strings.Join(options, ", "))
	}
	line("turn: %d", p.Turn)
	line("initiative: %s", setup.Sides[p.Initiative].ID)
	if p.Moment != "" {
		line("to-act: %s %s %d", p.Moment, setup.Sides[p.Active].ID, p.Actions)
	} else {
		line("phase: %s", p.Phase)
		if p.Active >= 0 {
			line("active: %s", setup.Sides[p.Active].ID)
		}
		if p.Actions > 0 {
			line("actions: %d", p.Actions)
		}
	}
	if p.Over {
		winner := "nobody"
		if p.Winner >= 0 {
			winner = setup.Sides[p.Winner].ID
		}
		line("over: %s %s %s", winner, p.Degree, p.Clause)
	} else if p.Moment == "" {
		line("tasks: [%s]", strings.Join(p.Tasks, ", "))
	}
	if p.Muddled > 0 {
		line("muddled: %d", p.Muddled)
	}
	for i, side := range p.Sides {
		line("%s: {%s}", setup.Sides[i].ID, strings.Join(writeSide(b, &side), ", "))
	}
	line("leaders:")
	for i := range p.Leaders {
		line("  %s: %s", setup.Leaders[i].ID, writeLeader(b, &p.Leaders[i]))
	}
	line("units:")
	for i := range p.Units {
		line("  %s: %s", setup.Units[i].ID, writeUnit(b, i, &p.Units[i]))
	}
	if len(p.Discards) > 0 {
		line("discards: [%s]", writeCards(p.Discards))
	}
	if p.Thrown != "" {
		line("thrown: %s", p.Thrown)
	}
	for _, part := range p.Parts {
		line("%s: {%s}", part.Name, part)
	}
	return out.Bytes()
}

func writeCards(list []int) string {
	var ids []string
	for _, c := range list {
		ids = append(ids, bladebow.CardID(c))
	}
	return strings.Join(ids, ", ")
}

func writeSide(b *bladebow.Battle, s *bladebow.SideAt) []string {
	fields := []string{"camp: " + b.PlaceID(s.Camp), fmt.Sprintf("impulses: %d", s.Impulses)}
	for _, x := range []struct {
		name string
		n    int
	}{{"losses", s.Losses}, {"killed", s.Killed}, {"die", s.Die}, {"omen", s.Omen}, {"hand-size", s.HandSize}} {
		if x.n != 0 {
			fields = append(fields, fmt.Sprintf("%s: %d", x.name, x.n))
		}
	}
	if s.Overrun {
		fields = append(fields, "overrun: yes")
	}
	if len(s.Hand) > 0 {
		fields = append(fields, "hand: ["+writeCards(s.Hand)+"]")
	}
	return fields
}

func writeLeader(b *bladebow.Battle, at *bladebow.LeaderAt) string {
	var words []string
	if at.Where != "" {
		words = append(words, at.Where)
	}
	words = append(words, b.PlaceID(at.Square))
	if at.Turn > 0 {
		words = append(words, strconv.Itoa(at.Turn))
	}
	return strings.Join(words, " ")
}

func writeUnit(b *bladebow.Battle, i int, at *bladebow.UnitAt) string {
	var words []string
	if at.Where != "" {
		words = append(words, at.Where)
	}
	words = append(words, b.PlaceID(at.Square), b.FacingID(at.Facing))
	if at.Ranks > 0 {
		words = append(words, fmt.Sprintf("+%d", at.Ranks))
	}
	if at.Lost > 0 {
		words = append(words, fmt.Sprintf("lost=%d", at.Lost))
	}
	known := false
	for _, s := range at.States {
		if s == "known" {
			known = true
			continue
		}
		words = append(words, s)
	}
	switch {
	case known && !b.KnownAtFirst(i):
		words = append(words, "known")
	case !known && b.KnownAtFirst(i):
		words = append(words, "hidden")
	}
	return strings.Join(words, " ")
}
