package match

import (
	"context"
	"errors"
	"slices"
	"time"

	"acies/game"
)

// Log keeps games durably. Several processes may use the same data, each through a Log of its own, and the methods of
// one Log may be called by several goroutines at once. Package storetest has the tests that every Log passes.
//
// The log of a game only grows: its rows are numbered from 1 without a gap, and the number of rows is the version of the
// game. Each write also gives the game a new revision. Two games of one id and one revision have the same rows, so
// a revision tells whether another process has changed a game, even if a restored backup has brought an old version back.
//
// A method that writes returns nil only when what it wrote survives a crash of the machine, and an error only when
// nothing has been written and nothing will be, even if its context ends.
type Log interface {
	// ReadOnly reports whether games can only be read; whatever writes then returns [ErrReadOnly].
	ReadOnly() bool

	// Check reports whether the log can be written, by writing to it.
	Check(ctx context.Context) error

	// Games returns the games that were changed last, the latest first, and after them those that are deleted. The order
	// does not depend on any clock.
	Games(ctx context.Context, limit int) ([]Game, error)

	// Load returns a game and its rows. The error is [ErrNotFound] if there is none, and [ErrDamaged] if what is there
	// cannot be what was written.
	Load(ctx context.Context, id string) (Game, []Row, error)

	// Create adds a game with its first rows, and its pack unless a pack of that hash is stored already. The version and
	// the revision of g are ignored.
	Create(ctx context.Context, g Game, rows []Row, p Pack) error

	// Lobby returns the games that lists for everybody show, without those that are deleted: first those of which a seat is open
	// and that were created since a time, of one host at most [ShownOfHost], then the others, each as many as the limit at most.
	// The newest come first.
	Lobby(ctx context.Context, since time.Time, limit int) ([]Game, error)

	// Waiting returns the ids of the games, without those that are deleted, that wait for a user and in which somebody else
	// plays: those that have waited longest first.
	Waiting(ctx context.Context, user string, limit int) ([]string, error)

	// Rated returns the games that count for ratings, in the order in which they were written last.
	Rated(ctx context.Context) ([]Game, error)

	// RatedMark returns a text that changes when another of these games has ended, or one that had is gone.
	RatedMark(ctx context.Context) (string, error)

	// GamesOf returns those games that a user has set up or has a seat in, as Games does.
	GamesOf(ctx context.Context, user string, limit int) ([]Game, error)

	// Hosted returns how many games a user has set up: all that are not deleted, and those since a time.
	Hosted(ctx context.Context, user string, since time.Time) (all, recent int, err error)

	// Challenges returns how many games with an open seat, which lists for everybody show, a user has set up since a time, without
	// those that are deleted.
	Challenges(ctx context.Context, user string, since time.Time) (int, error)

	// Append adds rows to a game, all or none, and returns the new revision. The error is [ErrConflict] if the version
	// and the revision are not those of the game or somebody has the seat to be taken, and [ErrRepeated] if the request has
	// been carried out before.
	Append(ctx context.Context, a Append) (Revision, error)

	// Invite sets the hash of the secret that seats whoever presents it first, or returns [ErrNotFound]. The revision stays as
	// it is.
	Invite(ctx context.Context, id string, side game.Side, hash string) error

	// Rename sets the title of a game, or returns [ErrNotFound]. The revision stays as it is.
	Rename(ctx context.Context, id, title string) error

	// Delete marks a game as deleted at a time, or with the zero time as not deleted; it returns [ErrNotFound] if there is no
	// such game. A deleted game can still be loaded and played. The revision stays as it is.
	Delete(ctx context.Context, id string, at time.Time) error

	// Purge removes the games that were deleted, and written for the last time, before a moment. It returns how many.
	Purge(ctx context.Context, before time.Time) (int, error)

	// Request returns what a request has written, and whether it has been carried out at all.
	Request(ctx context.Context, game, id string) (Written, bool, error)

	// Pack returns the pack of a hash, or [ErrNotFound].
	Pack(ctx context.Context, hash string) (Pack, error)

	// Watch returns a channel of the games that other processes change from now on. It is closed when the context ends
	// or the log is closed. If the reader is slow, only the last of several changes of a game is sent.
	Watch(ctx context.Context) <-chan []Change
}

// ShownOfHost is how many games of one user with an open seat [Log.Lobby] returns.
const ShownOfHost = 5

// Errors of a [Log].
var (
	ErrNotFound = errors.New("there is no such game")
	ErrConflict = errors.New("another process has changed the game")
	ErrRepeated = errors.New("the request has been carried out already")
	ErrDamaged  = errors.New("the data are damaged")
	ErrReadOnly = errors.New("the data file is open for reading only")
	ErrClosed   = errors.New("the store is closed")
	ErrAway     = errors.New("the database cannot be reached")
)

// Revision identifies the content of a game.
type Revision int64

// Game is a game without its rows.
type Game struct {
	ID       string
	Header   string // the first line of its record
	Host     string // the user who has set it up; empty: anybody at the table plays any side
	Seats    []Seat // by side
	Summary  string // see [ReadSummary]
	Version  int
	Revision Revision
	Created  time.Time
	Updated  time.Time // when its last row was written that is no setting, since nobody else is to learn of those
	Title    string    // what people call it; empty: nothing of its own
	Deleted  time.Time // zero: not deleted
	Terms    string    // what was agreed, see [ReadTerms]; empty: nothing
	Listing  Listing   // where lists for everybody show it
	Rated    bool      // it counts for the ratings of its players
	Over     bool
}

// Seat is who plays a side.
type Seat struct {
	Kind string // Human, or the kind of a [Player]
	User string // who has it; empty: anybody at the table or, in a game with a host, nobody yet
	// Invite is the hash of the secret in the link that seats whoever opens it first; empty: there is none.
	Invite string
	// Waits is since when the game waits for the player of the seat; zero: it does not.
	Waits time.Time
}

// Row is one row of the log of a game.
type Row struct {
	Kind  RowKind
	At    time.Time // to the millisecond; zero in old games
	Actor Actor
	Line  string // for RowAction: the entry as it stands in the record; for RowSetting and RowDeal: what is set or said, as JSON; for RowEnd: the last line of the record
}

// RowKind is what a row does to a game.
type RowKind string

// The kinds of rows. A game with a row of any other kind cannot be continued by this program.
const (
	RowAction  RowKind = "action"  // adds an entry to the record
	RowUndo    RowKind = "undo"    // removes the last entry
	RowSetting RowKind = "setting" // changes what people have set; the record stays as it is
	RowSeat    RowKind = "seat"    // the actor takes the seat of its side; the record stays as it is
	RowDeal    RowKind = "deal"    // the actor offers something, or answers; the record stays as it is
	RowNonce   RowKind = "nonce"   // adds to shared dice; the line is that of the record
	RowEnd     RowKind = "end"     // ends the game; the line is the last of the record

	// RowUndone says that both players have agreed to the undos before it; the line is that of the record.
	RowUndone RowKind = "undone"
	// RowSubstitute gives the seat of its side to another kind of player, whose name is the line; it stays that of the actor.
	RowSubstitute RowKind = "substitute"
	// RowClock sets a clock; the line says how, as JSON.
	RowClock RowKind = "clock"
)

// Actor is who caused a row.
type Actor struct {
	Side game.Side // Nature for a roll; Nobody if unknown
	User string    // the account of a person; empty: none
}

// Append is what one request adds to a game.
type Append struct {
	Game     string
	Version  int // of the game before it
	Revision Revision
	Rows     []Row  // at least one; a RowSeat gives a seat that nobody has to its actor
	Summary  string // of the game after it
	Over     bool   // as of the game after it
	// Waits are the sides that the game waits for after it; nil: the same as before.
	Waits   []game.Side
	Request string // the client's id of the request; empty: none
	Content string // a hash of all that the request asks for
}

// Sets reports whether an append only sets something, of which nobody else is to learn.
func (a *Append) Sets() bool {
	return !slices.ContainsFunc(a.Rows, func(r Row) bool { return r.Kind != RowSetting })
}

// Written is what a request has written.
type Written struct {
	First, Last int    // numbers of rows
	Content     string // as in Append; empty in old games
}

// Pack is the pack of a battle as an archive.
type Pack struct {
	Hash string // empty: no pack
	Data []byte // an archive as [pack.Files.Archive] makes it, which is compressed
}

// Change is a change of a game by another process.
type Change struct {
	Game     string
	Revision Revision // 0: the game is gone
}
