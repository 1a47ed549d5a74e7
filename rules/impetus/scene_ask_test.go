package impetus

import (
	"slices"

	"acies/game"
)

// wantDice checks that Nature is to throw so many dice.
func (x *scene) wantDice(n int) {
	x.Helper()
	if x.ToAct() != game.Nature {
		x.Fatalf("no roll is due; legal are %s", x.list())
	}
	if got := x.due().n; got != n {
		x.Errorf("%d dice are due, expected %d", got, n)
	}
}

// wantChoice checks that a side, "a" or "b", is to choose.
func (x *scene) wantChoice(side string) {
	x.Helper()
	if want := game.Side(side[0] - 'a'); x.ToAct() != want {
		x.Errorf("it is for %d to act, expected %d; legal are %s", x.ToAct(), want, x.list())
	}
}

// wantListed checks that actions are among the candidates.
func (x *scene) wantListed(actions ...string) {
	x.Helper()
	for _, a := range actions {
		if list := x.list(); !slices.Contains(list, a) {
			x.Errorf("%s is not listed in %s", a, list)
		}
	}
}

// wantUnlisted checks that actions are not among the candidates.
func (x *scene) wantUnlisted(actions ...string) {
	x.Helper()
	for _, a := range actions {
		if list := x.list(); slices.Contains(list, a) {
			x.Errorf("%s is listed in %s", a, list)
		}
	}
}

// activate activates a unit, unless it was the only one that could be, and so has been.
func (x *scene) activate(id string) {
	x.Helper()
	if !x.acts(x.u(id)) {
		x.do("activate " + id)
	}
}

// ended checks that the activation of units has ended by itself: nothing was left to them but to pass.
func (x *scene) ended(ids ...string) {
	x.Helper()
	for _, id := range ids {
		if u := x.u(id); !x.has(u, fActivated) || x.acts(u) {
			x.Errorf("the activation of %s has not ended; legal are %s", id, x.list())
		}
	}
}

// refused checks that a reason has a clause.
func (x *scene) refused(clause string, r reason) {
	x.Helper()
	switch {
	case r.ok():
		x.Errorf("it is legal, expected a refusal by %s", clause)
	case x.refusal(r).Clause != clause:
		x.Errorf("it is refused by %s, expected %s", x.refusal(r).Clause, clause)
	}
}

// mayNotShoot checks that a unit cannot shoot at another by a clause.
func (x *scene) mayNotShoot(clause, id, target string) {
	x.Helper()
	_, r := x.mayShoot(x.u(id), x.u(target))
	x.refused(clause, r)
}

// round begins a round of initiative, with the Commands given, such as "a1", spent.
func (x *scene) round(spent ...string) {
	x.Helper()
	x.State.nTasks, x.State.tasks = 0, [maxTasks]task{}
	for side := range x.commands {
		for c := range x.commands[side] {
			x.commands[side][c].spent = slices.Contains(spent, string(rune('a'+side))+string(rune('1'+c)))
		}
	}
	x.beginRound()
	x.run(nil)
}

// nextTurn ends the turn at once, and begins the next with a Command active.
func (x *scene) nextTurn(side, command int) {
	x.Helper()
	x.State.nTasks, x.State.tasks = 0, [maxTasks]task{}
	x.push(tTurnEnd, 0, 0, 0)
	x.run(nil)
	x.lead(side, command)
}
