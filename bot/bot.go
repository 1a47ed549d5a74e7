// Package bot runs programs of other people as players. A bot is a program that reads JSON lines from its standard input
// and answers on its standard output; docs/bots.md describes the protocol.
//
// A [Bot] is one running program that plays one side of one game. [Play] is the referee of a game between contestants,
// which are bots or levels of package ai; [Player] is a bot with a seat at the table. Whatever a bot does wrong is a
// [*Fault], which costs it the game and harms nothing else: its process and everything it has started are killed.
//
// A program that runs bots calls [Supervise] first in its main function.
package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"acies/game"
	"acies/words"
)

// Protocol is the version of the protocol.
const Protocol = 1

const (
	// MaxLine is how long a line of a bot may be, in bytes and without its line feed.
	MaxLine = 64 << 10
	// MaxName is how long the name of a bot may be, in characters.
	MaxName = 64
	// StartTime is how long a bot may take to answer hello.
	StartTime = 10 * time.Second
	// EndTime is how long a bot may take to end after the last message, before it is killed.
	EndTime = time.Second
)

// Clock is the time a bot has: Move for each choice, and Bank for all its choices in one game that take longer.
type Clock struct {
	Move, Bank time.Duration
}

// DefaultClock is the clock where no other is asked for.
var DefaultClock = Clock{Move: time.Second, Bank: time.Minute}

// Program says how a bot is run.
type Program struct {
	Args   []string // the command and its arguments
	Clock  Clock
	Stderr io.Writer // gets the first MaxStderr bytes the bot writes to standard error; nil: nothing is shown
	// Words returns the words for a battle, for bots that ask for sentences; nil: bots get no sentences.
	Words func(lang string, b game.Battle) (*words.Words, error)
}

// Reason is why a bot has lost without being beaten.
type Reason string

const (
	Absent   Reason = "absent"   // it could not be started
	Died     Reason = "died"     // it ended, or closed its output
	Late     Reason = "late"     // its time and its bank were used up
	Flood    Reason = "flood"    // it wrote too long a line, or a line without being asked
	Nonsense Reason = "nonsense" // its answer could not be understood
	Illegal  Reason = "illegal"  // its action is not legal
)

// Fault is what a bot did wrong.
type Fault struct {
	Reason Reason `json:"reason"`
	Detail string `json:"detail"`
}

// Error implements error.
func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Reason, f.Detail) }

func fault(r Reason, format string, args ...any) *Fault {
	return &Fault{r, fmt.Sprintf(format, args...)}
}

// Bot is a running program that plays one side of one game. It is a [game.Sink]: it sends the events to the program with
// the next choice. It must not be used by several goroutines at once.
type Bot struct {
	Messages
	name  string
	proc  *process
	clock Clock
	bank  time.Duration
}

// Start runs a program and sends it the battle. The error is a [*Fault], or that of the context.
func Start(ctx context.Context, p Program, b game.Battle, side game.Side) (*Bot, error) {
	proc, err := start(p.Args, p.Stderr)
	if err != nil {
		return nil, fault(Absent, "%v", err)
	}
	bot := &Bot{Messages: NewMessages(b, side, nil), proc: proc, clock: p.Clock, bank: p.Clock.Bank}
	if err := bot.handshake(ctx, p); err != nil {
		return nil, bot.dismiss(err)
	}
	return bot, nil
}

// Name returns what the bot calls itself, or "".
func (b *Bot) Name() string { return b.name }

// handshake exchanges hello and sends the battle.
func (b *Bot) handshake(ctx context.Context, p Program) error {
	line, err := b.proc.ask(ctx, encode(helloJSON{Type: "hello", Protocol: Protocol, Program: "acies"}), StartTime)
	if err != nil {
		return err
	}
	h, err := readHello(line)
	if err != nil {
		return err
	}
	b.name = h.Name
	if h.Words != "" && p.Words != nil {
		if b.encoder.words, err = p.Words(h.Words, b.encoder.battle); err != nil {
			return fault(Nonsense, "words: %v", err)
		}
	}
	return b.proc.send(ctx, encode(startJSON{
		Type: "start", Side: b.side, Clock: b.left(), Battle: battleJSON{b.encoder.battle},
	}), StartTime)
}

// readHello reads the answer to hello.
func readHello(line []byte) (h helloAnswer, err error) {
	if err := json.Unmarshal(line, &h); err != nil {
		return h, fault(Nonsense, "the answer to hello is not understood: %v: %s", err, excerpt(line))
	}
	if h.Protocol != Protocol {
		return h, fault(Nonsense, "it speaks protocol %d; this referee speaks %d", h.Protocol, Protocol)
	}
	if utf8.RuneCountInString(h.Name) > MaxName {
		return h, fault(Nonsense, "its name is longer than %d characters", MaxName)
	}
	return h, nil
}

// left returns the remaining time, for a message.
func (b *Bot) left() clockJSON { return clockJSON{b.clock.Move.Milliseconds(), b.bank.Milliseconds()} }

// Choose asks the bot for an action in s, where its side is to act, and sends it what its side may know. The error is a
// [*Fault] or that of the context; the bot is killed in both cases.
func (b *Bot) Choose(ctx context.Context, s game.State) (game.Action, error) {
	v := s.View(b.side)
	ask, legal := b.move(&v, b.left()), v.Legal
	if err := b.proc.checkUnsolicited(); err != nil {
		return game.Action{}, b.dismiss(err)
	}
	began := time.Now()
	for {
		line, err := b.proc.ask(ctx, ask, b.clock.Move+b.bank-time.Since(began))
		if err != nil {
			return game.Action{}, b.dismiss(err)
		}
		x, err := b.read(line)
		if err != nil {
			return game.Action{}, b.dismiss(err)
		}
		used := time.Since(began)
		if x.Propose == nil {
			b.bank -= max(0, used-b.clock.Move)
			a, err := b.decide(s, legal, x)
			if err != nil {
				return game.Action{}, b.dismiss(err)
			}
			return a, nil
		}
		if legal, err = b.propose(s, x.Propose); err != nil {
			return game.Action{}, b.dismiss(err)
		}
		left := clockJSON{max(0, b.clock.Move-used).Milliseconds(), (b.bank - max(0, used-b.clock.Move)).Milliseconds()}
		ask = b.proposals(v.Prompt, legal, left)
	}
}

// read reads an answer: an action, an index, or a question for proposals.
func (b *Bot) read(line []byte) (*moveAnswer, error) {
	var x moveAnswer
	if err := json.Unmarshal(line, &x); err != nil {
		return nil, fault(Nonsense, "the answer is not understood: %v: %s", err, excerpt(line))
	}
	given := 0
	for _, ok := range []bool{x.Action != nil, x.Index != nil, x.Propose != nil} {
		if ok {
			given++
		}
	}
	switch {
	case x.N == nil:
		return nil, fault(Nonsense, "the answer has no n: %s", excerpt(line))
	case *x.N != b.n:
		return nil, fault(Flood, "it answered %d without being asked, instead of %d: %s", *x.N, b.n, excerpt(line))
	case given != 1:
		return nil, fault(Nonsense, "expected either an action or an index: %s", excerpt(line))
	}
	return &x, nil
}

// decide returns the action of an answer to a list of actions.
func (b *Bot) decide(s game.State, legal []game.Action, x *moveAnswer) (game.Action, error) {
	switch {
	case x.Index != nil && len(legal) == 0:
		return game.Action{}, fault(Illegal, "there is no action %d: the list is empty", *x.Index)
	case x.Index != nil && (*x.Index < 0 || *x.Index >= len(legal)):
		return game.Action{}, fault(Illegal, "there is no action %d: expected 0 to %d", *x.Index, len(legal)-1)
	case x.Index != nil:
		return legal[*x.Index], nil
	}
	a, err := b.encoder.battle.Parse(*x.Action)
	if err != nil {
		return game.Action{}, fault(Illegal, "%s is no action: %v", excerpt([]byte(*x.Action)), err)
	}
	if r := s.Check(a); r != nil {
		return game.Action{}, fault(Illegal, "%q is refused: %v", b.encoder.battle.Format(a), r)
	}
	return a, nil
}

// propose returns the actions that bring a piece nearest to a pose: none if the rulebook has places, or if the piece cannot
// move now.
func (b *Bot) propose(s game.State, x *proposeJSON) ([]game.Action, error) {
	piece, ok := findPiece(b.encoder.battle, s, x.Piece)
	if !ok {
		return nil, fault(Illegal, "there is no piece %s", excerpt([]byte(x.Piece)))
	}
	p, ok := s.(game.Proposer)
	if !ok {
		return nil, nil
	}
	return p.Propose(piece, game.Pull{Pose: x.Pose}, nil), nil
}

// findPiece returns the piece with an id.
func findPiece(b game.Battle, s game.State, id string) (int, bool) {
	for _, p := range s.View(s.ToAct()).Pieces {
		if b.PieceID(p.Piece) == id {
			return p.Piece, true
		}
	}
	return 0, false
}

// End tells the bot how the game ended, or that it has been stopped, and returns when the bot has ended.
func (b *Bot) End(o game.Outcome) {
	e := endJSON{Type: "end", Outcome: o, Result: "stopped", Events: b.takeEvents()}
	switch {
	case o.Over && o.Winner == b.side:
		e.Result = "won"
	case o.Over && o.Winner >= 0:
		e.Result = "lost"
	case o.Over:
		e.Result = "drawn"
	}
	b.proc.end(encode(e))
}

// dismiss kills the bot and returns the error; if the bot had died, with its exit status and its last message.
func (b *Bot) dismiss(err error) error {
	f := (*Fault)(nil)
	if !errors.As(err, &f) || f.Reason != Died {
		b.proc.kill(0)
		return err
	}
	if last := b.proc.kill(statusTime); last != "" {
		return fault(Died, "%s (%s)", f.Detail, last)
	}
	return err
}

// excerpt quotes the beginning of a line.
func excerpt(line []byte) string {
	const most = 80
	if len(line) > most {
		return fmt.Sprintf("%q…", line[:most])
	}
	return fmt.Sprintf("%q", line)
}
