package bladebow

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
	"acies/grid"
)

// The verbs of Blade & Bow.
const (
	vRoll      game.Verb = 1 + iota // dice
	vDraw                           // a card is drawn
	vPreset                         // ranks as printed, or one of the presets
	vRanks                          // a unit gets its ranks
	vCamp                           // the camp is pitched
	vPlace                          // a leader is placed
	vShield                         // a unit starts in the shield wall
	vNoShields                      // nobody does
	vReady                          // the set-up is as it should be
	vTake                           // draw a card at the start of a turn
	vPlay                           // play a card for its effect
	vPass                           // play no card
	vMove                           // begin an action with a unit
	vShoot
	vMelee
	vRally
	vWall
	vLeader  // move a leader by himself
	vDiscard // discard a card
	vBuy     // buy a card
	vIdle    // spend an action on nothing
	vEnd     // give up the rest of the impulse
	vWith    // add a unit
	vGo      // begin with those who were added
	vMarch   // a unit of the formation begins its move
	vTo      // it moves
	vReverse
	vLoosen // it disrupts itself
	vLower  // it takes its shield marker off
	vHalt   // it has moved
	vDisplace
	vRide   // a leader goes to a square
	vTarget // shoot at a square
	vAttack // attack a square
	vStand  // do not retreat
	vEvade  // retreat before melee
	vCommit // spend a card on entry dice
	vPress  // spend points on a unit
	vLead   // choose the lead, or the next supporter
	vReroll
	vKeep // re-roll nothing more
	vRecoil
	vAdvance
	vStay
	vAgain // attack again
	vFace
	vReturn // place a rallied unit
	vDelay
	vDone
	verbs
)

// operand is the meaning of a number of an action: how it is written, and which values it can have.
type operand uint8

const (
	opUnused operand = iota // always 0
	opRoll                  // dice, as a pool
	opDrawn                 // a card plus 1, or 0 for one that is not shown
	opUnit
	opLeader // numbered as a piece, after the units
	opSquare
	opFacing
	opCard
	opNumber
	opNamed // what a card names: see formatNamed
	operandKinds
)

// syntax gives each verb its word and the meaning of its numbers, in order.
var syntax = [verbs]struct {
	word string
	args [2]operand
}{
	vRoll:      {"roll", [2]operand{opRoll}},
	vDraw:      {"draw", [2]operand{opDrawn}},
	vPreset:    {"preset", [2]operand{opNumber}},
	vRanks:     {"ranks", [2]operand{opUnit, opNumber}},
	vCamp:      {"camp", [2]operand{opSquare}},
	vPlace:     {"place", [2]operand{opLeader, opSquare}},
	vShield:    {"shield", [2]operand{opUnit}},
	vNoShields: {word: "no-shields"},
	vReady:     {word: "ready"},
	vTake:      {word: "take"},
	vPlay:      {"play", [2]operand{opCard, opNamed}},
	vPass:      {word: "pass"},
	vMove:      {"move", [2]operand{opUnit}},
	vShoot:     {"shoot", [2]operand{opUnit}},
	vMelee:     {"melee", [2]operand{opUnit}},
	vRally:     {"rally", [2]operand{opUnit}},
	vWall:      {"wall", [2]operand{opUnit}},
	vLeader:    {"leader", [2]operand{opLeader}},
	vDiscard:   {"discard", [2]operand{opCard}},
	vBuy:       {word: "buy"},
	vIdle:      {word: "idle"},
	vEnd:       {word: "end"},
	vWith:      {"with", [2]operand{opUnit}},
	vGo:        {word: "go"},
	vMarch:     {"march", [2]operand{opUnit}},
	vTo:        {"to", [2]operand{opSquare, opFacing}},
	vReverse:   {word: "reverse"},
	vLoosen:    {word: "loosen"},
	vLower:     {word: "lower"},
	vHalt:      {word: "halt"},
	vDisplace:  {"displace", [2]operand{opSquare}},
	vRide:      {"ride", [2]operand{opSquare}},
	vTarget:    {"target", [2]operand{opSquare}},
	vAttack:    {"attack", [2]operand{opSquare}},
	vStand:     {word: "stand"},
	vEvade:     {"evade", [2]operand{opSquare, opSquare}},
	vCommit:    {"commit", [2]operand{opCard}},
	vPress:     {"press", [2]operand{opUnit}},
	vLead:      {"lead", [2]operand{opUnit}},
	vReroll:    {"reroll", [2]operand{opNumber, opNumber}},
	vKeep:      {word: "keep"},
	vRecoil:    {"recoil", [2]operand{opSquare}},
	vAdvance:   {"advance", [2]operand{opFacing}},
	vStay:      {word: "stay"},
	vAgain:     {word: "again"},
	vFace:      {"face", [2]operand{opFacing}},
	vReturn:    {"return", [2]operand{opUnit, opSquare}},
	vDelay:     {"delay", [2]operand{opNumber, opNumber}},
	vDone:      {word: "done"},
}

// Verbs returns the words of all verbs, in the order of their numbers.
func Verbs() []string {
	var list []string
	for _, x := range syntax[1:] {
		list = append(list, x.word)
	}
	return list
}

// inRange refuses an action with a number out of range, so that later checks can rely on the numbers.
func (b *Battle) inRange(a game.Action) reason {
	if a.Verb == 0 || a.Verb >= verbs || a.C != 0 || a.D != 0 {
		return reason{id: whyNotNow}
	}
	args := &syntax[a.Verb].args
	for i, v := range [2]int32{a.A, a.B} {
		if x := &b.spans[args[i]]; v < x.least || v > x.most {
			return outOfRange(args[i])
		}
	}
	return reason{}
}

func outOfRange(o operand) reason {
	switch o {
	case opUnit, opLeader:
		return reason{id: whyNoPiece}
	case opSquare:
		return reason{id: whyOffMap}
	case opFacing:
		return reason{id: whyFacing}
	case opCard, opDrawn:
		return reason{id: whyNoCard}
	case opRoll:
		return reason{id: whyDie}
	}
	return reason{id: whyNotNow}
}

// Format implements [game.Battle].
func (b *Battle) Format(a game.Action) string {
	if a.Verb == 0 || a.Verb >= verbs {
		return fmt.Sprintf("?%d", a.Verb)
	}
	x := &syntax[a.Verb]
	out := x.word
	for i, v := range [2]int32{a.A, a.B} {
		if w := b.formatArg(x.args[i], a, v); w != "" {
			out += " " + w
		}
	}
	return out
}

func (b *Battle) formatArg(o operand, a game.Action, v int32) string {
	switch o {
	case opRoll:
		return formatPool(pool(v))
	case opDrawn:
		if v == 0 {
			return "?"
		}
		return cardID(int(v) - 1)
	case opUnit, opLeader:
		return b.PieceID(int(v))
	case opSquare:
		return b.PlaceID(int(v))
	case opFacing:
		return b.FacingID(int(v))
	case opCard:
		return cardID(int(v))
	case opNumber:
		if a.Verb == vReroll && v == a.B && a.B == 0 {
			return ""
		}
		return strconv.Itoa(int(v))
	case opNamed:
		return b.formatNamed(int(a.A), int(v))
	}
	return ""
}

// formatPool writes the faces of dice, the lowest first.
func formatPool(p pool) string {
	var out []string
	for f := 1; f <= 6; f++ {
		for range p.count(f) {
			out = append(out, strconv.Itoa(f))
		}
	}
	return strings.Join(out, " ")
}

// formatNamed writes what a card names: a unit, a leader, or a die, with "wall" if it is one of a shield wall.
func (b *Battle) formatNamed(c, v int) string {
	if v == 0 || c < 0 || c >= CardCount {
		return ""
	}
	switch Deck[c].Effect {
	case FickleFortune:
		if v >= 8 {
			return strconv.Itoa(v-8) + " wall"
		}
	case RiderWithOrders:
		return b.PieceID(b.leaderPiece(v - 1))
	case SecondWind, ToTheStandard:
		return b.PieceID(v - 1)
	}
	return strconv.Itoa(v)
}

// Parse implements [game.Battle].
func (b *Battle) Parse(s string) (game.Action, error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return game.Action{}, fmt.Errorf("action is empty: expected a verb, such as %q", "end")
	}
	for v := range syntax {
		if v > 0 && syntax[v].word == words[0] {
			return b.parseArgs(game.Verb(v), words[1:])
		}
	}
	return game.Action{}, fmt.Errorf("action %q: unknown verb %q, expected one of %s", s, words[0], strings.Join(Verbs(), ", "))
}

func (b *Battle) parseArgs(v game.Verb, words []string) (game.Action, error) {
	a := game.Action{Verb: v}
	fail := func(err error) (game.Action, error) {
		return game.Action{}, fmt.Errorf("action %q: %w", syntax[v].word, err)
	}
	for i, o := range syntax[v].args {
		into := []*int32{&a.A, &a.B}[i]
		if o == opUnused {
			continue
		}
		n, used, err := b.parseArg(o, a, i, words)
		if err != nil {
			return fail(err)
		}
		*into = n
		words = words[used:]
	}
	if len(words) > 0 {
		return fail(fmt.Errorf("unexpected %q", strings.Join(words, " ")))
	}
	return a, nil
}

// parseArg reads an operand and returns how many words it took.
func (b *Battle) parseArg(o operand, a game.Action, i int, words []string) (n int32, used int, err error) {
	switch {
	case o == opRoll:
		p, err := parsePool(words)
		return int32(p), len(words), err
	case o == opNamed:
		return b.parseNamed(int(a.A), words)
	case o == opNumber && a.Verb == vReroll && i == 1 && len(words) == 0:
		return 0, 0, nil
	case len(words) == 0:
		return 0, 0, fmt.Errorf("%s is missing", operandNames[o])
	}
	w := words[0]
	switch o {
	case opDrawn:
		if w == "?" {
			return 0, 1, nil
		}
		c, err := parseCard(w)
		return int32(c) + 1, 1, err
	case opCard:
		c, err := parseCard(w)
		return int32(c), 1, err
	case opUnit:
		i := slices.IndexFunc(b.units, func(u unitData) bool { return u.id == w })
		if i < 0 {
			return 0, 0, fmt.Errorf("there is no unit %q", w)
		}
		return int32(i), 1, nil
	case opLeader:
		i := slices.IndexFunc(b.leaders, func(l LeaderSetup) bool { return l.ID == w })
		if i < 0 {
			return 0, 0, fmt.Errorf("there is no leader %q", w)
		}
		return int32(b.leaderPiece(i)), 1, nil
	case opSquare:
		q, err := b.board.Parse(w)
		return int32(q), 1, err
	case opFacing:
		f := slices.Index(grid.DirectionNames[:], w)
		if f < 0 {
			return 0, 0, fmt.Errorf("facing %q: expected one of %s", w, strings.Join(grid.DirectionNames[:], ", "))
		}
		return int32(f), 1, nil
	}
	v, err := strconv.Atoi(w)
	if err != nil || v < 0 || v > 63 || strconv.Itoa(v) != w {
		return 0, 0, fmt.Errorf("%q is not a number from 0 to 63", w)
	}
	return int32(v), 1, nil
}

var operandNames = [operandKinds]string{
	opDrawn: "a card", opUnit: "a unit", opLeader: "a leader", opSquare: "a square", opFacing: "a facing", opCard: "a card", opNumber: "a number",
}

func parseCard(w string) (int, error) {
	if len(w) == 3 && w[0] == 'K' {
		if n, err := strconv.Atoi(w[1:]); err == nil && n >= 1 && n <= CardCount && cardID(n-1) == w {
			return n - 1, nil
		}
	}
	return 0, fmt.Errorf("card %q: expected K01 to K%d", w, CardCount)
}

func parsePool(words []string) (pool, error) {
	var p pool
	if len(words) == 0 {
		return 0, fmt.Errorf("dice are missing: expected faces from 1 to 6")
	}
	if len(words) > maxDice {
		return 0, fmt.Errorf("%d dice: nobody rolls more than %d", len(words), maxDice)
	}
	for _, w := range words {
		if len(w) != 1 || w[0] < '1' || w[0] > '6' {
			return 0, fmt.Errorf("die %q: expected a face from 1 to 6", w)
		}
		p = p.with(int(w[0] - '0'))
	}
	return p, nil
}

// parseNamed reads what a card names.
func (b *Battle) parseNamed(c int, words []string) (n int32, used int, err error) {
	if len(words) == 0 {
		return 0, 0, nil
	}
	w := words[0]
	switch Deck[c].Effect {
	case RiderWithOrders:
		n, _, err := b.parseArg(opLeader, game.Action{}, 0, words)
		return n - int32(len(b.units)) + 1, 1, err
	case SecondWind, ToTheStandard:
		n, _, err := b.parseArg(opUnit, game.Action{}, 0, words)
		return n + 1, 1, err
	case FickleFortune:
		v, err := strconv.Atoi(w)
		if err != nil || v < 1 || v > 6 || strconv.Itoa(v) != w {
			return 0, 0, fmt.Errorf("die %q: expected a face from 1 to 6", w)
		}
		if len(words) > 1 && words[1] == "wall" {
			return int32(v) + 8, 2, nil
		}
		return int32(v), 1, nil
	}
	v, err := strconv.Atoi(w)
	if err != nil || v < 1 || v > 63 || strconv.Itoa(v) != w {
		return 0, 0, fmt.Errorf("unexpected %q", w)
	}
	return int32(v), 1, nil
}

// Choice implements [game.Battle].
func (b *Battle) Choice(a game.Action) game.Choice {
	if a.Verb == 0 || a.Verb >= verbs {
		return game.Choice{Verb: "?"}
	}
	x := &syntax[a.Verb]
	c := game.Choice{Verb: x.word, Key: "action." + x.word}
	for i, v := range [2]int32{a.A, a.B} {
		n := int(v)
		switch o := x.args[i]; o {
		case opRoll:
			for f := 1; f <= 6; f++ {
				for range pool(v).count(f) {
					c.Operands = append(c.Operands, game.Operand{Kind: game.Die, Role: game.Result, N: f})
				}
			}
		case opDrawn:
			if v == 0 {
				c.Key = "action.draw-hidden"
				continue
			}
			c.Operands = append(c.Operands, game.Operand{Kind: game.Card, Role: game.Result, N: b.CardPiece(n - 1)})
		case opCard:
			c.Operands = append(c.Operands, game.Operand{Kind: game.Card, Role: game.Own, N: b.CardPiece(n)})
		case opUnit, opLeader:
			c.Operands = append(c.Operands, game.Operand{Kind: game.Piece, Role: game.Own, N: n})
		case opSquare:
			role := game.Goal
			switch a.Verb {
			case vTarget:
				role = game.Target
			case vAttack:
				role = game.Enemy
			}
			c.Operands = append(c.Operands, game.Operand{Kind: game.Place, Role: role, N: n})
		case opFacing:
			c.Operands = append(c.Operands, game.Operand{Kind: game.Facing, Role: game.Heading, N: n})
		case opNumber:
			c = b.numbered(c, a, i)
		case opNamed:
			c = b.named(c, int(a.A), n)
		}
	}
	switch a.Verb {
	case vPass, vDone, vEnd, vHalt, vKeep, vReady, vStay, vStand:
		c.Ends = true
	}
	c.Quiet = a.Verb == vPass
	c.Discards = a.Verb == vDiscard
	switch a.Verb {
	case vShoot, vTarget, vAttack, vGo, vReverse, vReroll, vAgain:
		c.Rolls = true
	}
	return c
}

// ofWall marks a die as one of a shield wall.
var ofWall = game.Operand{Kind: game.Key, N: 1, Text: "action.of-wall"}

// numbered adds a number of an action to its choice, as what it means there.
func (b *Battle) numbered(c game.Choice, a game.Action, i int) game.Choice {
	n := int([2]int32{a.A, a.B}[i])
	x := game.Operand{Kind: game.Number, N: n}
	switch {
	case a.Verb == vReroll && i == 0:
		x = game.Operand{Kind: game.Die, Role: game.Own, N: n}
	case a.Verb == vReroll && n == 0:
		return c
	case a.Verb == vReroll:
		x = ofWall
	case a.Verb == vDelay && i == 1:
		x.Kind = game.Die
	case a.Verb == vDelay && n == 0:
		c.Key += "-none"
	case a.Verb == vPreset && n == 0:
		c.Key += "-printed"
	}
	c.Operands = append(c.Operands, x)
	if a.Verb == vPreset && n > 0 {
		if id := b.presetID(n); id != "" {
			c.Operands = append(c.Operands, game.Operand{Kind: game.Key, Text: "preset." + id})
		}
	}
	return c
}

// presetID returns the id of a distribution of ranks, or "" if both sides have one of that number.
func (b *Battle) presetID(n int) (id string) {
	for _, side := range b.setup.Sides {
		if n <= len(side.Presets) {
			if id != "" {
				return ""
			}
			id = side.Presets[n-1].ID
		}
	}
	return id
}

// named adds what a card names to the choice of playing it.
func (b *Battle) named(c game.Choice, card, v int) game.Choice {
	if v == 0 {
		return c
	}
	var list []game.Operand
	switch Deck[card].Effect {
	case RiderWithOrders:
		c.Key += "-for"
		list = []game.Operand{{Kind: game.Piece, Role: game.Own, N: b.leaderPiece(v - 1)}}
	case SecondWind, ToTheStandard:
		c.Key += "-for"
		list = []game.Operand{{Kind: game.Piece, Role: game.Own, N: v - 1}}
	case FickleFortune:
		c.Key += "-die"
		list = []game.Operand{{Kind: game.Die, Role: game.Enemy, N: v & 7}}
		if v >= 8 {
			list = append(list, ofWall)
		}
	default:
		list = []game.Operand{{Kind: game.Number, N: v}}
	}
	c.Operands = append(c.Operands, list...)
	return c
}

// Instead implements [game.Changer].
func (b *Battle) Instead(a game.Action, operand, n int) game.Action {
	switch operand {
	case 0:
		a.A = int32(n)
	case 1:
		a.B = int32(n)
	}
	return a
}
