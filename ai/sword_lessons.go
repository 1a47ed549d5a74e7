package ai

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"

	"acies/rules/sword"
)

//go:embed sword.json
var swordJSON []byte

// Lesson is what self-play has taught of one battle: how each side should weigh things, and the weights of the features
// in a forecast.
type Lesson struct {
	Weights [2]weights        `json:"weights"`
	Points  [features]float64 `json:"points"`
	Result  [features]float64 `json:"result"`
}

var lessons = sync.OnceValue(func() map[string]*Lesson {
	var all map[string]*Lesson
	if err := json.Unmarshal(swordJSON, &all); err != nil {
		panic(fmt.Sprintf("ai: sword.json: %v", err)) // the file is part of the program
	}
	return all
})

// lessonOf returns the lesson of a battle; of one that has never been studied, the plain weights and the mean forecast
// of the others.
func lessonOf(b *sword.Battle) *Lesson {
	if l := lessons()[b.Setup().ID]; l != nil {
		return l
	}
	l := Lesson{Weights: [2]weights{plain, plain}}
	n := float64(len(lessons()))
	for _, x := range lessons() {
		for i := range features {
			l.Points[i] += x.Points[i] / n
			l.Result[i] += x.Result[i] / n
		}
	}
	return &l
}
