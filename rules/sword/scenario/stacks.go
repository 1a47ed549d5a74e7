package scenario

import (
	"fmt"
	"slices"
	"strings"

	"acies/pack"
	"acies/rules/sword"
)

// checkStacks checks the units that start in one hex, and that no leader stands alone.
func (r *reading) checkStacks() {
	stacks := map[string][]*sword.UnitDef{}
	for i := range r.setup.Units {
		u := &r.setup.Units[i]
		stack := stacks[u.Hex]
		if u.Hex != "" && u.Type != "" && len(stack) > 0 {
			r.checkStack(r.lines[i], stack, u)
		}
		stacks[u.Hex] = append(stack, u)
	}
	for _, e := range r.armies.Leaders {
		l := r.leaders[e.V.ID.Text]
		if l == nil || l.Side < 0 || l.Hex == "" || !l.Commander && l.Contingent == "" {
			continue // reported already
		}
		if !slices.ContainsFunc(stacks[l.Hex], func(u *sword.UnitDef) bool { return r.mayJoin(l, u) }) {
			whose := "contingent"
			if l.Commander {
				whose = "army"
			}
			r.Fail(e.V.Hex.Line, fmt.Sprintf("leader %s: no unit of his %s is in %s", l.ID, whose, l.Hex), "a leader stands with a unit he may join")
		}
	}
}

// mayJoin reports whether a leader may stand with a unit (ant-5.1g, ant-5.1h).
func (r *reading) mayJoin(l *sword.LeaderDef, u *sword.UnitDef) bool {
	return u.Contingent == l.Contingent || l.Commander && (r.sideOf(u) == l.Side || r.sideOf(u) < 0)
}

// sideOf returns the side of a unit, or -1.
func (r *reading) sideOf(u *sword.UnitDef) int {
	i := slices.IndexFunc(r.setup.Contingents, func(c sword.ContingentDef) bool { return c.ID == u.Contingent })
	return r.setup.Contingents[i].Side
}

// checkStack checks that a unit may start in the hex of others (ant-5.1a, ant-5.2.1a, ant-5.2.3b, ant-13.2.1c;
// med-5.1a).
func (r *reading) checkStack(line int, stack []*sword.UnitDef, u *sword.UnitDef) {
	top := stack[0]
	what := fmt.Sprintf("unit %s: hex %s holds %s", u.ID, u.Hex, top.ID)
	sp := u.Front.SP
	for _, v := range stack {
		sp += v.Front.SP
	}
	switch {
	case r.sideOf(top) != r.sideOf(u):
		r.Fail(line, what+" of the enemy", "enemies never share a hex")
	case r.battle.Deployment.V.Stacking.Text != "true":
		r.Fail(line, what+" already", "this battle starts without stacks")
	case r.book.Stacking.SP == 0 && len(stack) > 1:
		r.Fail(line, what+" and another unit", "at most two units share a hex")
	case r.book.Stacking.SP == 0 && !r.pair(top, u):
		r.Fail(line, fmt.Sprintf("%s, %s", what, top.Type), "a hex holds one unit, guns with a unit on foot, or two units of a contingent whose type is among pairs: "+pack.List(r.setup.Pairs))
	case r.book.Stacking.SP > 0 && (top.Name != u.Name || top.Type != u.Type):
		r.Fail(line, fmt.Sprintf("%s, %s %s", what, top.Name, top.Type), "units that share a hex have one name and one type")
	case r.book.Stacking.SP > 0 && sp > r.book.Stacking.SP:
		r.Fail(line, fmt.Sprintf("%s and others: %d strength points in all", what, sp), fmt.Sprintf("at most %d share a hex", r.book.Stacking.SP))
	case top.Facing != u.Facing:
		r.Fail(line, what+", which faces another "+r.faced(), "units that share a hex face one "+r.faced())
	}
}

// pair reports whether two units may start in one hex under a book that allows one unit per hex: guns with a unit on
// foot, or two units of one contingent and of a type that the battle names (med-5.2.1a, med-5.2.2a).
func (r *reading) pair(a, b *sword.UnitDef) bool {
	if a.Type == "" || b.Type == "" {
		return true // an unknown type has been reported already
	}
	if r.typeOf(a).Guns != r.typeOf(b).Guns {
		return r.book.Stacking.Guns && !r.mounted(a) && !r.mounted(b)
	}
	return a.Type == b.Type && a.Contingent == b.Contingent && slices.Contains(r.setup.Pairs, a.Type)
}

// checkCommand warns of units that begin out of command (ant-7.2a, med-7.2a).
func (r *reading) checkCommand() {
	for i := range r.setup.Units {
		u := &r.setup.Units[i]
		if near, ok := r.commands(u); !ok {
			r.Warn(r.lines[i], fmt.Sprintf("unit %s is out of command in %s", u.ID, u.Hex), "it must be within "+strings.Join(near, " or "))
		}
	}
}

// commands reports whether a unit is in command at set-up; if not, near lists the leaders who could command it, with
// their distances.
func (r *reading) commands(u *sword.UnitDef) (near []string, ok bool) {
	h, err := r.grid.Parse(u.Hex)
	if err != nil || r.sideOf(u) < 0 {
		return nil, true // reported already
	}
	for _, l := range r.setup.Leaders {
		at, err := r.grid.Parse(l.Hex)
		if err != nil || u.Contingent != l.Contingent && (r.book.Command.OwnLeader || !l.Commander || l.Side != r.sideOf(u)) {
			continue
		}
		d := r.grid.Distance(at, h)
		if d <= l.Radius {
			return nil, true
		}
		near = append(near, fmt.Sprintf("%d hexes of %s in %s (he is %d away)", l.Radius, l.ID, l.Hex, d))
	}
	return near, len(near) == 0
}
