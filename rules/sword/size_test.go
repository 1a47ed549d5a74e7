package sword

import (
	"testing"
	"unsafe"
)

// TestStateSize keeps a state small enough to be copied at every step of a search.
func TestStateSize(t *testing.T) {
	if size := unsafe.Sizeof(State{}); size > 4096 {
		t.Errorf("a state has %d bytes, want at most 4096", size)
	}
}

// TestReasons keeps every reason complete: a key and a clause of its own.
func TestReasons(t *testing.T) {
	seen := map[string]why{}
	for id := why(1); id < whys; id++ {
		r := reasons[id]
		if r.key == "" || r.clause == "" {
			t.Errorf("reason %d has key %q and clause %q", id, r.key, r.clause)
		}
		if other, ok := seen[r.key]; ok {
			t.Errorf("reasons %d and %d share the key %q", other, id, r.key)
		}
		seen[r.key] = id
	}
}

// TestNodes keeps every kind of task complete: one that waits has options, a check, a deed and a prompt.
func TestNodes(t *testing.T) {
	for k := tNone + 1; k < taskKinds; k++ {
		n := &nodes[k]
		if n.step == nil {
			t.Errorf("task %d has no step", k)
		}
		waits := n.options != nil
		if waits != (n.check != nil) || waits != (n.do != nil) || waits != (nodeKeys[k] != "") {
			t.Errorf("task %d (%s) is neither one that waits nor one that does not", k, nodeKeys[k])
		}
	}
}
