package impetus

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
)

// The verbs of Impetus.
const (
	vRoll  game.Verb = 1 + iota // one die or two
	vThrow                      // a pool: sixes, fives, dice
	vDeploy
	vReady
	vName     // a Command
	vActivate // a unit or a group of the Command
	vEnd      // the Command has acted
	vRally
	vProceed // act without a (further) try to rally
	vRush    // the uncontrolled move: the free turn, and whether it may be extended
	vFight
	vDisengage
	vOpportunity
	vShieldwall
	vDismount
	vOccupy
	vLeave // a square
	vCharge
	vFire
	vForward
	vWheel // positive to the right
	vOblique
	vSideways
	vRearward
	vAbout
	vPass
	vStand
	vCounter
	vEvade
	vStop      // the charger stops after a distance, or runs on as far
	vRunAt     // the charger takes another target
	vIntercept // a charge in reaction
	vDecline
	vMember // a member of a group runs on
	vMelee  // the next melee of a group
	vPush
	vThrough
	vRelieve
	vPursue
	vReroll // a die, by what it shows
	verbs
)

// operand is the meaning of a number of an action: how it is written, and which values it can have.
type operand uint8

const (
	opUnused operand = iota // always 0
	opUnit
	opCommand
	opHidden // a Command plus 1, or 0 for one that is not shown
	opGroup  // a mask of units of the active Command
	opLength
	opAngle
	opX
	opY
	opHeading
	opFace
	opCount
	opSwitch
	operandKinds
)

// syntax gives each verb its word and the meaning of its numbers, in order. The switch of a charge and of a rush is
// whether its move is to be extended.
var syntax = [verbs]struct {
	word string
	args [4]operand
}{
	vRoll:        {"roll", [4]operand{opFace, opFace}},
	vThrow:       {"throw", [4]operand{opCount, opCount, opCount}},
	vDeploy:      {"deploy", [4]operand{opUnit, opX, opY, opHeading}},
	vReady:       {word: "ready"},
	vName:        {"name", [4]operand{opHidden}},
	vActivate:    {"activate", [4]operand{opGroup}},
	vEnd:         {word: "end"},
	vRally:       {word: "rally"},
	vProceed:     {word: "proceed"},
	vRush:        {"rush", [4]operand{opAngle, opSwitch}},
	vFight:       {word: "fight"},
	vDisengage:   {"disengage", [4]operand{opLength}},
	vOpportunity: {word: "opportunity"},
	vShieldwall:  {word: "shieldwall"},
	vDismount:    {word: "dismount"},
	vOccupy:      {word: "occupy"},
	vLeave:       {"leave", [4]operand{opUnit}},
	vCharge:      {"charge", [4]operand{opUnit, opSwitch}},
	vFire:        {"fire", [4]operand{opUnit, opUnit}},
	vForward:     {"forward", [4]operand{opLength}},
	vWheel:       {"wheel", [4]operand{opAngle}},
	vOblique:     {"oblique", [4]operand{opLength, opLength}},
	vSideways:    {"sideways", [4]operand{opLength}},
	vRearward:    {"rearward", [4]operand{opLength}},
	vAbout:       {word: "about-face"},
	vPass:        {word: "pass"},
	vStand:       {word: "stand"},
	vCounter:     {word: "counter-charge"},
	vEvade:       {word: "evade"},
	vStop:        {"stop", [4]operand{opLength}},
	vRunAt:       {"run-at", [4]operand{opUnit}},
	vIntercept:   {"intercept", [4]operand{opUnit, opUnit, opSwitch}},
	vDecline:     {word: "decline"},
	vMember:      {"run", [4]operand{opUnit, opUnit}},
	vMelee:       {"melee", [4]operand{opUnit}},
	vPush:        {word: "push"},
	vThrough:     {word: "pass-through"},
	vRelieve:     {"relieve", [4]operand{opUnit}},
	vPursue:      {word: "pursue"},
	vReroll:      {"re-roll", [4]operand{opFace}},
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
	if a.Verb == 0 || a.Verb >= verbs {
		return reason{id: whyNotNow}
	}
	args := &syntax[a.Verb].args
	for i, v := range [4]int32{a.A, a.B, a.C, a.D} {
		if x := &b.spans[args[i]]; v < x.least || v > x.most {
			return outOfRange(args[i])
		}
	}
	return reason{}
}

func outOfRange(o operand) reason {
	switch o {
	case opUnit, opGroup:
		return reason{id: whyNoPiece}
	case opLength, opX, opY:
		return reason{id: whyOffTable}
	case opFace, opCount:
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
	if a.Verb == vThrow {
		return x.word + formatPool(a)
	}
	out := x.word
	for i, v := range [4]int32{a.A, a.B, a.C, a.D} {
		if w := b.formatArg(x.args[i], v); w != "" {
			out += " " + w
		}
	}
	return out
}

// formatPool writes the dice of a pool: its sixes and fives, and a dash for every other die. What cannot be thrown is
// written as the numbers it has.
func formatPool(a game.Action) string {
	if a.A < 0 || a.B < 0 || a.C < a.A+a.B || a.C > maxDice {
		return fmt.Sprintf(" ?%d,%d,%d", a.A, a.B, a.C)
	}
	return strings.Repeat(" 6", int(a.A)) + strings.Repeat(" 5", int(a.B)) + strings.Repeat(" -", int(a.C-a.A-a.B))
}

func (b *Battle) formatArg(o operand, v int32) string {
	switch o {
	case opUnused:
		return ""
	case opUnit:
		return b.PieceID(int(v))
	case opHidden:
		if v == 0 {
			return "?"
		}
		return strconv.Itoa(int(v))
	case opFace:
		if v == 0 {
			return ""
		}
	case opGroup:
		return b.formatGroup(v)
	case opSwitch:
		if v == 0 {
			return ""
		}
		return "extended"
	case opLength, opX, opY:
		return formatLength(v)
	case opAngle, opHeading:
		return formatAngle(v)
	}
	return strconv.Itoa(int(v))
}

// formatLength writes a length in U, with as many decimals as it needs.
func formatLength(mu int32) string { return formatDecimal(int64(mu), 3) }

// formatAngle writes an angle in degrees.
func formatAngle(q int32) string { return formatDecimal(int64(q)*25, 2) }

func formatDecimal(n int64, digits int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	text := fmt.Sprintf("%0*d", digits+1, n)
	whole, rest := text[:len(text)-digits], strings.TrimRight(text[len(text)-digits:], "0")
	if rest != "" {
		whole += "." + rest
	}
	return sign + whole
}

// parseDecimal reads what formatDecimal writes.
func parseDecimal(w string, digits int) (int64, error) {
	text, negative := strings.CutPrefix(w, "-")
	whole, rest, _ := strings.Cut(text, ".")
	if len(rest) <= digits && len(whole) <= 6 {
		if n, err := strconv.ParseUint(whole+rest+strings.Repeat("0", digits-len(rest)), 10, 32); err == nil {
			v := int64(n)
			if negative {
				v = -v
			}
			if formatDecimal(v, digits) == w {
				return v, nil
			}
		}
	}
	return 0, fmt.Errorf("%q is not a number with at most %d decimals", w, digits)
}

// Masks of a group name units of the Command whose units are listed with them: the command is that of the lowest bit's
// unit, so that the words alone say which units are meant. A mask therefore carries the side and the Command in its upper
// bits.
const (
	maskUnits    = 24
	maskOfUnits  = 1<<maskUnits - 1
	maskCommands = maskUnits
)

// groupMask returns the operand that stands for some units of a Command.
func groupMask(side, c uint8, units int32) int32 {
	return units | int32(c)<<maskCommands | int32(side)<<(maskCommands+2)
}

func splitMask(v int32) (side, c uint8, units int32) {
	return uint8(v >> (maskCommands + 2) & 1), uint8(v >> maskCommands & 3), v & maskOfUnits
}

func (b *Battle) formatGroup(v int32) string {
	side, c, units := splitMask(v)
	var list []string
	for _, u := range b.members[side][c] {
		if b.units[u].bit&units != 0 {
			list = append(list, b.units[u].ID)
		}
	}
	return strings.Join(list, " ")
}

// Parse implements [game.Battle].
func (b *Battle) Parse(s string) (game.Action, error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return game.Action{}, fmt.Errorf("action is empty: expected a verb, such as %q", "end")
	}
	for v := range syntax {
		if v > 0 && syntax[v].word == words[0] {
			a, err := b.parseArgs(game.Verb(v), words[1:])
			if err != nil {
				return game.Action{}, fmt.Errorf("action %q: %w", s, err)
			}
			return a, nil
		}
	}
	return game.Action{}, fmt.Errorf("action %q: unknown verb %q, expected one of %s", s, words[0], strings.Join(Verbs(), ", "))
}

func (b *Battle) parseArgs(v game.Verb, words []string) (game.Action, error) {
	a := game.Action{Verb: v}
	if v == vThrow {
		return parsePool(words)
	}
	into := []*int32{&a.A, &a.B, &a.C, &a.D}
	for i, o := range syntax[v].args {
		switch {
		case o == opUnused:
			continue
		case o == opGroup:
			n, err := b.parseGroup(words)
			if err != nil {
				return a, err
			}
			*into[i], words = n, nil
			continue
		case len(words) == 0 && (o == opSwitch || o == opFace && (i == 1 || v == vReroll)):
			continue
		case len(words) == 0:
			return a, fmt.Errorf("%s is missing", operandNames[o])
		}
		n, err := b.parseArg(o, words[0])
		if err != nil {
			return a, err
		}
		*into[i], words = n, words[1:]
	}
	if len(words) > 0 {
		return a, fmt.Errorf("unexpected %q", strings.Join(words, " "))
	}
	return a, nil
}

var operandNames = [operandKinds]string{
	opUnit: "a unit", opCommand: "a command", opHidden: "a command", opLength: "a length", opAngle: "an angle", opX: "a place", opY: "a place",
	opHeading: "a heading", opFace: "a die",
}

func (b *Battle) parseArg(o operand, w string) (int32, error) {
	switch o {
	case opUnit:
		u, err := b.parseUnit(w)
		return int32(u), err
	case opHidden:
		if w == "?" {
			return 0, nil
		}
	case opSwitch:
		if w != "extended" {
			return 0, fmt.Errorf("unexpected %q: expected %q or nothing", w, "extended")
		}
		return 1, nil
	case opLength, opX, opY:
		n, err := parseDecimal(w, 3)
		return int32(n), err
	case opAngle, opHeading:
		n, err := parseDecimal(w, 2)
		if err == nil && n%25 != 0 {
			err = fmt.Errorf("%q is not a number of quarter degrees", w)
		}
		return int32(n / 25), err
	case opFace:
		if len(w) == 1 && w[0] >= '1' && w[0] <= '6' {
			return int32(w[0] - '0'), nil
		}
		return 0, fmt.Errorf("die %q: expected a face from 1 to 6", w)
	}
	n, err := strconv.Atoi(w)
	if err != nil || n < 1 || n > MaxCommands || strconv.Itoa(n) != w {
		return 0, fmt.Errorf("%q: expected a number from 1 to %d", w, MaxCommands)
	}
	return int32(n), nil
}

func (b *Battle) parseUnit(w string) (int, error) {
	i := slices.IndexFunc(b.units, func(u unitData) bool { return u.ID == w })
	if i < 0 {
		return 0, fmt.Errorf("there is no unit %q", w)
	}
	return i, nil
}

func (b *Battle) parseGroup(words []string) (int32, error) {
	if len(words) == 0 {
		return 0, fmt.Errorf("a unit is missing")
	}
	mask, side, c := int32(0), uint8(0), uint8(0)
	for i, w := range words {
		n, err := b.parseUnit(w)
		if err != nil {
			return 0, err
		}
		u := &b.units[n]
		switch {
		case u.command == none:
			return 0, fmt.Errorf("%q belongs to no command", w)
		case i == 0:
			side, c = u.side, u.command
		case u.side != side || u.command != c:
			return 0, fmt.Errorf("%q is not of the same command as %q", w, words[0])
		}
		if u.bit <= mask {
			return 0, fmt.Errorf("%q: expected each unit once, in the order of its list", w)
		}
		mask |= u.bit
	}
	return groupMask(side, c, mask), nil
}

func parsePool(words []string) (game.Action, error) {
	a := game.Action{Verb: vThrow, C: int32(len(words))}
	if len(words) == 0 || len(words) > maxDice {
		return a, fmt.Errorf("found %d dice, expected 1 to %d", len(words), maxDice)
	}
	for _, w := range words {
		switch w {
		case "6":
			a.A++
		case "5":
			a.B++
		case "1", "2", "3", "4", "-":
		default:
			return a, fmt.Errorf("die %q: expected a face from 1 to 6, or - for one from 1 to 4", w)
		}
	}
	return a, nil
}

// Choice implements [game.Battle].
func (b *Battle) Choice(a game.Action) game.Choice {
	if a.Verb == 0 || a.Verb >= verbs {
		return game.Choice{Verb: "?"}
	}
	x := &syntax[a.Verb]
	c := game.Choice{Verb: x.word, Key: "action." + x.word}
	for i, v := range [4]int32{a.A, a.B, a.C, a.D} {
		n := int(v)
		switch x.args[i] {
		case opUnit:
			c.Operands = append(c.Operands, game.Operand{Kind: game.Piece, Role: roleOf(a.Verb, i), N: n})
		case opGroup:
			side, command, units := splitMask(v)
			for _, u := range b.members[side][command] {
				if b.units[u].bit&units != 0 {
					c.Operands = append(c.Operands, game.Operand{Kind: game.Piece, Role: game.Own, N: int(u)})
				}
			}
			if len(c.Operands) > 1 {
				c.Key = "action.activate-group"
			}
		case opHidden:
			if v == 0 {
				c.Key = "action.name-hidden"
				continue
			}
			c.Operands = append(c.Operands, game.Operand{Kind: game.Number, Role: game.Group, N: n})
		case opLength, opX, opY:
			c.Operands = append(c.Operands, game.Operand{Kind: game.Length, Role: game.Goal, N: n})
		case opAngle, opHeading:
			c.Operands = append(c.Operands, game.Operand{Kind: game.Angle, Role: game.Heading, N: n})
		case opFace:
			if v != 0 {
				c.Operands = append(c.Operands, game.Operand{Kind: game.Die, Role: game.Result, N: n})
			}
		case opSwitch:
			if v != 0 {
				c.Key += "-extended"
			}
		}
	}
	switch a.Verb {
	case vThrow:
		for range a.A {
			c.Operands = append(c.Operands, game.Operand{Kind: game.Die, Role: game.Result, N: 6})
		}
		for range a.B {
			c.Operands = append(c.Operands, game.Operand{Kind: game.Die, Role: game.Result, N: 5})
		}
		if len(c.Operands) == 0 {
			c.Key += "-blank"
		}
	case vWheel, vOblique, vSideways:
		if a.A < 0 {
			c.Key += "-left"
		}
	case vRush:
		switch {
		case a.A < 0:
			c.Key += "-left"
		case a.A > 0:
			c.Key += "-right"
		}
	case vReroll:
		c.Rolls = true
		if a.A == 0 {
			c.Key += "-blank"
		}
	case vEnd, vPass, vReady, vProceed, vDecline, vStand:
		c.Ends = true
	case vRally, vOpportunity, vDismount, vOccupy, vLeave, vFire, vFight, vDisengage, vAbout, vCharge, vCounter, vPursue, vRelieve, vMelee, vIntercept, vRunAt, vMember:
		c.Rolls = true
	}
	return c
}

// roleOf says what a unit is in an action: an enemy, or one's own.
func roleOf(v game.Verb, operand int) game.Role {
	switch {
	case v == vFire && operand == 1:
		return game.Target
	case v == vCharge || v == vRunAt || v == vIntercept && operand == 1 || v == vMember && operand == 1:
		return game.Enemy
	}
	return game.Own
}
