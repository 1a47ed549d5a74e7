package impetus

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/plane"
)

// What has still to be done at a position: the tasks in words, and which of them can follow each other.

var taskNames = [taskKinds]string{
	tDeploy: "deploy", tTurn: "turn", tRound: "names", tInitiative: "initiative", tCommand: "command", tStart: "start", tRally: "rally", tRush: "rush",
	tAction: "action", tEngaged: "engaged", tTest: "test", tPhase: "phase", tReact: "react", tIntruder: "intruder", tShot: "shot", tCharge: "charge",
	tAnswer: "answer", tRun: "run", tMembers: "members", tContact: "contact", tMelees: "melees", tMelee: "melee", tAfter: "after", tFriend: "friend",
	tRelief: "relief", tPursuit: "pursuit", tHurt: "cohesion", tCommander: "commander", tPanic: "panic", tDestiny: "destiny", tBreakUp: "break-up",
	tTurnEnd: "end",
}

// taskArg is the meaning of a number of a task.
type taskArg uint8

const (
	argNone taskArg = iota // 0
	argStage
	argNumber
	argUnit
	argSide
	argCommand
)

var taskArgs = [taskKinds][3]taskArg{
	tDeploy:     {argSide, argCommand},
	tRound:      {argStage},
	tInitiative: {argStage},
	tReact:      {argStage, argUnit, argUnit},
	tIntruder:   {argUnit, argUnit},
	tCharge:     {argStage},
	tContact:    {argStage},
	tMelee:      {argStage},
	tAfter:      {argStage},
	tFriend:     {argUnit, argUnit, argNumber},
	tPursuit:    {argStage},
	tCommander:  {argCommand, argNumber, argNumber},
	tPanic:      {argUnit},
	tDestiny:    {argStage, argNumber, argSide},
}

// lastStages are the highest stages of the tasks that have any.
var lastStages = [taskKinds]uint8{
	tRound: 1, tInitiative: 1, tReact: evDeclared, tCharge: chargeOver, tContact: contactMelee, tMelee: meleeApply, tAfter: afterPursuit, tPursuit: pursuitDie,
	tDestiny: destinyDie,
}

// formatTask writes a task: its name, and its values without those at the end that are 0.
func (b *Battle) formatTask(t task) string {
	words := []string{taskNames[t.kind]}
	keep := 1
	for i, n := range [3]int{int(t.a), int(t.b), int(t.c)} {
		w := strconv.Itoa(n)
		switch arg := taskArgs[t.kind][i]; {
		case arg == argUnit && !(t.kind == tReact && i == 2 && t.a != evFired):
			w, n = b.PieceID(n), 1
		case arg == argSide && (n != 0 || t.kind == tDeploy || t.a == destinyDie):
			w, n = b.setup.Sides[n].ID, 1
		case arg == argCommand:
			w, n = strconv.Itoa(n+1), 1
		}
		words = append(words, w)
		if n != 0 {
			keep = len(words)
		}
	}
	return strings.Join(words[:keep], " ")
}

func (b *Battle) parseTask(text string) (task, error) {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > 4 {
		return task{}, fmt.Errorf("task %q: expected a name and at most three values", text)
	}
	k := slices.Index(taskNames[:], words[0])
	if k < 1 {
		return task{}, fmt.Errorf("task %q is unknown; expected one of %s", words[0], strings.Join(taskNames[1:], ", "))
	}
	t := task{kind: taskKind(k)}
	for i, w := range words[1:] {
		n, err := b.parseTaskArg(t, i, w)
		if err != nil {
			return t, fmt.Errorf("task %q: %w", text, err)
		}
		switch i {
		case 0:
			t.a = uint8(n)
		case 1:
			t.b = int16(n)
		default:
			t.c = int16(n)
		}
	}
	return t, nil
}

func (b *Battle) parseTaskArg(t task, i int, w string) (int, error) {
	most := 0
	switch taskArgs[t.kind][i] {
	case argNone:
		return 0, fmt.Errorf("unexpected %q", w)
	case argUnit:
		if w == "0" && t.kind == tReact && i == 2 {
			return 0, nil
		}
		return b.parseUnit(w)
	case argSide:
		for side := range b.setup.Sides {
			if b.setup.Sides[side].ID == w {
				return side, nil
			}
		}
		return 0, fmt.Errorf("there is no side %q", w)
	case argCommand:
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 || n > MaxCommands {
			return 0, fmt.Errorf("%q: expected a Command from 1 to %d", w, MaxCommands)
		}
		return n - 1, nil
	case argStage:
		most = int(lastStages[t.kind])
	default:
		most = 1<<15 - 1
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < 0 || n > most {
		return 0, fmt.Errorf("%q is not a number from 0 to %d", w, most)
	}
	return n, nil
}

// resume sets what is to be done and goes on to the next choice or roll.
func (s *State) resume(p *Position) error {
	if p.Over {
		return s.restoreEnd(p)
	}
	if err := s.restoreTasks(p); err != nil {
		return err
	}
	if err := s.Limits(); err != nil {
		return err
	}
	for i := range s.nTasks {
		if err := s.checkTask(i); err != nil {
			return fmt.Errorf("task %q: %w", s.b.formatTask(s.tasks[i]), err)
		}
	}
	s.run(nil)
	if !s.over && len(s.Legal(nil)) == 0 {
		return errors.New("nothing can be done at the position")
	}
	return nil
}

func (s *State) restoreTasks(p *Position) error {
	for _, m := range moments {
		if m.name != p.Moment {
			continue
		}
		if m.task == tCommand && (s.active == none || !s.canAct(s.active, s.act.command) && !s.hasUnits(s.active, s.act.command)) {
			return errors.New("to choose a unit, a side must be active with a Command that has units on the table")
		}
		s.push(m.task, 0, 0, 0)
		return nil
	}
	if p.Moment != "" {
		return fmt.Errorf("moment %q is unknown; expected one of %s", p.Moment, strings.Join(Moments(), ", "))
	}
	const most = maxTasks / 2 // the rules add to them
	if len(p.Tasks) == 0 || len(p.Tasks) > most {
		return fmt.Errorf("there are %d tasks; expected 1 to %d", len(p.Tasks), most)
	}
	for _, text := range p.Tasks {
		t, err := s.b.parseTask(text)
		if err != nil {
			return err
		}
		s.push(t.kind, t.a, int(t.b), int(t.c))
	}
	if k := s.current().kind; nodes[k].options == nil {
		return fmt.Errorf("task %q: nobody chooses or rolls anything for it, so it cannot be the last", taskNames[k])
	}
	return nil
}

func (s *State) restoreEnd(p *Position) error {
	why := slices.Index(outcomeClauses[:], p.Clause)
	if why < 1 {
		return fmt.Errorf("no game ends by %q; expected one of %s", p.Clause, strings.Join(outcomeClauses[1:], ", "))
	}
	if p.Winner < -1 || p.Winner > 1 {
		return errors.New("over: expected one of the two sides, or nobody")
	}
	s.over, s.why, s.toAct = true, uint8(why), int8(game.Nobody)
	if p.Winner >= 0 {
		s.winner = int8(p.Winner)
	}
	return s.Limits()
}

// checkTask says what is wrong with a task: where it is among the others, or what the activation in progress lacks for it.
func (s *State) checkTask(i uint8) error {
	t := s.tasks[i]
	below := task{}
	if i > 0 {
		below = s.tasks[i-1]
	}
	if err := s.checkOrder(i, t, below); err != nil {
		return err
	}
	if i > 0 && s.tasks[0].kind == tCommand {
		if err := s.checkActing(); err != nil {
			return err
		}
	}
	f := &s.fight
	switch t.kind {
	case tCommand:
		if s.active == none {
			return errors.New("no Command is active")
		}
	case tDeploy:
		if int(t.b) >= len(s.b.setup.Sides[t.a].Commands) {
			return fmt.Errorf("the side has no Command %d", t.b+1)
		}
	case tInitiative:
		if s.named[0] == none && s.named[1] == none {
			return errors.New("nobody has named a Command")
		}
	case tPhase:
		if a := s.act.a; s.act.kind == uint8(vWheel) && (a < -plane.Turn || a > plane.Turn) {
			return fmt.Errorf("acting: by: a wheel of %s degrees, expected at most 360", formatAngle(a))
		}
	case tReact:
		if s.reactor(t) > 1 || t.a == evMoved && s.stirred.Empty() {
			return errors.New("nobody has moved; expected units under reaction: to")
		}
	case tMelee, tAfter, tRelief, tContact:
		if s.side(f.mains[0]) == s.side(f.mains[1]) {
			return errors.New("attacker and defender of the melee are of one side")
		}
	case tCharge:
		if s.side(s.charge.unit) == s.side(s.charge.target) {
			return errors.New("the unit and the target of the charge are of one side")
		}
	case tShot:
		if s.side(s.shot.firer) == s.side(s.shot.target) {
			return errors.New("the unit and the target of the shot are of one side")
		}
	case tPursuit:
		if f.winner > 1 {
			return errors.New("nobody has won the melee")
		}
	case tCommander:
		if t.b > 3 || int(t.a) >= len(s.b.setup.Sides[t.b>>1].Commands) {
			return errors.New("there is no such Command")
		}
	case tDestiny:
		return s.checkDestinyTask(t)
	}
	if (t.kind == tFriend || t.kind == tAfter && t.a == afterGoing) && f.loser == none {
		return errors.New("nobody goes back")
	}
	return nil
}

// checkActing says whether those who act are of the active Command.
func (s *State) checkActing() error {
	for _, u := range s.acting() {
		if d := &s.b.units[u]; d.side != s.active || d.command != s.act.command {
			return fmt.Errorf("%s acts, but is not of the active Command", d.ID)
		}
	}
	return nil
}

// checkOrder says whether a task can follow the one below it.
func (s *State) checkOrder(i uint8, t, below task) error {
	ok := true
	switch t.kind {
	case tTurn, tRound, tInitiative, tCommand, tTurnEnd:
		ok = i == 0
	case tDeploy:
		ok = below.kind == tTurn || below.kind == tDeploy
	case tBreakUp:
		ok = below.kind == tCommand
	case tRelief:
		ok = below.kind == tAfter
	case tFriend:
		ok = below.kind == tAfter && below.a == afterGoing
	case tRun, tAnswer:
		ok = below.kind == tCharge
	case tDestiny:
		ok = i == s.nTasks-1 && i > 0
	case tTest:
		switch s.test.purpose {
		case forRally:
			ok = below.kind == tRally
		case forRelief:
			ok = below.kind == tAfter
		}
		ok = ok && i > 1
	default:
		ok = i > 1 && s.tasks[1].kind == tBreakUp
	}
	if !ok {
		return errors.New("it cannot come after the tasks before it")
	}
	return nil
}

// checkDestinyTask says whether the dice on the table are those of the task that they were rolled for.
func (s *State) checkDestinyTask(t task) error {
	c := *s
	c.pop()
	on := c.current()
	a := s.lying()
	if nodes[on.kind].check == nil || !s.b.inRange(a).ok() || !nodes[on.kind].check(&c, on, a).ok() {
		return errors.New("the dice thrown last do not fit it")
	}
	if t.a == destinyDie && !s.last.shows(uint8(t.b)) {
		return fmt.Errorf("no die shows %d", t.b)
	}
	return nil
}
