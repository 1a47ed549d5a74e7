package account

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"testing"
)

// FuzzHash reads any text as a stored password: what is taken costs no more than a server has, and is read the same when it
// is written again.
func FuzzHash(f *testing.F) {
	f.Fuzz(func(t *testing.T, stored string) {
		h, ok := parseHash(stored)
		if !ok {
			return
		}
		if h.memory > maxMemory || h.passes == 0 || h.passes > maxPasses || h.threads == 0 || len(h.key) != keySize {
			t.Fatalf("%q is taken: %+v", stored, h)
		}
		text := fmt.Sprintf("$argon2id$v=19$m=%d,t=%d,p=%d$%s$%s", h.memory, h.passes, h.threads,
			base64.RawStdEncoding.EncodeToString(h.salt), base64.RawStdEncoding.EncodeToString(h.key))
		again, ok := parseHash(text)
		if !ok || again.memory != h.memory || again.passes != h.passes || again.threads != h.threads || !bytes.Equal(again.salt, h.salt) || !bytes.Equal(again.key, h.key) {
			t.Fatalf("%q is read as %+v, and %q as %+v", stored, h, text, again)
		}
		if text != stored {
			t.Fatalf("%q is taken, but written %q", stored, text)
		}
	})
}
