package sim

import (
	"bytes"
	"strings"
	"testing"
)

// FuzzResults reads any bytes as a results file: it is refused with its name, or it is whole up to the end of a line, and
// reading that part alone gives the same games, each once.
func FuzzResults(f *testing.F) {
	read := func(data []byte) (size int64, games []Result, err error) {
		header := func(found []byte) error { return sameHeader("r.jsonl", found, sample) }
		size, err = scan("r.jsonl", bytes.NewReader(data), header, Once(func(r Result) error { games = append(games, r); return nil }))
		return size, games, err
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		size, games, err := read(data)
		if err != nil {
			if size != 0 || !strings.HasPrefix(err.Error(), "r.jsonl") {
				t.Fatalf("%q: size %d and the error %v", data, size, err)
			}
			return
		}
		if size <= 0 || size > int64(len(data)) || data[size-1] != '\n' {
			t.Fatalf("%q is whole up to byte %d", data, size)
		}
		seen := map[int]bool{}
		for _, r := range games {
			if seen[r.N] {
				t.Fatalf("%q: game %d is there twice", data, r.N)
			}
			seen[r.N] = true
		}
		if again, same, err := read(data[:size]); err != nil || again != size || len(same) != len(games) {
			t.Fatalf("%q has %d games up to byte %d, and those bytes %d up to byte %d: %v", data, len(games), size, len(same), again, err)
		}
	})
}
