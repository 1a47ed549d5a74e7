package bus

import "sync"

// Losses are the channels that [Bus.Lost] has returned. The zero value has none.
type Losses struct {
	mu  sync.Mutex
	all []chan struct{}
}

// Add returns another channel.
func (l *Losses) Add() <-chan struct{} {
	c := make(chan struct{}, 1)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, c)
	return c
}

// Report gives each channel an element.
func (l *Losses) Report() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.all {
		select {
		case c <- struct{}{}:
		default: // its reader has still to look
		}
	}
}
