// Package tourney pairs tournaments and computes their standings.
//
// A [Tournament] is data: who plays, in which format, and the rounds paired so far with their results. Whatever happens next
// follows from it, without a clock or chance: [Tournament.PairNext] pairs a round, [Tournament.Report] enters a result,
// [Tournament.Leave] takes a player out, [Tournament.Standings] orders the players. Times, such as the deadlines of rounds, come from the caller.
//
// Points are counted in half points, so that all figures are integers.
package tourney

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Limits of a tournament.
const (
	MaxPlayers = 64
	MaxRounds  = 64
	maxText    = 1 << 20 // bytes that Decode reads
	maxID      = 100     // bytes of the id of a player
)

// Format says how rounds are paired.
type Format string

// The formats.
const (
	RoundRobin Format = "round-robin" // everybody meets everybody once
	Swiss      Format = "swiss"       // players with about as many points meet, nobody twice
)

// Tournament is a tournament and all that has happened in it. Decode and Check refuse one that contradicts itself; the other
// methods expect one that does not.
type Tournament struct {
	Format    Format   `json:"format"`
	Players   []Player `json:"players"`             // by seed, the strongest first
	Rounds    int      `json:"rounds,omitempty"`    // of a Swiss tournament
	Return    bool     `json:"return,omitempty"`    // two games are played per pairing, with sides exchanged
	Deadlines []int64  `json:"deadlines,omitempty"` // by round, in seconds since 1970; none: there are no deadlines
	Paired    []Round  `json:"paired,omitempty"`    // the rounds paired so far
}

// Player is somebody who takes part.
type Player struct {
	ID   string `json:"id"`
	Left bool   `json:"left,omitempty"` // he plays no further round
}

// Round is one round. At most one player has a bye.
type Round struct {
	Pairings []Pairing `json:"pairings"`
	Bye      string    `json:"bye,omitempty"`
}

// Pairing is two players who meet. The first attacks, and defends in the return game.
type Pairing struct {
	First   string   `json:"first"`
	Second  string   `json:"second"`
	Results []Result `json:"results"` // one per game
}

// Result is the result of a game, whoever attacked.
type Result string

// The results. A game that was decided without play, because a player had left or was late, is won or unplayed.
const (
	Pending   Result = ""
	FirstWon  Result = "first"
	SecondWon Result = "second"
	Drawn     Result = "draw"
	Unplayed  Result = "unplayed" // lost for both
)

// Errors of the methods of a Tournament.
var (
	ErrOver     = errors.New("all rounds are paired")
	ErrPending  = errors.New("the last round has games without a result")
	ErrTooFew   = errors.New("fewer than two players are left")
	ErrNoGame   = errors.New("no such game")
	ErrReported = errors.New("the game has a result already")
	ErrResult   = errors.New("not the result of a game")
	ErrPlayer   = errors.New("no such player")
)

// Decode reads a tournament from JSON and checks it.
func Decode(text string) (*Tournament, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("reading a tournament: longer than %d bytes", maxText)
	}
	dec := json.NewDecoder(strings.NewReader(text))
	dec.DisallowUnknownFields()
	t := new(Tournament)
	if err := dec.Decode(t); err != nil {
		return nil, fmt.Errorf("reading a tournament: %w", err)
	}
	if strings.TrimSpace(text[dec.InputOffset():]) != "" {
		return nil, errors.New("reading a tournament: text after its end")
	}
	if err := t.Check(); err != nil {
		return nil, fmt.Errorf("reading a tournament: %w", err)
	}
	return t, nil
}

// Check returns what is wrong with a tournament, or nil.
func (t *Tournament) Check() error {
	switch {
	case t.Format != RoundRobin && t.Format != Swiss:
		return fmt.Errorf("format %q is neither %q nor %q", t.Format, RoundRobin, Swiss)
	case len(t.Players) < 2 || len(t.Players) > MaxPlayers:
		return fmt.Errorf("%d players: want 2 to %d", len(t.Players), MaxPlayers)
	case t.Format == RoundRobin && t.Rounds != 0:
		return errors.New("the rounds of a round robin follow from the number of its players")
	case t.Format == Swiss && (t.Rounds < 1 || t.Rounds > MaxRounds):
		return fmt.Errorf("%d rounds: want 1 to %d", t.Rounds, MaxRounds)
	case len(t.Deadlines) > 0 && len(t.Deadlines) != t.Len():
		return fmt.Errorf("%d deadlines for %d rounds", len(t.Deadlines), t.Len())
	case !slices.IsSorted(t.Deadlines):
		return errors.New("the deadline of a round is before that of an earlier one")
	case len(t.Paired) > t.Len():
		return fmt.Errorf("%d of %d rounds are paired", len(t.Paired), t.Len())
	}
	known := map[string]bool{}
	for _, p := range t.Players {
		if p.ID == "" || len(p.ID) > maxID {
			return fmt.Errorf("player %q: want an id of 1 to %d bytes", p.ID, maxID)
		}
		if known[p.ID] {
			return fmt.Errorf("player %q is listed twice", p.ID)
		}
		known[p.ID] = true
	}
	for i, r := range t.Paired {
		if err := t.checkRound(r, known); err != nil {
			return fmt.Errorf("round %d: %w", i+1, err)
		}
	}
	return nil
}

// checkRound returns what is wrong with a round, or nil.
func (t *Tournament) checkRound(r Round, known map[string]bool) error {
	seen := map[string]bool{}
	take := func(id string) error {
		if !known[id] {
			return fmt.Errorf("%w: %q", ErrPlayer, id)
		}
		if seen[id] {
			return fmt.Errorf("player %q is paired twice", id)
		}
		seen[id] = true
		return nil
	}
	for _, p := range r.Pairings {
		if err := cmp.Or(take(p.First), take(p.Second)); err != nil {
			return err
		}
		if len(p.Results) != t.games() {
			return fmt.Errorf("%q and %q have %d results, want %d", p.First, p.Second, len(p.Results), t.games())
		}
		for _, x := range p.Results {
			if x != Pending && !x.valid() {
				return fmt.Errorf("%w: %q", ErrResult, x)
			}
		}
	}
	if r.Bye != "" {
		return take(r.Bye)
	}
	return nil
}

// valid reports whether r is the result of a game that is over.
func (r Result) valid() bool {
	return r == FirstWon || r == SecondWon || r == Drawn || r == Unplayed
}

// games returns the number of games of a pairing.
func (t *Tournament) games() int {
	if t.Return {
		return 2
	}
	return 1
}

// Len returns the number of rounds.
func (t *Tournament) Len() int {
	if t.Format == Swiss {
		return t.Rounds
	}
	return (len(t.Players)+1)/2*2 - 1
}

// SwissRounds returns the usual number of rounds of a Swiss tournament: as many as it takes until at most one player has won
// all his games.
func SwissRounds(players int) int {
	n := 1
	for 1<<n < players {
		n++
	}
	return n
}

// Sides returns who attacks and who defends in a game of a pairing; the return game is game 1.
func (p Pairing) Sides(game int) (attacker, defender string) {
	if game == 1 {
		return p.Second, p.First
	}
	return p.First, p.Second
}

// PairNext pairs the next round and returns it. The rounds of a Swiss tournament depend on all results before; those of a round
// robin can be paired at any time. A game of a round robin against somebody who has left is won at once.
func (t *Tournament) PairNext() (Round, error) {
	if len(t.Paired) >= t.Len() {
		return Round{}, ErrOver
	}
	var r Round
	if t.Format == Swiss {
		if len(t.Paired) > 0 && t.Paired[len(t.Paired)-1].pending() {
			return Round{}, ErrPending
		}
		if t.present() < 2 {
			return Round{}, ErrTooFew
		}
		r = t.pairSwiss()
	} else {
		r = t.pairCircle(len(t.Paired))
	}
	t.Paired = append(t.Paired, r)
	return r, nil
}

// newPairing returns a pairing without results.
func (t *Tournament) newPairing(first, second string) Pairing {
	return Pairing{first, second, make([]Result, t.games())}
}

// pending reports whether a game has no result yet.
func (r *Round) pending() bool {
	return slices.ContainsFunc(r.Pairings, func(p Pairing) bool { return slices.Contains(p.Results, Pending) })
}

// present returns how many players have not left.
func (t *Tournament) present() int {
	n := 0
	for _, p := range t.Players {
		if !p.Left {
			n++
		}
	}
	return n
}

// Over reports whether nothing is left to play: all rounds are paired, or cannot be, and all games have a result.
func (t *Tournament) Over() bool {
	for i := range t.Paired {
		if t.Paired[i].pending() {
			return false
		}
	}
	return len(t.Paired) == t.Len() || t.Format == Swiss && t.present() < 2
}

// GameID names a game of a tournament; all numbers begin with 0.
type GameID struct {
	Round   int `json:"round"`
	Pairing int `json:"pairing"`
	Game    int `json:"game"` // 1 is the return game
}

// Report enters the result of a game. A result stays: later rounds may depend on it.
func (t *Tournament) Report(id GameID, r Result) error {
	if !r.valid() {
		return fmt.Errorf("%w: %q", ErrResult, r)
	}
	if id.Round < 0 || id.Round >= len(t.Paired) {
		return ErrNoGame
	}
	round := &t.Paired[id.Round]
	if id.Pairing < 0 || id.Pairing >= len(round.Pairings) || id.Game < 0 || id.Game >= t.games() {
		return ErrNoGame
	}
	if x := &round.Pairings[id.Pairing].Results[id.Game]; *x == Pending {
		*x = r
		return nil
	}
	return ErrReported
}

// Leave takes a player out of the rounds to come. His games without a result are won by his opponents.
func (t *Tournament) Leave(player string) error {
	i := slices.IndexFunc(t.Players, func(p Player) bool { return p.ID == player })
	if i < 0 {
		return fmt.Errorf("%w: %q", ErrPlayer, player)
	}
	t.Players[i].Left = true
	for _, r := range t.Paired {
		for j := range r.Pairings {
			t.forfeit(&r.Pairings[j])
		}
	}
	return nil
}

// forfeit decides the games of a pairing of which a player has left.
func (t *Tournament) forfeit(p *Pairing) {
	left := func(id string) bool { return slices.Contains(t.Players, Player{id, true}) }
	result := Pending
	switch first, second := left(p.First), left(p.Second); {
	case first && second:
		result = Unplayed
	case first:
		result = SecondWon
	case second:
		result = FirstWon
	}
	for i, x := range p.Results {
		if x == Pending {
			p.Results[i] = result
		}
	}
}

// Overdue returns the games without a result whose round had its deadline before or at a time. What becomes of them is for the
// caller to decide and to report.
func (t *Tournament) Overdue(now int64) []GameID {
	var out []GameID
	for i, r := range t.Paired {
		if i >= len(t.Deadlines) || t.Deadlines[i] > now {
			break
		}
		for j, p := range r.Pairings {
			for k, x := range p.Results {
				if x == Pending {
					out = append(out, GameID{i, j, k})
				}
			}
		}
	}
	return out
}
