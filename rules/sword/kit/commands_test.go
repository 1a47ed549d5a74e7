package kit

import (
	"reflect"
	"testing"
)

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want [][]string
	}{
		{"words", []string{"move", "hastati-i-1", "0415", "UR"}, [][]string{{"move", "hastati-i-1", "0415", "UR"}}},
		{"several actions of one word", []string{"ready", "ready"}, [][]string{{"ready"}, {"ready"}}},
		{"in quotes", []string{"move hastati-i-1", "to 0415 UR"}, [][]string{{"move", "hastati-i-1"}, {"to", "0415", "UR"}}},
		{"quotes do not grow", []string{"shoot 0511", "fire"}, [][]string{{"shoot", "0511"}, {"fire"}}},
		{"order in the stack", []string{"to", "0415", "UR", "over", "done"}, [][]string{{"to", "0415", "UR", "over"}, {"done"}}},
		{"order by itself", []string{"over"}, [][]string{{"over"}}},
		{"nothing", []string{"", " "}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := split(c.args); !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
