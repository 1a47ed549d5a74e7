// Package record keeps one game: its header, its actions and the current state. It writes a game as a text file, reads
// it back and detects any change made to the file. It also implements undo for all rulebooks.
//
// # Format
//
// A record is JSON, one object per line, each line ending with a line feed. The first line is the header ([Header]),
// every other line one action ([Entry]), in order. A game with shared dice has a line for each player before the first
// action ([Nonce]), and one that people have ended has one line more ([Ending]):
//
//	{"acies":1,"engine":"1","rulebook":"toy","battle":"ford","pack":"9f…","seed":"TQ…","commit":"66…","dice":"seed","chain":"05…"}
//	{"n":1,"side":-1,"do":"deal 4","state":"8c2f19a0d4e67b35","chain":"d1…"}
//	…
//	{"n":7,"side":0,"do":"march wood","mp":1,"path":["camp","wood"],"state":"3a3e520e2f9ce772","chain":"84…"}
//
// The members are in the order of the fields of the two types, without spaces; those marked omitempty are left out
// when they are empty; strings are escaped as encoding/json does with SetEscapeHTML(false). A game can therefore be
// written in only one way.
//
// "state" is the hash of the state after the action. "chain" is the first half, in hexadecimal, of the SHA-256 of two
// texts joined together: the chain of the previous line (nothing for the header), and the line itself without its chain.
// For the header the line is also taken without the seed, which the commitment covers, and without the archive of the
// pack, which the hash of the pack covers. A record therefore has the same chain while its seed is secret and after the
// seed has been published, and with or without its pack inside.
package record

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"unicode"

	"acies/dice"
	"acies/game"
)

// Format is the version of the format of records, the "acies" of a header.
const Format = 1

// Where the dice of a game come from: values of [Header.Dice].
const (
	BySeed = "seed"   // they are computed from the seed
	ByHand = "hand"   // people roll them and enter the result
	Shared = "shared" // they are computed from the seed and from what the players have added, see [Nonce]
)

// ByPurpose is the [Header.Rolls] of games whose rolls are derived from their numbers and from what is thrown. It is a number,
// so that games of before, and of any way that comes after, can still be verified.
const ByPurpose = 2

// Header identifies the game of a record.
type Header struct {
	Acies    int               `json:"acies"`  // the format, always 1
	Engine   string            `json:"engine"` // the version of the rulebook
	Rulebook string            `json:"rulebook"`
	Battle   string            `json:"battle"`             // the id of the battle
	Pack     string            `json:"pack"`               // the hash of its pack
	Options  map[string]string `json:"options,omitempty"`  // chosen for this game
	Position string            `json:"position,omitempty"` // the set-up as text, if it is not that of the pack
	Seed     string            `json:"seed,omitempty"`     // of dice.Keyed; empty while it is secret
	Commit   string            `json:"commit,omitempty"`   // dice.Commitment of the seed
	Dice     string            `json:"dice"`               // BySeed, ByHand or Shared
	Game     string            `json:"game,omitempty"`     // the id of a game with shared dice, so that no two have the same
	Shares   []game.Side       `json:"shares,omitempty"`   // whose players add to shared dice
	Rolls    int               `json:"rolls,omitempty"`    // how rolls of shared dice are derived: ByPurpose; 0: by their numbers alone
	Branch   *Branch           `json:"branch,omitempty"`   // the game from which its first actions come
	Archive  []byte            `json:"archive,omitempty"`  // the pack itself, for readers who do not have it
	Chain    string            `json:"chain,omitempty"`
}

// Entry is one action of a game.
type Entry struct {
	N     int       `json:"n"`              // counted from 1
	Side  game.Side `json:"side"`           // the side that acted; Nature for a roll
	Do    string    `json:"do"`             // the action in notation
	By    string    `json:"by,omitempty"`   // ByHand for a roll by hand, Taken for one of another game
	MP    int       `json:"mp,omitempty"`   // its cost in movement points
	Path  []string  `json:"path,omitempty"` // the places it passed through, from the first to the last
	State string    `json:"state"`          // the hash of the state after it
	Chain string    `json:"chain,omitempty"`

	Action game.Action `json:"-"` // Do, parsed
	Trail  []game.Pose `json:"-"` // the path on a board without places

	shown  []Entry // by viewer; nil: there are no secrets
	passes bool    // another side is to act after it
}

// Reasons why an undo, a choice or a roll is impossible.
var (
	ErrNothing  = errors.New("nothing to undo")
	ErrRolled   = errors.New("cannot undo: the die has been rolled")
	ErrRevealed = errors.New("cannot undo: information has been revealed")
	ErrCast     = errors.New("cannot undo: a roll is pending")
	ErrChanged  = errors.New("cannot undo: the side to act has changed since the last action")
	ErrRollDue  = errors.New("roll the die first")
	ErrNoRoll   = errors.New("no roll is pending")
	ErrNoSeed   = errors.New("the record does not contain the seed of its dice")
	ErrFrozen   = errors.New("the game was played with another version of the rules and cannot be continued")
	ErrNewer    = errors.New("the game was played with newer rules than this program has")
)

// Game is a game in progress or finished. It is not safe for concurrent use.
type Game struct {
	header  Header
	battle  game.Battle
	entries []Entry
	state   game.State
	saved   game.State // a copy of state for readers; nil: not made yet
	rolls   int        // among entries, and among those that players have agreed to take back
	frozen  *Frozen    // nil: it can be continued
	by      string     // the version of the rulebook by which it was played last; empty: that of the header
	ending  *Ending    // nil: people have not ended it
	nonces  []Nonce    // what players have added to shared dice
	undone  []Undone   // what they have agreed to take back
	key     string     // the seed of the rolls of shared dice, once all have

	signature *Signature // with which the record was read; nil: none

	// Undo goes back no further than base, the state after the first fixed entries.
	base     game.State
	shared   bool // base belongs to a mark or to readers as well and must not be changed
	fixed    int
	whyFixed error // why these cannot be undone
}

// New returns a new game. The header needs the id of the battle and the hash of its pack; New fills in the format,
// engine, rulebook, commitment and chain. If Dice is empty, it is BySeed if there is a seed and ByHand otherwise.
func New(b game.Battle, h Header) (*Game, error) {
	if h.Dice == "" {
		h.Dice = ByHand
		if h.Seed != "" {
			h.Dice = BySeed
		}
	}
	if h.Commit == "" && h.Seed != "" {
		h.Commit = dice.Commitment(h.Seed)
	}
	if h.Dice == Shared {
		h.Rolls = ByPurpose
	}
	h.Acies, h.Engine, h.Rulebook = Format, b.Version(), b.Rulebook()
	h.Chain = h.sum()
	if err := cmp.Or(h.checkTexts(), h.checkDice(), h.checkLength()); err != nil {
		return nil, fmt.Errorf("starting a record: %w", err)
	}
	// Text that is not valid UTF-8 would be written as something else, and the record could not be read back.
	line, back := encode(h), Header{}
	if err := json.Unmarshal(line, &back); err != nil || !bytes.Equal(encode(back), line) {
		return nil, fmt.Errorf("starting a record: the header %q is not valid UTF-8", line)
	}
	return start(b, h), nil
}

func start(b game.Battle, h Header) *Game {
	s := b.Start()
	return &Game{header: h, battle: b, state: s, base: s.Clone(), whyFixed: ErrNothing}
}

// checkTexts refuses a header with more options than any battle has, and one with control characters, because its texts
// are shown on terminals.
func (h *Header) checkTexts() error {
	if n := len(h.Options); n > maxOptions {
		return mismatch("options", strconv.Itoa(n), fmt.Sprintf("at most %d", maxOptions))
	}
	texts := []string{h.Engine, h.Rulebook, h.Battle, h.Pack, h.Position, h.Seed, h.Commit, h.Dice, h.Game}
	if h.Branch != nil {
		texts = append(texts, h.Branch.Chain)
	}
	for o, v := range h.Options {
		texts = append(texts, o, v)
	}
	for _, text := range texts {
		for _, r := range text {
			if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' {
				return mismatch("header", fmt.Sprintf("the control character %U", r), "printable text")
			}
		}
	}
	return nil
}

// checkLength refuses a header that [Read] would refuse.
func (h *Header) checkLength() error {
	if n := len(encode(h)) + 1; n > maxHeader {
		return mismatch("header", fmt.Sprintf("%d bytes", n), fmt.Sprintf("at most %d", maxHeader))
	}
	return nil
}

// WithPack returns the header with the archive of its pack, or without one if archive is empty. It returns an error if
// the archive is too large.
func (h Header) WithPack(archive []byte) (Header, error) {
	h.Archive = archive
	return h, h.checkLength()
}

// checkDice returns an error unless seed, commitment and dice agree.
func (h *Header) checkDice() error {
	switch {
	case h.Dice != BySeed && h.Dice != ByHand && h.Dice != Shared:
		return mismatch("dice", string(encode(h.Dice)), `"seed", "hand" or "shared"`)
	case h.Dice == ByHand && h.Seed+h.Commit != "":
		return mismatch("dice by hand", "a seed or a commitment", "neither")
	case h.Dice != ByHand && h.Commit == "":
		return mismatch("dice by seed", "no commitment", "one")
	case h.Dice == Shared && (h.Game == "" || len(h.Shares) == 0 || len(h.Shares) > maxShares || !slices.IsSortedFunc(h.Shares, ascending)):
		return mismatch("shared dice", "no id of the game, or no players in order", "both")
	case h.Dice != Shared && (h.Game != "" || h.Shares != nil || h.Rolls != 0):
		return mismatch("dice that are not shared", "an id of the game, players or a way of derivation", "none of them")
	case h.Rolls != 0 && h.Rolls != ByPurpose:
		return differ("derivation of the rolls", h.Rolls, ByPurpose)
	case h.Seed != "" && dice.Commitment(h.Seed) != h.Commit:
		return differ("commitment of the seed", h.Commit, dice.Commitment(h.Seed))
	}
	return nil
}

// sum returns the chain of a header.
func (h Header) sum() string {
	h.Seed, h.Archive, h.Chain = "", nil, ""
	return sum("", h)
}

// sum returns the chain of an entry that follows prev.
func (e Entry) sum(prev string) string {
	e.Chain = ""
	return sum(prev, e)
}

func sum(prev string, line any) string {
	h := sha256.New()
	io.WriteString(h, prev)
	h.Write(encode(line))
	return hex.EncodeToString(h.Sum(nil)[:sha256.Size/2])
}

// encode returns the only valid form of a header, an entry or a part of them, without a line feed.
func encode(v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // people read notation
	if err := enc.Encode(v); err != nil {
		panic(err) // strings and numbers can always be encoded
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}

// Line returns the header as it is written in a record, without the line feed.
func (h Header) Line() []byte { return encode(h) }

// Line returns the entry as it is written in a record, without the line feed.
func (e Entry) Line() []byte { return encode(e) }

// Header returns the header.
func (g *Game) Header() Header { return g.header }

// Battle returns the battle.
func (g *Game) Battle() game.Battle { return g.battle }

// Entries returns the actions so far. The caller must not change them, and may use them only until the game changes.
func (g *Game) Entries() []Entry { return g.entries }

// State returns the current state. The caller must not change it; to try an action, clone it.
func (g *Game) State() game.State { return g.state }

// Saved returns a copy of the current state, which stays as it is when the game goes on. Everybody who asks before the
// next action gets the same copy, so nobody may change it.
func (g *Game) Saved() game.State {
	if g.saved == nil {
		g.saved = g.state.Clone()
	}
	return g.saved
}

// Chain returns the chain of the last line, which identifies the whole record up to that line.
func (g *Game) Chain() string {
	if g.ending != nil {
		return g.ending.Chain
	}
	if k := len(g.undone); k > 0 && g.undone[k-1].After == len(g.entries) {
		return g.undone[k-1].Chain
	}
	if n := len(g.entries); n > 0 {
		return g.entries[n-1].Chain
	}
	if n := len(g.nonces); n > 0 {
		return g.nonces[n-1].Chain
	}
	return g.header.Chain
}

// Do applies a choice of the side to act and adds it to the record. For an illegal action it returns the
// [*game.Refusal] and changes nothing.
func (g *Game) Do(a game.Action, sink game.Sink) error {
	if err := g.stopped(); err != nil {
		return err
	}
	if g.state.ToAct() == game.Nature {
		return ErrRollDue
	}
	return g.add(a, "", sink)
}

// Roll makes the roll that is due from the seed and returns it.
func (g *Game) Roll(sink game.Sink) (game.Action, error) {
	if err := g.stopped(); err != nil {
		return game.Action{}, err
	}
	if g.state.ToAct() != game.Nature {
		return game.Action{}, ErrNoRoll
	}
	if g.header.Seed == "" {
		return game.Action{}, ErrNoSeed
	}
	a := g.seeded()
	return a, g.add(a, "", sink)
}

// seeded returns the roll that the seed gives at this point. Rolls by hand are counted too, so that whether a roll is by
// hand does not change later rolls.
func (g *Game) seeded() game.Action {
	seed := g.header.Seed
	if g.header.Dice == Shared {
		seed = g.key
	}
	k := dice.NewKeyed(seed)
	if g.header.Rolls == ByPurpose {
		return g.state.Roll(k.For(g.rolls, purpose(g.state.Dice())))
	}
	return g.state.Roll(k.At(g.rolls))
}

// purpose returns what is thrown, as the derivation of a roll names it: "2d1-6" for two dice that show 1 to 6, "draw" for
// what is drawn without dice. It says no more, because it must not change as long as the dice do not: what prompts and
// events are called may.
func purpose(d game.Dice) string {
	if d.N == 0 {
		return "draw"
	}
	return fmt.Sprintf("%dd%d-%d", d.N, d.Low, d.High)
}

// RollByHand makes the roll that is due with a result that was rolled by hand, and the record says so.
func (g *Game) RollByHand(a game.Action, sink game.Sink) error {
	if err := g.stopped(); err != nil {
		return err
	}
	if g.state.ToAct() != game.Nature {
		return ErrNoRoll
	}
	return g.add(a, ByHand, sink)
}

// stopped returns why nothing can be added, or nil.
func (g *Game) stopped() error {
	switch {
	case g.frozen != nil:
		return g.frozen
	case g.ending != nil || g.signature != nil:
		return ErrEnded
	case !g.Ready():
		return ErrNonces
	}
	return nil
}

func (g *Game) add(a game.Action, by string, sink game.Sink) error {
	if r := g.state.Check(a); r != nil {
		return r
	}
	e := Entry{N: len(g.entries) + 1, Side: g.state.ToAct(), Do: g.battle.Format(a), By: by, Action: a}
	e.explain(g.state, e.Side)
	e.shown = g.shownOf(&e)
	watched := watch{sink: sink}
	g.saved = nil
	if r := g.state.Apply(a, &watched); r != nil {
		return r
	}
	e.passes = g.state.ToAct() != e.Side
	e.State = fmt.Sprintf("%016x", g.state.Hash())
	e.Chain = e.sum(g.Chain())
	g.entries = append(g.entries, e)

	switch {
	case g.taken(e.N):
		if e.Side == game.Nature {
			g.rolls++
		}
		g.blockUndo(ErrNothing)
	case e.Side == game.Nature:
		g.rolls++
		g.blockUndo(ErrRolled)
	case watched.reveals:
		g.blockUndo(ErrRevealed)
	case g.state.ToAct() == game.Nature:
		g.blockUndo(ErrCast)
	case g.state.ToAct() != e.Side:
		g.blockUndo(ErrChanged)
	}
	return nil
}

// explain sets the cost and the path of an action that is about to be applied, as far as a viewer may know them.
func (e *Entry) explain(s game.State, viewer game.Side) {
	x := s.Explain(e.Action, viewer)
	if x == nil {
		return
	}
	e.MP, e.Trail = x.Cost, x.Trail
	for _, p := range x.Path {
		e.Path = append(e.Path, s.Battle().PlaceID(p))
	}
}

// blockUndo makes all entries so far permanent.
func (g *Game) blockUndo(why error) {
	if g.shared {
		g.base = g.Saved()
	} else {
		g.base.CopyFrom(g.state)
	}
	g.fixed, g.whyFixed = len(g.entries), why
}

// watch passes events on and records whether one of them reveals information.
type watch struct {
	sink    game.Sink
	reveals bool
}

func (w *watch) Event(e game.Event) {
	w.reveals = w.reveals || e.Reveal
	if w.sink != nil {
		w.sink.Event(e)
	}
}

// CanUndo returns nil if the last action can be undone, and otherwise the reason: [ErrNothing], [ErrRolled],
// [ErrRevealed], [ErrCast], [ErrChanged], [ErrEnded] or a [*Frozen].
func (g *Game) CanUndo() error {
	if err := g.stopped(); err != nil {
		return err
	}
	if g.fixed == len(g.entries) {
		return g.whyFixed
	}
	return nil
}

// Undo undoes the last action and returns it. Only choices of the side to act can be undone, back to the last roll,
// reveal or change of the side to act.
func (g *Game) Undo() (Entry, error) {
	if err := g.CanUndo(); err != nil {
		return Entry{}, err
	}
	s := g.base.Clone()
	last := len(g.entries) - 1
	for _, e := range g.entries[g.fixed:last] {
		if r := s.Apply(e.Action, nil); r != nil {
			return Entry{}, fmt.Errorf("undo: replaying action %d, %q: %w", e.N, e.Do, r)
		}
	}
	e := g.entries[last]
	// The next action is appended to new memory, so that a [Mark] or a reader of the old list is not affected.
	g.state, g.saved, g.entries = s, nil, g.entries[:last:last]
	return e, nil
}

// Mark is a point in a game to which [Game.Reset] can return.
type Mark struct {
	entries  []Entry
	state    game.State
	rolls    int
	base     game.State
	fixed    int
	whyFixed error
	ending   *Ending
	nonces   []Nonce
	undone   []Undone
	key      string
}

// Mark returns a mark of the current point.
func (g *Game) Mark() Mark {
	g.shared = true
	return Mark{g.entries, g.Saved(), g.rolls, g.base, g.fixed, g.whyFixed, g.ending, g.nonces, g.undone, g.key}
}

// Reset cancels everything since the mark, including rolls and undos. It is for actions that could not be saved, not for
// players. A mark can be used only once.
func (g *Game) Reset(m Mark) {
	g.entries, g.state, g.saved, g.rolls = m.entries, m.state.Clone(), m.state, m.rolls
	g.base, g.fixed, g.whyFixed, g.ending = m.base, m.fixed, m.whyFixed, m.ending
	g.nonces, g.undone, g.key = m.nonces, m.undone, m.key
}

// PutPack puts the archive of the game's pack into its record, which otherwise stays the same. The caller must make sure
// that the archive is of that pack. It returns an error if the archive is too large.
func (g *Game) PutPack(archive []byte) error {
	h, err := g.header.WithPack(archive)
	if err == nil {
		g.header = h
	}
	return err
}

// Write writes the record.
func (g *Game) Write(w io.Writer) error { return g.write(w, g.header) }

// WriteSealed writes the record without its seed, which must stay secret until the game is over.
func (g *Game) WriteSealed(w io.Writer) error {
	h := g.header
	h.Seed = ""
	return g.write(w, h)
}

func (g *Game) write(w io.Writer, h Header) error {
	bw := bufio.NewWriter(w)
	bw.Write(append(encode(h), '\n'))
	entries := g.entries
	if g.frozen != nil {
		entries = slices.Concat(entries, g.frozen.Rest)
	}
	for _, line := range Lines(g.nonces, entries, g.undone) {
		bw.Write(append(line, '\n'))
	}
	if g.ending != nil {
		bw.Write(append(encode(g.ending), '\n'))
	}
	if g.signature != nil {
		bw.Write(append(encode(g.signature), '\n'))
	}
	return bw.Flush()
}
