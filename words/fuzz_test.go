package words_test

import (
	"strings"
	"testing"

	"acies/game"
	"acies/system"
	"acies/words"
)

// FuzzFill fills in any text: what stands outside braces stays as it is, an argument changes nothing around it, and what is
// not known is shown as it is written.
func FuzzFill(f *testing.F) {
	var text string
	names := system.Names{Text: func(key string) (string, bool) { return text, key == "refusal.fuzz" }}
	w, err := words.New("en", nil, names)
	if err != nil {
		f.Fatal(err)
	}
	say := func(s string, args ...game.Arg) string {
		text = s
		return w.Say("refusal.fuzz", args...)
	}
	f.Fuzz(func(t *testing.T, before, after string, n int16) {
		args := []game.Arg{
			{Name: "n", N: int(n)},
			{Name: "by", Kind: game.Signed, N: int(n)},
			{Name: "far", Kind: game.Length, N: int(n)},
			{Name: "turned", Kind: game.Angle, N: int(n)},
			{Name: "rolled", Kind: game.Die, List: []int{1, int(n)}},
			{Name: "who", Kind: game.Piece, N: int(n)},
			{Name: "side", Kind: game.Player, N: int(n)},
		}
		if !strings.Contains(before, "{") && say(before, args...) != before {
			t.Errorf("%q becomes %q", before, say(before, args...))
		}
		if strings.LastIndex(before, "{") > strings.LastIndex(before, "}") {
			return // the brace ends in what follows
		}
		for _, a := range args {
			whole := say(before+"{"+a.Name+"}"+after, args...)
			if parts := say(before, args...) + say("{"+a.Name+"}", args...) + say(after, args...); whole != parts {
				t.Errorf("%q, %s and %q: %q together, %q apart", before, a.Name, after, whole, parts)
			}
			if strings.Contains(say("{"+a.Name+"}", args...), "{") {
				t.Errorf("%s is %q", a.Name, say("{"+a.Name+"}", args...))
			}
		}
		if !strings.Contains(before, "|") && say(before) != before {
			t.Errorf("%q without arguments becomes %q", before, say(before))
		}
		if one, more := say("{n|man|men}", args...), n != 1 && n != -1; (one == "men") != more {
			t.Errorf("%d are %q", n, one)
		}
	})
}
