package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync"

	"acies/ai"
	"acies/game"
)

// Player is a bot with a seat at the table. There is no forfeit there, since the rules know no such end and people came to
// play: if the bot is at fault, the log says how, and a recruit plays on in its place.
type Player struct {
	name    string
	program Program
	limit   *Limit
	log     *slog.Logger
	ctx     context.Context // ends with the player
	cancel  context.CancelFunc
	ending  sync.WaitGroup // bots that are making room

	mu      sync.Mutex // held before the lock of the limit
	bot     *Bot       // nil: not running
	place   *place     // of the bot
	gone    bool       // the recruit plays
	recruit ai.Player
}

// NewPlayer returns a player. The program is started when the player is first asked for a choice and the limit allows it.
func NewPlayer(name string, p Program, l *Limit, log *slog.Logger) *Player {
	ctx, cancel := context.WithCancel(context.Background())
	return &Player{name: name, program: p, limit: l, log: log, ctx: ctx, cancel: cancel, recruit: ai.Recruit()}
}

// Choose implements [ai.Player]. It never fails. Beyond what the clock of the program allows it may take the time until a
// place is free.
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

// ask asks the bot for a choice; if it is not running it is started.
func (p *Player) ask(s game.State, side game.Side) (game.Action, error) {
	if p.bot != nil {
		p.place.begin()
	} else if err := p.start(s.Battle(), side); err != nil {
		return game.Action{}, err
	}
	a, err := p.bot.Choose(p.ctx, s)
	if err == nil && p.place.finish() {
		p.makeRoom()
	}
	return a, err
}

func (p *Player) start(b game.Battle, side game.Side) (err error) {
	if p.place, err = p.limit.take(p.ctx, p.vacate); err != nil {
		return err
	}
	if p.bot, err = Start(p.ctx, p.program, b, side); err != nil {
		return err
	}
	p.log.Info("a bot has been started", "bot", p.name, "side", side, "callsItself", p.bot.Name())
	return nil
}

// vacate makes room for the bot of another player, unless this one has been asked for another choice meanwhile.
func (p *Player) vacate() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bot != nil && p.place.wanted() {
		p.makeRoom()
	}
}

// makeRoom stops the bot in the background and then releases its place. Its next choice starts it again, with what is left
// of its bank. The caller holds the lock.
func (p *Player) makeRoom() {
	b, place := p.bot, p.place
	p.bot, p.place = nil, nil
	p.program.Clock.Bank = b.bank
	p.ending.Go(func() {
		b.End(game.Outcome{Winner: game.Nobody})
		place.release()
	})
	p.log.Debug("a bot has been stopped to make room for another", "bot", p.name)
}

// fail has the recruit play on. A player that has been told to end is not at fault.
func (p *Player) fail(err error) {
	p.dismiss()
	if f := (*Fault)(nil); errors.As(err, &f) {
		p.log.Error("a bot is at fault; a recruit plays on", "bot", p.name, "reason", f.Reason, "detail", f.Detail)
	}
}

// dismiss forgets a bot that has ended, or was never started, and gives its place back.
func (p *Player) dismiss() {
	if p.place != nil {
		p.place.release()
	}
	p.gone, p.bot, p.place = true, nil, nil
}

// Event implements [game.Sink]. A bot that is not running is not told.
func (p *Player) Event(e game.Event) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.bot != nil {
		p.bot.Event(e)
	}
}

// End ends the bot and returns when it has ended. It may be called while the player chooses, which it then does at once.
func (p *Player) End(o game.Outcome) {
	p.cancel()
	p.mu.Lock()
	if p.bot != nil {
		p.bot.End(o)
	}
	p.dismiss()
	p.mu.Unlock()
	p.ending.Wait()
}
