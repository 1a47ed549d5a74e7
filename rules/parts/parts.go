// Package parts writes and reads the parts of a position that belong to an action in progress: a melee, a shot, a move.
// A rulebook names each of its values once, with a way to write and a way to read it.
package parts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Part is a group of values, such as those of a melee.
type Part struct {
	Name   string
	Values []Value
}

// Value is a value of a part in words.
type Value struct{ Name, Text string }

// New returns a part with values given as pairs of name and text.
func New(name string, pairs [][2]string) Part {
	p := Part{Name: name}
	for _, x := range pairs {
		p.Values = append(p.Values, Value{x[0], x[1]})
	}
	return p
}

// String returns the values as in a file, without the name of the part.
func (p Part) String() string {
	var list []string
	for _, v := range p.Values {
		list = append(list, v.Name+": "+v.Text)
	}
	return strings.Join(list, ", ")
}

// Slot is a value of a part, which it can write and read. Get returns "" for what a game has that is doing nothing.
type Slot struct {
	Part, Name string
	// First is written for "" where the part has any other value. It names the first unit or place, whose number is 0.
	First string
	Get   func() string
	Set   func(words []string) error
}

// Slots are all values of the parts of a state.
type Slots []Slot

// Add adds a value of any form.
func (s *Slots) Add(part, name, first string, get func() string, set func([]string) error) {
	*s = append(*s, Slot{part, name, first, get, set})
}

// integer is what a state keeps numbers in.
type integer interface {
	~uint8 | ~int8 | ~uint16 | ~int16 | ~int32
}

// Number adds a number from least to most.
func Number[T integer](s *Slots, part, name string, least, most int, p *T) {
	s.Add(part, name, "", func() string {
		if *p == 0 {
			return ""
		}
		return strconv.Itoa(int(*p))
	}, func(words []string) error {
		n, err := oneNumber(words, least, most)
		*p = T(n)
		return err
	})
}

func oneNumber(words []string, least, most int) (int, error) {
	if len(words) == 1 {
		if n, err := strconv.Atoi(words[0]); err == nil && n >= least && n <= most {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%q is not a number from %d to %d", strings.Join(words, " "), least, most)
}

// Flag adds a value that is yes, or not there.
func (s *Slots) Flag(part, name string, p *bool) {
	s.Add(part, name, "", func() string {
		if *p {
			return "yes"
		}
		return ""
	}, func(words []string) error {
		if len(words) != 1 || words[0] != "yes" {
			return fmt.Errorf("%q: expected yes", strings.Join(words, " "))
		}
		*p = true
		return nil
	})
}

// Word adds a value that is one of some words; the first of them is that of a game that is doing nothing.
func Word[T integer](s *Slots, part, name string, known []string, p *T) {
	s.Add(part, name, "", func() string {
		if *p == 0 {
			return ""
		}
		return known[*p]
	}, func(words []string) error {
		i := slices.Index(known, strings.Join(words, " "))
		if i < 0 {
			return fmt.Errorf("%q is unknown; expected one of %s", strings.Join(words, " "), strings.Join(known, ", "))
		}
		*p = T(i)
		return nil
	})
}

// Write returns the parts with values that are not as in a game that is doing nothing.
func (s Slots) Write() []Part {
	var out []Part
	busy := map[string]bool{}
	for _, x := range s {
		busy[x.Part] = busy[x.Part] || x.Get() != ""
	}
	for _, x := range s {
		text := x.Get()
		if text == "" {
			text = x.First
		}
		if !busy[x.Part] || text == "" {
			continue
		}
		if len(out) == 0 || out[len(out)-1].Name != x.Part {
			out = append(out, Part{Name: x.Part})
		}
		last := &out[len(out)-1]
		last.Values = append(last.Values, Value{x.Name, text})
	}
	return out
}

// Read sets the values of some parts, in the order of the slots, so that a value can depend on those before it.
func (s Slots) Read(list []Part) error {
	for _, part := range list {
		if err := s.readPart(&part); err != nil {
			return fmt.Errorf("%s%w", part.Name, err)
		}
	}
	return nil
}

func (s Slots) readPart(part *Part) error {
	known := map[string]bool{}
	var names []string
	for _, x := range s {
		if x.Part == part.Name {
			known[x.Name], names = true, append(names, x.Name)
		}
	}
	for _, v := range part.Values {
		if !known[v.Name] {
			return fmt.Errorf(" has no value %q; its values are %s", v.Name, strings.Join(names, ", "))
		}
	}
	for _, x := range s {
		for _, v := range part.Values {
			if x.Part != part.Name || x.Name != v.Name {
				continue
			}
			if err := x.Set(strings.Fields(v.Text)); err != nil {
				return fmt.Errorf(": %s: %w", v.Name, err)
			}
		}
	}
	return nil
}
