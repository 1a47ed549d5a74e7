// Package talk is what people say to each other about a game, and what they note for themselves. Messages are no rows of the
// game's log: they change neither the game nor its version.
//
// Players and those who watch have a room each. Who may read and write in which is not known here; see package server.
package talk

import (
	"context"
	"errors"
	"time"
)

// Room is where a message is said.
type Room string

// The rooms of a game.
const (
	Players  Room = "players"  // for those who have a seat
	Watchers Room = "watchers" // for those who only watch
)

// Rooms are all of them.
var Rooms = []Room{Players, Watchers}

// Message is something that somebody has said.
type Message struct {
	Game string
	Room Room
	N    int       // counted in its room, from 1, so that a number says nothing about the other room
	At   time.Time // to the millisecond
	User string    // empty: the user is deleted
	Text string
}

// Block says that a user does not want to hear another.
type Block struct {
	ID      string // by which the user names it; the ids of users are told to nobody
	User    string
	Blocked string
	At      time.Time // to the millisecond
}

// Report is what somebody tells whoever runs the server about a message. It keeps what was said, even if the game is deleted.
type Report struct {
	At   time.Time // to the millisecond
	By   string    // the user who reports
	Why  string    // may be empty
	Said Message
}

// Store keeps messages, notes, blocks and reports durably. Its methods may be called by several goroutines at once. Messages
// and notes go with their game. When a user is deleted, his messages stay without him, and his notes and blocks go.
type Store interface {
	// Say adds a message as the next of its room. If the user has sent the request before, it returns the message of then, and
	// false; [ErrReused] if that was another. The room of the players is full with
	// as many messages as the limit: [ErrFull]. In that of those who watch, the oldest go, so that nobody fills it for good.
	Say(ctx context.Context, m Message, request string, limit int) (Message, bool, error)

	// Said returns the messages of a room after one, the oldest first and at most as many as the limit.
	Said(ctx context.Context, game string, room Room, after, limit int) ([]Message, error)

	// Note returns what a user has noted about a game.
	Note(ctx context.Context, game, user string) (string, error)

	// SetNote changes it, unless its hash is not the one that is given: [ErrChanged]. The text that it has already is accepted
	// whatever the hash.
	SetNote(ctx context.Context, game, user, text, based string) error

	// Block adds a block, unless there is one of the same two; [ErrMany] if the user has as many as the limit.
	Block(ctx context.Context, b Block, limit int) error

	// Unblock removes a block of a user, or returns [ErrUnknown].
	Unblock(ctx context.Context, user, id string) error

	// Blocks returns the blocks of a user, the oldest first.
	Blocks(ctx context.Context, user string) ([]Block, error)

	// Blockers returns the users who have blocked somebody.
	Blockers(ctx context.Context, blocked string) ([]string, error)

	// Report adds a report. Of one user and one message there is only the first.
	Report(ctx context.Context, r Report) error

	// Reports returns all reports, the latest first.
	Reports(ctx context.Context) ([]Report, error)
}

// Why something is refused.
var (
	ErrText    = errors.New("the text is empty, too long, or has control characters")
	ErrRequest = errors.New("the id of the request is missing or too long")
	ErrReused  = errors.New("the id of the request was used for another message")
	ErrFull    = errors.New("there are too many messages")
	ErrMany    = errors.New("there are too many blocks")
	ErrChanged = errors.New("the note is not the one that the change is based on")
	ErrUnknown = errors.New("there is no such message or block")
)
