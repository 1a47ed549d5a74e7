// Package kit is what the toy provides in addition to its rules: the worked example of docs/architecture.md. It has
// everything that a rulebook must have and hardly anything optional, such as a judge or reports, so that it shows how the
// rest of the program works without them.
package kit

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"acies/game"
	"acies/game/gametest/toy"
	"acies/pack"
	"acies/system"
)

// book is the only book of the toy.
const book = "toy"

//go:embed toy.md
var rules string

//go:embed en.json fr.json
var catalogues embed.FS

var (
	english = sync.OnceValue(func() map[string]string { return system.ReadTexts(catalogues, "en") })
	french  = sync.OnceValue(func() map[string]string { return system.ReadTexts(catalogues, "fr") })
)

// System is the toy as a rulebook.
type System struct{}

// ID implements [system.System].
func (System) ID() string { return "toy" }

// Version implements [system.System].
func (System) Version() string { return toy.New(toy.Options{}).Version() }

// Books implements [system.System].
func (System) Books() []string { return []string{book} }

// Vary implements [system.System]: only the number of rounds can be changed, as in rounds=2.
func (System) Vary(f *pack.Files, changes []string) (*pack.Files, error) {
	f = f.WithoutLessons()
	for _, c := range changes {
		where, value, ok := strings.Cut(c, "=")
		if !ok || where != "rounds" {
			return nil, fmt.Errorf("--set %s: expected rounds=2 or another number", c)
		}
		root, err := f.Tree(pack.Main)
		if err != nil {
			return nil, err
		}
		n := root.Get("rounds")
		if n == nil {
			return nil, root.Errorf("rounds is missing, so it cannot be changed")
		}
		if f, err = f.Edit(n.Set(value)); err != nil {
			return nil, fmt.Errorf("--set %s: %w", c, err)
		}
	}
	return f, nil
}

// Actions implements [system.System]: every verb starts an action.
func (System) Actions(args []string) []string {
	var out []string
	for _, arg := range args {
		for _, word := range strings.Fields(arg) {
			if len(out) == 0 || slices.Contains(toy.Verbs(), word) {
				out = append(out, word)
			} else {
				out[len(out)-1] += " " + word
			}
		}
	}
	return out
}

// battleJSON is everything about a battle that never changes, for programs.
type battleJSON struct {
	ID        string   `json:"id"`
	Rounds    int      `json:"rounds"`
	Track     []string `json:"track"`     // places, from one end to the other
	Champions []string `json:"champions"` // by side
	Cards     int      `json:"cards"`     // of a side
}

// Describe implements [system.System].
func (System) Describe(b game.Battle) any {
	return battleJSON{
		ID: b.ID(), Rounds: b.Start().View(game.Nobody).Turns, Track: toy.Places(),
		Champions: []string{b.PieceID(0), b.PieceID(1)}, Cards: toy.Cards,
	}
}

// Texts implements [system.System].
func (System) Texts(lang string) map[string]string {
	switch lang {
	case "en":
		return english()
	case "fr":
		return french()
	}
	return nil
}

// Rules implements [system.Ruled].
func (System) Rules() (name, text string) { return book, rules }

var _ system.Ruled = System{}
