package bustest

import (
	"testing"

	"acies/bus"
)

func TestHub(t *testing.T) {
	Run(t, func(t *testing.T) (a, b bus.Bus) {
		h := new(Hub)
		a, b = h.Node(), h.Node()
		t.Cleanup(func() {
			a.Close()
			b.Close()
		})
		return a, b
	})
}

func TestCut(t *testing.T) {
	h := new(Hub)
	a, b := h.Node(), h.Node()
	defer b.Close()
	got, lost := listen(t, b, "x"), b.Lost()
	h.Cut(true)
	a.Publish("x", []byte("lost"))
	h.Cut(false)
	<-lost
	if before := insist(a, "x", "after", got); len(before) > 0 {
		t.Errorf("%q came through", before)
	}
}
