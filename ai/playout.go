package ai

import (
	"time"

	"acies/dice"
	"acies/game"
	"acies/system"
)

// worker holds what one goroutine needs to play out rivals.
type worker struct {
	work    game.State
	scripts [system.Styles]*script
	nodes   int
	rolls   []uint64 // so far in this playout
}

func newWorker() *worker {
	d := &worker{}
	for st := range d.scripts {
		d.scripts[st] = &script{style: system.Style(st)}
	}
	return d
}

// prepare sets up the worker for the battle of s.
func (d *worker) prepare(s game.State) {
	if d.work == nil || d.work.Battle() != s.Battle() {
		d.work = s.Clone()
		for st, x := range d.scripts {
			x.setStyle(system.Style(st), s.Battle())
		}
	}
}

// playOut plays a rival until a number of activations have ended and returns the forecast at that point; if the time
// runs out, the value means nothing.
func (d *worker) playOut(s game.State, side game.Side, r rival, horizon int, seed uint64, deadline time.Time) system.Forecast {
	d.follow(s, side, r, seed, func(ended int) bool {
		return ended >= horizon || d.nodes&15 == 0 && !deadline.IsZero() && time.Now().After(deadline)
	})
	return d.forecast()
}

// forecast returns the forecast of the state that the worker has reached.
func (d *worker) forecast() system.Forecast { return d.scripts[system.Steady].judge.Forecast(d.work) }

// follow plays from a copy of s in which everything unknown to the side is drawn at random: in the rival's style to the
// end of the activation, then in the steady style. Before each action it calls stop with the number of activations that
// have ended so far, and ends if that returns true or the game is over. The states between two activations belong to
// neither.
func (d *worker) follow(s game.State, side game.Side, r rival, seed uint64, stop func(ended int) bool) {
	src := dice.New(seed ^ golden)
	w := d.work
	w.CopyFrom(s)
	w.Resample(side, dice.New(seed))
	d.rolls = d.rolls[:0]
	mine, steady := d.scripts[r.style], d.scripts[system.Steady]
	mine.forget()
	steady.forget()
	j := steady.judge
	at, _ := j.Activation(w)
	ended := 0
	if r.first != nil {
		w.Apply(*r.first, nil)
		d.nodes++
	}
	for w.ToAct() != game.Nobody {
		now, _ := j.Activation(w)
		if now != at {
			if at != 0 {
				ended++
			}
			at = now
		}
		if stop(ended) {
			return
		}
		var a game.Action
		switch who := w.ToAct(); {
		case who == game.Nature:
			a = w.Roll(d.dice(j.Roll(w), seed))
		case who == side && ended == 0:
			a = mine.Choose(w, who, src)
		default:
			a = steady.Choose(w, who, src)
		}
		w.Apply(a, nil)
		d.nodes++
	}
}

// golden turns consecutive seeds into ones that differ in many bits.
const golden = 0x9e3779b97f4a7c15

// dice returns the source of a roll. The same roll has the same dice in every playout of a round, whatever was rolled
// before it; otherwise one die more or less would change all later rolls at random.
func (d *worker) dice(roll, seed uint64) game.Source {
	times := uint64(0)
	for _, r := range d.rolls {
		if r == roll {
			times++
		}
	}
	d.rolls = append(d.rolls, roll)
	return dice.New((seed*golden+roll)*golden + times)
}
