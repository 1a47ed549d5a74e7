package memo_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"acies/memo"
)

// TestLimit: what was not asked for the longest goes first.
func TestLimit(t *testing.T) {
	c := memo.New[int, int](3)
	made := 0
	get := func(key int) {
		t.Helper()
		v, err := c.Get(key, func() (int, error) { made++; return key * key, nil })
		if v != key*key || err != nil {
			t.Errorf("%d, %v", v, err)
		}
	}
	for _, key := range []int{1, 2, 3, 1, 4} {
		get(key)
	}
	if made != 4 {
		t.Errorf("%d values were made, expected 4", made)
	}
	for key, want := range map[int]bool{1: true, 2: false, 3: true, 4: true, 5: false} {
		if c.Has(key) != want {
			t.Errorf("%d is kept: %v", key, !want)
		}
	}
}

// TestOnce: many who ask at once for one value have it made once, and nobody waits for those who ask for another.
func TestOnce(t *testing.T) {
	c := memo.New[string, int](2)
	begun, end := make(chan struct{}), make(chan struct{})
	var made atomic.Int32
	var all sync.WaitGroup
	slow := func() (int, error) {
		if made.Add(1) == 1 {
			close(begun)
		}
		<-end
		return 7, nil
	}
	for range 10 {
		all.Go(func() {
			if v, err := c.Get("slow", slow); v != 7 || err != nil {
				t.Errorf("%d, %v", v, err)
			}
		})
	}
	<-begun
	if v, err := c.Get("quick", func() (int, error) { return 1, nil }); v != 1 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
	close(end)
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("the value was made %d times", made.Load())
	}
}

// TestFailure: an error is not kept, and neither is what a panic leaves behind.
func TestFailure(t *testing.T) {
	c := memo.New[string, int](2)
	wrong := errors.New("wrong")
	if _, err := c.Get("a", func() (int, error) { return 0, wrong }); !errors.Is(err, wrong) {
		t.Error(err)
	}
	func() {
		defer func() { recover() }()
		c.Get("a", func() (int, error) { panic("a bug") })
	}()
	if v, err := c.Get("a", func() (int, error) { return 2, nil }); v != 2 || err != nil {
		t.Errorf("%d, %v", v, err)
	}
	// A value that was forgotten while it was made leaves its successor alone.
	c = memo.New[string, int](1)
	c.Get("a", func() (int, error) {
		c.Get("b", func() (int, error) { return 1, nil })
		c.Get("a", func() (int, error) { return 3, nil })
		return 0, wrong
	})
	if v, _ := c.Get("a", func() (int, error) { return 4, nil }); v != 3 {
		t.Errorf("found %d, expected 3", v)
	}
}
