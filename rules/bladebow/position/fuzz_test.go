package position_test

import (
	"errors"
	"testing"

	"acies/battles"
	"acies/game"
	"acies/pack"
	"acies/rules/bladebow"
	"acies/rules/bladebow/position"
	"acies/rules/bladebow/scenario"
)

// FuzzRead reads any text as a position: it is refused at a line of the file, or it is a state that can be played on, and
// whose text is read as the same state.
func FuzzRead(f *testing.F) {
	const id = "plataea-479bc"
	p, err := scenario.Load(battles.FS, id)
	if err != nil {
		f.Fatal(err)
	}
	b := bladebow.New(p.Setup())
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := start(b, text)
		if err != nil {
			at := pack.Problem{}
			if !errors.As(err, &at) || at.File != "p.yaml" || at.What == "" {
				t.Fatalf("%s\nis refused without a place: %v", text, err)
			}
			return
		}
		if over := s.ToAct() == game.Nobody; over != s.Outcome().Over || s.ToAct() >= 0 && len(s.Legal(nil)) == 0 {
			t.Fatalf("%s\nis a position in which nobody can go on: %v is to act", text, s.ToAct())
		}
		out := position.Write(id, nil, s)
		again, err := start(b, out)
		if err != nil {
			t.Fatalf("%s\nis written as\n%s\nwhich cannot be read: %v", text, out, err)
		}
		if again.Hash() != s.Hash() {
			t.Fatalf("%s\nis written as\n%s\nwhich is another state", text, out)
		}
	})
}

func start(b game.Battle, text []byte) (game.State, error) {
	tree, err := pack.ReadTree("p.yaml", text)
	if err != nil {
		return nil, err
	}
	at, err := position.Read(tree, b, true)
	if err != nil {
		return nil, err
	}
	return at.Start(), nil
}
