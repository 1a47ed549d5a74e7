package notify

import (
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// subscription returns one as a browser would make it.
func subscription(t testing.TB, endpoint string) (s Subscription) {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s.Endpoint = endpoint
	s.Keys.P256dh = base64.URLEncoding.EncodeToString(key.PublicKey().Bytes())
	s.Keys.Auth = base64.RawURLEncoding.EncodeToString(make([]byte, authBytes))
	return s
}

// home is where the server of the tests is.
var home = &url.URL{Scheme: "https", Host: "club.example"}

func newNotifier(store Store) *Notifier {
	return New(Options{Store: store, Public: home, Guard: Guard{Unsafe: true}})
}

// TestPush: a push service gets what it needs to know the server, and nothing that it can read.
func TestPush(t *testing.T) {
	status := http.StatusCreated
	var got *http.Request
	var body []byte
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
		w.WriteHeader(status)
	}))
	defer service.Close()
	store := newMemory()
	n := newNotifier(store)
	c, err := n.Subscribe(t.Context(), "u", subscription(t, service.URL+"/send/1"), "Firefox", "en")
	if err != nil {
		t.Fatal(err)
	}
	table := exampleTable()
	table.Game = "long-enough-not-to-be-in-random-bytes"
	first := messageOf("en", Mark{Event: Turn}, &table, home)
	if err := n.send(t.Context(), &c, &first); err != nil {
		t.Fatal(err)
	}
	topic := got.Header.Get("Topic")
	for name, want := range map[string]string{"TTL": "86400", "Urgency": "normal", "Content-Encoding": "aes128gcm"} {
		if got := got.Header.Get(name); got != want {
			t.Errorf("%s is %q, expected %q", name, got, want)
		}
	}
	if len(topic) != 32 || strings.Contains(topic, table.Game) || strings.ContainsAny(topic, "+/=") {
		t.Errorf("the topic is %q", topic)
	}
	checkVAPID(t, got.Header.Get("Authorization"), service.URL, n)
	for _, secret := range []string{table.Title, table.Battle["en"], table.Game, "turn"} {
		if strings.Contains(string(body), secret) {
			t.Errorf("the push service can read %q", secret)
		}
	}
	length := len(body)
	table.Title = "A very long title for a game that is not long at all"
	second := messageOf("fr", Mark{Event: Over}, &table, home)
	if err := n.send(t.Context(), &c, &second); err != nil || len(body) != length || got.Header.Get("Topic") != topic {
		t.Errorf("another notice of the game: %v, %d bytes and the topic %q, expected %d and %q", err, len(body), got.Header.Get("Topic"), length, topic)
	}
	for _, x := range []struct {
		status int
		gone   bool
		again  bool
	}{{http.StatusNotFound, true, true}, {http.StatusGone, true, true}, {http.StatusForbidden, false, false}, {http.StatusTooManyRequests, false, true}, {http.StatusBadGateway, false, true}} {
		status = x.status
		if err := n.send(t.Context(), &c, &first); errors.Is(err, ErrGone) != x.gone || passing(err) != x.again {
			t.Errorf("%d: %v", x.status, err)
		}
	}
}

// checkVAPID checks that a header is signed with the key that browsers are given.
func checkVAPID(t *testing.T, header, service string, n *Notifier) {
	t.Helper()
	key, err := n.PushKey(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	token, k, ok := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if !ok || k != key || len(parts) != 3 {
		t.Fatalf("the header is %q, the key %q", header, key)
	}
	raw, _ := base64.RawURLEncoding.DecodeString(key)
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), raw)
	if err != nil {
		t.Fatal(err)
	}
	sig, err := base64.RawURLEncoding.DecodeString(parts[2])
	if err != nil || len(sig) != 64 {
		t.Fatalf("the signature is %q", parts[2])
	}
	sum := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	if !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:])) {
		t.Error("the signature is wrong")
	}
	var claims struct{ Aud, Sub string }
	text, _ := base64.RawURLEncoding.DecodeString(parts[1])
	if err := json.Unmarshal(text, &claims); err != nil || claims.Aud != service || claims.Sub != home.String() {
		t.Errorf("the claims are %s, %v", text, err)
	}
}

func exampleTable() Table {
	return Table{
		Game: "g1", Title: "Round <two> & *more*", Battle: map[string]string{"en": "Sparta 195 BC", "fr": "Sparte"},
		Seats: []string{"anna", "ben"}, Begun: true, ToAct: 0, Visit: 3, Offered: none,
	}
}

// TestWebhook: each receiver gets the form that it takes, signed, and a title of a game is only text there.
func TestWebhook(t *testing.T) {
	var body []byte
	var header http.Header
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		header = r.Header
		body, _ = io.ReadAll(r.Body)
	}))
	defer receiver.Close()
	n := newNotifier(newMemory())
	table := exampleTable()
	m := messageOf("en", Mark{Event: Turn}, &table, home)
	for form, want := range map[Kind]string{
		Discord: `{"content":"It is your turn in Round \\<two\\> & \\*more\\*\\: Sparta 195 BC\nhttps://club.example/#/game/g1","allowed_mentions":{"parse":[]}}`,
		Slack:   `{"text":"It is your turn in Round &lt;two&gt; &amp; *more*: Sparta 195 BC\nhttps://club.example/#/game/g1"}`,
		JSON:    `{"event":"turn","game":"g1","title":"Round <two> & *more*","battle":"Sparta 195 BC","text":"It is your turn in Round <two> & *more*: Sparta 195 BC","url":"https://club.example/#/game/g1"}`,
	} {
		c, err := n.AddWebhook(t.Context(), "u", Webhook{receiver.URL, form}, "en")
		if err != nil || len(c.Secret) < 20 {
			t.Fatal(c, err)
		}
		if err := n.send(t.Context(), &c, &m); err != nil {
			t.Fatal(err)
		}
		var x, y any
		if json.Unmarshal(body, &x) != nil || json.Unmarshal([]byte(want), &y) != nil || !equalJSON(x, y) {
			t.Errorf("%s: %s, expected %s", form, body, want)
		}
		at, v1, _ := strings.Cut(header.Get("Acies-Signature"), ",v1=")
		mac := hmac.New(sha256.New, []byte(c.Secret))
		io.WriteString(mac, strings.TrimPrefix(at, "t=")+"."+string(body))
		if v1 != hex.EncodeToString(mac.Sum(nil)) {
			t.Errorf("%s: the signature is %q", form, header.Get("Acies-Signature"))
		}
	}
	for _, w := range []Webhook{{receiver.URL, Push}, {receiver.URL, Mail}, {receiver.URL, ""}, {"x", Slack}} {
		if _, err := n.AddWebhook(t.Context(), "u", w, "en"); !errors.Is(err, ErrChannel) {
			t.Errorf("%+v: %v", w, err)
		}
	}
}

func equalJSON(x, y any) bool {
	a, errA := json.Marshal(x)
	b, errB := json.Marshal(y)
	return errA == nil && errB == nil && string(a) == string(b)
}

// TestTry: a test goes out at once, says what came of it, and has limits.
func TestTry(t *testing.T) {
	status := http.StatusNoContent
	receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
	defer receiver.Close()
	n := newNotifier(newMemory())
	c, err := n.AddWebhook(t.Context(), "u", Webhook{receiver.URL, JSON}, "fr")
	if err != nil {
		t.Fatal(err)
	}
	if err := n.Try(t.Context(), "u", c.ID); err != nil {
		t.Error(err)
	}
	if err := n.Try(t.Context(), "v", c.ID); !errors.Is(err, ErrUnknown) {
		t.Errorf("somebody else's channel: %v", err)
	}
	status = http.StatusTeapot
	var answer StatusError
	if err := n.Try(t.Context(), "u", c.ID); !errors.As(err, new(*Undelivered)) || !errors.As(err, &answer) || answer != http.StatusTeapot {
		t.Errorf("a receiver that refuses: %v", err)
	}
	for range perTarget.burst {
		err = n.Try(t.Context(), "u", c.ID)
	}
	if !errors.Is(err, ErrFast) {
		t.Errorf("too many: %v", err)
	}
	if _, err := n.AddMail(t.Context(), "u", "en"); !errors.Is(err, ErrNoMail) {
		t.Errorf("mail on a server without: %v", err)
	}
}

func FuzzSubscription(f *testing.F) {
	for _, s := range []string{"https://push.example/x", "https://127.0.0.1/x", "x"} {
		text, err := json.Marshal(subscription(f, s))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"endpoint":"https://a","keys":{"p256dh":"BA==","auth":"AAAAAAAAAAAAAAAAAAAAAA"}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var s Subscription
		if json.Unmarshal(text, &s) != nil {
			return
		}
		c, err := s.channel(&Guard{})
		if err != nil {
			return
		}
		checkAccepted(t, c)
		if key, err := base64.RawURLEncoding.DecodeString(c.Key); err != nil || len(key) != 65 {
			t.Errorf("the key %q is accepted", c.Key)
		}
	})
}

func FuzzWebhook(f *testing.F) {
	f.Add([]byte(`{"url":"https://discord.com/api/webhooks/1/x","form":"discord"}`))
	f.Add([]byte(`{"url":"https://[::ffff:10.0.0.1]/","form":"slack"}`))
	f.Add([]byte(`{"url":"https://a:b@c/","form":"json"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var w Webhook
		if json.Unmarshal(text, &w) != nil {
			return
		}
		if c, err := w.channel(&Guard{}); err == nil {
			checkAccepted(t, c)
		}
	})
}

// checkAccepted checks that a request to an accepted address can be made and goes to a host by https.
func checkAccepted(t *testing.T, c Channel) {
	t.Helper()
	r, err := http.NewRequest(http.MethodPost, c.URL, nil)
	if err != nil || r.URL.Scheme != "https" || r.URL.Host == "" || r.URL.User != nil || len(c.URL) > maxURL {
		t.Errorf("%q is accepted: %v", c.URL, err)
	}
}

// TestOneHost: notices to one host are counted together, however many addresses it has; those of the services of browsers are not.
func TestOneHost(t *testing.T) {
	n := newNotifier(newMemory())
	for _, x := range []struct {
		kind    Kind
		address string
		limited bool
	}{
		{JSON, "https://%d@Hooks.example.:443/%d", true},
		{Push, "https://push.example/%d/%d", true},
		{Push, "https://fcm.googleapis.com/%d/%d", false},
		{JSON, "https://fcm.googleapis.com/%d/%d", true}, // is no service of browsers then
	} {
		reached := 0
		for i := range 2 * perHost.burst {
			if n.mayReach(&Channel{Kind: x.kind, URL: fmt.Sprintf(x.address, i, i)}) {
				reached++
			}
		}
		if limited := reached < 2*perHost.burst; limited != x.limited || reached < perHost.burst {
			t.Errorf("%s %s: %d of %d notices", x.kind, x.address, reached, 2*perHost.burst)
		}
	}
	if n.mayReach(&Channel{Kind: Slack, URL: "https://hooks.example/another"}) {
		t.Error("another spelling of a host is another host")
	}
	if !n.mayReach(&Channel{Kind: Mail, User: "u"}) {
		t.Error("mail is counted by a host")
	}
}
