package server

import (
	"bytes"
	"encoding/json"
	"testing"
)

// TestStandingSettings sets standing answers as one of two players: he sees them, and the other cannot tell.
func TestStandingSettings(t *testing.T) {
	c := newClub(t)
	anna, ben := c.guest(), c.guest()
	id := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, id)
	at := "/api/games/" + id
	before, log := c.send(ben, "GET", at, "").Body.Bytes(), c.send(ben, "GET", at+"/log", "").Body.Bytes()
	for _, row := range []struct{ who, body, code string }{
		{ben, `{"side": 0, "standing": {"defend": "choose"}}`, "not-yours"},
		{anna, `{"standing": {"defend": "choose"}}`, "malformed"},
		{anna, `{"side": 0, "standing": {"defend": "perhaps"}}`, "malformed"},
		{anna, `{"side": 0, "standing": {"defend": "choose"}, "ask": "always"}`, "malformed"},
		{anna, `{"side": 0, "standing": {"react": "choose"}}`, "no-questions"}, // not in this book
		{anna, `{"side": 0, "standing": {"retreat": "decline"}}`, "no-questions"},
		{anna, `{"side": 0, "standing": {"defend": "decline", "retreat": "choose"}}`, ""},
		{anna, `{"side": 0, "standing": {"defend": "ask"}}`, ""},
	} {
		if a := c.send(row.who, "POST", at+"/settings", row.body); a.code() != row.code {
			t.Errorf("%s: %d %s, expected %q", row.body, a.Code, a.Body, row.code)
		}
	}
	var own struct{ Standing map[string]string }
	if err := json.Unmarshal(c.send(anna, "GET", at, "").Body.Bytes(), &own); err != nil || len(own.Standing) != 1 || own.Standing["retreat"] != "choose" {
		t.Errorf("its player sees %v, %v", own.Standing, err)
	}
	if now := c.send(ben, "GET", at, "").Body.Bytes(); !bytes.Equal(now, before) {
		t.Errorf("the other sees that something was set:\n%s\n%s", before, now)
	}
	if now := c.send(ben, "GET", at+"/log", "").Body.Bytes(); !bytes.Equal(now, log) {
		t.Error("the log of the other has changed")
	}
}
