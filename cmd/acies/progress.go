package main

import (
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress is a bar on a terminal that shows how far a run is and how long it still takes. Without a terminal it does
// nothing.
type progress struct {
	bars *mpb.Progress
	bar  *mpb.Bar
}

// progress begins a bar of so many steps.
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

// step says that one more is done.
func (p *progress) step() {
	if p.bar != nil {
		p.bar.Increment()
	}
}

// end leaves the bar as it is.
func (p *progress) end() {
	if p.bar != nil {
		p.bar.Abort(false)
		p.bars.Wait()
	}
}
