package account

import (
	"errors"
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	for _, name := range []string{"Xenophon", "Élodie de la Tour", "Ξενοφῶν", "Ганнибал", "d'Artagnan", "J. P. Ney", "player_1"} {
		clean, _, err := CleanName(name)
		if err != nil || clean != name {
			t.Errorf("%q is shown as %q: %v", name, clean, err)
		}
	}
	if clean, _, _ := CleanName("  Marcus\t Aurelius "); clean != "Marcus Aurelius" {
		t.Errorf("found %q, expected single spaces", clean)
	}
	for _, name := range []string{"", "x", "12", strings.Repeat("a", 25), "a\x00b", "Hanni\u202ebal", "Сaesar", "<b>", "a\xff", "tab\u200bula", "Ⅷ😀"} {
		if clean, _, err := CleanName(name); !errors.Is(err, ErrName) {
			t.Errorf("%q is allowed, as %q", name, clean)
		}
	}
	for _, alike := range [][2]string{
		{"Caesar", "caesar"},
		{"Caesar", "Cæsar"},
		{"Ney", "N ey"},
		{"Marius", "MARIU5"},
		{"Lill", "Iill"},
		{"Mornay", "Momay"},
		{"Élodie", "Elodie"},
		{"ace", "асе"},
		{"oxo", "οχο"},
		{"Wim", "VVim"},
		{"Bob", "B0b"},
		{"ZOE", "ΖΟΕ"},
		{"Zoé", "ΖΟΈ"},
		{"anna", "ΑΝΝΑ"},
	} {
		_, one, err1 := CleanName(alike[0])
		_, two, err2 := CleanName(alike[1])
		if one != two || err1 != nil || err2 != nil {
			t.Errorf("%q and %q are told apart: %q, %q (%v, %v)", alike[0], alike[1], one, two, err1, err2)
		}
	}
	if _, one, _ := CleanName("Marius"); one == "" {
		t.Error("a name has no skeleton")
	} else if _, two, _ := CleanName("Sulla"); one == two {
		t.Error("two different names have one skeleton")
	}
}

// TestConfusableNames: a name of letters that few people know, and that look like common ones, is refused. Whoever has got one when it
// was allowed is found by it, and where it can be told nobody else gets the name that it looks like.
func TestConfusableNames(t *testing.T) {
	for _, x := range []struct {
		what, name, like string // like is empty where no skeleton says so
	}{
		{"click", "Pauǀ", "Paul"},
		{"saltillo", "OꞌBrien", "O'Brien"},
		{"dotless j", "ȷohn", "John"},
		{"digits of another script", "S٥٥", "S55"},
		{"digit of another script", "team ١", "team 1"},
		{"reversed digit in Arabic", "سلمى ١", ""},
		{"turned L", "Ꞁee", "Lee"},
		{"I with a stroke", "Ɨris", "Iris"},
		{"f with a hook", "ƒred", "Fred"},
		{"alpha of phonetics", "ɑnnɑ", "anna"},
		{"small capitals", "gᴏgᴏ", "gogo"},
		{"more small capitals", "ᴀɴɴᴀ", "ANNA"},
		{"epsilon of phonetics", "ɛva", "Eva"},
		{"kra", "ĸarl", "Karl"},
		{"Latin Extended-D", "ꝑaul", ""},
		{"archaic Greek", "ϝοξ", ""},
		{"izhitsa", "ѵера", "vepa"},
		{"old Cyrillic", "ѡлег", ""},
		{"modifier letter", "Annˀ", ""},
		{"old jamo", "ᄀᄀ", ""},
		{"tatweel", "سلـمى", ""},
	} {
		t.Run(x.what, func(t *testing.T) {
			if clean, _, err := CleanName(x.name); !errors.Is(err, ErrName) {
				t.Errorf("%q can be chosen, as %q", x.name, clean)
			}
			_, one, err := KnownName(x.name)
			if _, two, _ := CleanName(x.like); x.like != "" && (err != nil || one != two) {
				t.Errorf("%q and %q are told apart: %q, %q (%v)", x.name, x.like, one, two, err)
			}
		})
	}
}

// TestCommonNames: the letters of languages that are written today can be used, and are compared by how they look.
func TestCommonNames(t *testing.T) {
	for _, x := range []struct {
		what, name, like string // like is empty: nothing to compare with
		apart            bool
	}{
		{"Maltese", "Ħector", "Hector", false},
		{"Sami", "Ŧito", "Tito", false},
		{"Sami n", "Ŋora", "Nora", false},
		{"Turkish", "Işıl", "Isil", false},
		{"Polish", "Paweł", "Pawel", false},
		{"Croatian", "Đorđe", "Dorde", false},
		{"Danish", "Søren", "Soren", false},
		{"Icelandic", "Ðora", "Dora", false},
		{"German in capitals", "GROẞ", "Groß", false},
		{"Vietnamese", "Nguyễn Hương", "Nguyen Huong", false},
		{"Azerbaijani", "Əli", "Eli", true},
		{"Romanian", "Ștefan", "Stefan", false},
		{"Greek", "Ξενοφῶν", "Ξενοφων", false},
		{"Ukrainian", "Ґалаґан Їжак", "", false},
		{"Kazakh", "Қазыбек", "Казыбек", false},
		{"Chechen", "ӏіӏӏ", "Lill", false},
		{"Hebrew", "שמואל", "", false},
		{"Arabic", "سلمى 5", "سلمي 5", false},
		{"Persian", "کوروش", "كوروش", false},
		{"Chinese", "孙武", "孫武", true},
		{"Japanese in three scripts", "織田ノブなが", "織田ノブなか", false},
		{"katakana", "ハンニバル", "はんにばる", true},
		{"long vowel", "スキピオー", "スキピオ一", false},
		{"katakana and Chinese characters", "カロ", "力口", false},
		{"small kana", "ツッチー", "ツツチー", false},
		{"half width", "ﾊﾝﾆ", "ハンニ", false},
		{"Korean", "이순신", "이순산", true},
	} {
		t.Run(x.what, func(t *testing.T) {
			_, one, err := CleanName(x.name)
			if err != nil || one == "" {
				t.Fatalf("%q: %q, %v", x.name, one, err)
			}
			if x.like == "" {
				return
			}
			if _, two, err := CleanName(x.like); err != nil || (one != two) != x.apart {
				t.Errorf("%q and %q: %q, %q (%v), expected them to be told apart: %v", x.name, x.like, one, two, err, x.apart)
			}
		})
	}
	for _, name := range []string{"아ハ", "이武", "Aハ", "Aー", "ーー1 A", "שع"} {
		if clean, _, err := CleanName(name); !errors.Is(err, ErrName) {
			t.Errorf("%q, of two scripts, can be chosen, as %q", name, clean)
		}
	}
}

func FuzzNames(f *testing.F) {
	f.Add("Xenophon")
	f.Add("Ξενοφῶν 1")
	f.Fuzz(func(t *testing.T, name string) {
		clean, skeleton, err := CleanName(name)
		if err != nil {
			return
		}
		if skeleton == "" {
			t.Errorf("%q has no skeleton", name)
		}
		if again, same, err := CleanName(clean); err != nil || again != clean || same != skeleton {
			t.Errorf("%q becomes %q, and that %q (%v)", name, clean, again, err)
		}
	})
}

func TestPasswords(t *testing.T) {
	for _, bad := range []string{"", "1234567", strings.Repeat("x", maxPassword+1), "\xff\xff\xff\xff\xff\xff\xff\xff"} {
		if _, err := HashPassword(bad); !errors.Is(err, ErrPassword) {
			t.Errorf("a password of %d bytes is allowed: %v", len(bad), err)
		}
	}
	one, err1 := HashPassword("ten thousand")
	two, err2 := HashPassword("ten thousand")
	if err1 != nil || err2 != nil || one == two || !strings.HasPrefix(one, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("found %q and %q (%v, %v), expected two salts at the recommended cost", one, two, err1, err2)
	}
	if !checkPassword(one, "ten thousand") || checkPassword(one, "ten thousand ") || checkPassword("", "") || checkPassword("", "ten thousand") {
		t.Error("a wrong password is right, or a right one wrong")
	}
	for _, stored := range []string{"x", "$argon2id$v=19$m=0,t=0,p=0$$", strings.Replace(one, "argon2id", "argon2i", 1), one[:len(one)-8]} {
		if checkPassword(stored, "ten thousand") {
			t.Errorf("%q is taken for a hash", stored)
		}
	}
}
