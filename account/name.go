package account

import (
	"fmt"
	"slices"
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

// scripts are those of which a name may be written, one at a time. Japanese is written in three that belong together.
var scripts = [][]*unicode.RangeTable{
	{unicode.Latin}, {unicode.Greek}, {unicode.Cyrillic}, {unicode.Hebrew}, {unicode.Arabic}, {unicode.Han, unicode.Hiragana, unicode.Katakana, longVowel}, {unicode.Hangul},
}

// longVowel is the mark for a long vowel in kana, which Unicode counts to no script.
var longVowel = &unicode.RangeTable{R16: []unicode.Range16{{0x30fc, 0x30fc, 1}}}

// common are the letters of these scripts that people write their languages with at present, about as the table of recommended
// characters of UTS 39 has them. The others are obsolete or belong to phonetics and the like, and look like common ones.
var common = &unicode.RangeTable{
	R16: []unicode.Range16{
		{'A', 'Z', 1},
		{'a', 'z', 1},
		{0x00c0, 0x00d6, 1},
		{0x00d8, 0x00f6, 1},
		{0x00f8, 0x00ff, 1},
		{0x0100, 0x0137, 1},
		{0x0139, 0x0148, 1},
		{0x014a, 0x017e, 1},
		{0x018f, 0x018f, 1},
		{0x01a0, 0x01a1, 1},
		{0x01af, 0x01b0, 1},
		{0x01cd, 0x01dc, 1},
		{0x01de, 0x01e3, 1},
		{0x01e6, 0x01f0, 1}, // Latin Extended-B
		{0x01f4, 0x01f5, 1},
		{0x01f8, 0x021b, 1},
		{0x021e, 0x021f, 1},
		{0x0226, 0x0233, 1},
		{0x0259, 0x0259, 1},
		{0x0386, 0x0386, 1},
		{0x0388, 0x03ce, 1}, // Greek
		{0x0400, 0x045f, 1},
		{0x048a, 0x0529, 1},
		{0x052e, 0x052f, 1}, // Cyrillic
		{0x05d0, 0x05ea, 1}, // Hebrew
		{0x0620, 0x063a, 1},
		{0x0641, 0x064a, 1},
		{0x0671, 0x0672, 1},
		{0x0679, 0x06d3, 1},
		{0x06d5, 0x06d5, 1}, // Arabic
		{0x1e00, 0x1e99, 1},
		{0x1e9e, 0x1e9e, 1},
		{0x1ea0, 0x1ef9, 1}, // Latin of Vietnam and others
		{0x1f00, 0x1fff, 1}, // Greek with all its accents
		{0x3005, 0x3005, 1},
		{0x3041, 0x3096, 1},
		{0x30a1, 0x30fa, 1},
		{0x30fc, 0x30fc, 1},
		{0x3400, 0x4dbf, 1},
		{0x4e00, 0x9fff, 1}, // Chinese and Japanese
		{0xac00, 0xd7a3, 1}, // Korean
	},
	R32:         []unicode.Range32{{0x20000, 0x323af, 1}}, // Chinese
	LatinOffset: 5,
}

// CleanName returns a name that somebody chooses as it is shown, and its skeleton, which is the same for all names that look alike.
// The error is [ErrName], with the reason.
func CleanName(name string) (clean, skeleton string, err error) {
	if clean, skeleton, err = KnownName(name); err != nil {
		return "", "", err
	}
	for _, r := range clean {
		if unicode.IsLetter(r) && !unicode.Is(common, r) || unicode.IsDigit(r) && (r < '0' || r > '9') {
			return "", "", fmt.Errorf("%w: %q is not in common use", ErrName, r)
		}
	}
	return clean, skeleton, nil
}

// KnownName does the same for a name that somebody may have, also from a time when more letters were allowed.
func KnownName(name string) (clean, skeleton string, err error) {
	if !utf8.ValidString(name) {
		return "", "", fmt.Errorf("%w: it is not text", ErrName)
	}
	clean = strings.Join(strings.Fields(norm.NFKC.String(name)), " ")
	if n := utf8.RuneCountInString(clean); n < minName || n > maxName {
		return "", "", fmt.Errorf("%w: found %d characters, expected %d to %d", ErrName, n, minName, maxName)
	}
	script := -1
	for _, r := range clean {
		switch {
		case unicode.IsLetter(r):
			of := slices.IndexFunc(scripts, func(s []*unicode.RangeTable) bool { return unicode.In(r, s...) })
			if of < 0 || script >= 0 && of != script {
				return "", "", fmt.Errorf("%w: %q is not of the same script as the rest", ErrName, r)
			}
			script = of
		case r == ' ' || r == '-' || r == '_' || r == '.' || r == '\'' || unicode.IsDigit(r):
		default:
			return "", "", fmt.Errorf("%w: %q is not allowed", ErrName, r)
		}
	}
	if script < 0 {
		return "", "", fmt.Errorf("%w: there is no letter in it", ErrName)
	}
	return clean, writtenSkeleton(clean), nil
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

// uncommon maps more such letters. Names were kept without it before; see [skeletons].
var uncommon = strings.NewReplacer(
	"ħ", "h", "ŧ", "t", "ɨ", "i", "ƒ", "f", "ȷ", "j", "ŋ", "n", "ĸ", "k", "ð", "d", "ǀ", "l", "ꞁ", "l", "ꞌ", "'", "ɓ", "b", "ɖ", "d", "ɗ", "d", "ɛ", "e", "ɲ", "n", "ƙ", "k", "ƴ", "y",
	"ғ", "r", "қ", "k", "ң", "h", "ү", "y", "ұ", "y", "ҳ", "x", "ҡ", "k", "ө", "o", // Cyrillic
	"ى", "ي", "ی", "ي", "ک", "ك", "ہ", "ه", "ھ", "ه", "ە", "ه", "ة", "ه", // Arabic
	// Katakana that look like hiragana or like Chinese characters, and small kana
	"ヘ", "へ", "リ", "り", "二", "ニ", "八", "ハ", "力", "カ", "口", "ロ", "夕", "タ", "工", "エ", "卜", "ト", "千", "チ", "一", "ー", "才", "オ", "又", "ヌ", "厶", "ム", "三", "ミ",
	"ぁ", "あ", "ぃ", "い", "ぅ", "う", "ぇ", "え", "ぉ", "お", "っ", "つ", "ゃ", "や", "ゅ", "ゆ", "ょ", "よ", "ゎ", "わ", "ゕ", "か", "ゖ", "け",
	"ァ", "ア", "ィ", "イ", "ゥ", "ウ", "ェ", "エ", "ォ", "オ", "ッ", "ツ", "ャ", "ヤ", "ュ", "ユ", "ョ", "ヨ", "ヮ", "ワ", "ヵ", "カ", "ヶ", "ケ",
)

// writtenSkeleton returns what is the same for all names that look alike as they are written.
func writtenSkeleton(name string) string { return skeletonOf(uncommon.Replace(written(name))) }

// written returns a name in small letters that look as it is written, without accents.
func written(name string) string {
	s := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1 // an accent
		}
		return r
	}, norm.NFKD.String(name))
	return rare.Replace(cases.Fold().String(capitals.Replace(s)))
}

// skeletons returns the skeleton of a name as it is written, that of the name in small letters, and that in capitals. The second is
// also how names were kept at first, and the last how they were kept then.
func skeletons(name string) [4]string {
	return [4]string{writtenSkeleton(name), skeletonOf(name), writtenSkeleton(cases.Upper(language.Und).String(name)), skeletonOf(written(name))}
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
