package parts_test

import (
	"reflect"
	"strings"
	"testing"

	"acies/rules/parts"
)

// state is something with values of all kinds.
type state struct {
	dice  uint8
	shift int16
	hit   bool
	reach uint8
	unit  uint8
}

func slots(s *state) parts.Slots {
	var list parts.Slots
	parts.Number(&list, "shot", "dice", 0, 9, &s.dice)
	parts.Number(&list, "shot", "shift", -5, 5, &s.shift)
	list.Flag("shot", "hit", &s.hit)
	parts.Word(&list, "move", "range", []string{"near", "far"}, &s.reach)
	list.Add("move", "unit", "a", func() string {
		return strings.Repeat("b", int(s.unit))
	}, func(words []string) error {
		s.unit = uint8(strings.Count(words[0], "b"))
		return nil
	})
	return list
}

func TestParts(t *testing.T) {
	for _, test := range []struct {
		name string
		s    state
		want string
	}{
		{"idle", state{}, ""},
		{"a number", state{dice: 3}, "shot: dice: 3"},
		{"all", state{dice: 3, shift: -2, hit: true, reach: 1, unit: 2}, "shot: dice: 3, shift: -2, hit: yes; move: range: far, unit: bb"},
		{"the first unit is written where its part has anything else", state{reach: 1}, "move: range: far, unit: a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			list := slots(&test.s).Write()
			var text []string
			for _, p := range list {
				text = append(text, p.Name+": "+p.String())
			}
			if got := strings.Join(text, "; "); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			var back state
			if err := slots(&back).Read(list); err != nil || !reflect.DeepEqual(back, test.s) {
				t.Errorf("read back as %+v: %v", back, err)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct{ part, name, text, want string }{
		{"shot", "speed", "3", `shot has no value "speed"; its values are dice, shift, hit`},
		{"shot", "dice", "10", `shot: dice: "10" is not a number from 0 to 9`},
		{"shot", "dice", "three", `shot: dice: "three" is not a number from 0 to 9`},
		{"shot", "hit", "no", `shot: hit: "no": expected yes`},
		{"move", "range", "middling", `move: range: "middling" is unknown; expected one of near, far`},
	} {
		err := slots(&state{}).Read([]parts.Part{parts.New(test.part, [][2]string{{test.name, test.text}})})
		if err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}
