package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestMailSettings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		name string
		mailSettings
		mail, ok bool
	}{
		{"none", mailSettings{}, false, true},
		{"without log-in", mailSettings{server: "mail:25", from: "acies@club.example"}, true, true},
		{"with log-in", mailSettings{"mail:587", "Club <acies@club.example>", "me", file}, true, true},
		{"no server", mailSettings{from: "acies@club.example"}, false, false},
		{"no port", mailSettings{server: "mail", from: "acies@club.example"}, false, false},
		{"no sender", mailSettings{server: "mail:25"}, false, false},
		{"no password", mailSettings{server: "mail:25", from: "a@b.example", user: "me"}, false, false},
		{"no user", mailSettings{server: "mail:25", from: "a@b.example", passwordFile: file}, false, false},
		{"no file", mailSettings{"mail:25", "a@b.example", "me", file + "x"}, false, false},
	} {
		m, err := x.mailer()
		if (err == nil) != x.ok || (m != nil) != x.mail {
			t.Errorf("%s: %+v, %v", x.name, m, err)
		}
		if m != nil && x.user != "" && m.Password != "secret" {
			t.Errorf("%s: the password is %q", x.name, m.Password)
		}
	}
}
