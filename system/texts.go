package system

import (
	"encoding/json"
	"fmt"
	"io/fs"

	"acies/words/typography"
)

// ReadTexts reads the catalogue of a language from its file, such as en.json, and returns the texts by their full keys,
// with the typography of the language. A catalogue is a JSON object of sections, each an object of texts; see package
// words. It panics if the file is not valid, because catalogues are part of the program.
func ReadTexts(fsys fs.FS, lang string) map[string]string {
	data, err := fs.ReadFile(fsys, lang+".json")
	if err != nil {
		panic(err)
	}
	var sections map[string]map[string]string
	if err := json.Unmarshal(data, &sections); err != nil {
		panic(fmt.Sprintf("%s.json: %v", lang, err))
	}
	out := map[string]string{}
	for section, texts := range sections {
		for key, text := range texts {
			out[section+"."+key] = typography.Set(lang, text)
		}
	}
	return out
}
