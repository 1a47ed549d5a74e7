package sword

import (
	"slices"
	"strings"
)

// The moment of a position: which point of the turn play has reached, and what still has to be done.

// moment pushes the tasks of the position, or those that follow from a named moment.
func (r *placing) moment() error {
	p := r.p
	switch {
	case p.Result != nil:
		return r.result()
	case p.At == "" && len(p.Tasks) == 0:
		return wrong("at", "missing: expected a moment of the turn, one of %s, or tasks", strings.Join(Moments(), ", "))
	case p.At == "":
		return r.exact()
	case len(p.Tasks) > 0:
		return wrong("tasks", "give either at or tasks, not both")
	case p.Phase+p.Active+p.Side != "":
		return wrong("at", "phase, active and side follow from it; give them only with tasks")
	}
	return r.at()
}

// result restores the end of a battle.
func (r *placing) result() error {
	s, x := r.s, r.p.Result
	if err := r.phaseSide(); err != nil {
		return err
	}
	d, err := r.word("result degree", "degree", x.Degree, degreeKeys[1:])
	if err != nil {
		return err
	}
	s.over, s.degree, s.phase = true, degree(d+1), phaseEnd
	if x.Winner != "" {
		side, err := r.side("result winner", x.Winner)
		if err != nil {
			return err
		}
		s.winner = int8(side)
	}
	if x.Because != "" {
		i := slices.IndexFunc(r.b.sudden, func(c suddenRule) bool { return c.Key == x.Because })
		if i < 0 {
			return wrong("result because", "there is no decisive rule %q", x.Because)
		}
		s.because = uint8(i)
	}
	return nil
}

// phaseSide reads the phase, the active leader and his side, which an exact position gives.
func (r *placing) phaseSide() error {
	s, p := r.s, r.p
	if p.Phase != "" {
		i, err := r.word("phase", "phase", p.Phase, phaseKeys[:])
		if err != nil {
			return err
		}
		s.phase = phase(i)
	}
	if p.Active != "" {
		l, err := r.leader("active", p.Active)
		if err != nil {
			return err
		}
		s.active, s.side = l, r.b.leaders[l].side
	}
	if p.Side != "" {
		side, err := r.side("side", p.Side)
		if err != nil {
			return err
		}
		s.side = side
	}
	return nil
}

func (r *placing) exact() error {
	s := r.s
	if err := r.phaseSide(); err != nil {
		return err
	}
	if n := len(r.p.Tasks); n > maxTasks-16 {
		return wrong("tasks", "%d tasks, at most %d", n, maxTasks-16)
	}
	for _, line := range slices.Backward(r.p.Tasks) {
		t, err := r.parseTask(line)
		if err != nil {
			return err
		}
		s.push(t)
	}
	s.toAct = int8(s.side)
	if s.current().kind == tShooters && s.shot.kind == shotDefensive {
		s.toAct = int8(1 - s.side)
	}
	return nil
}

// moments are the named moments of a turn; those of an activation name its leader.
var moments = []struct {
	name   string
	task   taskKind // the first task
	leader bool
}{
	{"deploy", tDeploy, false},
	{"phase-a", tCommand, false},
	{"phase-b", tArchers, false},
	{"phase-c", tInitiative, false},
	{"activation", tMoves, true},
	{"d2", tVolley, true},
	{"d3", tDeclare, true},
	{"d4", tMelees, true},
	{"d5", tStray, true},
	{"fire", tBurn, true},
	{"end-of-activation", tEndActivation, true},
	{"phase-e", tRefresh, false},
	{"rally", tRally, false},
	{"routs", tRouts, false},
	{"end-of-turn", tEndTurn, false},
}

// Moments returns the names of the moments of a turn that a position may be at.
func Moments() []string {
	var list []string
	for _, m := range moments {
		if m.leader {
			list = append(list, m.name+" LEADER")
		} else {
			list = append(list, m.name)
		}
	}
	return list
}

// at pushes the rest of the turn from a named moment.
func (r *placing) at() error {
	s := r.s
	name, arg, _ := strings.Cut(r.p.At, " ")
	for _, m := range moments {
		if m.name != name {
			continue
		}
		if !m.leader && arg != "" {
			return wrong("at", "%q: unexpected %q", r.p.At, arg)
		}
		s.releaseHill()
		if m.task == tDeploy {
			s.pushDeploy()
			return nil
		}
		s.push(task{kind: tTurn})
		s.stepTurn(s.current())
		if !m.leader {
			r.skip(m.task)
			if m.task == tRouts || m.task == tEndTurn {
				s.phase = phaseE
			}
			return nil
		}
		r.skip(tNext)
		return r.activation(arg, m.task)
	}
	return wrong("at", "moment %q is unknown, expected one of %s", name, strings.Join(Moments(), ", "))
}

// skip drops tasks until the next is of the given kind.
func (r *placing) skip(k taskKind) {
	for r.s.nTasks > 0 && r.s.current().kind != k {
		r.s.pop()
	}
}

// activation begins the activation of a leader and skips to one of its segments.
func (r *placing) activation(id string, k taskKind) error {
	s := r.s
	l, err := r.leader("at", strings.TrimSpace(id))
	if err != nil {
		return err
	}
	if !s.commands(l) && !s.due(l) {
		return wrong("at", "leader %s is not on the map or cannot command", id)
	}
	if r.p.Rating == 0 {
		s.rating = -1
	}
	s.stepActivationOf(l)
	for _, c := range r.given {
		s.units[c.unit].flags = s.units[c.unit].flags&^c.unset | c.set
	}
	for _, c := range s.charges[:s.nCharges] {
		r.markCharge(c)
	}
	for i := range r.p.Leaders {
		x := &r.p.Leaders[i]
		if l, err := r.leader("leaders", x.ID); err == nil {
			if err := r.leaderAt("leaders "+x.ID, l, x); err != nil {
				return err
			}
		}
	}
	n := s.nTasks
	r.skip(k)
	if s.nTasks == 0 {
		s.nTasks = n
		return wrong("at", "%q: the activation of %s has no such part", r.p.At, id)
	}
	return nil
}

// markCharge places the markers of a declared charge.
func (r *placing) markCharge(c charge) {
	s := r.s
	s.set(c.unit, fCharging|fMoved|fDone)
	if s.has(c.unit, fFatigued) {
		s.set(c.unit, fTired)
	}
	if h := s.units[c.target].hex; h >= 0 {
		for v := s.top[h]; v != none; v = s.units[v].below {
			s.set(v, fTarget)
		}
	}
}

func (s *State) stepActivationOf(l uint8) {
	t := task{kind: tActivation, a: l}
	s.push(t)
	s.stepActivation(t)
}
