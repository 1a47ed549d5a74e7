// Package recordtest writes records for tests that package record itself would not write, such as those of another
// version of a rulebook.
package recordtest

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"acies/record"
)

// Write returns a record of the header and the entries, whatever is in them, with the right chains.
func Write(h record.Header, entries []record.Entry) []byte {
	var out bytes.Buffer
	prev := ""
	add := func(hashed []byte, line func(chain string) []byte) {
		sum := sha256.Sum256(append([]byte(prev), hashed...))
		prev = hex.EncodeToString(sum[:sha256.Size/2])
		out.Write(append(line(prev), '\n'))
	}
	bare := h
	bare.Seed, bare.Archive, bare.Chain = "", nil, ""
	add(bare.Line(), func(chain string) []byte {
		h.Chain = chain
		return h.Line()
	})
	for _, e := range entries {
		e.Chain = ""
		add(e.Line(), func(chain string) []byte {
			e.Chain = chain
			return e.Line()
		})
	}
	return out.Bytes()
}

// OfVersion returns the record of a game as if another version of the rulebook had played it. If differs is above 0,
// the state after the action of that number is another one.
func OfVersion(g *record.Game, version string, differs int) []byte {
	h := g.Header()
	h.Engine = version
	entries := append([]record.Entry{}, g.Entries()...)
	if differs > 0 {
		entries[differs-1].State = "0123456789abcdef"
	}
	return Write(h, entries)
}
