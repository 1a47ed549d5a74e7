package main

import (
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress is a bar on a terminal that shows how much of a run is done and how long the rest will take. Without a
// terminal it does nothing.
type progress struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

// progress starts a bar for a number of steps.
func (c *cli) progress(total int) *progress {
	if total == 0 || !terminal(c.rawErr) {
		return &progress{}
	}
	bars := mpb.New(mpb.WithOutput(c.rawErr), mpb.WithWidth(60))
	bar := bars.AddBar(int64(total),
		mpb.PrependDecorators(decor.CountersNoUnit("%d / %d ")),
		mpb.AppendDecorators(decor.Percentage(), decor.Name("  "), decor.AverageETA(decor.ET_STYLE_GO)),
	)
	return &progress{bars: bars, bar: bar}
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
