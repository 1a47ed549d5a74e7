package account

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
)

// Limits of a password: in characters at least, in bytes at most.
const (
	minPassword = 8
	maxPassword = 1024
)

// The cost of argon2id: the least that OWASP recommends is 19 MiB and two passes.
const (
	passes  = 2
	memory  = 19 << 10 // KiB
	threads = 1
	keySize = 32
)

// The most that a stored password may cost, lest a damaged one takes all memory there is.
const (
	maxPasses  = 64
	maxMemory  = 1 << 20 // KiB
	maxThreads = 64
)

// hashing limits how many passwords are hashed at once, each of which takes the memory above.
var hashing = make(chan struct{}, max(1, runtime.GOMAXPROCS(0)))

// HashPassword returns a password as it is stored: argon2id in the usual notation, $argon2id$v=19$m=…,t=…,p=…$salt$key.
func HashPassword(password string) (string, error) {
	if !utf8.ValidString(password) || utf8.RuneCountInString(password) < minPassword || len(password) > maxPassword {
		return "", fmt.Errorf("%w: expected %d characters to %d bytes", ErrPassword, minPassword, maxPassword)
	}
	salt := make([]byte, 16)
	rand.Read(salt)
	key := deriveKey(password, salt, passes, memory, threads)
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, memory, passes, threads,
		base64.RawStdEncoding.EncodeToString(salt), base64.RawStdEncoding.EncodeToString(key)), nil
}

func deriveKey(password string, salt []byte, passes, memory uint32, threads uint8) []byte {
	hashing <- struct{}{}
	defer func() { <-hashing }()
	return argon2.IDKey([]byte(password), salt, passes, memory, threads, keySize)
}

// checkPassword reports whether a password is the one that was stored. It takes as long if none was.
func checkPassword(stored, password string) bool {
	h, ok := parseHash(stored)
	if !ok || len(password) > maxPassword {
		deriveKey("", make([]byte, 16), passes, memory, threads)
		return false
	}
	return subtle.ConstantTimeCompare(h.key, deriveKey(password, h.salt, h.passes, h.memory, h.threads)) == 1
}

// passwordHash is a stored password, with the cost at which it was hashed.
type passwordHash struct {
	passes, memory uint32
	threads        uint8
	salt, key      []byte
}

func parseHash(stored string) (h passwordHash, ok bool) {
	part := strings.Split(stored, "$")
	if len(part) != 6 || part[0] != "" || part[1] != "argon2id" || part[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return h, false
	}
	const cost = "m=%d,t=%d,p=%d"
	if n, err := fmt.Sscanf(part[3], cost, &h.memory, &h.passes, &h.threads); n != 3 || err != nil || part[3] != fmt.Sprintf(cost, h.memory, h.passes, h.threads) {
		return h, false
	}
	if h.passes == 0 || h.passes > maxPasses || h.memory > maxMemory || h.threads == 0 || h.threads > maxThreads {
		return h, false
	}
	var err1, err2 error
	text := base64.RawStdEncoding.Strict()
	h.salt, err1 = text.DecodeString(part[4])
	h.key, err2 = text.DecodeString(part[5])
	return h, err1 == nil && err2 == nil && len(h.key) == keySize && !strings.ContainsAny(stored, "\r\n") // which the decoder skips
}
