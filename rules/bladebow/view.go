package bladebow

import (
	"fmt"
	"math/bits"

	"acies/game"
)

// prompts are the keys of what a waiting task asks.
var prompts = [taskKinds]string{
	tRanks: "ranks", tCamp: "camp", tLeaders: "leaders", tShields: "shields", tTake: "take", tDelay: "delay", tArrive: "arrive",
	tOrders: "orders", tForm: "form", tWindow: "window", tMoves: "moves", tMove: "move", tPush: "push", tRide: "ride",
	tVolleys: "volleys", tFirers: "firers", tMelees: "melees", tAttackers: "attackers", tEvade: "evade", tCommit: "commit",
	tLead: "lead", tRerolls: "rerolls", tRecoil: "recoil", tWithdraw: "recoil", tAdvance: "advance", tAgain: "again",
	tFace: "face", tLeadersBack: "leaders-back", tReturn: "return",
	tDraw: "draw", tInitiative: "initiative", tAfter: "after", tShot: "shot", tDuel: "duel", tEntry: "entry", tReroll: "reroll",
	tCasualty: "casualty", tRoutDice: "rout-dice", tCheck: "check", tTurnEnd: "turn-end",
}

// prompt returns what is asked, as far as a viewer may know it.
func (s *State) prompt(viewer game.Side) game.Event {
	t := s.current()
	if t.kind == tRanks && game.Side(t.a) != viewer {
		// How far the distribution has come would tell whether it is one of those that are offered whole.
		return game.Event{Key: "prompt.ranks-secret", Clause: "bnb-R91"}
	}
	e := game.Event{Key: "prompt." + prompts[t.kind], Clause: promptClauses[t.kind]}
	if e.Clause == "" {
		e.Clause = "bnb-5.0b"
	}
	switch t.kind {
	case tRanks:
		u := int(t.b)
		if u < 0 {
			u = s.nextRanked(t.a, -1)
		}
		e.Args = []game.Arg{piece("unit", u)}
	case tLeaders, tLeadersBack:
		e.Args = []game.Arg{piece("leader", s.b.leaderPiece(int(t.b)))}
	case tRide, tCasualty:
		e.Args = []game.Arg{piece("leader", s.b.leaderPiece(int(t.a)))}
	case tOrders:
		e.Args = []game.Arg{num("actions", int(s.actions))}
	case tForm:
		e.Args = []game.Arg{word("order", orderKeys[s.form.kind])}
	case tWindow:
		e.Key = "prompt.window-" + windowKeys[t.a]
		switch window(t.a) {
		case windowRecoil, windowPanic, windowAdvance, windowF:
			e.Args = []game.Arg{piece("unit", int(t.b))}
		case windowA:
			e.Args = []game.Arg{player("side", s.active), num("actions", int(s.actions))}
		case windowM: // a march or a shield wall
			e.Args = []game.Arg{word("order", orderKeys[s.form.kind])}
		case windowL:
			e.Args = []game.Arg{piece("leader", s.b.leaderPiece(int(t.b)))}
		}
	case tMove:
		e.Args = []game.Arg{piece("unit", int(s.move.unit)), num("mp", int(s.move.mp))}
	case tPush:
		e.Args = []game.Arg{piece("unit", int(s.move.pushed)), piece("by", int(s.move.unit)), place("square", int(s.move.goal)), heading("facing", int(s.move.facing))}
	case tFirers, tShot:
		e.Args = []game.Arg{piece("target", int(s.shot.target))}
	case tEvade:
		e.Args = []game.Arg{piece("unit", int(s.duel.target))}
	case tCommit:
		e.Args = []game.Arg{num("points", int(s.duel.points))}
	case tLead:
		if t.a > 0 {
			e.Key = "prompt.support"
		}
	case tEntry:
		e.Args = []game.Arg{piece("unit", int(s.duel.units[t.a]))}
	case tRerolls:
		e.Args = []game.Arg{num("rerolls", int(s.duel.rerolls[s.half(t.a)]))}
	case tRecoil, tWithdraw, tRoutDice:
		e.Args = []game.Arg{piece("unit", int(s.hurt.unit))}
	case tAdvance, tAgain:
		e.Args = []game.Arg{piece("unit", int(s.duel.units[0]))}
	case tFace, tCheck:
		e.Args = []game.Arg{piece("unit", int(t.a))}
	case tReturn:
		e.Args = []game.Arg{piece("unit", int(t.b))}
	case tDelay:
		e.Args = []game.Arg{num("die", int(s.area))}
	}
	if s.form.kind != noOrder && t.kind != tForm {
		e.Args = append(e.Args, word("order", orderKeys[s.form.kind])) // everybody knows what the action is
	}
	return e
}

// span names the present impulse, or the phase outside impulses: for so long a player may decline to play cards.
func (s *State) span() string {
	if s.active == none {
		return fmt.Sprintf("%d.%s", s.turn, phaseKeys[s.phase])
	}
	return fmt.Sprintf("%d.%d.%d", s.turn, s.active, s.impulses[s.active])
}

var promptClauses = [taskKinds]string{
	tRanks: "bnb-15.2c", tCamp: "bnb-15.3pf", tLeaders: "bnb-15.1c", tShields: "bnb-M22", tTake: "bnb-5.1a", tDelay: "bnb-15.4yj",
	tArrive: "bnb-15.4yl", tOrders: "bnb-5.4.5a", tForm: "bnb-3.5a", tWindow: "bnb-4.2c", tMoves: "bnb-R26", tMove: "bnb-7.1a",
	tPush: "bnb-7.3.4b", tRide: "bnb-6.2b", tVolleys: "bnb-8.5.1a", tFirers: "bnb-8.5.1a", tMelees: "bnb-9.4.1a", tAttackers: "bnb-9.4.1a",
	tEvade: "bnb-9.4.2a", tCommit: "bnb-4.1a", tLead: "bnb-9.4.5.4a", tRerolls: "bnb-9.4.7a", tRecoil: "bnb-9.4.9.2b", tWithdraw: "bnb-8.5.3f",
	tAdvance: "bnb-9.4.10a", tAgain: "bnb-9.4.12a", tFace: "bnb-11.0g", tLeadersBack: "bnb-6.3g", tReturn: "bnb-5.5.1b",
	tDraw: "bnb-5.4.1b", tInitiative: "bnb-5.3a", tAfter: "bnb-15.5a", tShot: "bnb-8.5.1d", tDuel: "bnb-9.4.6a", tEntry: "bnb-9.4.3a",
	tReroll: "bnb-9.4.7b", tCasualty: "bnb-6.3a", tRoutDice: "bnb-9.4.11a", tCheck: "bnb-3.4a", tTurnEnd: "bnb-5.7a",
}

// Moment returns the turn and the key of the phase, as the view does at a fraction of its cost.
func (s *State) Moment() (turn int, phase string) { return int(s.turn), "phase." + phaseKeys[s.phase] }

// View implements [game.State].
func (s *State) View(viewer game.Side) game.View {
	v := game.View{
		Side: viewer, ToAct: s.ToAct(), Turn: int(s.turn), Turns: len(s.b.setup.Icons), Prompt: game.Event{Key: "prompt.over", Clause: "bnb-5.6a"},
		Phase: "phase." + phaseKeys[s.phase], Active: -1, Setup: s.phase == phaseSetup,
	}
	v.EndDice = s.b.setup.Icons
	for i, key := range phaseKeys {
		if phase(i) != phaseSetup || v.Setup { // the set-up is on the track only while it lasts
			v.Phases = append(v.Phases, "phase."+key)
		}
	}
	if !s.over {
		v.Prompt, v.Span = s.prompt(viewer), s.span()
	}
	switch {
	case s.duel.n > 0:
		for _, u := range s.duel.units[:s.duel.n] {
			v.Chosen = append(v.Chosen, int(u))
		}
	case s.shot.n > 0:
		for _, u := range s.shot.firers[:s.shot.n] {
			v.Chosen = append(v.Chosen, int(u))
		}
	default:
		for set := s.form.units; set != 0; set &= set - 1 {
			v.Chosen = append(v.Chosen, bits.TrailingZeros64(set))
		}
	}
	for i := range s.b.units {
		v.Pieces = append(v.Pieces, s.viewUnit(uint8(i), viewer))
	}
	for i := range s.b.leaders {
		v.Pieces = append(v.Pieces, s.viewLeader(i))
	}
	for side := range 2 {
		p := game.PieceView{Piece: s.b.campPiece(side), Place: int(s.camps[side]), Facing: -1, Order: 2}
		if s.overrun[side] {
			p.States = []string{"overrun"}
		}
		v.Pieces = append(v.Pieces, p)
	}
	v.Pieces = s.viewCards(v.Pieces, viewer)
	v.Pools = s.viewPools()
	for _, t := range s.tasks[:s.nTasks] {
		if t.kind == tAttackers || t.kind == tDuel {
			v.Marks = append(v.Marks, game.Mark{Place: int(s.duel.square), Key: "melee"})
		}
	}
	for side := range 2 {
		v.Scores = append(v.Scores,
			game.Score{Side: game.Side(side), Key: "score.enemy-losses", Clause: "bnb-5.6d", Points: int(s.losses[1-side])},
			game.Score{Side: game.Side(side), Key: "score.losses", Clause: "bnb-2.3.3.3a", Points: int(s.losses[side]), Track: true, Of: s.routLevel(uint8(side))},
			game.Score{Side: game.Side(side), Key: "score.rout-level", Clause: "bnb-2.3.3.2b", Points: s.routLevel(uint8(side)), Track: true},
			game.Score{Side: game.Side(side), Key: "score.impulses", Clause: "bnb-2.3.3.4b", Points: int(s.impulses[side]), Track: true},
			game.Score{Side: game.Side(side), Key: "score.hand", Clause: "bnb-R14", Points: s.handCount(uint8(side)), Track: true})
	}
	if s.active != none {
		v.Scores = append(v.Scores, game.Score{Side: game.Side(s.active), Key: "score.actions", Clause: "bnb-2.3.3.5b", Points: int(s.actions), Track: true})
	}
	if s.turn > 0 {
		v.Scores = append(v.Scores, game.Score{Side: game.Side(s.initiative), Key: "score.initiative", Clause: "bnb-2.3.3.1b", Points: 1, Track: true})
	}
	v.Scores = s.addBoxes(v.Scores)
	if s.ToAct() == viewer {
		v.Legal, v.Together = s.Legal(nil), s.together()
		if s.current().kind == tOrders {
			v.Advance = v.Together
		}
	}
	return v
}

// addBoxes adds how many units of each side are in the boxes of the rout management track, if any are (5.5).
func (s *State) addBoxes(list []game.Score) []game.Score {
	var boxes [2][2]int
	for i := range s.b.units {
		switch s.units[i].where {
		case inRouted:
			boxes[0][s.b.units[i].side]++
		case inRallied:
			boxes[1][s.b.units[i].side]++
		}
	}
	for box, n := range boxes {
		if n == [2]int{} {
			continue
		}
		key, clause := "score.routed", "bnb-5.5.2a"
		if box == 1 {
			key, clause = "score.rallied", "bnb-5.5.1a"
		}
		for side := range 2 {
			list = append(list, game.Score{Side: game.Side(side), Key: key, Clause: clause, Points: n[side], Track: true})
		}
	}
	return list
}

var unitStates = []struct {
	f   flags
	key string
}{
	{fDisrupted, "disrupted"},
	{fShield, "shield"},
	{fMelee, "melee"},
	{fAttacked, "attacked"},
	{fTarget, "target"},
	{fFired, "fired"},
	{fShotAt, "shot-at"},
	{fCarded, "carded"},
}

var whereKeys = [wheres]string{
	inRouted: "routed", inRallied: "rallied", gone: "eliminated", spent: "spent", captive: "captured", awaited: "expected",
}

func (s *State) viewUnit(u uint8, viewer game.Side) game.PieceView {
	p := &s.units[u]
	d := &s.b.units[u]
	v := game.PieceView{Piece: int(u), Place: int(p.square), Facing: int(p.facing)}
	i := s.index(u)
	v.Values = append(v.Values, game.Value{Key: "mp", N: d.MP[i]}, game.Value{Key: "missile", N: d.Missile[i]})
	switch {
	case !s.ranked(u):
	case game.Side(d.side) == viewer:
		v.Values = append(v.Values, game.Value{Key: "ranks", N: int(p.ranks)})
	case s.has(u, fKnown) && (s.b.setup.Sides[d.side].MaxRanks == 0 || s.phase != phaseSetup && (s.exposed(u) || s.inMelee(u))):
		v.Values = append(v.Values, game.Value{Key: "ranks", N: int(p.ranks)})
	case s.has(u, fKnown):
		v.Values = append(v.Values, game.Value{Key: "last-known", N: int(p.ranks)})
	}
	if p.where != onMap {
		v.Place, v.Facing = -1, -1
		v.States = append(v.States, whereKeys[p.where])
		if p.where == awaited && s.area > 0 && s.delay > 0 {
			v.Values = append(v.Values, game.Value{Key: "arrives", N: int(s.turn + s.delay)}, game.Value{Key: "area", N: int(s.area)})
		}
		return v
	}
	for _, x := range unitStates {
		if p.flags&x.f != 0 {
			v.States = append(v.States, x.key)
		}
	}
	if s.form.units>>u&1 != 0 && s.form.kind != noOrder {
		v.States = append(v.States, "ordered")
	}
	if s.form.breath && s.form.wind == u {
		v.States = append(v.States, "second-wind")
	}
	return v
}

// inMelee reports whether the ranks of a unit count in the present melee, so that everybody sees them (R11).
func (s *State) inMelee(u uint8) bool {
	return s.duel.n > 0 && (s.duel.target == u || s.duel.units[0] == u) && s.duel.count != [3]uint8{}
}

func (s *State) viewLeader(i int) game.PieceView {
	p := &s.leaders[i]
	d := &s.b.leaders[i]
	v := game.PieceView{Piece: s.b.leaderPiece(i), Place: int(p.square), Facing: -1, Order: 1}
	v.Values = []game.Value{{Key: "rank", N: d.Rank}, {Key: "range", N: d.Range}, {Key: "value", N: d.Value}}
	if p.where != onMap {
		v.Place = -1
		key := whereKeys[p.where]
		if p.where == gone {
			key = "killed"
		}
		v.States = append(v.States, key)
		if p.where == captive {
			v.Values = append(v.Values, game.Value{Key: "returns", N: int(p.turn)})
		}
		return v
	}
	if uint8(i) == s.commander(uint8(d.Side)) {
		v.States = append(v.States, "commander")
	}
	return v
}

// viewPools shows the dice of the present combat, and those thrown last.
func (s *State) viewPools() (list []game.Pool) {
	add := func(key string, side game.Side, piece int, p pool) {
		if p != 0 {
			list = append(list, game.Pool{Key: "pool." + key, Side: side, Piece: piece, Dice: dice("", p).List})
		}
	}
	// mark says what the dice added last count for: faces up to hit hit, those from cancel up cancel.
	mark := func(p pool, hit, cancel int) {
		if p == 0 {
			return
		}
		last := &list[len(list)-1]
		last.Signs = make([]string, len(last.Dice))
		for i, n := range last.Dice {
			switch {
			case n <= hit:
				last.Signs[i] = "hit"
			case n >= cancel:
				last.Signs[i] = "cancel"
			}
		}
	}
	const never = 7
	if s.active != none {
		attacker, defender := game.Side(s.active), game.Side(other(s.active))
		if d := &s.duel; d.n > 0 {
			for i, u := range d.units[:d.n] {
				add("entry", attacker, int(u), d.entry[i])
				if d.entry[i] != 0 && d.status[i] == failed {
					last := &list[len(list)-1]
					last.Signs = make([]string, len(last.Dice))
					for j, n := range last.Dice {
						if n > s.entryLevel(u) {
							last.Signs[j] = "fail"
						}
					}
				}
			}
			faces := func(group int) (p pool, hit, cancel int) {
				hit, cancel = s.faces(group)
				return d.dice[group], hit, cancel
			}
			add("attack", attacker, int(d.units[0]), d.dice[0])
			mark(faces(0))
			add("attack-wall", attacker, int(d.units[0]), d.dice[1])
			mark(faces(1))
			if d.dice[1] != 0 {
				list[len(list)-1].Named = ofWall.Text
			}
			add("defence", defender, s.defenderPiece(), d.dice[2])
			mark(faces(2))
		}
		if x := &s.shot; x.target != none {
			add("attack", attacker, int(x.firers[0]), x.dice[0])
			mark(x.dice[0], 2, never)
			add("defence", defender, int(x.target), x.dice[1])
			mark(x.dice[1], 0, 5)
		}
	}
	add("last", game.Nature, -1, s.last)
	return list
}

// defenderPiece returns the piece that is attacked in melee: a unit or a camp.
func (s *State) defenderPiece() int {
	if s.duel.target == none {
		return s.b.campPiece(int(s.duel.camp))
	}
	return int(s.duel.target)
}

// viewCards shows the hand of the viewer and the discards. Of other cards nobody knows where they are.
func (s *State) viewCards(list []game.PieceView, viewer game.Side) []game.PieceView {
	for c, at := range s.cards {
		state := ""
		switch {
		case at == discarded:
			state = "discarded"
		case viewer >= 0 && at == inHand0+uint8(viewer):
			state = "held"
		default:
			continue
		}
		v := game.PieceView{Piece: s.b.CardPiece(c), Place: -1, Facing: -1, States: []string{state}}
		v.Values = []game.Value{{Key: "commitment", N: Deck[c].Commitment}}
		list = append(list, v)
	}
	return list
}

// Shown implements [game.State]. A card drawn into a hand, a pass in a window and the distribution of ranks are shown to
// their side alone.
func (s *State) Shown(a game.Action, viewer game.Side) (game.Action, bool) {
	t := s.current()
	switch t.kind {
	case tDraw:
		if t.a != drawActions && game.Side(t.b) != viewer && a.A != reshuffle+1 {
			a.A = 0
		}
	case tRanks:
		if game.Side(t.a) != viewer {
			return game.Action{}, false
		}
	case tWindow:
		if a.Verb == vPass && game.Side(s.asked(t.c)) != viewer {
			return game.Action{}, false
		}
	}
	return a, true
}

// Resample implements [game.State]. A viewer knows his own hand and the discards; the other cards may be anywhere. Of
// ranks he does not know he knows the total and what has been lost.
func (s *State) Resample(viewer game.Side, src game.Source) {
	for side := range uint8(2) {
		if game.Side(side) == viewer {
			continue
		}
		s.resampleRanks(side, src)
	}
	// Deal the hands of others again, from the draw pile and those hands together.
	var list [CardCount]int
	n := 0
	for c, at := range s.cards {
		if c != reshuffle && (at == inDeck || at == inHand0 && viewer != 0 || at == inHand1 && viewer != 1) {
			list[n] = c
			n++
		}
	}
	var hands [2]int
	for side := range uint8(2) {
		if game.Side(side) != viewer {
			hands[side] = s.handCount(side)
		}
	}
	for _, c := range list[:n] {
		s.cards[c] = inDeck
	}
	for side, k := range hands {
		for range k {
			i := game.Intn(src, n)
			s.cards[list[i]] = inHand0 + uint8(side)
			n--
			list[i] = list[n]
		}
	}
}
