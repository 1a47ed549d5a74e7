package store_test

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"acies/match"
	"acies/store"
	"acies/store/pgtest"
	"acies/store/storetest"
)

// BenchmarkAppend writes to 64 games at once, each time an action with the roll that follows. What it counts has reached the disk.
func BenchmarkAppend(b *testing.B) {
	for _, engine := range []struct {
		name  string
		fresh func(t testing.TB) string
	}{{"SQLite", freshFile}, {"PostgreSQL", pgtest.Database}} {
		b.Run(engine.name, func(b *testing.B) {
			s := open(b, engine.fresh(b), store.Options{})
			const writers = 64
			games := make([]match.Append, writers)
			for i := range games {
				id := fmt.Sprint("game", i)
				create(b, s, id, "first")
				games[i] = storetest.Next(b, s, id, strings.Repeat("x", 200), strings.Repeat("y", 150))
				games[i].Summary = strings.Repeat("s", 400)
			}
			b.ResetTimer()
			var left atomic.Int64
			left.Store(int64(b.N))
			var wg sync.WaitGroup
			for i := range games {
				wg.Go(func() {
					a := games[i]
					for left.Add(-1) >= 0 {
						a.Request = fmt.Sprint("r", a.Version)
						revision, err := s.Append(b.Context(), a)
						if err != nil {
							b.Error(err)
							return
						}
						a.Version, a.Revision = a.Version+len(a.Rows), revision
					}
				})
			}
			wg.Wait()
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "appends/s")
		})
	}
}
