package sword

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/game"
)

// The notation of actions: a verb and its arguments, as in docs/notation.md.

// syntax gives each verb its word and, for each number in turn, how it is written:
//
//	n  a number           p  a piece            h  a hex
//	f  a facing           o  over or under, if it joins a stack
//	H  another hex, or nothing                  u  a unit, or nothing
//	e  a facing and, if it joins a stack, over or under
//	-  unused
var syntax = [verbs]struct{ word, args string }{
	vRoll:     {"roll", "n"},
	vPlace:    {"place", "ph"},
	vFace:     {"face", "pf"},
	vReady:    {"ready", ""},
	vRest:     {"rest", "p"},
	vDone:     {"done", ""},
	vShoot:    {"shoot", "h"},
	vWith:     {"with", "p"},
	vFire:     {"fire", ""},
	vActivate: {"activate", "p"},
	vForce:    {"force", "p"},
	vBar:      {"bar", "p"},
	vMove:     {"move", "p"},
	vLead:     {"lead", ""},
	vTo:       {"to", "hfo"},
	vBack:     {"back", "h-o"},
	vRide:     {"ride", "h"},
	vStay:     {"stay", ""},
	vAttack:   {"attack", "h"},
	vMelee:    {"melee", "hhHH"},
	vPair:     {"pair", "hh"},
	vJoin:     {"join", "h"},
	vFight:    {"fight", ""},
	vBurn:     {"burn", "p"},
	vRetreat:  {"retreat", "hheu"},
	vAdvance:  {"advance", "hhf"},
	vAside:    {"aside", "p"},
	vBehind:   {"behind", "p"},
	vFlee:     {"flee", "p"},
	vFleeAll:  {"flee-all", "h"},
	vOver:     {"over", ""},
	vUnder:    {"under", ""},
	vSwerve:   {"swerve", "h"},
	vGo:       {"go", "p"},
	vRemain:   {"remain", "p"},
	vRally:    {"rally", "h"},
	vAgain:    {"again", ""},
	vCharge:   {"charge", "h"},
	vMount:    {"mount", ""},
	vDismount: {"dismount", ""},
	vEnter:    {"enter", "phf"},
	vReact:    {"react", "p"},
	vPursue:   {"pursue", ""},
	vHold:     {"hold", "p"},
	vPromote:  {"promote", "p"},
	vHead:     {"head", "h"},
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
	for i, c := range x.args {
		if w := b.formatArg(c, values[i]); w != "" {
			out += " " + w
		}
	}
	return out
}

func (b *Battle) formatArg(c rune, v int32) string {
	switch c {
	case 'n':
		return strconv.Itoa(int(v))
	case 'p':
		return b.PieceID(int(v))
	case 'h':
		return b.PlaceID(int(v))
	case 'f':
		return b.FacingID(int(v))
	case 'o':
		if v >= 0 && int(v) < len(orderWords) {
			return orderWords[v]
		}
		return "?"
	case 'H':
		if v != 0 {
			return b.PlaceID(int(v) - 1)
		}
	case 'u':
		if v != 0 {
			return b.PieceID(int(v) - 1)
		}
	case 'e':
		f, o := unpackEnd(v)
		return strings.TrimSpace(b.FacingID(f) + " " + b.formatArg('o', int32(o)))
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
		return game.Action{}, fmt.Errorf("action is empty: want a verb, such as %q", "done")
	}
	for v := range syntax {
		if syntax[v].word == words[0] && v > 0 {
			return b.parseArgs(game.Verb(v), words[1:])
		}
	}
	return game.Action{}, fmt.Errorf("action %q: unknown verb %q, want one of %s", s, words[0], strings.Join(Verbs(), ", "))
}

func (b *Battle) parseArgs(v game.Verb, words []string) (game.Action, error) {
	a := game.Action{Verb: v}
	into := [4]*int32{&a.A, &a.B, &a.C, &a.D}
	p := argParser{b: b, words: words}
	for i, c := range syntax[v].args {
		n, err := p.arg(c)
		if err != nil {
			return game.Action{}, fmt.Errorf("action %q: %w", syntax[v].word, err)
		}
		*into[i] = n
	}
	if len(p.words) > 0 {
		return game.Action{}, fmt.Errorf("action %q: %q is too much", syntax[v].word, strings.Join(p.words, " "))
	}
	return b.normal(a), nil
}

// normal puts hexes whose order means nothing into the order in which actions are listed.
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

// next takes the next word; what says what it should have been.
func (p *argParser) next(what string) (string, error) {
	if len(p.words) == 0 {
		return "", fmt.Errorf("%s is missing", what)
	}
	w := p.words[0]
	p.words = p.words[1:]
	return w, nil
}

func (p *argParser) arg(c rune) (int32, error) {
	switch c {
	case 'n':
		w, err := p.next("a number")
		if err != nil {
			return 0, err
		}
		n, err := strconv.ParseInt(w, 10, 32)
		if err != nil {
			return 0, fmt.Errorf("%q is not a number", w)
		}
		return int32(n), nil
	case 'p':
		w, err := p.next("a piece")
		if err != nil {
			return 0, err
		}
		return p.piece(w)
	case 'h':
		w, err := p.next("a hex")
		if err != nil {
			return 0, err
		}
		h, err := p.b.m.Parse(w)
		return int32(h), err
	case 'f':
		w, err := p.next("a facing")
		if err != nil {
			return 0, err
		}
		f, err := p.b.book.ParseFacing(w)
		return int32(f), err
	case 'o':
		return p.order(), nil
	case 'e':
		f, err := p.arg('f')
		if err != nil {
			return 0, err
		}
		return packEnd(int(f), int(p.order())), nil
	case 'H', 'u':
		if len(p.words) == 0 {
			return 0, nil
		}
		n, err := p.arg(map[rune]rune{'H': 'h', 'u': 'p'}[c])
		return n + 1, err
	}
	return 0, nil
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
