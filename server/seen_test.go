package server

import (
	"net/http"
	"testing"
)

// TestSeen: an account is found by its name by whoever can have met it; any other is told apart from a name that nobody has in nothing.
func TestSeen(t *testing.T) {
	c := newClub(t)
	_, anna := c.named("Anna")
	_, ben := c.named("Ben")
	_, carl := c.named("Carl")
	page := func(secret, name string) answer { return c.send(secret, "GET", "/api/players/"+name, "") }
	block := func(secret, name, how string) answer {
		return c.send(secret, "POST", "/api/blocks", `{"name": "`+name+`", "blocked": `+how+`}`)
	}
	hidden := func(secret, name string) {
		t.Helper()
		nobody := [3]answer{page(secret, "Nobody"), block(secret, "Nobody", "true"), block(secret, "Nobody", "false")}
		for i, a := range [3]answer{page(secret, name), block(secret, name, "true"), block(secret, name, "false")} {
			if a.Code != nobody[i].Code || a.Body.String() != nobody[i].Body.String() || a.Code != http.StatusNotFound {
				t.Errorf("%s is told apart from nobody: %d %s", name, a.Code, a.Body)
			}
		}
	}
	hidden(anna, "Ben")
	c.into(page(anna, "anna"), http.StatusOK, nil) // herself

	// A game of two says who they are to each other, and to nobody else.
	private := c.newGame(anna, `{"battle": "sparta-195bc", "mine": 0}`)
	c.seat(anna, ben, private)
	for secret, name := range map[string]string{anna: "Ben", ben: "Anna"} {
		c.into(page(secret, name), http.StatusOK, nil)
		c.into(block(secret, name, "true"), http.StatusOK, nil)
		c.into(block(secret, name, "false"), http.StatusOK, nil)
	}
	hidden(carl, "Ben")

	// A challenge in the lobby, a public game and a tournament say it to all.
	c.newGame(ben, `{"battle": "sparta-195bc", "mine": 0, "terms": {"open": true}}`)
	c.into(c.send(anna, "POST", "/api/tourneys", swissCup), http.StatusCreated, nil)
	for _, name := range []string{"Ben", "Anna"} {
		c.into(page(carl, name), http.StatusOK, nil)
		c.into(block(carl, name, "true"), http.StatusOK, nil)
	}
	hidden(anna, "Carl")
}
