package record

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
)

// Signature is how a server vouches for a game that was played there to its end: the last line of the record, with the
// Ed25519 signature of the chain of the line before it. Who signed is known if the key is, which the server publishes.
//
//	{"signed":"bW9y…","key":"Zm9v…"}
type Signature struct {
	Signed string `json:"signed"`
	Key    string `json:"key"`
}

// signedText is what is signed for a chain. It says what the signature is for.
func signedText(chain string) []byte { return []byte("acies game " + chain) }

// Sign returns the signature of a chain.
func Sign(chain string, key ed25519.PrivateKey) Signature {
	return Signature{
		base64.RawStdEncoding.EncodeToString(ed25519.Sign(key, signedText(chain))), PublicKey(key),
	}
}

// PublicKey returns the public half of a key as it is written.
func PublicKey(key ed25519.PrivateKey) string {
	return base64.RawStdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
}

// Line returns the signature as it is written in a record, without the line feed.
func (s Signature) Line() []byte { return encode(s) }

// isSignature reports whether a line is that of a signature.
func isSignature(line []byte) bool { return bytes.HasPrefix(line, []byte(`{"signed":`)) }

// readSignature reads the line of a signature.
func (g *Game) readSignature(line []byte) error {
	var s Signature
	if err := json.Unmarshal(line, &s); err != nil {
		return fmt.Errorf("signature: found %s, expected a JSON object: %w", excerpt(line, 0), err)
	}
	if g.frozen == nil && !g.Outcome().Over {
		return mismatch("record", "a signature before the end of the game", "an action")
	}
	text := base64.RawStdEncoding
	key, err1 := text.DecodeString(s.Key)
	signed, err2 := text.DecodeString(s.Signed)
	exact := text.EncodeToString(key) == s.Key && text.EncodeToString(signed) == s.Signed // base64 can be written in several ways
	if err1 != nil || err2 != nil || !exact || len(key) != ed25519.PublicKeySize || !ed25519.Verify(key, signedText(g.lastChain()), signed) {
		return mismatch("signature", "one that is not of this game", "one of its chain")
	}
	if err := compare(line, encode(s)); err != nil {
		return err
	}
	g.signature = &s
	return nil
}

// lastChain returns the chain of the last line, also of one that is not played.
func (g *Game) lastChain() string {
	if g.frozen != nil && len(g.frozen.Rest) > 0 && g.ending == nil {
		if k := len(g.undone); k > 0 && g.undone[k-1].After == g.length() {
			return g.undone[k-1].Chain
		}
		return g.frozen.Rest[len(g.frozen.Rest)-1].Chain
	}
	return g.Chain()
}
