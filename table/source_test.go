package table

import (
	"runtime"
	"testing"
)

// TestSource: a battle of the library can be loaded again from its source, and is no longer known when its game is closed.
func TestSource(t *testing.T) {
	l := NewLibrary()
	b, err := l.Load("sparta-195bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	if l.LoadedOf(b.Battle) != b {
		t.Error("the battle is not known")
	}
	text := b.Pack.Position(nil, b.Battle.Start())
	placed, _, err := l.New("sparta-195bc", Settings{Position: string(text)})
	if err != nil {
		t.Fatal(err)
	}
	if placed == b || l.LoadedOf(placed.Battle) != placed {
		t.Error("the battle with a position is not known")
	}
	for _, x := range []*LoadedBattle{b, placed} {
		again, err := NewLibrary().LoadSource(x.Source, nil)
		if err != nil {
			t.Fatal(err)
		}
		if again.Battle.Start().Hash() != x.Battle.Start().Hash() || again.Source.Pack != x.Source.Pack {
			t.Errorf("%+v: found another battle", x.Source)
		}
	}
	battle := placed.Battle
	placed = nil
	runtime.GC()
	if l.LoadedOf(battle) != nil {
		t.Error("the battle of a closed game is known")
	}
	foreign, err := NewLibrary().Load("sparta-195bc", nil)
	if err != nil {
		t.Fatal(err)
	}
	if l.LoadedOf(foreign.Battle) != nil {
		t.Error("the battle of another library is known")
	}
}
