package scenario

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"acies/grid"
	"acies/pack"
	"acies/rules/sword"
)

// The lines of units and leaders in a position.

// toCome is the word for a piece that has yet to arrive.
const toCome = "expected"

// ReadUnit reads a unit of a position: a line of words or a mapping.
func ReadUnit(id string, n *pack.Node) (sword.UnitAt, error) {
	u := sword.UnitAt{ID: id}
	if n.Shape == pack.Mapping {
		for i, k := range n.Keys {
			v := n.Items[i]
			w, err := v.One()
			if err != nil {
				return u, err
			}
			switch k.Text {
			case "hex":
				u.Hex = w
			case "facing":
				u.Facing = w
			case "state":
				u.State = w
			case "order":
				if u.Order, err = v.Number(1, 9); err != nil {
					return u, err
				}
			default:
				on, err := v.Flag()
				if err != nil {
					return u, err
				}
				u.Flags = append(u.Flags, negate(k.Text, !on))
			}
		}
		return u, nil
	}
	words, err := n.Words()
	if err != nil {
		return u, err
	}
	for _, w := range words {
		UnitWord(&u, w)
	}
	return u, nil
}

// UnitWord adds one word of a unit's line: a hex, a facing, a state, a place in the stack or a flag.
func UnitWord(u *sword.UnitAt, w string) {
	switch {
	case w == "eliminated" || w == sword.Off:
		u.Hex = sword.Off
	case w == toCome:
		u.Hex = sword.Waiting
	case w == "dismounted" || w == "remounted":
		u.Flags = append(u.Flags, "changed")
	case w == "no-dismounted" || w == "no-remounted":
		u.Flags = append(u.Flags, "no-changed")
	case isHex(w):
		u.Hex = w
	case slices.Contains(grid.CornerNames[:], w) || slices.Contains(grid.SideNames[:], w):
		u.Facing = w
	case w == "valiant" || w == "discouraged" || w == "routed":
		u.State = w
	case w == "fresh":
		u.Flags = append(u.Flags, "no-fatigued")
	case ordinal(w) > 0:
		u.Order = ordinal(w)
	default:
		u.Flags = append(u.Flags, w)
	}
}

func negate(flag string, off bool) string {
	if off {
		return "no-" + flag
	}
	return flag
}

func isHex(w string) bool { return len(w) == 4 && strings.Trim(w, "0123456789") == "" }

var ordinals = []string{"1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th"}

// ordinal returns the number that a word such as 2nd stands for, or 0.
func ordinal(w string) int { return slices.Index(ordinals, w) + 1 }

// ReadLeader reads a leader of a position: a line of words or a mapping.
func ReadLeader(id string, n *pack.Node) (sword.LeaderAt, error) {
	l := sword.LeaderAt{ID: id}
	if n.Shape != pack.Mapping {
		words, err := n.Words()
		for i := 0; i < len(words) && err == nil; {
			var read int
			if read, err = LeaderWords(&l, words[i:]); err != nil {
				err = n.Errorf("leader %s: %v", id, err)
			}
			i += read
		}
		return l, err
	}
	for i, k := range n.Keys {
		v := n.Items[i]
		w, err := v.One()
		if err != nil {
			return l, err
		}
		words := []string{k.Text, w}
		switch {
		case k.Text == "hex":
			words = words[1:]
			if w == sword.Waiting {
				words[0] = toCome
			}
		case !slices.Contains(leaderPairs, k.Text):
			on, err := v.Flag()
			if err != nil {
				return l, err
			}
			words = []string{negate(k.Text, !on)}
		}
		if _, err := LeaderWords(&l, words); err != nil {
			return l, v.Errorf("leader %s: %v", id, err)
		}
	}
	return l, nil
}

// leaderPairs are the words of a leader's line that take another word.
var leaderPairs = []string{"bound", "captor", "lost-at", "wait"}

// LeaderWords adds the next words of a leader's line: a hex, a flag, or one of leaderPairs with its word. It returns
// how many it has read.
func LeaderWords(l *sword.LeaderAt, words []string) (int, error) {
	w := words[0]
	if slices.Contains(leaderPairs, w) {
		if len(words) < 2 {
			return 1, fmt.Errorf("%s: the word after it is missing", w)
		}
		if w == "bound" {
			l.Bound = words[1]
			return 2, nil
		}
		return 2, fateWord(l, w, words[1])
	}
	switch {
	case w == sword.Off || isHex(w):
		l.Hex = w
	case w == toCome:
		l.Hex = sword.Waiting
	case w == "beside":
		fate(l).Near = true
	default:
		l.Flags = append(l.Flags, w)
	}
	return 1, nil
}

// fate returns the Fate of a leader, which it creates if there is none.
func fate(l *sword.LeaderAt) *sword.CaptiveAt {
	if l.Fate == nil {
		l.Fate = &sword.CaptiveAt{}
	}
	return l.Fate
}

func fateWord(l *sword.LeaderAt, w, value string) (err error) {
	switch w {
	case "captor":
		fate(l).Captor = value
	case "lost-at":
		fate(l).Hex = value
	case "wait":
		if fate(l).Wait, err = strconv.Atoi(value); err != nil {
			return fmt.Errorf("wait %q is not a number", value)
		}
	}
	return nil
}

// unitWords returns the words of a unit's line.
func unitWords(u *sword.UnitAt) []string {
	words := []string{u.Hex, u.Facing}
	switch u.Hex {
	case sword.Off:
		words[0] = "eliminated"
	case sword.Waiting:
		words[0] = toCome
	}
	if u.Order > 0 {
		words = append(words, ordinals[u.Order-1])
	}
	if u.State != "valiant" {
		words = append(words, u.State)
	}
	return append(words, u.Flags...)
}

// leaderWords returns the words of a leader's line.
func leaderWords(l *sword.LeaderAt) []string {
	words := append([]string{l.Hex}, l.Flags...)
	if l.Hex == sword.Waiting {
		words[0] = toCome
	}
	if l.Bound != "" {
		words = append(words, "bound", l.Bound)
	}
	if f := l.Fate; f != nil {
		if f.Captor != "" {
			words = append(words, "captor", f.Captor)
		}
		if f.Hex != "" {
			words = append(words, "lost-at", f.Hex)
		}
		if f.Wait > 0 {
			words = append(words, "wait", strconv.Itoa(f.Wait))
		}
		if f.Near {
			words = append(words, "beside")
		}
	}
	return words
}
