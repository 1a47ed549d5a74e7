package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"acies/ai"
	"acies/game"
)

// Player is a bot with a seat at the table. People there have no use for a victory by fault, and the rules know no such
// end: if the bot goes wrong, the log says how, and a recruit plays on in its place.
type Player struct {
	name    string
	program Program
	log     *slog.Logger
	ctx     context.Context // ends with the player
	cancel  context.CancelFunc

	mu      sync.Mutex
	bot     *Bot // nil: not started yet, or gone
	gone    bool
	recruit ai.Player
}

// NewPlayer returns a player. The program is started when the player is first asked for a choice.
func NewPlayer(name string, p Program, log *slog.Logger) *Player {
	ctx, cancel := context.WithCancel(context.Background())
	return &Player{name: name, program: p, log: log, ctx: ctx, cancel: cancel, recruit: ai.Recruit()}
}

// Choose implements [ai.Player]. It never fails and takes no longer than the clock of the program allows.
func (p *Player) Choose(s game.State, side game.Side, src game.Source) game.Action {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.gone {
		a, err := p.ask(s, side)
		if err == nil {
			return a
		}
		p.fail(err)
	}
	return p.recruit.Choose(s, side, src)
}

// ask has the bot choose.
func (p *Player) ask(s game.State, side game.Side) (game.Action, error) {
	if p.bot == nil {
		b, err := Start(p.ctx, p.program, s.Battle(), side)
		if err != nil {
			return game.Action{}, err
		}
		p.bot = b
		p.log.Info("a bot has taken a seat", "bot", p.name, "side", side, "callsItself", b.Name())
	}
	return p.bot.Choose(p.ctx, s)
}

// fail gives the seat to the recruit. A player that has been told to end has not gone wrong.
func (p *Player) fail(err error) {
	p.gone, p.bot = true, nil
	if f := (*Fault)(nil); errors.As(err, &f) {
		p.log.Error("a bot has lost its seat; a recruit plays on", "bot", p.name, "reason", f.Reason, "detail", f.Detail)
	}
}

// Event implements [game.Sink]. What happens before the bot is started it is not told.
func (p *Player) Event(e game.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bot != nil {
		p.bot.Event(e)
	}
}

// End ends the bot. It may be called while the player chooses, which it then does at once.
func (p *Player) End(o game.Outcome) {
	p.cancel()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bot != nil {
		p.bot.End(o)
	}
	p.gone, p.bot = true, nil
}
