package main

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"acies/pack"
)

// progress is a bar on a terminal that shows how much of a run is done and how long the rest will take. Without a
// terminal it does nothing.
type progress struct {
	bars *mpb.Progress
	bar  *mpb.Bar
	who  atomic.Value // who plays, a string
}

// progress starts a bar for a number of steps.
func (c *cli) progress(total int) *progress {
	if total == 0 || !terminal(c.rawErr) {
		return &progress{}
	}
	p := &progress{bars: mpb.New(mpb.WithOutput(c.rawErr), mpb.WithWidth(60))}
	p.bar = p.bars.AddBar(int64(total),
		mpb.PrependDecorators(decor.CountersNoUnit("%d / %d ")),
		mpb.AppendDecorators(decor.Percentage(), decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO), decor.Any(p.whoPlays)),
	)
	return p
}

// show says beside the bar who plays.
func (p *progress) show(who string) { p.who.Store(who) }

func (p *progress) whoPlays(decor.Statistics) string {
	if who, ok := p.who.Load().(string); ok {
		return "  " + who
	}
	return ""
}

// note prints a line above the bar.
func (p *progress) note(c *cli, text string) {
	var w io.Writer = c.err
	if p.bars != nil {
		w = pack.EscapeWriter(p.bars)
	}
	fmt.Fprintln(w, text)
}

// step records one more step.
func (p *progress) step() {
	if p.bar != nil {
		p.bar.Increment()
	}
}

// end leaves the bar on the terminal as it is.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Abort(false)
		p.bars.Wait()
	}
}
