package dice

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"strconv"
)

// NewSeed returns a seed for [Keyed] that nobody can guess.
func NewSeed() string { return rand.Text() }

// Commitment returns the SHA-256 of a seed, in hexadecimal. It is published before the first roll, and the seed after
// the last; anyone can then check that the seed was chosen before the game. It hides only a seed that cannot be guessed:
// use [NewSeed].
func Commitment(seed string) string {
	sum := sha256.Sum256([]byte(seed))
	return hex.EncodeToString(sum[:])
}

// NewSharedSeed returns a seed of 256 random bits for dice that nobody chooses: see [Derive].
func NewSharedSeed() string {
	b := make([]byte, 32)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// Derive returns the seed of the rolls of a game to which its players have added something after they knew the commitment
// of the first seed: HMAC-SHA256, in hexadecimal, with that seed as the key and a text as the message that stands for the
// game and for all they have added. With any other program:
//
//	printf %s "rolls $text" | openssl dgst -sha256 -hmac "$seed"
func Derive(seed, text string) string {
	mac := hmac.New(sha256.New, []byte(seed))
	mac.Write([]byte("rolls " + text))
	return hex.EncodeToString(mac.Sum(nil))
}

// Keyed gives every roll of a game its own random bits, computed from a seed and the number of the roll. The rolls of a
// record can therefore be checked one by one, in any order, and repeating a roll after an undo or in a replay gives the
// same result. Anyone who knows the seed knows all future rolls, so it stays secret until the game is over.
//
// The bits of roll 17 are HMAC-SHA256 with the seed as the key and the text "17" as the message, read as four 64-bit
// numbers, the most significant byte first; then those of "17/1", "17/2" and so on. With any other program:
//
//	printf 17 | openssl dgst -sha256 -hmac "$seed"
//
// [Keyed.For] gives a roll bits that depend on what is thrown, too.
type Keyed struct {
	seed string
}

// NewKeyed returns the dice of a seed.
func NewKeyed(seed string) Keyed { return Keyed{seed} }

// At returns the bits of the n-th roll of the game, from their beginning. Rolls are counted from 0.
func (k Keyed) At(n int) *Bits { return &Bits{seed: k.seed, roll: n} }

// For returns the bits of the n-th roll of the game for a purpose, which is not empty: the message is then "17 purpose", and
// "17 purpose/1" and so on. So a roll that is called for again in another way, after something was undone, is not the one
// that somebody has seen.
func (k Keyed) For(n int, purpose string) *Bits {
	return &Bits{seed: k.seed, roll: n, purpose: purpose}
}

// Bits are the random bits of one roll, an unlimited game.Source. They come from [Keyed.At] or [Keyed.For] and are not safe
// for concurrent use.
type Bits struct {
	seed    string
	roll    int
	purpose string
	blocks  int // made so far
	block   [sha256.Size]byte
	left    int // bytes of block not yet used
}

// Uint64 returns the next 64 bits.
func (b *Bits) Uint64() uint64 {
	if b.left == 0 {
		b.refill()
	}
	v := binary.BigEndian.Uint64(b.block[len(b.block)-b.left:])
	b.left -= 8
	return v
}

func (b *Bits) refill() {
	msg := strconv.AppendInt(nil, int64(b.roll), 10)
	if b.purpose != "" {
		msg = append(append(msg, ' '), b.purpose...)
	}
	if b.blocks > 0 {
		msg = append(msg, '/')
		msg = strconv.AppendInt(msg, int64(b.blocks), 10)
	}
	mac := hmac.New(sha256.New, []byte(b.seed))
	mac.Write(msg)
	mac.Sum(b.block[:0])
	b.left = len(b.block)
	b.blocks++
}
