// Package accounttest has what tests of accounts need from outside: a device with passkeys, a provider of identities, and a
// box for mail.
package accounttest

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"
)

var encode = base64.RawURLEncoding.EncodeToString

// Device is a device with one passkey, which it makes when it is first asked to.
type Device struct {
	Origin string // of the page on which it is used
	Count  uint32 // how often it has been used
	key    *ecdsa.PrivateKey
	id     []byte
	handle string // of the user, encoded
	host   string
}

// options are the parts of a challenge that a device reads.
type options struct {
	Challenge string
	RP        struct{ ID string }
	RPID      string
	User      struct{ ID string }
}

// read reads a challenge and returns what a browser says about it.
func (d *Device) read(kind string, challenge any) (o options, client []byte, err error) {
	text, err := json.Marshal(challenge)
	if err == nil {
		err = json.Unmarshal(text, &o)
	}
	if err != nil {
		return o, nil, err
	}
	client, err = json.Marshal(map[string]any{"type": kind, "challenge": o.Challenge, "origin": d.Origin, "crossOrigin": false})
	return o, client, err
}

// The flags of an answer: the user was there and has shown that it is he; a key follows.
const (
	verified = 1 | 4
	withKey  = 64
)

// data returns what a device signs.
func (d *Device) data(flags byte) []byte {
	d.Count++
	sum := sha256.Sum256([]byte(d.host))
	return binary.BigEndian.AppendUint32(append(sum[:], flags), d.Count)
}

// Create makes a key and answers the challenge for a new passkey.
func (d *Device) Create(challenge any) ([]byte, error) {
	o, client, err := d.read("webauthn.create", challenge)
	if err != nil {
		return nil, err
	}
	if d.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		return nil, err
	}
	d.id, d.handle, d.host = []byte(rand.Text()), o.User.ID, o.RP.ID
	public, err := d.key.PublicKey.Bytes()
	if err != nil {
		return nil, err
	}
	const half = 32 // bytes of a coordinate, after a byte for the form
	// ES256 on the curve P-256
	key, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: public[1 : 1+half], -3: public[1+half:]})
	if err != nil {
		return nil, err
	}
	data := append(d.data(verified|withKey), make([]byte, 16)...) // a device of no known make
	data = binary.BigEndian.AppendUint16(data, uint16(len(d.id)))
	object, err := webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": append(append(data, d.id...), key...)})
	if err != nil {
		return nil, err
	}
	return d.answer(map[string]any{"clientDataJSON": encode(client), "attestationObject": encode(object)})
}

// Sign answers the challenge of somebody who logs in.
func (d *Device) Sign(challenge any) ([]byte, error) {
	_, client, err := d.read("webauthn.get", challenge)
	if err != nil {
		return nil, err
	}
	data, sum := d.data(verified), sha256.Sum256(client)
	sum = sha256.Sum256(append(append([]byte{}, data...), sum[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, sum[:])
	if err != nil {
		return nil, err
	}
	return d.answer(map[string]any{"clientDataJSON": encode(client), "authenticatorData": encode(data), "signature": encode(signature), "userHandle": d.handle})
}

func (d *Device) answer(response map[string]any) ([]byte, error) {
	return json.Marshal(map[string]any{"id": encode(d.id), "rawId": encode(d.id), "type": "public-key", "response": response, "clientExtensionResults": map[string]any{}})
}

// Letter is mail that was sent.
type Letter struct {
	To, Subject, Text string
}

// Box is a mailer that keeps what is sent in a channel.
type Box chan Letter

// Send implements account.Mailer.
func (b Box) Send(_ context.Context, to, subject, text string) error {
	b <- Letter{to, subject, text}
	return nil
}

// Provider is a provider of identities that vouches for whoever asks.
type Provider struct {
	*httptest.Server
	Subject string              // for whom it vouches
	Client  string              // which it knows
	Nonce   func(string) string // changes the nonce; nil: it stays
	key     *rsa.PrivateKey
	asked   map[string]url.Values // by code
}

// NewProvider starts a provider for one client. Its Server is to be closed.
func NewProvider(client string) (*Provider, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	p := &Provider{Client: client, Subject: "somebody", key: key, asked: map[string]url.Values{}}
	mux := http.NewServeMux()
	mux.HandleFunc("/.well-known/openid-configuration", p.configuration)
	mux.HandleFunc("/keys", p.keys)
	mux.HandleFunc("/token", p.token)
	p.Server = httptest.NewServer(mux)
	return p, nil
}

func (p *Provider) configuration(w http.ResponseWriter, _ *http.Request) {
	json.NewEncoder(w).Encode(map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/ask", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
		"id_token_signing_alg_values_supported": []string{"RS256"},
	})
}

func (p *Provider) keys(w http.ResponseWriter, _ *http.Request) {
	json.NewEncoder(w).Encode(map[string]any{"keys": []any{map[string]string{
		"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "1", "n": encode(p.key.N.Bytes()), "e": encode(big.NewInt(int64(p.key.E)).Bytes()),
	}}})
}

// Visit is what a browser does that is sent to the provider: it returns the query with which it is sent back.
func (p *Provider) Visit(address string) (url.Values, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, err
	}
	q := u.Query()
	if q.Get("client_id") != p.Client || q.Get("response_type") != "code" || q.Get("code_challenge_method") != "S256" || q.Get("nonce") == "" {
		return nil, fmt.Errorf("the provider is asked %s", u.RawQuery)
	}
	code := rand.Text()
	p.asked[code] = q
	return url.Values{"code": {code}, "state": {q.Get("state")}}, nil
}

// token exchanges a code for an identity, once.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	q := p.asked[r.FormValue("code")]
	delete(p.asked, r.FormValue("code"))
	sum := sha256.Sum256([]byte(r.FormValue("code_verifier")))
	if q == nil || encode(sum[:]) != q.Get("code_challenge") || r.FormValue("redirect_uri") != q.Get("redirect_uri") {
		http.Error(w, `{"error": "invalid_grant"}`, http.StatusBadRequest)
		return
	}
	nonce := q.Get("nonce")
	if p.Nonce != nil {
		nonce = p.Nonce(nonce)
	}
	token, err := p.sign(map[string]any{
		"iss": p.URL, "sub": p.Subject, "aud": p.Client, "nonce": nonce, "iat": time.Now().Unix(), "exp": time.Now().Add(time.Hour).Unix(),
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": token})
}

func (p *Provider) sign(claims map[string]any) (string, error) {
	head, err1 := json.Marshal(map[string]string{"alg": "RS256", "kid": "1"})
	body, err2 := json.Marshal(claims)
	if err1 != nil || err2 != nil {
		return "", fmt.Errorf("%w, %w", err1, err2)
	}
	text := encode(head) + "." + encode(body)
	sum := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, p.key, crypto.SHA256, sum[:])
	return text + "." + encode(signature), err
}
