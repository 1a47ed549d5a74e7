package account

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"
)

// Limits of a name, in characters.
const (
	minName = 2
	maxName = 24
)

// scripts are those of which a name may be written, one at a time. Digits and marks belong to all of them.
var scripts = []*unicode.RangeTable{unicode.Latin, unicode.Greek, unicode.Cyrillic, unicode.Hebrew, unicode.Arabic, unicode.Han}

// CleanName returns a name as it is shown, and its skeleton, which is the same for all names that look alike. The error is
// [ErrName], with the reason.
func CleanName(name string) (clean, skeleton string, err error) {
	if !utf8.ValidString(name) {
		return "", "", fmt.Errorf("%w: it is not text", ErrName)
	}
	clean = strings.Join(strings.Fields(norm.NFKC.String(name)), " ")
	if n := utf8.RuneCountInString(clean); n < minName || n > maxName {
		return "", "", fmt.Errorf("%w: found %d characters, expected %d to %d", ErrName, n, minName, maxName)
	}
	var script *unicode.RangeTable
	letters := false
	for _, r := range clean {
		switch {
		case unicode.IsLetter(r):
			letters = true
			of := scriptOf(r)
			if of == nil || script != nil && of != script {
				return "", "", fmt.Errorf("%w: %q is not of the same script as the rest", ErrName, r)
			}
			script = of
		case r == ' ' || r == '-' || r == '_' || r == '.' || r == '\'' || unicode.IsDigit(r):
		default:
			return "", "", fmt.Errorf("%w: %q is not allowed", ErrName, r)
		}
	}
	if !letters {
		return "", "", fmt.Errorf("%w: there is no letter in it", ErrName)
	}
	return clean, writtenSkeleton(clean), nil
}

func scriptOf(r rune) *unicode.RangeTable {
	for _, s := range scripts {
		if unicode.Is(s, r) {
			return s
		}
	}
	return nil
}

// A letter can look like one letter when it is small and like another when it is large: Ν is an N, ν is a v. So the skeleton of a name
// is that of how it is written, and two more say what else it must not be confused with: see [skeletons].

// alike maps letters that look like others to these. What is left out are accents, which skeletonOf removes.
var alike = strings.NewReplacer(
	// Greek and Cyrillic, in small letters
	"α", "a", "β", "b", "ε", "e", "η", "n", "ι", "i", "κ", "k", "ν", "v", "ο", "o", "ρ", "p", "τ", "t", "υ", "u", "χ", "x", "ς", "s",
	"а", "a", "в", "b", "е", "e", "һ", "h", "і", "i", "ј", "j", "к", "k", "м", "m", "н", "h", "о", "o", "р", "p", "с", "c", "т", "t", "у", "y",
	"х", "x", "ѕ", "s", "ԁ", "d", "ԛ", "q", "ԝ", "w", "г", "r",
	// Latin
	"ı", "i", "ł", "i", "ø", "o", "đ", "d", "ß", "b", "æ", "ae", "œ", "oe",
	"0", "o", "1", "i", "l", "i", "5", "s", "rn", "m", "vv", "w",
	// What separates words
	" ", "", "-", "", "_", "", ".", "", "'", "",
)

// capitals maps capital letters to those that they look like, before they become small.
var capitals = strings.NewReplacer(
	"Α", "A", "Β", "B", "Ε", "E", "Ζ", "Z", "Η", "H", "Ι", "I", "Κ", "K", "Μ", "M", "Ν", "N", "Ο", "O", "Ρ", "P", "Τ", "T", "Υ", "Y", "Χ", "X", "Ϲ", "C",
	"А", "A", "В", "B", "Е", "E", "К", "K", "М", "M", "Н", "H", "О", "O", "Р", "P", "С", "C", "Т", "T", "У", "Y", "Х", "X", "Ѕ", "S", "І", "I", "Ј", "J",
	"Ӏ", "I", "Ԛ", "Q", "Ԝ", "W", "Ѵ", "V", "Һ", "H",
)

// rare maps small letters that few people know, and that look like those that they do.
var rare = strings.NewReplacer(
	"ɑ", "a", "ɡ", "g", "ɩ", "i", "ʋ", "v", "ɾ", "r", "ꞇ", "t", "γ", "y", "ω", "w", "ϲ", "c", "ϳ", "j", "ӏ", "l", "ѵ", "v", "ь", "b",
	// Small capitals
	"ᴀ", "a", "ʙ", "b", "ᴄ", "c", "ᴅ", "d", "ᴇ", "e", "ꜰ", "f", "ɢ", "g", "ʜ", "h", "ɪ", "i", "ᴊ", "j", "ᴋ", "k", "ʟ", "l", "ᴍ", "m", "ɴ", "n", "ᴏ", "o", "ᴘ", "p",
	"ʀ", "r", "ꜱ", "s", "ᴛ", "t", "ᴜ", "u", "ᴠ", "v", "ᴡ", "w", "ʏ", "y", "ᴢ", "z",
)

// writtenSkeleton returns what is the same for all names that look alike as they are written.
func writtenSkeleton(name string) string {
	s := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1 // an accent
		}
		return r
	}, norm.NFKD.String(name))
	return skeletonOf(rare.Replace(cases.Fold().String(capitals.Replace(s))))
}

// skeletons returns the skeleton of a name as it is written, that of the name in small letters, and that in capitals. The second is
// also how names were kept at first.
func skeletons(name string) [3]string {
	return [3]string{writtenSkeleton(name), skeletonOf(name), writtenSkeleton(cases.Upper(language.Und).String(name))}
}

// reserved are the skeletons of names that nobody has, because others would take him for the program, for one of its opponents or
// for whoever runs the server.
var reserved = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range []string{
		"Acies", "Recruit", "Recrue", "Centurion", "Strategos", "Stratège", "Random", "Hasard", "Bot", "Computer", "Ordinateur", "Program", "Programme", "Human", "Humain",
		"Admin", "Administrator", "Administrateur", "Moderator", "Modérateur", "Host", "Hôte", "Server", "Serveur", "System", "Système", "Support", "Root",
		"Organiser", "Organizer", "Organisateur", "Guest", "Invité", "Anonymous", "Anonyme", "Nobody", "Personne", "Spectator", "Spectateur", "Player", "Joueur",
		"Attacker", "Attaquant", "Defender", "Défenseur", "You", "Vous",
	} {
		for _, s := range skeletons(name) {
			out[s] = true
		}
	}
	return out
}()

// skeletonOf returns what is the same for all names that look alike in small letters.
func skeletonOf(name string) string {
	s := cases.Fold().String(name)
	s = strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1 // an accent
		}
		if d, ok := digit(r); ok {
			return d
		}
		return r
	}, norm.NFKD.String(s))
	// Twice, since one replacement can make room for another.
	return alike.Replace(alike.Replace(s))
}

// digit returns the digit 0 to 9 that a digit of any script stands for.
func digit(r rune) (rune, bool) {
	if !unicode.IsDigit(r) {
		return 0, false
	}
	n := rune(0)
	for unicode.IsDigit(r-1) && n < 9 { // digits of a script stand in a row, from zero
		r--
		n++
	}
	return '0' + n, true
}
