package words

import (
	"strings"

	"acies/rules/sword"
	"acies/scenario"
)

// For returns the words of a language for a battle of package sword, with the names of its pack.
func For(lang string, pack *scenario.Pack, b *sword.Battle) (*Words, error) {
	return New(lang, b, swordNames(lang, pack, b))
}

func swordNames(lang string, pack *scenario.Pack, b *sword.Battle) Names {
	text := func(key string) (string, bool) { return pack.Text(lang, key) }
	name := func(key string) string {
		if t, ok := text(key); ok {
			return t
		}
		return key[strings.IndexByte(key, '.')+1:]
	}
	set := b.Setup()
	book, _, _ := strings.Cut(set.Book.ID, "-")
	n := Names{Book: book, Facings: set.Book.FacingNames()[:], Text: text, Places: b.Map().Len()}
	alike := map[string]int{}
	for i := range set.Units {
		alike[set.Units[i].Name]++
	}
	for i := range set.Units {
		u := &set.Units[i]
		full := name("name." + u.Name)
		if suffix, ok := strings.CutPrefix(u.ID, u.Name+"-"); ok && suffix != "" && alike[u.Name] > 1 {
			full += " (" + strings.ToUpper(suffix[:1]) + suffix[1:] + ")"
		}
		n.Pieces = append(n.Pieces, full)
	}
	for i := range set.Leaders {
		n.Pieces = append(n.Pieces, name("leader."+set.Leaders[i].ID))
	}
	for i := range set.Sides {
		n.Sides = append(n.Sides, name("side."+set.Sides[i].ID))
	}
	return n
}
