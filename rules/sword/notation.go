package sword

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"acies/game"
)

// The notation of actions: a verb and its arguments, as in docs/notation.md.

// operand is the meaning of a number of an action: how it is written, and which values it can have.
type operand uint8

const (
	opUnused   operand = iota // always 0
	opRoll                    // the result of a roll; its range depends on the kind of roll
	opPiece                   // a unit or a leader
	opUnit                    //
	opLeader                  // numbered as a piece, after the units
	opHex                     //
	opOtherHex                // a second hex plus 1, or 0 for none
	opOneUnit                 // a unit plus 1, or 0 for all
	opFacing                  //
	opOrder                   // over or under, where a stack is joined
	opEnd                     // a facing and an order in one number: see packEnd
	operandKinds
)

// syntax gives each verb its word and the meaning of its numbers, in order.
var syntax = [verbs]struct {
	word string
	args [4]operand
}{
	vRoll:     {"roll", [4]operand{opRoll}},
	vPlace:    {"place", [4]operand{opPiece, opHex}},
	vFace:     {"face", [4]operand{opUnit, opFacing}},
	vReady:    {word: "ready"},
	vRest:     {"rest", [4]operand{opUnit}},
	vDone:     {word: "done"},
	vShoot:    {"shoot", [4]operand{opHex}},
	vWith:     {"with", [4]operand{opPiece}},
	vFire:     {word: "fire"},
	vActivate: {"activate", [4]operand{opLeader}},
	vForce:    {"force", [4]operand{opLeader}},
	vBar:      {"bar", [4]operand{opLeader}},
	vMove:     {"move", [4]operand{opUnit}},
	vLead:     {word: "lead"},
	vTo:       {"to", [4]operand{opHex, opFacing, opOrder}},
	vBack:     {"back", [4]operand{opHex, opUnused, opOrder}},
	vRide:     {"ride", [4]operand{opHex}},
	vStay:     {word: "stay"},
	vAttack:   {"attack", [4]operand{opHex}},
	vMelee:    {"melee", [4]operand{opHex, opHex, opOtherHex, opOtherHex}},
	vPair:     {"pair", [4]operand{opHex, opHex}},
	vJoin:     {"join", [4]operand{opHex}},
	vFight:    {word: "fight"},
	vBurn:     {"burn", [4]operand{opUnit}},
	vRetreat:  {"retreat", [4]operand{opHex, opHex, opEnd, opOneUnit}},
	vAdvance:  {"advance", [4]operand{opHex, opHex, opFacing}},
	vAside:    {"aside", [4]operand{opUnit}},
	vBehind:   {"behind", [4]operand{opLeader}},
	vFlee:     {"flee", [4]operand{opUnit}},
	vFleeAll:  {"flee-all", [4]operand{opHex}},
	vOver:     {word: "over"},
	vUnder:    {word: "under"},
	vSwerve:   {"swerve", [4]operand{opHex}},
	vGo:       {"go", [4]operand{opLeader}},
	vRemain:   {"remain", [4]operand{opLeader}},
	vRally:    {"rally", [4]operand{opHex}},
	vAgain:    {word: "again"},
	vCharge:   {"charge", [4]operand{opHex}},
	vMount:    {word: "mount"},
	vDismount: {word: "dismount"},
	vEnter:    {"enter", [4]operand{opUnit, opHex, opFacing}},
	vReact:    {"react", [4]operand{opUnit}},
	vPursue:   {word: "pursue"},
	vHold:     {"hold", [4]operand{opUnit}},
	vPromote:  {"promote", [4]operand{opLeader}},
	vHead:     {"head", [4]operand{opHex}},
}

// span is the range of values of an operand.
type span struct{ least, most int32 }

// operandSpans returns the range of each kind of operand.
func (b *Battle) operandSpans() (list [operandKinds]span) {
	units, hexes := int32(len(b.units)), int32(b.hexes)
	pieces := units + int32(len(b.leaders))
	return [operandKinds]span{
		opRoll:     {math.MinInt32, math.MaxInt32},
		opPiece:    {0, pieces - 1},
		opUnit:     {0, units - 1},
		opLeader:   {units, pieces - 1},
		opHex:      {0, hexes - 1},
		opOtherHex: {0, hexes},
		opOneUnit:  {0, units},
		opFacing:   {0, 5},
		opOrder:    {orderNone, orderUnder},
		opEnd:      {0, packEnd(5, orderUnder)},
	}
}

// inRange refuses an action with a number out of range, so that later checks can rely on the numbers.
func (b *Battle) inRange(a game.Action) reason {
	if a.Verb == 0 || a.Verb >= verbs {
		return reason{id: whyNotNow}
	}
	args := &syntax[a.Verb].args
	for i, v := range [4]int32{a.A, a.B, a.C, a.D} {
		if x := &b.spans[args[i]]; v < x.least || v > x.most {
			return outOfRange(args[i], a)
		}
	}
	return reason{}
}

// outOfRange returns the reason to refuse an operand.
func outOfRange(o operand, a game.Action) reason {
	switch o {
	case opPiece, opUnit, opLeader, opOneUnit:
		return reason{id: whyNoPiece}
	case opHex, opOtherHex:
		return reason{id: whyOffMap}
	case opFacing, opEnd:
		return reason{id: whyCorner}
	case opOrder:
		return reason{id: whyOrder, a: int16(a.A)}
	}
	return reason{id: whyNotNow}
}

var orderWords = [...]string{"", "over", "under"}

// Verbs returns the words of all verbs, in the order of their numbers.
func Verbs() []string {
	var list []string
	for _, x := range syntax[1:] {
		list = append(list, x.word)
	}
	return list
}

// Format implements [game.Battle].
func (b *Battle) Format(a game.Action) string {
	if a.Verb == 0 || a.Verb >= verbs {
		return fmt.Sprintf("?%d", a.Verb)
	}
	x := syntax[a.Verb]
	out := x.word
	values := [4]int32{a.A, a.B, a.C, a.D}
	for i, o := range x.args {
		if w := b.formatArg(o, values[i]); w != "" {
			out += " " + w
		}
	}
	return out
}

func (b *Battle) formatArg(o operand, v int32) string {
	switch o {
	case opRoll:
		return strconv.Itoa(int(v))
	case opPiece, opUnit, opLeader:
		return b.PieceID(int(v))
	case opHex:
		return b.PlaceID(int(v))
	case opFacing:
		return b.FacingID(int(v))
	case opOrder:
		if v >= 0 && int(v) < len(orderWords) {
			return orderWords[v]
		}
		return "?"
	case opOtherHex:
		if v != 0 {
			return b.PlaceID(int(v) - 1)
		}
	case opOneUnit:
		if v != 0 {
			return b.PieceID(int(v) - 1)
		}
	case opEnd:
		f, order := unpackEnd(v)
		return strings.TrimSpace(b.FacingID(f) + " " + b.formatArg(opOrder, int32(order)))
	}
	return ""
}

// FacingID implements [game.Battle].
func (b *Battle) FacingID(f int) string {
	if f < 0 || f > 5 {
		return "?"
	}
	return b.book.FacingNames()[f]
}

// Parse implements [game.Battle].
func (b *Battle) Parse(s string) (game.Action, error) {
	words := strings.Fields(s)
	if len(words) == 0 {
		return game.Action{}, fmt.Errorf("action is empty: expected a verb, such as %q", "done")
	}
	for v := range syntax {
		if syntax[v].word == words[0] && v > 0 {
			return b.parseArgs(game.Verb(v), words[1:])
		}
	}
	return game.Action{}, fmt.Errorf("action %q: unknown verb %q, expected one of %s", s, words[0], strings.Join(Verbs(), ", "))
}

func (b *Battle) parseArgs(v game.Verb, words []string) (game.Action, error) {
	a := game.Action{Verb: v}
	into := [4]*int32{&a.A, &a.B, &a.C, &a.D}
	p := argParser{b: b, words: words}
	for i, o := range syntax[v].args {
		n, err := p.arg(o)
		if err != nil {
			return game.Action{}, fmt.Errorf("action %q: %w", syntax[v].word, err)
		}
		*into[i] = n
	}
	if len(p.words) > 0 {
		return game.Action{}, fmt.Errorf("action %q: unexpected %q", syntax[v].word, strings.Join(p.words, " "))
	}
	return b.normal(a), nil
}

// normal sorts hexes whose order has no meaning into the order in which actions are listed.
func (b *Battle) normal(a game.Action) game.Action {
	switch {
	case a.Verb == vMelee && a.C != 0:
		list := []int32{a.B, a.C - 1}
		if a.D != 0 {
			list = append(list, a.D-1)
		}
		slices.Sort(list)
		a.B, a.C = list[0], list[1]+1
		if a.D != 0 {
			a.D = list[2] + 1
		}
	case a.Verb == vPair && b.m.Side(int(a.A), int(a.B)) > 2:
		a.A, a.B = a.B, a.A
	}
	return a
}

type argParser struct {
	b     *Battle
	words []string
}

// next returns the next word; what describes the word for the error if there is none.
func (p *argParser) next(what string) (string, error) {
	if len(p.words) == 0 {
		return "", fmt.Errorf("%s is missing", what)
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w, nil
}

func (p *argParser) arg(o operand) (int32, error) {
	switch o {
	case opRoll:
		w, err := p.next("a number")
		if err != nil {
			return 0, err
		}
		n, err := strconv.ParseInt(w, 10, 32)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", w)
		}
		return int32(n), nil
	case opPiece, opUnit, opLeader:
		w, err := p.next("a piece")
		if err != nil {
			return 0, err
		}
		return p.piece(w)
	case opHex:
		w, err := p.next("a hex")
		if err != nil {
			return 0, err
		}
		h, err := p.b.m.Parse(w)
		return int32(h), err
	case opFacing:
		w, err := p.next("a facing")
		if err != nil {
			return 0, err
		}
		f, err := p.b.book.ParseFacing(w)
		return int32(f), err
	case opOrder:
		return p.order(), nil
	case opEnd:
		f, err := p.arg(opFacing)
		if err != nil {
			return 0, err
		}
		return packEnd(int(f), int(p.order())), nil
	case opOtherHex:
		return p.optional(opHex)
	case opOneUnit:
		return p.optional(opUnit)
	}
	return 0, nil
}

// optional reads an operand that may be left out: it returns 0, or its number plus 1.
func (p *argParser) optional(o operand) (int32, error) {
	if len(p.words) == 0 {
		return 0, nil
	}
	n, err := p.arg(o)
	return n + 1, err
}

func (p *argParser) piece(w string) (int32, error) {
	n := p.b.Piece(w)
	if n < 0 {
		return 0, fmt.Errorf("there is no piece %q", w)
	}
	return int32(n), nil
}

func (p *argParser) order() int32 {
	if len(p.words) == 0 {
		return orderNone
	}
	for o := orderOver; o <= orderUnder; o++ {
		if p.words[0] == orderWords[o] {
			p.words = p.words[1:]
			return int32(o)
		}
	}
	return orderNone
}
