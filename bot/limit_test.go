package bot

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// queue has somebody wait for a place, who writes their name down when they have it.
func queue(t *testing.T, l *Limit, name string, order *[]string) func() {
	t.Helper()
	var p *place
	go func() {
		var err error
		if p, err = l.take(t.Context(), func() {}); err != nil {
			t.Error(err)
		}
		*order = append(*order, name)
	}()
	synctest.Wait()
	return func() {
		p.release()
		synctest.Wait()
	}
}

// TestLimitOrder gives places in the order in which they were asked for.
func TestLimitOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimit(2)
		var order []string
		var releases []func()
		for _, name := range []string{"a", "b", "c", "d"} {
			releases = append(releases, queue(t, l, name, &order))
		}
		for i, want := range [][]string{{"a", "b"}, {"a", "b", "c"}, {"a", "b", "c", "d"}} {
			if !slices.Equal(order, want) {
				t.Errorf("after %d releases %v have got places, want %v", i, order, want)
			}
			releases[i]()
		}
	})
}

// TestLimitGivenUp forgets one who no longer waits.
func TestLimitGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimit(1)
		var order []string
		release := queue(t, l, "a", &order)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := l.take(ctx, func() {}); !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		queue(t, l, "b", &order)
		release()
		if !slices.Equal(order, []string{"a", "b"}) || l.free != 0 || len(l.waiting) != 0 {
			t.Errorf("%v have got places, %d are free, %d wait", order, l.free, len(l.waiting))
		}
	})
}

// TestLimitIdle has the bot that has been idle for longest make room, and no bot that is choosing.
func TestLimitIdle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimit(3)
		var called []string
		var places []*place
		for _, name := range []string{"busy", "late", "early"} {
			var p *place
			p, err := l.take(t.Context(), func() {
				called = append(called, name)
				p.release()
			})
			if err != nil {
				t.Fatal(err)
			}
			places = append(places, p)
		}
		places[2].finish()
		time.Sleep(time.Millisecond)
		places[1].finish()
		began := time.Now()
		if _, err := l.take(t.Context(), func() {}); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); !slices.Equal(called, []string{"early"}) || took != idleTime-time.Millisecond {
			t.Errorf("%v made room after %v, want early after %v", called, took, idleTime-time.Millisecond)
		}
		places[1].begin() // it is no longer idle
		time.Sleep(time.Minute)
		go l.take(t.Context(), func() {})
		time.Sleep(time.Minute)
		if len(called) != 1 {
			t.Errorf("%v made room", called)
		}
		places[0].release()
		synctest.Wait()
	})
}

// TestLimitShare has a bot make room that chooses again and again.
func TestLimitShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLimit(1)
		p, err := l.take(t.Context(), func() { t.Error("it was not idle") })
		if err != nil {
			t.Fatal(err)
		}
		choose := func() bool {
			p.begin()
			time.Sleep(time.Second)
			return p.finish()
		}
		for range 20 {
			if choose() {
				t.Error("it makes room though nobody waits")
			}
		}
		p.release()
		if p, err = l.take(t.Context(), func() {}); err != nil {
			t.Fatal(err)
		}
		var order []string
		queue(t, l, "next", &order)
		n := 1
		for !choose() {
			n++
		}
		if n != int(shareTime/time.Second) {
			t.Errorf("it makes room after %d choices of a second", n)
		}
		p.release()
		synctest.Wait()
		if len(order) != 1 {
			t.Error("nobody has got its place")
		}
	})
}
