package system

import (
	"fmt"
	"reflect"
)

// Range is the values that a weight may have.
type Range struct{ Low, High int }

// Limit returns the value of the range that is nearest to v.
func (r Range) Limit(v int) int { return min(max(v, r.Low), r.High) }

// Weights are kept in structs of integers. The tag of a field gives its range: `range:"0 100"`.

// RangesOf returns the ranges of a struct of weights by the names of its fields.
func RangesOf(weights any) map[string]Range {
	t := reflect.TypeOf(weights)
	out := make(map[string]Range, t.NumField())
	for i := range t.NumField() {
		f := t.Field(i)
		var r Range
		if _, err := fmt.Sscan(f.Tag.Get("range"), &r.Low, &r.High); err != nil || r.Low >= r.High {
			panic(fmt.Sprintf("system: %s.%s: the tag range is %q, want two numbers, the lower first", t, f.Name, f.Tag.Get("range")))
		}
		out[f.Name] = r
	}
	return out
}

// WeightsOf returns the weights in a struct by the names of its fields.
func WeightsOf(weights any) map[string]int {
	v := reflect.ValueOf(weights)
	out := make(map[string]int, v.NumField())
	for i := range v.NumField() {
		out[v.Type().Field(i).Name] = int(v.Field(i).Int())
	}
	return out
}

// SetWeights sets those fields of a struct of weights, given by its address, that are named.
func SetWeights(weights any, values map[string]int) {
	v := reflect.ValueOf(weights).Elem()
	for name, n := range values {
		if f := v.FieldByName(name); f.IsValid() {
			f.SetInt(int64(n))
		}
	}
}
