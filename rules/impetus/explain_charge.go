package impetus

import (
	"slices"

	"acies/game"
	"acies/plane"
)

// Explanations of charges: a copy of the state plays them to the first dice of the melee, once for each answer that matters
// and for each face of the die that extends the charge. What the enemy answers is his choice, so the odds say what they
// assume: a target that may evade does, and any other stands. Nobody else reacts, tests pass and pila do no harm.

// How a charge ends for its target.
const (
	chargeMisses = iota
	chargeScatters
	chargeDrivesOff // off the table
	chargeFights
	chargeEnds
)

// explainCharge explains an action that begins or continues the charge of a unit: how far it is, what the enemy may do
// about it, whether it arrives, and the first round of the melee.
func (s *State) explainCharge(a game.Action, u, target uint8, extended bool) *game.Explanation {
	if !s.placed(u) || !s.placed(target) {
		return nil
	}
	answers := s.answersTo(a, target)
	assumed := vStand
	if answers.evade {
		assumed = vEvade
	}
	e := s.chargeOdds(a, u, target, assumed, extended)
	e.Notes = append(s.answerNotes(a, u, target, &answers, extended), e.Notes...)
	x, y := s.shape(u), s.shape(target)
	if t := plane.Advance(&x, x.H, &y); a.Verb == vCharge && t != plane.Never {
		e.Cost, e.Allowance = int(t), int(s.allowance()+s.extension(u, extended))
		if s.counted(s.act.units[0]) > 0 {
			n := s.needs(s.acting(), s.phasePenalty())
			e.Also = passOdds(n)
			noteTest(e, forCharge, u, n)
		}
		if s.data(u).Weapon != NoWeapon && !s.has(u, fFired) {
			addNote(e, "no-fire", "imp-8.1e", piece("unit", int(u)))
		}
	}
	return e
}

// explainRush explains an uncontrolled move: the charge that it is, or where it ends.
func (s *State) explainRush(a game.Action) *game.Explanation {
	c := *s
	c.act.turned = int16(max(a.A, -a.A))
	c.turn1(int(a.A))
	if target, _ := c.rushTarget(a.B == 1); target != none {
		u, _ := c.firstMember(target)
		return s.explainCharge(a, u, target, a.B == 1)
	}
	units := s.act.units[:s.act.n]
	c = *s
	c.Apply(a, nil)
	return &game.Explanation{Kind: "move", Trail: []game.Pose{s.poseOf(units[0]), c.poseOf(units[0])}, Ends: c.endsOf(units)}
}

// explainAnswer explains what becomes of the target of a charge if it stands or evades.
func (s *State) explainAnswer(a game.Action) *game.Explanation {
	c := &s.charge
	return s.chargeOdds(a, c.unit, c.target, a.Verb, c.extended)
}

// chargeOdds explains a charge with an answer of its target.
func (s *State) chargeOdds(a game.Action, u, target uint8, answer game.Verb, extended bool) *game.Explanation {
	e := &game.Explanation{Kind: "melee"}
	dice := 1
	if extended {
		dice = 6
	}
	var ways [chargeEnds]int
	var last *State
	for die := 1; die <= dice; die++ {
		end, c := s.followCharge(a, target, answer, die)
		ways[end]++
		if last == nil || end == chargeFights && ways[end] == 1 {
			last = c
		}
	}
	e.Trail = []game.Pose{s.poseOf(u), last.poseOf(u)}
	of := dice
	if n := ways[chargeFights]; n > 0 {
		x := last.explainRound(last.current())
		e.Modifiers, e.Sum, e.Total, e.Notes = x.Modifiers, x.Sum, x.Total, append(last.impetusNote(), x.Notes...)
		last.notePila(e)
		of = x.Odds[0].Of
		for _, o := range x.Odds {
			o.Weight = o.Weight / dice * n
			e.Odds = append(e.Odds, o)
		}
	}
	missed := "charge.missed"
	switch evaded := answer == vEvade; {
	case evaded && extended:
		missed = "charge.evaded-disordered" // 10.4i
	case evaded:
		missed = "charge.evaded"
	case extended:
		missed = "charge.missed-disordered" // 10.1g
	}
	for _, o := range [...]struct {
		end    int
		result string
		piece  uint8
	}{{chargeScatters, "fate.dispersed", target}, {chargeDrivesOff, "fate.off-table", target}, {chargeMisses, missed, u}} {
		if n := ways[o.end]; n > 0 {
			e.Odds = append(e.Odds, game.Odds{Result: o.result, Weight: of / dice * n, Of: of, Piece: int(o.piece)})
		}
	}
	left := of // by rounding
	for _, o := range e.Odds {
		left -= o.Weight
	}
	e.Odds[len(e.Odds)-1].Weight += left
	return e
}

// followCharge plays a charge on a copy of the state, with an answer of its target and a die that extends it, until it has
// missed, or the dice of the melee are due.
func (s *State) followCharge(a game.Action, target uint8, answer game.Verb, die int) (int, *State) {
	c := *s
	c.luck = [2]uint8{}
	for range maxFollowed {
		var events game.Events
		if c.Apply(a, &events) != nil {
			break
		}
		for _, e := range events {
			if len(e.Args) == 0 || e.Args[0].N != int(target) {
				continue
			}
			switch e.Key {
			case "dispersed":
				return chargeScatters, &c
			case "off-table":
				return chargeDrivesOff, &c
			}
		}
		t := c.current()
		if t.kind == tMelee && (c.fight.mains[0] == target || c.fight.mains[1] == target) {
			return chargeFights, &c
		}
		next, ok := c.chargeStep(t, target, answer, die)
		if !ok {
			break
		}
		a = next
	}
	return chargeMisses, &c
}

// maxFollowed is more steps than a charge has up to its melee.
const maxFollowed = 64

// chargeStep returns the next action of a charge that is followed, or false if it touches its target no more.
func (s *State) chargeStep(t task, target uint8, answer game.Verb, die int) (game.Action, bool) {
	switch t.kind {
	case tReact:
		return game.Action{Verb: vDecline}, t.a == evDeclared
	case tIntruder, tMembers:
		return game.Action{Verb: vDecline}, true
	case tTest:
		return game.Action{Verb: vRoll, A: 6}, true
	case tAnswer:
		if s.charge.target == target && s.charge.evades == 0 && s.check(game.Action{Verb: answer}).ok() {
			return game.Action{Verb: answer}, true
		}
		return game.Action{Verb: vStand}, true
	case tCharge:
		return game.Action{Verb: vRoll, A: int32(die)}, true
	case tContact:
		return game.Action{Verb: vThrow, C: int32(s.due().n)}, true
	case tRun:
		a := game.Action{Verb: vRunAt, A: int32(target)}
		if !s.check(a).ok() {
			_, high := s.stops()
			s.miss(high) // where it ends
			return game.Action{}, false
		}
		return a, true
	case tMelees:
		for _, a := range s.Legal(nil) {
			if a.Verb == vMelee && s.opponent(uint8(a.A)) == target {
				return a, true
			}
		}
	}
	return game.Action{}, false
}

// answers is what the enemy may do about a charge.
type answers struct {
	evade, counter bool
	by             int32   // how far an evasion goes
	needed         int     // by the test of a counter-charge
	shooters       []uint8 // on opportunity
}

// answersTo returns what the enemy may do about a charge.
func (s *State) answersTo(a game.Action, target uint8) (x answers) {
	c := *s
	c.luck = [2]uint8{}
	for range maxFollowed {
		if c.Apply(a, nil) != nil {
			return x
		}
		switch t := c.current(); {
		case t.kind == tReact && t.a == evDeclared:
			for i := range c.b.units {
				if v := uint8(i); c.checkReactFire(t, v, uint8(t.b)).ok() {
					x.shooters = append(x.shooters, v)
				}
			}
			a = game.Action{Verb: vDecline}
		case t.kind == tTest:
			a = game.Action{Verb: vRoll, A: 6}
		case t.kind == tAnswer && c.charge.target == target && c.charge.evades == 0:
			x.evade, x.counter = c.canEvade(), c.canCounter()
			one := [1]uint8{target}
			x.needed = c.needs(one[:], 0)
			y := c.shape(target)
			x.by = c.freeWay(target, &y, c.charge.from.H, c.moveOf(target))
			return x
		default:
			return x
		}
	}
	return x
}

// answerNotes tells what the enemy may do about a charge, and which of it the odds assume.
func (s *State) answerNotes(a game.Action, u, target uint8, x *answers, extended bool) (list []game.Event) {
	tell := func(key, clause string, args ...game.Arg) {
		list = append(list, game.Event{Key: key, Clause: clause, Args: append(args, piece("unit", int(target)))})
	}
	if x.evade {
		tell("note.evades", "imp-10.4a", length("by", x.by))
		stands := s.chargeOdds(a, u, target, vStand, extended)
		tell("note.if-stands", "imp-Q4c", num("won", percentOf(stands.Odds, "fate.dispersed", "round.enemy-routs", "round.won")),
			num("lost", percentOf(stands.Odds, "round.lost", "round.routed")))
	}
	if x.counter && x.needed < 7 {
		if !x.evade {
			tell("note.stands", "imp-Q4c")
		}
		if end, c := s.followCharge(a, target, vCounter, 6); end == chargeFights {
			tell("note.counter", "imp-10.3a", num("needed", max(1, x.needed)), num("chance", (100*min(6, 7-x.needed)+3)/6), num("dice", c.sidePool(1)))
		}
	}
	for _, v := range x.shooters {
		list = append(list, game.Event{Key: "note.shoots", Clause: "imp-9.2a", Args: []game.Arg{piece("unit", int(v))}})
	}
	return list
}

// percentOf returns the chance of some results together, in whole per cent.
func percentOf(list []game.Odds, results ...string) int {
	thousandths := 0
	for _, o := range list {
		if slices.Contains(results, o.Result) {
			// The ways of a melee are as many as a word holds, so they are divided first; those of a die are few.
			if k := o.Of / 1000; k > 1000 {
				thousandths += o.Weight / k
			} else {
				thousandths += 1000 * o.Weight / o.Of
			}
		}
	}
	return (thousandths + 5) / 10
}

// impetusNote tells why the attacking main unit of a melee that has been joined adds no impetus bonus, if it has one.
func (s *State) impetusNote() []game.Event {
	f := &s.fight
	u, enemy := f.mains[0], f.mains[1]
	upon := onFront
	if c := s.contactOf(u, enemy); c != nil {
		upon = *c.cameUpon(enemy)
	}
	adds, clause := s.impetusAgainst(u, enemy, f.first, f.charged[0] && !f.relief, upon)
	if adds || clause == "" {
		return nil
	}
	return []game.Event{{Key: "note.no-impetus", Clause: clause, Args: []game.Arg{piece("unit", int(u)), num("n", s.data(u).Impetus), word("why", "impetus."+clause[len("imp-"):])}}}
}
