package pack

import (
	"maps"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"

	"acies/words/typography"
)

// Languages returns the languages in which every pack must have texts. The first is used where another is missing.
func Languages() []string { return []string{"en", "fr"} }

// TextFile returns the name of the file of texts of a language.
func TextFile(lang string) string { return "text." + lang + ".yaml" }

// Texts are the leaves of nested mappings of words, by keys joined with dots.
type Texts map[string]Word

// UnmarshalYAML reads nested mappings.
func (t *Texts) UnmarshalYAML(n ast.Node) error {
	*t = Texts{}
	return t.collect("", n)
}

func (t Texts) collect(prefix string, n ast.Node) error {
	switch n := n.(type) {
	case *ast.MappingNode:
		for _, v := range n.Values {
			if err := t.collect(prefix, v); err != nil {
				return err
			}
		}
		return nil
	case *ast.MappingValueNode:
		key := prefix + n.Key.GetToken().Value
		switch n.Value.(type) {
		case *ast.MappingNode, *ast.MappingValueNode:
			return t.collect(key+".", n.Value)
		}
		var w Word
		if err := w.UnmarshalYAML(n.Value); err != nil {
			return err
		}
		t[key] = Word{strings.TrimSpace(w.Text), lineOf(n.Key)}
		return nil
	}
	return &yaml.UnexpectedNodeTypeError{Actual: n.Type(), Expected: ast.MappingType, Token: n.GetToken()}
}

// sectionLine returns the line of the last text in the section to which a missing key belongs.
func (t Texts) sectionLine(key string) int {
	section, _, _ := strings.Cut(key, ".")
	line := 1
	for k, w := range t {
		if strings.HasPrefix(k, section+".") {
			line = max(line, w.Line)
		}
	}
	return line
}

// readTexts reads the texts of all languages in the pack.
func (c *Checks) readTexts(f *Files) map[string]Texts {
	out := map[string]Texts{}
	for _, name := range f.Names() {
		lang := textName.FindStringSubmatch(name)
		if lang == nil {
			continue
		}
		data, _ := f.Read(name)
		var t Texts
		if p := Decode(name, data, &t); p != nil {
			c.Problems = append(c.Problems, *p)
		}
		for key, w := range t {
			t[key] = Word{typography.Set(lang[1], w.Text), w.Line}
		}
		out[lang[1]] = t
	}
	return out
}

// LevelText is the key of a text that a pack may have: for whom the battle is, such as beginners.
const LevelText = "battle.level"

// PlanText is what the keys of texts begin with that a pack may have for its sides: what each of them means to do.
const PlanText = "plan."

// CheckTexts checks that every language has a text for each key and no other texts, apart from [LevelText] and those
// of [PlanText].
func (c *Checks) CheckTexts(p *Pack, keys []string) {
	for _, lang := range Languages() {
		if _, ok := p.texts[lang]; !ok {
			c.File = TextFile(lang)
			c.Fail(0, "the file is missing", "every pack has texts in "+List(Languages()))
		}
	}
	for lang, t := range p.texts {
		c.File = TextFile(lang)
		for _, key := range keys {
			if t[key].Text == "" {
				c.Fail(t.sectionLine(key), "no text for "+key, "every name and rule of the pack has a text in "+List(Languages()))
			}
		}
		for _, key := range slices.Sorted(maps.Keys(t)) {
			side, plan := strings.CutPrefix(key, PlanText)
			if key != LevelText && !(plan && slices.Contains(p.Sides, side)) && !slices.Contains(keys, key) {
				c.Warn(t[key].Line, "the text "+key+" belongs to nothing in the pack", "remove it")
			}
		}
	}
}

// textIn returns a text in a language, or in the first of [Languages] if it is missing.
func textIn(texts map[string]string, lang string) string {
	if t, ok := texts[lang]; ok {
		return t
	}
	return texts[Languages()[0]]
}
