package record

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"acies/game"
)

// Error is a fault found in a record.
type Error struct {
	File string // empty if the reader has no name
	Line int    // counted from 1
	Err  error
}

func (e *Error) Error() string {
	if e.File == "" {
		return fmt.Sprintf("line %d: %v", e.Line, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// mismatch returns the cause of most faults: a value that is not the expected one.
func mismatch(what, found, expected string) error {
	return fmt.Errorf("%s: found %s, expected %s", what, found, expected)
}

// Mismatch says that a part of a record is not the expected one.
type Mismatch struct {
	What            string
	Found, Expected string // as written in a record
}

func (m *Mismatch) Error() string { return mismatch(m.What, m.Found, m.Expected).Error() }

// differ returns the [*Mismatch] of two values.
func differ(what string, found, expected any) error {
	return &Mismatch{what, string(encode(found)), string(encode(expected))}
}

// Report describes a verified record.
type Report struct {
	Header  Header
	Actions int
	Rolls   int   // among the actions
	ByHand  []int // the numbers of the actions that are rolls by hand
	Taken   []int // of those that are rolls of another game and cannot be checked
	Sealed  []int // of those that could not be checked because the record does not contain the seed
	Outcome game.Outcome
	Chain   string // of the last line
	Shared  bool   // the rolls follow from the seed and from what the players have added
	Key     string // with which a server has signed the chain, see [Signature]; empty: it has not
	Undone  int    // how many actions players have agreed to take back
}

// Verify reads a record as [Read] does and returns a report of it.
//
// A record that lacks whole lines at the end is a valid, shorter record; only its Chain differs. For a record that [Read]
// would freeze, it returns an [*Error] that wraps the [*Frozen].
func Verify(r io.Reader, open func(Header) (game.Battle, error)) (Report, error) {
	g, err := Read(r, open)
	if err != nil {
		return Report{}, err
	}
	if g.frozen != nil && len(g.frozen.Rest) > 0 {
		err := fmt.Errorf("verified up to action %d only: %w", g.frozen.N-1, g.frozen)
		return Report{}, &Error{File: fileName(r), Line: len(g.nonces) + len(g.undoneBefore(g.frozen.N)) + g.frozen.N + 1, Err: err}
	}
	rep := Report{
		Header: g.header, Actions: len(g.entries), Outcome: g.Outcome(), Chain: g.Chain(), Shared: g.header.Dice == Shared,
	}
	if g.signature != nil {
		rep.Key = g.signature.Key
	}
	for _, u := range g.undone {
		rep.Undone += u.Undone
	}
	for _, e := range g.entries {
		if e.Side == game.Nature {
			rep.Rolls++
		}
		switch {
		case e.By == ByHand:
			rep.ByHand = append(rep.ByHand, e.N)
		case e.By == Taken:
			rep.Taken = append(rep.Taken, e.N)
		case e.Side == game.Nature && g.header.Seed == "":
			rep.Sealed = append(rep.Sealed, e.N)
		}
	}
	return rep, nil
}

// Limits of a record, far above what a game needs. They bound the cost of reading a hostile one.
const (
	maxHeader  = 2 << 20  // bytes of the first line
	maxEntry   = 64 << 10 // bytes of any other
	maxRecord  = 64 << 20 // bytes of the whole
	maxOptions = 100
)

// Read reads a record and replays the game. It accepts only exactly what [Game.Write] writes: every action must be legal,
// every roll not made by hand must be the one the seed gives, and every cost, hash and chain must be correct. Open
// returns the battle of a header. Errors are of type [*Error] and name the file if r has a name, as an [*os.File] does.
//
// A record of another version of the rulebook is replayed with the current one. If that gives the same states, the game
// can be continued; the header keeps its version, and new entries are made and verified with the current rules. Otherwise
// the game is frozen where the two differ: see [Game.Frozen]. A game in progress of a newer version is always frozen. A line with a
// wrong chain is an error in any case.
func Read(r io.Reader, open func(Header) (game.Battle, error)) (*Game, error) {
	return ReadBy(r, "", open)
}

// ReadBy is [Read] for a record of a game with which a version of the rulebook newer than that of its header has gone on; empty: none
// has.
func ReadBy(r io.Reader, engine string, open func(Header) (game.Battle, error)) (*Game, error) {
	in := reader{r: bufio.NewReader(r), file: fileName(r), left: maxRecord, by: engine}
	g, err := in.game(open)
	if err != nil {
		return nil, &Error{File: in.file, Line: in.line, Err: err}
	}
	return g, nil
}

// fileName returns the name of a reader, if it has one.
func fileName(r io.Reader) string {
	if f, ok := r.(interface{ Name() string }); ok {
		return f.Name()
	}
	return ""
}

type reader struct {
	r    *bufio.Reader
	file string
	line int // being read
	left int // bytes that may still be read
	by   string
}

// next returns the next line without its line feed, or io.EOF if there are no more. It refuses a line longer than limit
// without reading all of it.
func (in *reader) next(limit int) ([]byte, error) {
	in.line++
	var line []byte
	for {
		part, err := in.r.ReadSlice('\n')
		if in.left -= len(part); in.left < 0 {
			return nil, fmt.Errorf("the record is longer than the limit of %d bytes", maxRecord)
		}
		if len(line)+len(part) > limit {
			return nil, fmt.Errorf("the line is longer than the limit of %d bytes", limit)
		}
		line = append(line, part...)
		switch {
		case err == nil:
			return line[:len(line)-1], nil
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(line) > 0:
			return nil, mismatch("record", "the end of the file after "+excerpt(line, 0), "a line feed")
		default:
			return nil, err
		}
	}
}

func (in *reader) game(open func(Header) (game.Battle, error)) (*Game, error) {
	line, err := in.next(maxHeader)
	if err == io.EOF {
		return nil, mismatch("record", "an empty file", "a header")
	}
	if err != nil {
		return nil, err
	}
	g, err := readHeader(line, open)
	if err != nil {
		return nil, err
	}
	g.by = in.by
	for {
		line, err := in.next(maxEntry)
		if err == io.EOF {
			g.freezeNewer()
			return g, nil
		}
		if err != nil {
			return nil, err
		}
		read := g.readEntry
		switch {
		case isSignature(line) && g.signature == nil:
			read = g.readSignature
		case g.ending != nil || g.signature != nil:
			return nil, mismatch("record", excerpt(line, 0)+" after the end of the game", "the end of the file")
		case isEnding(line):
			read = g.readEnding
		case isNonce(line):
			read = g.readNonce
		case IsUndone(line):
			read = g.readUndone
		}
		if err := read(line); err != nil {
			return nil, err
		}
	}
}

func readHeader(line []byte, open func(Header) (game.Battle, error)) (*Game, error) {
	var h Header
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("header: found %s, expected a JSON object: %w", excerpt(line, 0), err)
	}
	if h.Acies != Format {
		return nil, fmt.Errorf("this program cannot read the record: found format %d, expected %d", h.Acies, Format)
	}
	if err := h.checkTexts(); err != nil {
		return nil, err
	}
	if err := compare(line, encode(h)); err != nil {
		return nil, cmp.Or(refusePartial(line), err)
	}
	if want := h.sum(); h.Chain != want {
		return nil, differ("chain of the header", h.Chain, want)
	}
	if err := h.checkDice(); err != nil {
		return nil, err
	}
	b, err := open(h)
	if err != nil {
		return nil, fmt.Errorf("opening the battle %q: %w", h.Battle, err)
	}
	if h.Rulebook != b.Rulebook() {
		return nil, differ("rulebook", h.Rulebook, b.Rulebook())
	}
	return start(b, h), nil
}

// readEntry reads the line of an action.
func (g *Game) readEntry(line []byte) error {
	if !g.Ready() {
		return mismatch("record", "an action", "what a player adds to the dice")
	}
	var e Entry
	if err := json.Unmarshal(line, &e); err != nil {
		return fmt.Errorf("action: found %s, expected a JSON object: %w", excerpt(line, 0), err)
	}
	if g.engine() != g.battle.Version() {
		return g.readOther(line, e)
	}
	return g.replay(line, e)
}

// replay plays the action of a line and compares the line with the entry that the game adds.
func (g *Game) replay(line []byte, e Entry) error {
	side := g.state.ToAct()
	switch {
	case side == game.Nobody:
		return mismatch("record", "an action after the end of the game", "the end of the file")
	case e.N != len(g.entries)+1:
		return differ("number of the action", e.N, len(g.entries)+1)
	case e.Side != side:
		return differ("side to act", e.Side, side)
	}
	a, err := g.battle.Parse(e.Do)
	if err != nil {
		return fmt.Errorf("action: %w", err)
	}
	if err := g.checkBy(e, a); err != nil {
		return err
	}
	if err := g.add(a, e.By, nil); err != nil {
		return fmt.Errorf("action %q is not legal: %w", e.Do, err)
	}
	want := g.entries[len(g.entries)-1]
	switch {
	case e.Do != want.Do:
		return differ("action", e.Do, want.Do)
	case e.MP != want.MP:
		return differ("mp", e.MP, want.MP)
	case !slices.Equal(e.Path, want.Path):
		return differ("path", e.Path, want.Path)
	case e.State != want.State:
		return differ("state after the action", e.State, want.State)
	case e.Chain != want.Chain:
		return differ("chain", e.Chain, want.Chain)
	}
	return compare(line, encode(want))
}

// checkBy returns an error unless the By of an entry fits its action: empty for a choice, empty for the roll that the
// seed gives, or [ByHand] for any other roll.
func (g *Game) checkBy(e Entry, a game.Action) error {
	switch {
	case e.Side != game.Nature:
		if e.By != "" {
			return differ("by of a choice", e.By, "")
		}
	case e.By == "":
		if g.header.Dice == ByHand {
			return differ("by of a roll in a game with dice by hand", "", ByHand)
		}
		if g.header.Seed == "" {
			break
		}
		if want := g.seeded(); a != want {
			return differ("roll by the seed", e.Do, g.battle.Format(want))
		}
	case e.By == Taken && !g.taken(e.N):
		return mismatch("by of a roll", Taken+" from another game", "a roll of this game")
	case e.By != ByHand && e.By != Taken:
		return differ("by of a roll by hand", e.By, ByHand)
	}
	return nil
}

// compare returns an error that shows the first column in which a line differs from the expected one, or nil.
func compare(line, want []byte) error {
	if bytes.Equal(line, want) {
		return nil
	}
	at := 0
	for at < min(len(line), len(want)) && line[at] == want[at] {
		at++
	}
	return &Mismatch{fmt.Sprintf("column %d", at+1), excerpt(line, at), excerpt(want, at)}
}

// excerpt quotes a few bytes of a line from an offset on.
func excerpt(line []byte, at int) string {
	if at >= len(line) {
		return "the end of the line"
	}
	if end := at + 24; end < len(line) {
		return fmt.Sprintf("%q…", line[at:end])
	}
	return fmt.Sprintf("%q", line[at:])
}
