package impetus

import (
	"reflect"
	"slices"
	"testing"

	"acies/game"
	"acies/rulebook/cite"
)

// Sections 2 and Q1: turns and rounds.

// fourCommands is a battle of two Commands a side, far apart.
var fourCommands = []string{
	"a1 FP 5 5 1 B at 50 20 0", "a2 FP 5 5 1 B at 70 20 0, command 2",
	"b1 FP 5 5 1 B at 50 100 180", "b2 FP 5 5 1 B at 70 100 180, command 2",
}

func TestRounds(t *testing.T) {
	cite.Clauses(t, "imp-2.1a", "imp-2.1b", "imp-2.1c", "imp-2.1d", "imp-2.1e", "imp-2.1f", "imp-3.1a", "imp-3.1b", "imp-3.1e", "imp-Q1a", "imp-Q1b", "imp-Q1c", "imp-Q1d",
		"imp-R12")
	x := lay(t, fourCommands...)
	x.round()
	x.wantChoice("a")
	x.do("name 1")
	x.wantChoice("b")
	x.do("name 2")
	x.wantDice(2)
	x.do("roll 6 3", "roll 4 4") // 9 + 2 against 8 + 2
	x.wantChoice("a")
	if x.active != 0 || x.act.command != 0 {
		t.Errorf("side %d is active with Command %d, expected the first of side 0", x.active, x.act.command)
	}
	// He has to activate the Command that he named, and may let its units do nothing.
	x.refuse("imp-2.2a", "activate a2")
	x.do("end")
	// The winner's Command is spent, the loser's is not: side a has one left and is not asked, b may name either.
	x.wantChoice("b")
	x.allow("name 1", "name 2")
	x.do("name 2", "roll 6 5", "roll 1 2")
	x.wantChoice("a") // the second round running
	x.do("end")
	// Now only b has Commands left: one pair of dice for each, and no comparison.
	x.wantChoice("b")
	x.do("name 1")
	x.wantDice(2)
	x.do("roll 1 2")
	x.wantChoice("b")
	x.do("end")
	x.wantDice(2)
	x.do("roll 2 1")
	x.wantChoice("b")
	turn := x.turn
	x.do("end")
	// Every Command has acted: the next turn begins, with all of them.
	if x.turn != turn+1 {
		t.Errorf("turn %d, expected %d", x.turn, turn+1)
	}
	x.wantChoice("a")
	x.allow("name 1", "name 2")
}

func TestNamesAreSecret(t *testing.T) {
	cite.Clauses(t, "imp-3.1d", "imp-R11", "imp-Q1b")
	x := lay(t, fourCommands...)
	x.round()
	x.do("name 1")
	one := x.Clone()
	x = lay(t, fourCommands...)
	x.round()
	x.do("name 2")
	if a, b := one.View(1), x.View(1); !reflect.DeepEqual(a, b) {
		t.Error("the enemy sees which Command was named before he has named his own")
	}
	x.refuse("imp-2.1b", "name 3")
	x.round("b1")
	x.do("name 1")
	if x.ToAct() != game.Nature {
		t.Error("b has one Command left and is asked for its name")
	}
}

func TestOneActivationAfterAnother(t *testing.T) {
	cite.Clauses(t, "imp-2.2a", "imp-2.2b", "imp-2.2c", "imp-Q1e", "imp-Q2a", "imp-Q2e")
	x := lay(t, "a1 FP 5 5 1 B at 50 20 0", "a2 FP 5 5 1 B at 70 20 0", "a3 S 8 3 0 B at 90 20 0, javelin", "b1 FP 5 5 1 B at 90 35 180", "b2 FP 5 5 1 B at 10 100 180, command 2")
	x.allow("activate a1", "activate a2", "activate a3", "end")
	x.do("activate a2")
	x.wantListed("opportunity", "forward 5", "wheel 35.75", "oblique 3.333 3.333", "sideways 2.5", "rearward 2.5", "about-face", "pass")
	x.refuse("imp-Q2e", "activate a1", "end") // one is finished before the next
	x.do("forward 5", "pass")
	x.refuse("imp-2.2b", "activate a2")
	x.do("activate a3")
	x.wantListed("fire a3 b1", "forward 8")
	x.do("pass", "activate a1", "pass")
	// With nobody left to activate the Command ends by itself, and b names one of his two.
	x.wantChoice("b")
}

func TestFireBeforeOrAfterMovement(t *testing.T) {
	cite.Clauses(t, "imp-2.2d", "imp-2.2i", "imp-Q2f", "imp-8.1a", "imp-8.1e", "imp-R37", "imp-R38")
	lines := []string{"a1 S 8 4 0 B at 50 40 0, javelin", "a2 CM 10 5 2 B at 70 40 0, javelin", "b1 FP 5 5 1 B at 50 52 180", "b2 FP 5 5 1 B at 70 49 180"}
	// Before it: then it may move, and not fire again.
	x := lay(t, lines...)
	x.do("activate a1", "fire a1 b1", "throw 1 1 1")
	x.refuse("imp-2.2i", "fire a1 b1")
	x.allow("rearward 8")
	x.do("rearward 4")
	x.refuse("imp-2.2i", "fire a1 b1")
	// After it: then it moves no more.
	x = lay(t, lines...)
	x.do("activate a1", "forward 4", "fire a1 b1", "throw 1 1 1")
	x.ended("a1")
	// Between two phases never: having fired after the first it cannot make the second.
	x = lay(t, lines...)
	x.do("activate a1", "rearward 1", "rearward 1", "roll 6", "fire a1 b1", "throw 1")
	x.ended("a1")
	// Who fires does not charge.
	x = lay(t, lines...)
	x.do("activate a2")
	x.allow("charge b2")
	x.do("fire a2 b2", "throw 1 1 1 1")
	x.refuse("imp-8.1e", "charge b2")
	x.allow("forward 1")
	x.wantUnlisted("charge b2")
	// Firing is a choice.
	x = lay(t, lines...)
	x.do("activate a1")
	x.allow("pass")
}

func TestMeleeEndsTheActivation(t *testing.T) {
	cite.Clauses(t, "imp-2.2e", "imp-2.2f", "imp-2.2h")
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 58 40 0", "b1 FP 5 6 0 B at 53 45 180", "a3 FP 5 5 1 B at 90 20 0")
	x.do("activate a2", "charge b1", "throw 1 1 1 1 1 1", "throw 1 1 1 1 1 1")
	x.refuse("imp-2.2b", "activate a2")
	x.do("activate a1", "charge b1", "throw 1 1 1 1 1 1", "throw 1 1 1 1 1 1") // a2 has been a main unit
	x.refuse("imp-2.2b", "activate a1")
	// Both fight at once: the support counts as activated as well.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "a2 FP 5 5 1 B at 58 40 0", "b1 FP 5 6 0 B at 53 40 180", "a3 FP 5 5 1 B at 90 20 0")
	x.do("activate a1", "fight", "throw 1 1 1 1 1 1 1 1", "throw 1 1 1 1 1 1")
	x.refuse("imp-2.2b", "activate a2", "activate a1")
	x.allow("activate a3")
	// The enemy who fought may still be activated with his own Command.
	x.do("end")
	x.lead(1, 1)
	x.allow("activate b1")
}

func TestActivatedInContact(t *testing.T) {
	cite.Clauses(t, "imp-2.2g", "imp-2.2k", "imp-Q2g")
	// A touch at a corner is a contact.
	x := lay(t, "a1 FP 5 5 1 B at 50 40 0", "a3 FP 5 5 1 B at 120 40 0", "b1 FP 5 5 1 B at 58 40 180", "a2 FL 8 4 3 C at 90 40 0, impetuous", "b2 FP 5 5 1 B at 90 40 180")
	x.is("a1", "melee")
	x.is("b1", "melee")
	// An Impetuous unit in contact must fight, and before all others: nobody is asked.
	x.wantDice(4)
	x.refused("imp-2.2g", x.checkEngaged(task{}, game.Action{Verb: vPass}))
	x.refused("imp-2.2g", x.checkEngaged(task{}, game.Action{Verb: vDisengage, A: U}))
	x.do("throw 1 1 1 1", "throw 1 1 1 1 1", "activate a1")
	x.refuse("imp-2.2g", "forward 1", "opportunity", "wheel 10")
	x.allow("fight", "pass")
	x.do("pass")
	x.refuse("imp-2.2b", "activate a1")
	// Apart by more than 5 mU there is no contact.
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 50 40.006 180")
	x.is("a1", "free")
	x = lay(t, "a1 FP 5 5 1 B at 50 40 0", "b1 FP 5 5 1 B at 50 40.005 180")
	x.is("a1", "melee")
}

func TestImpetuousFirst(t *testing.T) {
	cite.Clauses(t, "imp-2.2j", "imp-2.2l", "imp-Q1e")
	x := lay(t, "a1 FP 5 5 1 B at 20 40 0", "a2 FL 8 4 3 C at 50 40 0, impetuous", "a3 FL 8 4 3 C at 150 20 0, impetuous", "a4 FL 8 4 3 C at 100 40 0, impetuous", "b1 FP 5 5 1 B at 75 60 180")
	x.refuse("imp-2.2l", "activate a1", "end")
	// a3 has no enemy within 30U and may wait.
	x.refuse("imp-2.2l", "activate a3")
	x.allow("activate a2", "activate a4")
	x.do("activate a2", "rush 0", "pass")
	// Now a4 is the only one that can be activated.
	if !x.acts(x.u("a4")) {
		t.Errorf("a4 does not act; legal are %s", x.list())
	}
	x.do("rush 0", "pass")
	x.allow("activate a1", "activate a3", "end")
}

func TestMembersOfAGroupFireForThemselves(t *testing.T) {
	cite.Clauses(t, "imp-2.2m", "imp-6.7e", "imp-6.7n")
	lines := []string{"a1 T 6 4 0 B at 50 40 0, short_bow_A", "a2 T 6 4 0 B at 58 40 0, short_bow_A", "b1 FP 5 5 1 B at 54 60 180"}
	x := lay(t, lines...)
	x.do("activate a1 a2", "fire a1 b1", "throw 1", "forward 6")
	x.is("a1", "at 50 46 0")
	x.is("a2", "at 58 46 0")
	x.refuse("imp-2.2i", "fire a1 b1")
	x.do("fire a2 b1")
	x.wantDice(3) // short range, one phase
	x.do("throw 1 1 1")
	x.ended("a1", "a2")
	if x.ready(x.u("a1")) || x.ready(x.u("a2")) {
		t.Error("a member of the group can be activated again")
	}
}

func TestEndOfTurn(t *testing.T) {
	cite.Clauses(t, "imp-2.3a", "imp-2.3b", "imp-2.3c", "imp-Q1a")
	x := lay(t, "a1 T 6 4 0 A at 50 40 0, short_bow_A", "a2 T 6 4 0 A at 90 40 0, short_bow_A, marked", "b1 FP 5 1 0 A at 50 50 180, vd 3", "b2 FP 5 5 0 A at 90 110 180, vd 2",
		"b3 FP 5 5 0 A at 120 110 180, command 2 vd 20")
	x.do("activate a1", "fire a1 b1", "throw 6 1 1 1", "roll 6")
	x.is("b1", "lost")
	// The first Command of b has lost half of its value, but leaves only when the turn ends.
	x.is("b2", "there")
	if x.commands[1][0].routed {
		t.Error("the Command routs before the end of the turn")
	}
	x.do("pass")
	if !x.has(x.u("a1"), fFired) {
		t.Error("a1 has not fired")
	}
	x.nextTurn(0, 1)
	x.is("b2", "lost")
	x.is("a2", "marked")
	x.is("b3", "there")
	// Shots, phases and reactions count anew.
	if u := x.units[x.u("a1")]; u.phases != 0 || x.has(x.u("a1"), fFired|fActivated|fZoneCharged) {
		t.Errorf("a1 keeps %+v in the next turn", u)
	}
	x.allow("activate a1")
}

func TestArmiesAreTestedAfterCommands(t *testing.T) {
	cite.Clauses(t, "imp-2.3b")
	// Of 8 the side has lost 2, which is half of its first Command; with all 4 of that Command the army is defeated too.
	x := lay(t, "a1 FP 5 4 0 A at 50 40 0", "b1 FP 5 1 0 A at 50 100 180, vd 2", "b2 FP 5 1 0 A at 70 100 180, vd 2", "b3 FP 5 1 0 A at 90 100 180, command 2 vd 4")
	x.rout(x.u("b1"), true)
	x.do("end")
	x.State.nTasks, x.State.tasks = 0, [maxTasks]task{}
	x.push(tTurnEnd, 0, 0, 0)
	x.run(nil)
	if o := x.Outcome(); !o.Over || o.Winner != 0 {
		t.Errorf("the outcome is %+v, expected a victory of side 0", o)
	}
}

// TestNamingAgainSaysWhoHasActed: the question of a later round tells that it is not the one that was answered.
func TestNamingAgainSaysWhoHasActed(t *testing.T) {
	cite.Clauses(t, "imp-2.1b", "imp-2.1c")
	x := lay(t, fourCommands...)
	x.do("end")
	for x.ToAct() >= 0 && x.promptKey() != "prompt.name-two-again" {
		x.do("name 1")
	}
	e := x.prompt()
	for name, want := range map[string]int{"own": 0, "theirs": 1} {
		if i := slices.IndexFunc(e.Args, func(a game.Arg) bool { return a.Name == name }); x.ToAct() != 1 || i < 0 || e.Args[i].N != want {
			t.Errorf("side %d is asked %+v, expected %s %d", x.ToAct(), e, name, want)
		}
	}
}

// TestTheEndOfACommandIsTold: a Command whose last unit has acted ends by itself, since nothing else is open; the log says
// so, and the move that leads to it warns before.
func TestTheEndOfACommandIsTold(t *testing.T) {
	cite.Clauses(t, "imp-Q1e", "imp-6.1f", "imp-6.4b")
	x := lay(t, "a1 FP 5 5 1 B at 50 20 0", "a2 FP 5 5 1 B at 90 20 0", "b1 FP 5 5 1 B at 50 100 180")
	x.do("activate a1")
	if e := x.explained("oblique 1 2"); noteOf(e, "note.ends-command") != nil {
		t.Errorf("a2 has still to act, but the notes are %+v", e.Notes)
	}
	x.do("oblique 1 2", "activate a2")
	if e := x.explained("forward 3"); noteOf(e, "note.ends-command") != nil {
		t.Errorf("a2 may go on, but the notes are %+v", e.Notes)
	}
	if e := x.explained("oblique 1 2"); noteOf(e, "note.ends-command") == nil {
		t.Errorf("the notes are %+v, expected the end of the Command", e.Notes)
	}
	x.do("oblique 1 2")
	if e := x.said("command-ends"); e.Clause != "imp-Q1e" {
		t.Errorf("the end of the Command is told as %+v", e)
	}
}

// TestActivationsWarnOfUncontrolledMoves: who activates impetuous troops is told that they advance at once.
func TestActivationsWarnOfUncontrolledMoves(t *testing.T) {
	cite.Clauses(t, "imp-6.10a", "imp-6.10b", "imp-6.10i", "imp-2.2l")
	gauls := []string{"a1 FL 6 5 3 C at 50 40 0, impetuous", "a2 FL 6 5 3 C at 58 40 0, impetuous", "a3 FP 5 5 1 B at 100 40 0"}
	x := lay(t, append(gauls, "b1 FP 5 5 1 B at 54 60 180")...)
	a, _ := x.b.Parse("activate a1 a2")
	e := x.Explain(a, 0)
	if e == nil || noteOf(e, "note.rush") == nil || len(e.Ends) != 2 || e.Ends[0].Pose.Y != 46*U {
		t.Fatalf("the activation of the group is explained as %+v", e)
	}
	x = lay(t, append(gauls, "b1 FP 5 5 1 B at 54 110 180")...)
	if e := x.Explain(a, 0); e != nil {
		t.Errorf("far from the enemy nothing is due, but the activation is explained as %+v", e)
	}
}

// TestNamesListUnits: who considers naming a Command is told its units.
func TestNamesListUnits(t *testing.T) {
	cite.Clauses(t, "imp-4.1c", "imp-Q1b")
	x := lay(t, fourCommands...)
	x.round()
	a, _ := x.b.Parse("name 2")
	if e := x.Explain(a, 0); e == nil || len(e.Notes) != 1 || !slices.Equal(e.Notes[0].Args[0].List, []int{int(x.u("a2"))}) {
		t.Errorf("Command 2 is explained as %+v", e)
	}
	if e := x.Explain(a, 1); e != nil {
		t.Errorf("the enemy is told %+v", e)
	}
}
