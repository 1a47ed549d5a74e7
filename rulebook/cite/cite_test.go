package cite_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"acies/rulebook/cite"
)

// A fake is a test whose end we decide.
type fake struct {
	testing.TB
	failed, skipped bool
	log             []string
	cleanups        []func()
}

func (f *fake) Helper()           {}
func (f *fake) Failed() bool      { return f.failed }
func (f *fake) Skipped() bool     { return f.skipped }
func (f *fake) Cleanup(fn func()) { f.cleanups = append(f.cleanups, fn) }
func (f *fake) Logf(format string, args ...any) {
	f.log = append(f.log, fmt.Sprintf(format, args...))
}

func (f *fake) Fatalf(format string, args ...any) {
	f.failed = true
	f.Logf(format, args...)
	runtime.Goexit()
}

// run runs body as a test runs, on its own goroutine, and then its cleanups.
func run(body func(f *fake)) *fake {
	f := new(fake)
	done := make(chan struct{})
	go func() {
		defer close(done)
		body(f)
	}()
	<-done
	for _, fn := range slices.Backward(f.cleanups) {
		fn()
	}
	return f
}

func TestClauses(t *testing.T) {
	tests := []struct {
		name string
		body func(f *fake)
		want []string
	}{
		{"one", func(f *fake) { cite.Clauses(f, "ant-3b") }, []string{"cites: ant-3b"}},
		{"several", func(f *fake) { cite.Clauses(f, "ant-3.1b", "ant-R7", "bnb-12.a") }, []string{"cites: ant-3.1b ant-R7 bnb-12.a"}},
		{"failed", func(f *fake) { cite.Clauses(f, "iss-1"); f.failed = true }, nil},
		{"failed in a later cleanup", func(f *fake) {
			cite.Clauses(f, "imp-1")
			f.Cleanup(func() { f.failed = true })
		}, nil},
		{"skipped", func(f *fake) { cite.Clauses(f, "med-1"); f.skipped = true }, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if f := run(test.body); !slices.Equal(f.log, test.want) {
				t.Errorf("logged %q, want %q", f.log, test.want)
			}
		})
	}
}

func TestBadClause(t *testing.T) {
	for _, id := range []string{"", "ant", "ant-", "3.1b", "antiquity-3.1b", "ant-3.1b ", "ant-3 1", "Ant-3", "ant_3", "ant-3\n"} {
		went := false
		f := run(func(f *fake) {
			cite.Clauses(f, "ant-3b", id)
			went = true
		})
		if went || !f.failed {
			t.Errorf("Clauses(%q) did not end the test", id)
		}
		if len(f.log) != 1 || !strings.Contains(f.log[0], fmt.Sprintf("%q", id)) {
			t.Errorf("Clauses(%q) logged %q, want one line that quotes it", id, f.log)
		}
	}
}
