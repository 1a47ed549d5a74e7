package account_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"acies/account"
	"acies/account/accounttest"
)

// FuzzPasskey answers the challenges for a new passkey and for logging in with anything, or with a sound answer of which one byte is
// changed. Nobody gets in or adds a key by what no device has signed.
func FuzzPasskey(f *testing.F) {
	p := newPeople(f)
	u, _ := member(f, p, "Xenophon")
	proof := account.Proof{Password: password}
	f.Fuzz(func(t *testing.T, answer []byte, at uint16, change byte) {
		ctx := t.Context()
		d := newDevice(t, p)
		begun, err := p.BeginPasskey(ctx, &u, proof)
		if err != nil {
			t.Fatal(err)
		}
		sound, err := d.Create(begun.Options)
		if err != nil {
			t.Fatal(err)
		}
		made, same := answer, false
		if len(answer) == 0 {
			sound[int(at)%len(sound)] ^= change
			made, same = sound, change == 0
		}
		k, err := p.AddPasskey(ctx, &u, begun.Ticket, "", made)
		if err != nil && !errors.Is(err, account.ErrPasskey) || same && err != nil || len(answer) > 0 && err == nil {
			t.Fatalf("a new passkey by %q: %v", made, err)
		}
		if err != nil {
			return
		}
		enter, err := p.BeginPasskeyLogIn(ctx)
		if err != nil {
			t.Fatal(err)
		}
		signed, err := d.Sign(enter.Options)
		if err != nil {
			t.Fatal(err)
		}
		signed[int(at)%len(signed)] ^= change
		if who, _, _, err := p.PasskeyLogIn(ctx, enter.Ticket, "", signed); err != nil && !errors.Is(err, account.ErrPasskey) || err == nil && who.ID != u.ID {
			t.Fatalf("logging in by %q: %v", signed, err)
		}
		if err := p.RemovePasskey(ctx, &u, proof, k.ID); err != nil {
			t.Fatal(err)
		}
	})
}

// FuzzTicket keeps anything as what a ticket is about: whoever presents it is told that something is wrong, or gets what it is for,
// and nothing breaks down.
func FuzzTicket(f *testing.F) {
	p, s := newStored(f)
	newDevice(f, p) // there are passkeys
	u, _ := member(f, p, "Xenophon")
	oidc := &account.OIDC{Issuer: "http://127.0.0.1:1", Client: "acies"}
	kinds := []string{"recover", "email", "passkey", "log-in", "oidc", "name"}
	f.Fuzz(func(t *testing.T, kind uint8, data string, known bool) {
		ctx := t.Context()
		secret := account.NewID()
		x := account.Ticket{Kind: account.TicketKind(kinds[int(kind)%len(kinds)]), Data: data, Expires: time.Now().Add(time.Hour)}
		if known {
			x.User = u.ID
		}
		if err := s.AddTicket(ctx, account.HashOf(secret), x); err != nil {
			t.Fatal(err)
		}
		name := "N" + account.NewID()
		var err error
		for _, use := range []func() error{
			func() error { _, err := p.ConfirmEmail(ctx, secret); return err },
			func() error { _, err := p.AddPasskey(ctx, &u, secret, "", []byte("{}")); return err },
			func() error { _, _, _, err := p.PasskeyLogIn(ctx, secret, "", []byte("{}")); return err },
			func() error { _, err := p.Answer(ctx, oidc, secret, "state", "code", ""); return err },
			func() error { _, _, _, err := p.RegisterIdentity(ctx, nil, secret, name, ""); return err },
		} {
			if err = use(); err == nil && x.Kind != "email" && x.Kind != "name" {
				t.Fatalf("%+v is taken for something", x)
			}
		}
		if _, err := s.TakeTicket(ctx, account.HashOf(secret), x.Kind); x.Kind != "recover" && !errors.Is(err, account.ErrUnknown) {
			t.Fatalf("%+v is still good after it was used: %v", x, err)
		}
	})
}

// FuzzProvider has a provider of identities answer anything: nobody is somebody by it, since nothing is signed with its key.
func FuzzProvider(f *testing.F) {
	p := newPeople(f)
	key, err := accounttest.NewProvider("acies")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(key.Close)
	var answer []byte
	mux := http.NewServeMux()
	srv := httptest.NewServer(mux)
	f.Cleanup(srv.Close)
	mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{
			"issuer": srv.URL, "authorization_endpoint": srv.URL + "/ask", "token_endpoint": srv.URL + "/token", "jwks_uri": key.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"},
		})
	})
	mux.HandleFunc("/token", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(answer)
	})
	oidc := &account.OIDC{Issuer: srv.URL, Client: "acies", Secret: "s", Redirect: "https://club.example/api/oidc/answer"}
	f.Fuzz(func(t *testing.T, state, code string, body []byte) {
		ctx := t.Context()
		address, secret, err := p.Ask(ctx, oidc)
		if err != nil {
			t.Fatal(err)
		}
		if state == "" {
			if r, err := http.NewRequest("GET", address, nil); err != nil {
				t.Fatal(err)
			} else {
				state = r.URL.Query().Get("state")
			}
		}
		answer = body
		if w, err := p.Answer(ctx, oidc, secret, state, code, ""); !errors.Is(err, account.ErrProvider) {
			t.Fatalf("%q makes somebody: %s (%v)", body, fmt.Sprint(w), err)
		}
		if _, err := p.Answer(ctx, oidc, secret, state, code, ""); !errors.Is(err, account.ErrLink) {
			t.Fatalf("the same question is answered twice: %v", err)
		}
	})
}
