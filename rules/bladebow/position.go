package bladebow

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/grid"
	"acies/rules/parts"
)

// Position is a state of a game in a form that people can write. Squares and facings are numbers as in the engine; an
// unnamed side is -1.
type Position struct {
	Turn       int
	Phase      string
	Initiative int
	Active     int // the side whose impulse it is
	Actions    int // left in this impulse
	Muddled    int // actions that cards take away
	Sides      [2]SideAt
	Units      []UnitAt   // in the order of the set-up
	Leaders    []LeaderAt // in the order of the set-up
	Discards   []int      // cards
	Thrown     string     // the dice thrown last: "1 4 4"

	// Moment is where the game stands: one of [Moments], or empty if Tasks says it.
	Moment string
	Tasks  []string     // what has still to be done, the next last
	Parts  []parts.Part // the action in progress, and the dice and markers of the scenario

	Over   bool
	Winner int // or -1
	Degree string
	Clause string // why the game is over
}

// SideAt is what one side has.
type SideAt struct {
	Impulses, Losses, Killed int
	Camp                     int
	Overrun                  bool
	Die, Omen                int // the initiative die, and what cards add to it
	Hand                     []int
	HandSize                 int // for the rest of the turn, if the commander was killed in it; else 0
}

// UnitAt is where a unit is and in which condition.
type UnitAt struct {
	Where       string // empty on the map, or one of [Wheres]
	Square      int    // the last one, if it is not on the map
	Facing      int
	Ranks, Lost int
	States      []string // of [UnitStates]
}

// LeaderAt is where a leader is.
type LeaderAt struct {
	Where  string
	Square int
	Turn   int // when a captive returns
}

// The moments at which a position can start in short: the active side chooses an action, the next impulse begins, or one of
// the steps of a turn begins.
const (
	MomentOrders     = "orders"
	MomentImpulse    = "impulse"
	MomentTurn       = "turn"
	MomentInitiative = "initiative"
	MomentRouts      = "routs"
	MomentVictory    = "victory"
	MomentEnd        = "end"
)

// momentTask gives the tasks at a moment, and the phase in which it comes.
type momentTask struct {
	name  string
	phase phase
	tasks []taskKind
}

var momentTasks = []momentTask{
	{MomentOrders, phaseImpulses, []taskKind{tImpulse, tOrders}},
	{MomentImpulse, phaseImpulses, []taskKind{tImpulse}},
	{MomentTurn, phaseEnd, []taskKind{tTurn}},
	{MomentInitiative, phaseDraw, []taskKind{tInitiative}},
	{MomentRouts, phaseImpulses, []taskKind{tRouts}},
	{MomentVictory, phaseRouts, []taskKind{tVictory}},
	{MomentEnd, phaseEnd, []taskKind{tTurnEnd}},
}

// PhaseOf returns the phase in which a moment comes.
func PhaseOf(moment string) string {
	for _, m := range momentTasks {
		if m.name == moment {
			return phaseKeys[m.phase]
		}
	}
	return ""
}

// Moments returns the names of the moments.
func Moments() []string {
	var list []string
	for _, m := range momentTasks {
		list = append(list, m.name)
	}
	return list
}

// Phases returns the names of the phases.
func Phases() []string { return phaseKeys[:] }

// Wheres returns the words for places off the map.
func Wheres() []string { return whereKeys[inRouted:] }

// Killed is the word for a leader who is out of the game.
const Killed = "killed"

var flagNames = [flagBits]string{
	"disrupted", "shield", "melee", "attacked", "target", "fired", "shot-at", "carded", "known", "broken",
}

// UnitStates returns the words for the conditions of a unit.
func UnitStates() []string { return flagNames[:] }

// Degrees returns the names of the degrees of victory.
func Degrees() []string { return degreeKeys[major:] }

var taskNames = [taskKinds]string{
	tRanks: "ranks", tCamp: "camp", tLeaders: "leaders", tShields: "shields", tDeal: "deal", tDraw: "draw", tTurn: "turn", tTake: "take",
	tInitiative: "initiative", tAfter: "after", tDelay: "delay", tArrive: "arrive", tImpulse: "impulse", tOrders: "orders", tForm: "form",
	tEndAction: "end-action", tWindow: "window", tMoves: "moves", tMove: "move", tPush: "push", tRide: "ride", tVolleys: "volleys",
	tFirers: "firers", tShot: "shot", tMelees: "melees", tAttackers: "attackers", tDuel: "duel", tEvade: "evade", tEntry: "entry",
	tCommit: "commit", tLead: "lead", tRerolls: "rerolls", tReroll: "reroll", tHurt: "hurt", tCasualty: "casualty", tRecoil: "recoil",
	tRoutDice: "rout-dice", tWithdraw: "withdraw", tCheck: "check", tAdvance: "advance", tAgain: "again", tRally: "rally", tFace: "face",
	tRouts: "routs", tLeadersBack: "leaders-back", tReturn: "return", tRoutCheck: "rout-check", tVictory: "victory", tTurnEnd: "turn-end",
}

// formatTask writes a task: its name, and its numbers without the last zeros. A window is written with its name.
func formatTask(t task) string {
	words := []string{taskNames[t.kind], strconv.Itoa(int(t.a)), strconv.Itoa(int(t.b)), strconv.Itoa(int(t.c))}
	if t.kind == tWindow {
		words[1] = windowKeys[t.a]
	}
	for words[len(words)-1] == "0" {
		words = words[:len(words)-1]
	}
	return strings.Join(words, " ")
}

func parseTask(text string) (task, error) {
	words := strings.Fields(text)
	var t task
	if len(words) == 0 || len(words) > 4 {
		return t, fmt.Errorf("task %q: expected a name and at most three numbers", text)
	}
	k := slices.Index(taskNames[:], words[0])
	if k < 1 {
		return t, fmt.Errorf("task %q is unknown; expected one of %s", words[0], strings.Join(taskNames[1:], ", "))
	}
	t.kind = taskKind(k)
	for i, w := range words[1:] {
		if i == 0 && t.kind == tWindow {
			n := slices.Index(windowKeys[:], w)
			if n < 0 {
				return t, fmt.Errorf("window %q is unknown; expected one of %s", w, strings.Join(windowKeys[:], ", "))
			}
			t.a = uint8(n)
			continue
		}
		n, err := strconv.Atoi(w)
		least, most := -1, 1<<14
		if i == 0 {
			least, most = 0, 255
		}
		if err != nil || n < least || n > most {
			return t, fmt.Errorf("task %q: %q is not a number from %d to %d", text, w, least, most)
		}
		switch i {
		case 0:
			t.a = uint8(n)
		case 1:
			t.b = int16(n)
		case 2:
			t.c = int16(n)
		}
	}
	return t, nil
}

// PositionOf returns the position of a state of Blade & Bow.
func PositionOf(st game.State) Position {
	s := st.(*State)
	p := Position{
		Turn: int(s.turn), Phase: phaseKeys[s.phase], Initiative: int(s.initiative), Active: -1, Actions: int(s.actions),
		Muddled: int(s.muddled), Thrown: formatPool(s.last), Over: s.over, Winner: -1,
	}
	if s.active != none {
		p.Active = int(s.active)
	}
	for side := range p.Sides {
		p.Sides[side] = SideAt{
			Impulses: int(s.impulses[side]), Losses: int(s.losses[side]), Killed: int(s.killed[side]), Camp: int(s.camps[side]),
			Overrun: s.overrun[side], Die: int(s.dice[side]), Omen: int(s.omens[side]),
			HandSize: int(s.hands[side]),
		}
	}
	for c, at := range s.cards {
		switch at {
		case inHand0, inHand1:
			hand := &p.Sides[at-inHand0].Hand
			*hand = append(*hand, c)
		case discarded:
			p.Discards = append(p.Discards, c)
		}
	}
	for i := range s.b.units {
		p.Units = append(p.Units, s.unitAt(i))
	}
	for i := range s.b.leaders {
		l := &s.leaders[i]
		p.Leaders = append(p.Leaders, LeaderAt{Where: leaderWhere(l.where), Square: int(l.square), Turn: int(l.turn)})
	}
	if s.over {
		p.Winner, p.Degree, p.Clause = max(int(s.winner), -1), degreeKeys[s.degree], outcomeClauses[s.why]
	}
	p.Parts = s.slots().Write()
	if s.phase == phaseImpulses && s.nTasks == 2 && s.tasks[0] == (task{kind: tImpulse}) && s.tasks[1] == (task{kind: tOrders}) {
		p.Moment = MomentOrders
		return p
	}
	for _, t := range s.tasks[:s.nTasks] {
		p.Tasks = append(p.Tasks, formatTask(t))
	}
	return p
}

func leaderWhere(w where) string {
	if w == gone {
		return Killed
	}
	return whereKeys[w]
}

func (s *State) unitAt(i int) UnitAt {
	u := &s.units[i]
	at := UnitAt{Where: whereKeys[u.where], Square: int(u.square), Facing: int(u.facing), Ranks: int(u.ranks), Lost: int(u.lost)}
	for bit, name := range flagNames {
		if u.flags>>bit&1 != 0 {
			at.States = append(at.States, name)
		}
	}
	return at
}

// KnownAtFirst reports whether the enemy knows the ranks of a unit where nothing else is said: all that he can ever learn.
func (b *Battle) KnownAtFirst(u int) bool {
	return b.setup.Sides[b.units[u].side].MaxRanks == 0 || b.units[u].Density != Open
}

// FacingOf returns the direction with a name.
func FacingOf(name string) (int, bool) {
	f := slices.Index(grid.DirectionNames[:], name)
	return f, f >= 0
}

// From returns the battle with its games starting at a position. It refuses what cannot be played on.
func From(battle game.Battle, p Position) (out game.Battle, err error) {
	b := *battle.(*Battle)
	s := &State{b: &b, active: none, winner: int8(game.Nobody)}
	s.clearAction()
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
	case p.Initiative < 0 || p.Initiative > 1 || p.Active < -1 || p.Active > 1:
		return errors.New("initiative or active: expected one of the two sides")
	case p.Actions < 0 || p.Actions > 63 || p.Muddled < 0 || p.Muddled > 63:
		return errors.New("actions: expected 0 to 63")
	case len(p.Units) != len(b.units) || len(p.Leaders) != len(b.leaders):
		return fmt.Errorf("the battle has %d units and %d leaders, the position %d and %d", len(b.units), len(b.leaders), len(p.Units), len(p.Leaders))
	}
	s.turn, s.phase, s.initiative = uint8(p.Turn), phase(ph), uint8(p.Initiative)
	s.actions, s.muddled = uint8(p.Actions), uint8(p.Muddled)
	if p.Active >= 0 {
		s.active = uint8(p.Active)
	}
	if p.Thrown != "" {
		dice, err := parsePool(strings.Fields(p.Thrown))
		if err != nil {
			return err
		}
		s.last = dice
	}
	for side := range p.Sides {
		if err := s.restoreSide(side, &p.Sides[side]); err != nil {
			return fmt.Errorf("side %s: %w", b.setup.Sides[side].ID, err)
		}
	}
	if err := s.discard(p.Discards, discarded); err != nil {
		return fmt.Errorf("discards: %w", err)
	}
	for i := range p.Units {
		if err := s.restoreUnit(i, &p.Units[i]); err != nil {
			return fmt.Errorf("unit %s: %w", b.units[i].id, err)
		}
	}
	for i := range p.Leaders {
		if err := s.restoreLeader(i, &p.Leaders[i]); err != nil {
			return fmt.Errorf("leader %s: %w", b.leaders[i].ID, err)
		}
	}
	return s.slots().Read(p.Parts)
}

func (s *State) restoreSide(side int, x *SideAt) error {
	switch {
	case x.Impulses < 0 || x.Impulses > 63 || x.Killed < 0 || x.Killed > MaxLeaders || x.Losses < 0 || x.Losses > 255:
		return errors.New("impulses, killed or losses is out of range")
	case x.Camp < 0 || x.Camp >= s.b.squares:
		return errors.New("its camp is not on the map")
	case x.Die < -64 || x.Die > 64 || x.Omen < -64 || x.Omen > 64:
		return errors.New("die or omen is out of range")
	case x.HandSize < 0 || x.HandSize > 63:
		return fmt.Errorf("hand-size %d: expected 0 to 63", x.HandSize)
	}
	s.hands[side] = uint8(x.HandSize)
	s.impulses[side], s.killed[side], s.losses[side] = uint8(x.Impulses), uint8(x.Killed), uint8(x.Losses)
	s.camps[side], s.overrun[side] = int16(x.Camp), x.Overrun
	s.dice[side], s.omens[side] = int8(x.Die), int8(x.Omen)
	return s.discard(x.Hand, inHand0+uint8(side))
}

// discard puts cards somewhere; they must be in the draw pile.
func (s *State) discard(cards []int, to uint8) error {
	for _, c := range cards {
		switch {
		case c < 0 || c >= CardCount || c == reshuffle:
			return fmt.Errorf("card %s is never in a hand or among the discards", cardID(c))
		case s.cards[c] != inDeck:
			return fmt.Errorf("card %s is in two places", cardID(c))
		}
		s.cards[c] = to
	}
	return nil
}

func (s *State) restoreUnit(i int, x *UnitAt) error {
	w := slices.Index(whereKeys[:], x.Where)
	switch {
	case w < 0 || where(w) == captive:
		return fmt.Errorf("place %q is unknown; expected a square or one of %s", x.Where, strings.Join(Wheres(), ", "))
	case x.Square < 0 || x.Square >= s.b.squares || x.Facing < 0 || x.Facing > 7:
		return errors.New("its square is not on the map, or its facing not one of eight")
	case x.Ranks < 0 || x.Ranks > 3 || x.Lost < 0 || x.Lost > 15:
		return fmt.Errorf("ranks %d, expected 0 to 3, and lost %d, expected 0 to 15", x.Ranks, x.Lost)
	}
	u := unit{square: int16(x.Square), facing: uint8(x.Facing), ranks: uint8(x.Ranks), lost: uint8(x.Lost), where: where(w)}
	for _, name := range x.States {
		bit := slices.Index(flagNames[:], name)
		if bit < 0 {
			return fmt.Errorf("state %q is unknown; expected some of %s", name, strings.Join(flagNames[:], ", "))
		}
		u.flags |= 1 << bit
	}
	s.units[i] = u
	return nil
}

func (s *State) restoreLeader(i int, x *LeaderAt) error {
	l := leader{square: int16(x.Square), turn: uint8(x.Turn)}
	for w := range wheres {
		if leaderWhere(w) != x.Where || w == spent {
			continue
		}
		if x.Square < 0 || x.Square >= s.b.squares || x.Turn < 0 || x.Turn > 255 {
			return errors.New("his square is not on the map, or the turn of his return out of range")
		}
		l.where = w
		s.leaders[i] = l
		return nil
	}
	return fmt.Errorf("place %q is unknown; expected a square, routed, killed, captured or expected", x.Where)
}

// PartNames returns the names of the parts of a position.
func PartNames() []string { return []string{"scenario", "formation", "move", "shot", "melee", "hits"} }

// resume sets what is to be done and goes on to the next choice or roll.
func (s *State) resume(p *Position) error {
	if p.Over {
		return s.restoreEnd(p)
	}
	if i := slices.IndexFunc(momentTasks, func(x momentTask) bool { return x.name == p.Moment }); i >= 0 {
		m := &momentTasks[i]
		for _, k := range m.tasks {
			s.push(k, 0, 0, 0)
		}
		if m.name == MomentOrders && (s.active == none || s.actions == 0) {
			return errors.New("to choose an action, a side must be active and have actions left")
		}
	} else {
		if p.Moment != "" {
			return fmt.Errorf("moment %q is unknown; expected one of %s", p.Moment, strings.Join(Moments(), ", "))
		}
		if len(p.Tasks) == 0 || len(p.Tasks) > maxTasks-4 {
			return fmt.Errorf("there are %d tasks; expected 1 to %d", len(p.Tasks), maxTasks-4)
		}
		for _, text := range p.Tasks {
			t, err := parseTask(text)
			if err != nil {
				return err
			}
			s.push(t.kind, t.a, int(t.b), int(t.c))
		}
		if nodes[s.current().kind].options == nil {
			return fmt.Errorf("task %q: nobody chooses or rolls anything for it, so it cannot be the last", taskNames[s.current().kind])
		}
	}
	if err := Limits(s); err != nil {
		return err
	}
	for _, t := range s.tasks[:s.nTasks] {
		if !s.soundTask(t) {
			return fmt.Errorf("task %q does not fit the position", formatTask(t))
		}
	}
	if !s.soundStack() {
		return errors.New("the tasks cannot follow each other as they do")
	}
	s.touch()
	s.run(nil)
	if !s.over && len(s.Legal(nil)) == 0 {
		return errors.New("nothing can be done at the position")
	}
	if !s.sound() {
		return errors.New("the position cannot be played on")
	}
	return nil
}

func (s *State) restoreEnd(p *Position) error {
	d, why := slices.Index(degreeKeys[:], p.Degree), slices.Index(outcomeClauses[:], p.Clause)
	switch {
	case p.Winner < -1 || p.Winner > 1:
		return errors.New("the winner is not one of the sides")
	case d < 1:
		return fmt.Errorf("degree %q is unknown; expected one of %s", p.Degree, strings.Join(Degrees(), ", "))
	case why < 1:
		return fmt.Errorf("no game ends by %q; expected one of %s", p.Clause, strings.Join(outcomeClauses[1:], ", "))
	case len(p.Tasks) > 0 || p.Moment != "":
		return errors.New("nothing is left to do when the game is over")
	}
	s.over, s.toAct = true, int8(game.Nobody)
	s.winner, s.degree, s.why = int8(p.Winner), uint8(d), uint8(why)
	if p.Winner < 0 {
		s.winner = int8(game.Nobody)
	}
	s.touch()
	s.refresh()
	return nil
}

// The strengths of zones of control, in words.
var zoneNames = [...]string{noZone: "none", weak: "weak", strong: "strong"}

// ZoneNames returns the words for the strengths of zones of control.
func ZoneNames() []string { return zoneNames[:] }

// Zone returns the strength of a side's zone of control in a square.
func (s *State) Zone(side, square int) string { return zoneNames[s.zone[side][square]] }

// Sees reports whether there is a line of sight between two squares.
func (s *State) Sees(from, to int) bool { return s.sees(from, to) }

// CombatDice returns the attack and defence dice of the combat in progress.
func (s *State) CombatDice() (attack, defence int) {
	if s.shot.n > 0 {
		return s.shotDice()
	}
	c := &s.duel.count
	return int(c[0] + c[1]), int(c[2])
}

// CardID returns the name of a card: K01 to K60.
func CardID(card int) string { return cardID(card) }

// CardOf returns the card with a name.
func CardOf(name string) (int, error) { return parseCard(name) }
