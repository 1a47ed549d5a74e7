package system_test

import (
	"maps"
	"strings"
	"testing"

	"acies/system"
)

func TestWeights(t *testing.T) {
	type weights struct {
		Pull int `range:"0 100"`
		Keen int `range:"-20 20"`
	}
	w := weights{Pull: 7, Keen: -3}
	if got, want := system.RangesOf(w), map[string]system.Range{"Pull": {Low: 0, High: 100}, "Keen": {Low: -20, High: 20}}; !maps.Equal(got, want) {
		t.Errorf("ranges %v, want %v", got, want)
	}
	system.SetWeights(&w, map[string]int{"Keen": 4, "Gone": 9})
	if got, want := system.WeightsOf(w), map[string]int{"Pull": 7, "Keen": 4}; !maps.Equal(got, want) {
		t.Errorf("weights %v, want %v", got, want)
	}
	for v, want := range map[int]int{-30: -20, -20: -20, 5: 5, 21: 20} {
		if got := (system.Range{Low: -20, High: 20}).Limit(v); got != want {
			t.Errorf("%d is limited to %d, want %d", v, got, want)
		}
	}
}

// TestBadRange: a range that cannot be read is found when the ranges are first asked for.
func TestBadRange(t *testing.T) {
	defer func() {
		if text, _ := recover().(string); !strings.Contains(text, `Pull: the tag range is "9 3"`) {
			t.Errorf("found %q", text)
		}
	}()
	system.RangesOf(struct {
		Pull int `range:"9 3"`
	}{})
}
