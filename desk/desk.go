// Package desk is what one viewer of a game is shown: the table with its choices, the log, odds, reasons, hints and the
// record, in words and as JSON. Everything is built from what the viewer may know. The package knows nothing of HTTP and
// builds for WebAssembly; package server sends what it makes.
package desk

import (
	"bufio"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"acies/clock"
	"acies/game"
	"acies/hint"
	"acies/record"
	"acies/words"
)

// Viewer is who views a game: a side, or a [Spectator].
type Viewer game.Side

// Spectator is a viewer who plays no side.
const Spectator = Viewer(game.Nobody)

// Why a viewer is not shown something.
var (
	ErrTurn     = errors.New("it is the other side's turn")
	ErrNoOdds   = errors.New("the action has no cost and no odds")
	ErrHidden   = errors.New("that cannot be known before the action is carried out")
	ErrNoMoment = errors.New("the game has fewer actions")
	// ErrUnfinished means that the game would have to be over first.
	ErrUnfinished = errors.New("the game is not over, and has secrets")
	// ErrNoPlan means that the rules move pieces one by one.
	ErrNoPlan = errors.New("pieces are not moved together in this game")
	// ErrNoOverlay means that the board of the game has no such overlay.
	ErrNoOverlay = errors.New("the board has no such overlay")
)

// Game is a game at one moment, including what no viewer may know.
type Game struct {
	ID      string
	Version int
	Changes record.Changes // the version as viewers count it; nil: there are no secrets
	Seats   []string       // who plays, by side
	People  []Person       // who has the seats, by side, on a server with accounts
	Waiting bool           // a seat is still open
	Human   bool           // a person plays the side to act
	Asks    []string       // by side, when its player is asked; empty: it is not a person
	Header  record.Header
	Entries []record.Entry
	State   game.State
	Stored  string // the hash of its pack, if the battle has changed since the game began
	Frozen  *record.Frozen
	Nonces  []record.Nonce  // what players have added to shared dice
	Undone  []record.Undone // what they have agreed to take back
	Ending  *record.Ending  // how people have ended it; nil: they have not
	Offer   *Offer          // what a side has offered the other; nil: nothing
	Said    []Said          // what players have offered and answered, in order
	Awaits  []game.Side     // the sides that the game waits for, where somebody plays elsewhere
	Absent  bool            // the viewer may act on the absence of the other player
	Clock   *Clock          // nil: there is none
	Terms   *Agreed         // what was agreed before the game; nil: nothing
	Ratings []RatingChange  // what a rated game that has ended did to the ratings of its players, by side
	Pair    *Pair           // the match of two games to which it belongs; nil: none
	UndoWhy string          // the key of the reason why the last action cannot be undone; empty: it can
	Undoes  int             // how many actions an undo takes back; 0: one
	Last    []Step          // the latest steps: at least the last 16 that the viewer may know of, or all

	Standing []map[string]string // by side and question, what is answered for its player; none: he is asked
	Answered []int               // the numbers of the entries that were answered so, in order
}

// Person is somebody with a seat, as others see him.
type Person struct {
	Name  string `json:"name,omitempty"` // empty: a guest, or nobody any more
	You   bool   `json:"you,omitempty"`
	Empty bool   `json:"empty,omitempty"` // nobody has the seat yet
	Away  bool   `json:"away,omitempty"`  // a program plays for him
	// Online says that the person looks at a game or at the lobby.
	Online bool `json:"online,omitempty"`
	// Rating is how strong the person is with the rulebook of the game; 0: nobody knows.
	Rating int  `json:"rating,omitempty"`
	Unsure bool `json:"unsure,omitempty"` // the rating is provisional
}

// RatingChange is what a game did to the rating of a player.
type RatingChange struct {
	Before int `json:"before"`
	After  int `json:"after"`
}

// Pair is a match of two games with the sides exchanged, as one of them shows it.
type Pair struct {
	Number int    `json:"number"`          // which of them this is: 1 or 2
	Other  string `json:"other,omitempty"` // the id of the other game; empty: it has not been set up
	Next   bool   `json:"next,omitempty"`  // the second game can be set up now
	Points [2]int `json:"points"`          // in half points, by the sides of this game
	Over   bool   `json:"over,omitempty"`  // both games have ended
}

// Clock is the time that the players have.
type Clock struct {
	clock.Control
	Left    []int64 `json:"left"`              // milliseconds, by side
	Runs    int     `json:"runs"`              // the side whose clock runs; -1: none does
	Now     int64   `json:"now"`               // when this was so, in milliseconds since 1970
	Resumes int64   `json:"resumes,omitempty"` // until when the clock that runs is not charged, because of a weekend or a vacation
	DaysOff []int   `json:"daysOff,omitempty"` // by side: days of vacation that are left
	Stopped bool    `json:"stopped,omitempty"` // the players have adjourned
}

// Agreed is what was agreed before a game.
type Agreed struct {
	Open   bool   `json:"open,omitempty"`   // anybody may take the open seat
	Random bool   `json:"random,omitempty"` // the sides are drawn
	Rated  bool   `json:"rated,omitempty"`
	Watch  string `json:"watch,omitempty"` // who may watch: "link" or "public"; empty: nobody
	Delay  int    `json:"delay,omitempty"` // seconds by which those who watch lag behind
	Pair   bool   `json:"pair,omitempty"`  // it is one of two games, with the sides exchanged
	// Handicap says who has half the time of the other: "host", who has set up the game, or "guest"; empty: nobody.
	Handicap string `json:"handicap,omitempty"`

	Tourney string `json:"tourney,omitempty"` // the id of the tournament that it belongs to
}

// Outcome returns the outcome of the game.
func (g *Game) Outcome() game.Outcome { return g.Ending.Outcome(g.State) }

// Offer is what one side has offered the other.
type Offer struct {
	Deal  string    `json:"deal"`            // "peace", "undo", "adjourn" or "roll"
	Side  game.Side `json:"side"`            // who has offered it
	Faces []int     `json:"faces,omitempty"` // the dice that were thrown
	Takes *Takes    `json:"takes,omitempty"` // what an undo would take back, for those who may know
}

// Takes is what a side takes back if the other grants it an undo: its last choice and everything since.
type Takes struct {
	N     int    `json:"n"`               // how many actions
	Rolls int    `json:"rolls,omitempty"` // how many of them are rolls
	Text  string `json:"text,omitempty"`  // the choice; empty: it would take too long to say
}

// Step is a step of a game. Told caches its descriptions, by viewer and language, since a step is described again with
// each of the next tables.
type Step struct {
	*record.Step
	Told *sync.Map
}

// ByHand reports whether rolls are entered by hand, as they also are in a game imported without its seed.
func (g *Game) ByHand() bool { return g.Header.Seed == "" }

// Desk is a game as one viewer is shown it, in one language.
type Desk struct {
	Game   *Game
	Viewer Viewer
	Words  *words.Words
}

func (d *Desk) side() game.Side { return game.Side(d.Viewer) }

func (d *Desk) secrets() bool { return d.Game.State.Battle().Secrets() }

// isOthersTurn reports whether the viewer is not to act in a battle with secrets, and so may not know what can be done
// now.
func (d *Desk) isOthersTurn() bool { return d.secrets() && d.Game.State.ToAct() != d.side() }

// Version returns the version of the game as the viewer counts it. It changes only with changes that the viewer may
// know of.
func (d *Desk) Version() int {
	if d.Game.Changes == nil {
		return d.Game.Version
	}
	return d.Game.Changes.For(d.side())
}

// Length returns how many actions of the game the viewer may know of.
func (d *Desk) Length() int { return record.CountShown(d.Game.Entries, d.side()) }

// Hints are the best choices of the side to act.
type Hints struct {
	Version int         `json:"version"` // of the game they are for
	Side    game.Side   `json:"side"`
	Hints   []hint.Hint `json:"hints"`
}

// Hints returns the best choices of the side to act. It uses all the time it is given.
func (d *Desk) Hints(thought time.Duration) (*Hints, error) {
	if d.isOthersTurn() {
		return nil, ErrTurn
	}
	list := hint.Of(d.Game.State.Clone(), d.Words, d.Length(), thought)
	return &Hints{d.Version(), d.Game.State.ToAct(), list}, nil
}

// HintsBy is like [Desk.Hints], but somebody else advises. It returns nil if he cannot.
func (d *Desk) HintsBy(adviser hint.Adviser, thought time.Duration) (*Hints, error) {
	if d.isOthersTurn() {
		return nil, ErrTurn
	}
	list := hint.By(adviser, d.Game.State.Clone(), d.Words, d.Length(), thought)
	if list == nil {
		return nil, nil
	}
	return &Hints{d.Version(), d.Game.State.ToAct(), list}, nil
}

// WriteRecord writes the record of the game. During the game it has no seed and, in a battle with secrets, only what
// the viewer may know; see [record.WritePartial]. A whole record includes its pack, if an archive is given.
//
// If there is a key, the record of a game that is over is signed with it, provided that its dice are shared and that it was
// begun here. A game of which somebody could know or choose the dice, alone or elsewhere, is not vouched for.
func (d *Desk) WriteRecord(w io.Writer, archive []byte, key ed25519.PrivateKey) error {
	g := d.Game
	h := g.Header
	over := g.Outcome().Over
	if !over {
		if d.secrets() {
			return record.WritePartial(w, h, g.Nonces, g.Entries, d.side())
		}
		h.Seed = ""
	}
	if full, err := h.WithPack(archive); err == nil { // else it would be too large to read again
		h = full
	}
	entries := g.Entries
	if g.Frozen != nil {
		entries = slices.Concat(entries, g.Frozen.Rest)
	}
	lines := append([][]byte{h.Line()}, record.Lines(g.Nonces, entries, g.Undone)...)
	if g.Ending != nil {
		lines = append(lines, g.Ending.Line())
	}
	if over && key != nil && g.begunHere() {
		var last struct {
			Chain string `json:"chain"`
		}
		if err := json.Unmarshal(lines[len(lines)-1], &last); err != nil {
			return err
		}
		lines = append(lines, record.Sign(last.Chain, key).Line())
	}
	out := bufio.NewWriter(w)
	for _, line := range lines {
		out.Write(append(line, '\n'))
	}
	return out.Flush()
}

// begunHere reports whether the game was begun on this server with shared dice. Its header has its id then: that of a game
// that was read from a record was drawn later than its header was made, so nobody can have put it there.
func (g *Game) begunHere() bool { return g.Header.Dice == record.Shared && g.Header.Game == g.ID }

// Branch returns the entries with which a new game begins that continues this one after the first n actions that the viewer may
// know of. Before the end of a battle with secrets there is none, because its players could see everything.
func (d *Desk) Branch(n int) ([]record.Entry, error) {
	if d.secrets() && !d.Game.Outcome().Over {
		return nil, ErrUnfinished
	}
	if n > d.Length() {
		return nil, ErrNoMoment
	}
	return d.entriesTo(n), nil
}

// ChosenOptions returns the options of a game in order.
func ChosenOptions(h record.Header) []string {
	return append([]string{}, slices.Sorted(maps.Keys(h.Options))...)
}
