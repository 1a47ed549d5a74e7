package system

import "acies/game"

// Reporting is a rulebook of whose games more can be reported than how they ended.
type Reporting interface {
	// Watch returns what gathers the facts of games that are played in s.
	Watch(s game.State) Watcher
	// Activation names the activation that a state is in and says whose it is; the id is 0 if there is none.
	Activation(s game.State) (id uint64, owner game.Side)
	// Causes are the ways in which a unit is lost, and Blows what puts one to flight, as keys.
	Causes() []string
	Blows() []string
	// Rolls are the kinds of die rolls that facts count.
	Rolls() []RollKind
	// Roster returns what a report lists of a battle.
	Roster(b game.Battle) Roster
}

// Roster is who takes part in a battle, and how it can end.
type Roster struct {
	Turns   int
	Places  map[string]int    // their numbers by id
	Units   []int             // pieces
	Leaders []int             // pieces
	Sides   []game.Side       // by piece
	Rules   []string          // keys of the events that show a rule of the battle in use, in the order of a report
	Sudden  map[string]string // the key of what ends a game at once, by its clause
}

// Watcher gathers facts from the events of games, one after the other.
type Watcher interface {
	game.Sink
	// Begin makes ready for a new game.
	Begin()
	// Facts returns what was gathered from a game that has ended with these points.
	Facts(points [2]int) *Facts
}

// Facts are what a game tells beyond its result. Pieces, places and rules are named by their ids.
type Facts struct {
	Course  [][2]int            `json:"course"`  // victory points by side at the end of each turn
	Sources map[string][2]int   `json:"sources"` // of the victory points, by side
	Losses  []Loss              `json:"losses"`
	Melees  map[string]int      `json:"melees"` // rolls by hex of the defenders
	Shots   map[string]int      `json:"shots"`  // rolls by hex of the target
	Leaders map[string]Service  `json:"leaders"`
	Events  map[string]int      `json:"events"` // how often each fact was told
	Dice    map[string][2][]int `json:"dice"`   // by kind and side who rolls for himself: how often each face, from 0
}

// Loss is the end of a unit.
type Loss struct {
	Unit  string `json:"unit"`
	Turn  int    `json:"turn"`
	Hex   string `json:"hex"`   // where it was last
	Cause string `json:"cause"` // how it was lost, one of Causes
	By    string `json:"by"`    // what had put it to flight, one of Blows; empty: it had not fled
}

// Service is what a leader did and suffered in a game.
type Service struct {
	Activated int `json:"activated"`
	Wounded   int `json:"wounded"`
	Killed    int `json:"killed"`
}

// RollKind is a kind of die roll.
type RollKind struct {
	Key  string
	Max  int
	Mean float64
}

// Chance returns the chance of a face: ten equal ones, or the sum of two dice.
func (k RollKind) Chance(face int) float64 {
	switch {
	case k.Max == 9:
		return 0.1
	case face < 2:
		return 0
	}
	return float64(6-max(face-7, 7-face)) / 36
}

// Luck is a rulebook whose rolls can be told apart by what they are for.
type Luck interface {
	// LuckKinds are the kinds of rolls, in the order in which they are reported.
	LuckKinds() []string
	// RollOf returns the kind of the roll that is due, the side whose roll it is, and where it is made, -1: nowhere.
	RollOf(s game.State) (kind string, side game.Side, place int)
	// CauseOf returns the key of the event that tells what led to a roll of a kind, or "".
	CauseOf(kind string) string
}
