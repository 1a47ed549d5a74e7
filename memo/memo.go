// Package memo keeps a limited number of values that take time or room to make.
package memo

import (
	"container/list"
	"errors"
	"sync"
)

// Cache keeps values by their keys: those that were asked for last, up to a limit. Of several who ask for the same missing
// value at once, one makes it and the others wait. It is safe for concurrent use; make one with [New].
type Cache[K comparable, V any] struct {
	limit int

	mu   sync.Mutex
	kept map[K]*list.Element // of *entry[K, V]
	used list.List           // the last used first
}

// entry is a value, which may still be being made.
type entry[K comparable, V any] struct {
	key   K
	ready chan struct{} // closed when value and err are set
	value V
	err   error
}

// New returns a cache of at most so many values.
func New[K comparable, V any](limit int) *Cache[K, V] {
	return &Cache[K, V]{limit: limit, kept: map[K]*list.Element{}}
}

// errPanic is what those who wait are told if making the value has panicked.
var errPanic = errors.New("the value could not be made")

// Get returns the value of a key. If there is none, f makes it, without any lock of the cache; an error is returned to all
// who wait for it, and not kept.
func (c *Cache[K, V]) Get(key K, f func() (V, error)) (V, error) {
	c.mu.Lock()
	if at := c.kept[key]; at != nil {
		c.used.MoveToFront(at)
		c.mu.Unlock()
		e := at.Value.(*entry[K, V])
		<-e.ready
		return e.value, e.err
	}
	e := &entry[K, V]{key: key, ready: make(chan struct{}), err: errPanic}
	at := c.used.PushFront(e)
	c.kept[key] = at
	if c.used.Len() > c.limit {
		c.remove(c.used.Back())
	}
	c.mu.Unlock()

	defer func() {
		close(e.ready)
		if e.err != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			if c.kept[key] == at { // else it was removed, and the key may have another value
				c.remove(at)
			}
		}
	}()
	e.value, e.err = f()
	return e.value, e.err
}

// Has reports whether a key has a value, or one that is being made.
func (c *Cache[K, V]) Has(key K) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept[key] != nil
}

// remove forgets an entry. The caller holds the lock.
func (c *Cache[K, V]) remove(at *list.Element) {
	c.used.Remove(at)
	delete(c.kept, at.Value.(*entry[K, V]).key)
}
