package system

import (
	"fmt"

	"acies/game"
)

// Staging is a rulebook that says how its events are shown to somebody who follows a game. The events of other rulebooks
// are only sentences. The dice of a roll need not be declared: [game.State.Dice] gives them.
type Staging interface {
	// Stage returns how an event is shown. It uses only the event, because a viewer may know no more than that.
	Stage(e *game.Event) Staged
}

// Staged is how an event is shown.
type Staged struct {
	Scene Scene
	Arrow *Arrow // the attack that it reports
	Track *Track // the way of a piece that it reports
	// What it counts as in the summary of an activation: "moved" of a catalogue's section "summary"; empty: nothing. Units are
	// the pieces that it happens to, each counted once; if there are none, the events are counted.
	Counts string
	Units  []int
	Closes bool // an activation that was in progress is over
}

// Scene says what kind of moment an event is.
type Scene uint8

const (
	PlainScene      Scene = iota // shown with the events before it
	HeadingScene                 // a new phase: a heading, not a line of the log
	DetailScene                  // a detail of a roll, such as a modifier
	TurnScene                    // a turn begins
	ActivationScene              // a leader, or another piece that acts on its own, begins to act
	MoveScene                    // a piece moves, so an attack reported before is over
	ResultScene                  // a roll decides the attack reported before; a moment of its own if dice have been rolled since
	FightScene                   // an attack that the next rolls decide
	PauseScene                   // always a moment of its own, shown longer: a pursuit, a card played, a piece lost
)

var scenes = [...]string{
	PlainScene: "plain", HeadingScene: "heading", DetailScene: "detail", TurnScene: "turn", ActivationScene: "activation",
	MoveScene: "move", ResultScene: "result", FightScene: "fight", PauseScene: "pause",
}

// Scenes is the number of scenes.
const Scenes = len(scenes)

// String returns the word for a scene.
func (s Scene) String() string {
	if int(s) >= len(scenes) {
		return "?"
	}
	return scenes[s]
}

// MarshalText writes a scene as a word.
func (s Scene) MarshalText() ([]byte, error) {
	if int(s) >= len(scenes) {
		return nil, fmt.Errorf("system: there is no scene %d", s)
	}
	return []byte(scenes[s]), nil
}

// Arrow is an attack from one piece on another, by hand or at a distance, which the board draws until it is over.
type Arrow struct {
	Piece  int    `json:"piece"`
	Target int    `json:"target"`           // the piece attacked
	Way    []int  `json:"way,omitempty"`    // the places of its start and end, if these are not where the pieces stand now
	State  string `json:"state,omitempty"`  // the arrow is drawn only while the attacker has this state
	Behind bool   `json:"behind,omitempty"` // drawn below the counters, because the attacker has already moved along it
}

// Track is the way of a piece over places, without the place where it begins unless the event gives it.
type Track struct {
	Piece  int   `json:"piece"`
	Places []int `json:"places"`
}
