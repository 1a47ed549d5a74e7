package balance

import (
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"acies/words"
	"acies/words/typography"
)

//go:embed en.json fr.json
var files embed.FS

// catalogues returns the phrases of the report in all languages.
var catalogues = sync.OnceValue(func() map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, lang := range words.Languages() {
		data, err := files.ReadFile(lang + ".json")
		if err != nil {
			panic(err) // the file is part of the program
		}
		var texts map[string]string
		if err := json.Unmarshal(data, &texts); err != nil {
			panic(fmt.Sprintf("balance: %s.json: %v", lang, err))
		}
		for key, text := range texts {
			texts[key] = typography.Set(lang, text)
		}
		out[lang] = texts
	}
	return out
})

// phrases returns the texts of the report in one language, with the names of one battle.
type phrases struct {
	*words.Words
}

// T returns the phrase of a key: that of the rulebook, "report.KEY", if it has one. Names in braces are replaced by their
// values; args holds names and values in turn.
func (p phrases) T(key string, args ...string) string {
	if own := "report." + key; p.Text(own) != own {
		return fill(p.Text(own), args...)
	}
	text, ok := catalogues()[p.Lang()][key]
	if !ok {
		return key
	}
	return fill(text, args...)
}

func fill(text string, args ...string) string {
	for i := 0; i+1 < len(args); i += 2 {
		text = strings.ReplaceAll(text, "{"+args[i]+"}", args[i+1])
	}
	return text
}
