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
		{"team 1", "team ١"},
		{"ZOE", "ΖΟΕ"},
		{"Zoé", "ΖΟΈ"},
		{"anna", "ΑΝΝΑ"},
		{"anna", "ɑnnɑ"},
		{"gogo", "ɡᴏɡᴏ"},
		{"Lill", "ӏіӏӏ"},
		{"ANNA", "ᴀɴɴᴀ"},
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
