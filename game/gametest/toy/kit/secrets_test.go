package kit_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// dealt finds the cards dealt in an answer.
var dealt = regexp.MustCompile(`"do":"deal ([^"]+)"`)

// TestSecrets asks a running server for everything that one side may not know.
func TestSecrets(t *testing.T) {
	c := serve(t)
	id := c.begin("human", "human")
	var text string
	for side, own := range map[string]int{"0": 0, "1": 1, "spectator": -1} {
		for _, channel := range []string{"", "/log", "/record", "/at/6"} {
			c.ask(http.StatusOK, "GET", id+channel+"?side="+side, nil, &text)
			cards := dealt.FindAllStringSubmatch(text, -1)
			if len(cards) != 6 {
				t.Fatalf("%s to %s has %d cards dealt: %s", channel, side, len(cards), text)
			}
			for i, m := range cards {
				if (m[1] == "?") != (i%2 != own) {
					t.Errorf("%s shows card %d to %s as %s", channel, i, side, m[1])
				}
			}
			for _, secret := range []string{`"seed":"toy"`, `"state":"`, `"chain"`} {
				if strings.Contains(text, secret) {
					t.Errorf("%s to %s has %s", channel, side, secret)
				}
			}
		}
	}

	// Who watches two opponents is a spectator.
	var watched struct{ View struct{ Side int } }
	if c.ask(http.StatusOK, "GET", c.begin("recruit", "recruit"), nil, &watched); watched.View.Side != -2 {
		t.Errorf("who watches sees as side %d", watched.View.Side)
	}

	// What can be done now, and why not, is for the side to act.
	for _, path := range []string{"/odds?do=march+wood", "/why?do=march+wood", "/why?place=hill", "/hint?x=y"} {
		for _, other := range []string{"1", "spectator"} {
			if c.ask(http.StatusForbidden, "GET", id+path+"&side="+other, nil, &text); !strings.Contains(text, `"turn"`) {
				t.Errorf("%s to %s: %s", path, other, text)
			}
		}
	}
	c.ask(http.StatusOK, "GET", id+"/odds?do=march+wood&side=0", nil, &text)
	for _, path := range []string{"/odds?do=scout+1;march+wood", "/why?do=scout+1;march+wood", "/why?do=play+1;march+wood"} {
		if c.ask(http.StatusUnprocessableEntity, "GET", id+path+"&side=0", nil, &text); !strings.Contains(text, `"hidden"`) {
			t.Errorf("%s: %s", path, text)
		}
	}
	move := func(actions ...string) map[string]any {
		return map[string]any{"version": 6, "id": strings.Join(actions, ";"), "actions": actions}
	}
	c.ask(http.StatusForbidden, "POST", id+"/actions?side=1", move("march wood"), &text)
	c.ask(http.StatusForbidden, "POST", id+"/actions?side=spectator", move("march wood"), &text)

	// A partial record is refused as one.
	c.ask(http.StatusOK, "GET", id+"/record?side=1", nil, &text)
	if !strings.Contains(text, `"shown":"side 1"`) {
		t.Errorf("the record is %s", text)
	}
	res, err := http.Post(c.base+"/api/records", "text/plain", strings.NewReader(text))
	if err != nil || res.StatusCode != http.StatusBadRequest {
		t.Errorf("a partial record is answered with %v, error %v", res, err)
	}
	res.Body.Close()

	// An action that can be undone is one that only its side is offered to undo.
	c.ask(http.StatusOK, "POST", id+"/actions?side=0", move("march wood"), &text)
	if !strings.Contains(text, `"canUndo":true`) {
		t.Errorf("its own action cannot be undone: %s", text)
	}
	if c.ask(http.StatusOK, "GET", id+"?side=1", nil, &text); !strings.Contains(text, `"canUndo":false`) || strings.Contains(text, "undoText") {
		t.Errorf("the other side may undo: %s", text)
	}
}
