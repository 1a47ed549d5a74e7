// Package worker lets other computers do work for this one, over NATS: the games of batches, ladders and self-play, and
// for a server the thinking of opponents, hints and luck reports.
//
// [Run] does the work, and a [Client] has it done.
//
// # Batches
//
// The games of a batch are cut into chunks. A chunk is a message of a JetStream work queue that says everything about its games, so
// that any worker of the same version can play it. A worker plays it, publishes the results, each with the key of its game, and
// only then acknowledges the chunk. As long as it plays, it tells the queue so; if it is killed, the queue gives the chunk to
// another one some seconds later. Games may therefore be played twice, with the same results; the client that collects them counts
// each key once.
//
// Results lie in a stream, under the id of their run: a hash of all on which its games depend. A client that comes back finds
// there what was played while it was away, also on another computer.
//
// # Thoughts
//
// Questions of a server are plain requests. They hold what the side that asks may know, and nothing depends on an answer: who
// gets none in time thinks by itself.
package worker

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"acies/game"
	"acies/system"
	"acies/table"
)

// The names of what lies in JetStream.
const (
	workStream   = "ACIES_WORK"
	resultStream = "ACIES_RESULTS"
	packBucket   = "ACIES_PACKS"
	consumerName = "workers"

	workSubject   = "acies.work."   // and the run and the chunk
	resultSubject = "acies.result." // and the run
	censusSubject = "acies.workers"
	runsSubject   = "acies.runs"
	thinkSubject  = "acies.think." // and the version
	deskSubject   = "acies.desk."  // and the worker
)

// kept is how long results and packs are kept, and maxResults how many bytes of results: older ones give way.
const (
	kept       = 7 * 24 * time.Hour
	maxResults = 1 << 30
)

// ackWait is how long a chunk is left with a worker that is silent about it.
const ackWait = 15 * time.Second

// battle says which battle is played, by which rules.
type battle struct {
	table.Source
	Rules string `json:"rules"` // the rulebook and its version
}

// battleOf returns how a battle is named to workers.
func battleOf(b game.Battle, s table.Source) battle {
	return battle{s, b.Rulebook() + " " + b.Version()}
}

// misfit returns why this program does not have the rules of a battle, or an empty string if it has.
func (b *battle) misfit() string {
	book, version, _ := strings.Cut(b.Rules, " ")
	id, _, _ := strings.Cut(book, "/")
	for _, s := range system.All() {
		if s.ID() == id && s.Version() == version {
			return ""
		}
	}
	return fmt.Sprintf("the rules are %s, which this program does not have", b.Rules)
}

// The kinds of runs.
const (
	simKind    = "sim"
	ladderKind = "ladder"
	selfKind   = "tune"
)

// run is what the games of a batch have in common. Its id depends on everything in it.
type run struct {
	Kind    string   `json:"kind"`
	Program string   `json:"program"`
	Battles []battle `json:"battles"`
	Sides   []string `json:"sides,omitempty"` // of a sim
	Seed    uint64   `json:"seed"`
	Facts   bool     `json:"facts,omitempty"`
	Games   string   `json:"games,omitempty"` // a hash of the games of self-play
}

// id returns the id of the run.
func (r *run) id() string { return digest(r) }

// misfit returns why a program of some version cannot play the run, or an empty string if it can.
func (r *run) misfit(program string) string {
	if r.Program != program {
		return fmt.Sprintf("it is of the program %q, this is %q", r.Program, program)
	}
	for i := range r.Battles {
		if why := r.Battles[i].misfit(); why != "" {
			return why
		}
	}
	return ""
}

// chunk is some games of a run: a message of the work queue.
type chunk struct {
	Run   string          `json:"run"` // the id
	What  run             `json:"what"`
	Tasks json.RawMessage `json:"tasks"` // by kind, see play.go
}

// answer is results of a chunk, all of them or some.
type answer struct {
	Worker string `json:"worker"`
	Lines  []line `json:"lines,omitempty"`
	Error  string `json:"error,omitempty"` // why the other games cannot be played
}

// line is the result of one game.
type line struct {
	Key  string          `json:"key"` // names the game within its run
	Line json.RawMessage `json:"line"`
}

// digest returns a short hash of a value's JSON. Values of the types of this package can always be encoded.
func digest(v any) string {
	sum := sha256.Sum256(encode(v))
	return hex.EncodeToString(sum[:12])
}

// encode returns a value of a type of this package as JSON.
func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // a float of self-play that is none; no game ends so
	}
	return data
}

// version returns the version of a program and of all its rules, as a token of a subject.
func version(program string) string {
	list := []string{program}
	for _, s := range system.All() {
		list = append(list, s.ID()+" "+s.Version())
	}
	return digest(list)
}

// Info is what a worker says about itself.
type Info struct {
	ID       string    `json:"id"`
	Name     string    `json:"name"`
	Program  string    `json:"program"`
	Version  string    `json:"version"` // of program and rules
	Started  time.Time `json:"started"`
	Jobs     int       `json:"jobs"`
	Playing  int       `json:"playing"`  // games that it plays
	Thinking int       `json:"thinking"` // thoughts that it is about
	Doing    []Share   `json:"doing,omitempty"`

	// Since it was started.
	Chunks   int64 `json:"chunks"`
	Games    int64 `json:"games"`
	Thoughts int64 `json:"thoughts"`
	Failures int64 `json:"failures"`
}

// Share is the chunks of a run that a worker plays.
type Share struct {
	Run    string `json:"run"`
	Kind   string `json:"kind"`
	Chunks int    `json:"chunks"`
}
