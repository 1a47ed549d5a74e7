package kit

import (
	"embed"
	"sync"

	"acies/system"
)

//go:embed en.json fr.json
var catalogues embed.FS

var (
	english = sync.OnceValue(func() map[string]string { return system.ReadTexts(catalogues, "en") })
	french  = sync.OnceValue(func() map[string]string { return system.ReadTexts(catalogues, "fr") })
)

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
