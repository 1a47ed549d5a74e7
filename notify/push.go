package notify

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/SherClockHolmes/webpush-go"
)

// Subscription is what a browser gives out so that it can be sent notices.
type Subscription struct {
	Endpoint       string   `json:"endpoint"`
	ExpirationTime *float64 `json:"expirationTime"` // browsers send it; a push service says itself when it is over
	Keys           struct {
		P256dh string `json:"p256dh"`
		Auth   string `json:"auth"`
	} `json:"keys"`
}

// authBytes is the length of the secret of a browser.
const authBytes = 16

// channel returns the channel of a subscription, or [ErrChannel].
func (s *Subscription) channel(g *Guard) (Channel, error) {
	if err := g.checkURL(s.Endpoint); err != nil {
		return Channel{}, err
	}
	key, err := decode64(s.Keys.P256dh)
	if err != nil {
		return Channel{}, ErrChannel
	}
	if _, err := ecdh.P256().NewPublicKey(key); err != nil {
		return Channel{}, ErrChannel
	}
	auth, err := decode64(s.Keys.Auth)
	if err != nil || len(auth) != authBytes {
		return Channel{}, ErrChannel
	}
	return Channel{
		Kind: Push, URL: s.Endpoint, Key: base64.RawURLEncoding.EncodeToString(key), Auth: base64.RawURLEncoding.EncodeToString(auth),
	}, nil
}

// decode64 decodes what browsers write, some with padding.
func decode64(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// vapidKey returns the key by which push services know the server, and makes it the first time.
func (n *Notifier) vapidKey(ctx context.Context) (*ecdh.PrivateKey, error) {
	fresh, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	kept, err := n.store.Secret(ctx, "push key", fresh.Bytes())
	if err != nil {
		return nil, err
	}
	key, err := ecdh.P256().NewPrivateKey(kept)
	if err != nil {
		return nil, fmt.Errorf("the push key of the server: %w", err)
	}
	return key, nil
}

// PushKey returns the public key with which a browser subscribes.
func (n *Notifier) PushKey(ctx context.Context) (string, error) {
	key, err := n.vapidKey(ctx)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()), nil
}

// pushed is what the service worker of the client shows.
type pushed struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
	Tag   string `json:"tag"` // a later notice with the same replaces it
}

const keepPush = 24 * 60 * 60 // seconds for which a push service keeps a notice for a browser that is off

// push sends a notice to a browser. The error is [ErrGone] if it does not take any more.
func (n *Notifier) push(ctx context.Context, c *Channel, m *message) error {
	key, err := n.vapidKey(ctx)
	if err != nil {
		return err
	}
	topic := topicOf(m)
	text, err := json.Marshal(pushed{n.public.Host, m.whole(), m.URL, topic})
	if err != nil {
		return err
	}
	subscriber := n.public.String()
	if n.public.Scheme != "https" {
		subscriber = "acies@" + n.public.Hostname()
	}
	err = settle(webpush.SendNotificationWithContext(ctx, text, &webpush.Subscription{Endpoint: c.URL, Keys: webpush.Keys{Auth: c.Auth, P256dh: c.Key}}, &webpush.Options{
		HTTPClient:      n.client,
		Subscriber:      subscriber,
		Topic:           topic,
		TTL:             keepPush,
		Urgency:         webpush.UrgencyNormal,
		RecordSize:      recordSize,
		VAPIDPublicKey:  base64.RawURLEncoding.EncodeToString(key.PublicKey().Bytes()),
		VAPIDPrivateKey: base64.RawURLEncoding.EncodeToString(key.Bytes()),
	}))
	var status StatusError
	if errors.As(err, &status) && (status == http.StatusNotFound || status == http.StatusGone) {
		return ErrGone
	}
	return err
}

// recordSize is the length of all encrypted notices, from which nobody learns what they say. There is room for the longest title.
const recordSize = 2048

// topicOf returns a name, of a form that push services take, under which a later notice of the same game replaces this one.
func topicOf(m *message) string {
	if m.Game == "" {
		return string(m.Event)
	}
	sum := sha256.Sum256([]byte(m.Game))
	return base64.RawURLEncoding.EncodeToString(sum[:24])
}
