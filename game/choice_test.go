package game_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"acies/game"
)

func TestArgJSON(t *testing.T) {
	for kind := game.Number; kind <= game.Angle; kind++ {
		want := game.Arg{Name: "x", Kind: kind}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got game.Arg
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s reads back as %+v, error %v", text, got, err)
		}
	}
	text, err := json.Marshal(game.Arg{Name: "unit", Kind: game.Piece})
	if want := `{"name":"unit","kind":"piece","n":0}`; err != nil || string(text) != want {
		t.Errorf("found %s, error %v, want %s", text, err, want)
	}
	if _, err := json.Marshal(game.Angle + 1); err == nil {
		t.Error("a kind that there is not is written")
	}
	var k game.Kind
	if err := json.Unmarshal([]byte(`"weather"`), &k); err == nil {
		t.Error("a word that is no kind is read")
	}
}
