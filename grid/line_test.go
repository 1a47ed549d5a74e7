package grid_test

import (
	"slices"
	"testing"

	"acies/grid"
)

func TestTakeUp(t *testing.T) {
	apart := func(a, b int) int { return max(a-b, b-a) }
	for _, test := range []struct {
		name             string
		from, line, want []int
	}{
		{"nobody", nil, []int{1, 2}, []int{}},
		{"no line", []int{3}, nil, []int{-1}},
		{"the nearest places", []int{10, 20, 30}, []int{8, 12, 19, 22, 31, 40}, []int{8, 19, 31}},
		{"in their order", []int{14, 10, 12}, []int{11, 12, 13}, []int{13, 11, 12}},
		{"against the order of the line", []int{14, 10, 12}, []int{13, 12, 11}, []int{13, 11, 12}},
		{"some without a place", []int{10, 20, 30}, []int{21, 29}, []int{-1, 21, 29}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := grid.TakeUp(test.from, test.line, apart); !slices.Equal(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}
