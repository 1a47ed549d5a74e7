// Package typography sets texts as a language prints them, so that their authors can type plain spaces and straight
// apostrophes.
package typography

import "strings"

const (
	noBreak       = "\u00a0"
	narrowNoBreak = "\u202f"
)

var french = strings.NewReplacer(
	" :", noBreak+":", " %", noBreak+"%", " »", noBreak+"»", "« ", "«"+noBreak, " J.-C.", noBreak+"J.-C.",
	" ;", narrowNoBreak+";", " ?", narrowNoBreak+"?", " !", narrowNoBreak+"!",
	"'", "’",
)

// Set returns a text with the spaces and apostrophes of a language. Only French differs from what is typed.
func Set(lang, text string) string {
	if lang != "fr" {
		return text
	}
	return french.Replace(text)
}

// Digits returns a number, written in plain digits with a point and perhaps a hyphen for its minus, as a language writes it.
func Digits(lang, number string) string {
	sign := ""
	if rest, ok := strings.CutPrefix(number, "-"); ok {
		sign, number = "−", rest
	}
	group, point := ",", "."
	if lang == "fr" {
		group, point = narrowNoBreak, ","
	}
	whole, part, ok := strings.Cut(number, ".")
	out := ""
	for len(whole) > 3 {
		whole, out = whole[:len(whole)-3], group+whole[len(whole)-3:]+out
	}
	out = sign + whole + out
	if ok {
		out += point + part
	}
	return out
}

// Percent adds the sign for percent to a number.
func Percent(lang, number string) string {
	if lang == "fr" {
		return number + noBreak + "%"
	}
	return number + "%"
}
