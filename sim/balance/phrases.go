package balance

import (
	"embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"acies/words"
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
		out[lang] = texts
	}
	return out
})

// phrases speaks one language about one battle.
type phrases struct {
	*words.Words
}

// T returns a phrase. What stands in braces is replaced by the arguments, which are names and values in turn.
func (p phrases) T(key string, args ...string) string {
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

// Num writes a number with so many decimals, as the language does.
func (p phrases) Num(x float64, decimals int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "–"
	}
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		if strings.Trim(rest, "0.") == "" {
			text = rest // no minus before a zero
		} else {
			text = "−" + rest
		}
	}
	if p.Lang() == "fr" {
		text = strings.Replace(text, ".", ",", 1)
	}
	return text
}

// Signed writes a number with its sign.
func (p phrases) Signed(x float64, decimals int) string {
	text := p.Num(x, decimals)
	if x > 0 && strings.Trim(text, "0.,") != "" {
		return "+" + text
	}
	return text
}

// Percent writes a share.
func (p phrases) Percent(x float64, decimals int) string { return p.Num(100*x, decimals) + "\u00a0%" }
