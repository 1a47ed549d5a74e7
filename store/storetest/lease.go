package storetest

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Leaser says which of several nodes does what only one should do.
type Leaser interface {
	Lease(ctx context.Context, name, holder string, d time.Duration) (bool, error)
	Release(ctx context.Context, name, holder string) error
	Expired(ctx context.Context) ([]string, error)
}

// RunLeases tests an implementation for several nodes. Start is as for [Run].
func RunLeases(t *testing.T, start func(t *testing.T) (open func() Leaser)) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, open func() Leaser)
	}{
		{"one holder", testHolder},
		{"at once", testLeaseAtOnce},
		{"running out", testRunningOut},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, start(t)) })
	}
}

func lease(t *testing.T, l Leaser, name, holder string, d time.Duration) bool {
	t.Helper()
	got, err := l.Lease(t.Context(), name, holder, d)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func testHolder(t *testing.T, open func() Leaser) {
	one, two := open(), open()
	for i, step := range []struct {
		do   func() bool
		want bool
	}{
		{func() bool { return lease(t, one, "think g", "one", time.Hour) }, true},
		{func() bool { return lease(t, two, "think g", "two", time.Hour) }, false},
		{func() bool { return lease(t, two, "think h", "two", time.Hour) }, true},
		{func() bool { return lease(t, one, "think g", "one", time.Hour) }, true}, // again
		{func() bool { return two.Release(t.Context(), "think g", "two") == nil }, true},
		{func() bool { return lease(t, two, "think g", "two", time.Hour) }, false}, // it was not two's to give back
		{func() bool { return one.Release(t.Context(), "think g", "one") == nil }, true},
		{func() bool { return lease(t, two, "think g", "two", time.Hour) }, true},
		{func() bool { return one.Release(t.Context(), "nothing", "one") == nil }, true},
	} {
		if got := step.do(); got != step.want {
			t.Errorf("step %d: %t, expected %t", i, got, step.want)
		}
	}
	if names, err := one.Expired(t.Context()); err != nil || len(names) > 0 {
		t.Errorf("%q have run out, %v", names, err)
	}
}

func testLeaseAtOnce(t *testing.T, open func() Leaser) {
	nodes := []Leaser{open(), open(), open()}
	for round := range 10 {
		var got atomic.Int64
		var wg sync.WaitGroup
		for i, l := range slices.Concat(nodes, nodes) {
			wg.Go(func() {
				ok, err := l.Lease(t.Context(), fmt.Sprint(round), fmt.Sprint(i), time.Hour)
				if err != nil {
					t.Error(err)
				}
				if ok {
					got.Add(1)
				}
			})
		}
		wg.Wait()
		if got.Load() != 1 {
			t.Errorf("round %d: %d have the lease", round, got.Load())
		}
	}
}

func testRunningOut(t *testing.T, open func() Leaser) {
	one, two := open(), open()
	if !lease(t, one, "b", "one", -time.Second) || !lease(t, one, "a", "one", time.Millisecond) || !lease(t, one, "c", "one", time.Hour) {
		t.Error("somebody else has a lease")
	}
	for {
		names, err := two.Expired(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if slices.Equal(names, []string{"a", "b"}) {
			break
		}
	}
	if !lease(t, two, "b", "two", time.Hour) || lease(t, one, "b", "one", time.Hour) {
		t.Error("a lease that has run out belongs to who takes it first")
	}
	if !lease(t, one, "a", "one", time.Hour) {
		t.Error("nobody else has taken it")
	}
	if names, err := one.Expired(t.Context()); err != nil || len(names) > 0 {
		t.Errorf("%q have run out, %v", names, err)
	}
}
