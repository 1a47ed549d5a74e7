// Package notify tells people that a game between people waits for them: by Web Push, by e-mail, and by webhooks. A notice says
// what has happened in which game and links to it, and nothing else: a [Table], which is all that the package knows of a
// game, holds neither positions nor anything that a side may not know.
//
// What has been told is kept in the [Store], so that nobody is told twice of the same turn, even after a restart. Delivery is
// tried a few times in the background; what has not been delivered when the program ends is lost.
package notify

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Event is a kind of thing to be told of.
type Event string

// The events.
const (
	Turn     Event = "turn"     // the turn has passed to the user
	Begun    Event = "begun"    // all seats are taken, and the game has begun
	Over     Event = "over"     // the game is over
	Offered  Event = "offer"    // the other side has made an offer
	Chat     Event = "chat"     // somebody has written a message
	Reminder Event = "reminder" // it has been the user's turn for long
	test     Event = "test"     // the user tries a channel
)

// Events are those that a user chooses from. A reminder is chosen by its hours.
var Events = []Event{Turn, Begun, Over, Offered, Chat}

// Settings are what a user wants to be told of.
type Settings struct {
	Events []Event
	Remind int // after how many hours of his turn; 0: never
}

// Defaults are the settings of a user who has chosen none.
var Defaults = Settings{Events: Events, Remind: 24}

// GameSettings are what a user wants to be told of a single game.
type GameSettings struct {
	Mute   bool // nothing
	Remind int  // after how many hours of his turn; 0: never, Usual: as in his other games
}

// Usual stands for the hours that a user has chosen for all games.
const Usual = -1

// GameDefaults are the settings of a game for which a user has chosen none.
var GameDefaults = GameSettings{Remind: Usual}

// check returns [ErrSettings] if settings cannot be kept.
func (g *GameSettings) check() error {
	if g.Remind < Usual || g.Remind > maxRemind {
		return ErrSettings
	}
	return nil
}

// maxRemind is the longest time until a reminder, in hours.
const maxRemind = 30 * 24

// check returns [ErrSettings] if settings cannot be kept.
func (s *Settings) check() error {
	for i, e := range s.Events {
		if !slices.Contains(Events, e) || slices.Contains(s.Events[:i], e) {
			return ErrSettings
		}
	}
	if s.Remind < 0 || s.Remind > maxRemind {
		return ErrSettings
	}
	return nil
}

// wants reports whether a user wants to be told of an event.
func (s *Settings) wants(e Event) bool {
	return e == test || e == Reminder && s.Remind > 0 || slices.Contains(s.Events, e)
}

// Kind is the way of a channel.
type Kind string

// The kinds. The last three are webhooks, in the form that their receiver takes.
const (
	Push    Kind = "push"
	Mail    Kind = "mail"
	Discord Kind = "discord"
	Slack   Kind = "slack"
	JSON    Kind = "json"
)

// Channel is a way to reach a user.
type Channel struct {
	ID      string
	User    string
	Kind    Kind
	URL     string // of a webhook, or of the push service; mail goes to the address of the user
	Key     string // of a browser, by which notices are encrypted; see [Subscription]
	Auth    string // the same
	Secret  string // with which a webhook is signed, or by which mail is ended
	Label   string // the browser, in its own words
	Lang    string
	Created time.Time
}

// maxChannels is how many of them a user may have.
const maxChannels = 10

// Mark says of what somebody has been told, or need not be because he saw it. Two marks of a seat and an event with
// different keys stand for two occasions.
type Mark struct {
	Game  string
	Side  int
	User  string
	Event Event
	Key   int
	At    time.Time // to the millisecond
}

// Store keeps settings, channels and marks durably. Its methods may be called by several goroutines at once, and what belongs
// to a user or to a game goes with them.
type Store interface {
	// Settings returns the settings of a user, or [Defaults].
	Settings(ctx context.Context, user string) (Settings, error)

	// SetSettings changes them.
	SetSettings(ctx context.Context, user string, s Settings) error

	// Channels returns the channels of a user, the oldest first.
	Channels(ctx context.Context, user string) ([]Channel, error)

	// AddChannel adds a channel, or returns [ErrMany] if its user has as many as the limit. A browser belongs to whoever used
	// it last, so a push channel takes the place of any other with its address; a user has mail once.
	AddChannel(ctx context.Context, c Channel, limit int) error

	// RemoveChannel removes a channel of a user, or returns [ErrUnknown].
	RemoveChannel(ctx context.Context, user, id string) error

	// EndMail removes the mail channel with a secret, or returns [ErrUnknown].
	EndMail(ctx context.Context, secret string) error

	// GameSettings returns the settings of a user for a game, or [GameDefaults].
	GameSettings(ctx context.Context, user, game string) (GameSettings, error)

	// SetGameSettings changes them.
	SetGameSettings(ctx context.Context, user, game string, g GameSettings) error

	// Mark makes the given marks those of a game and returns which of them are new. Of two calls with the same marks, even
	// by two processes, one gets them.
	Mark(ctx context.Context, game string, marks []Mark) ([]Mark, error)

	// Late returns the marks of turns that have lasted longer than their users want, and of which nobody was reminded.
	Late(ctx context.Context, now time.Time, limit int) ([]Mark, error)

	// Remind notes that somebody is reminded of a turn. It returns false if he was, or if it is over.
	Remind(ctx context.Context, m Mark) (bool, error)

	// Secret returns a secret of the server itself. If there is none of that name, it keeps the given one.
	Secret(ctx context.Context, name string, fresh []byte) ([]byte, error)
}

// Why something is refused.
var (
	ErrSettings = errors.New("the settings of notices cannot be read")
	ErrChannel  = errors.New("the address of a channel cannot be used")
	ErrMany     = errors.New("there are too many channels")
	ErrUnknown  = errors.New("there is no such channel")
	ErrNoMail   = errors.New("there is no confirmed address, or the server sends no mail")
	ErrFast     = errors.New("too many notices")
)

// Why a notice is not delivered.
var (
	ErrAddress = errors.New("the address is not one of the public internet")
	ErrGone    = errors.New("the browser does not take notices any more")
)
