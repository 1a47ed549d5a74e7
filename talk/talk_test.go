package talk_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"acies/talk"
)

func say(t *testing.T, x *talk.Talk, user, text, request string) (talk.Message, bool, error) {
	t.Helper()
	return x.Say(t.Context(), talk.Message{Game: "g", Room: talk.Players, User: user, Text: text}, request)
}

func TestText(t *testing.T) {
	x := talk.New(newMemory())
	for i, test := range []struct{ name, text, want string }{
		{"plain", "Ave!", "Ave!"},
		{"spaces around it", " \n Ave! \t", "Ave!"},
		{"lines", "a\r\nb\rc\n\n\td", "a\nb\nc\n\n\td"},
		{"the longest", strings.Repeat("é", 500), strings.Repeat("é", 500)},
		{"one too many", strings.Repeat("é", 501), ""},
		{"empty", "", ""},
		{"spaces", " \n\u00a0\u3000 ", ""},
		{"nothing to see", "\u200b\u200d\ufeff", ""},
		{"control characters", "a\x00b", ""},
		{"a bell", "a\x07", ""},
		{"an escape", "\x1b[31mred", ""},
		{"a control character of Latin 1", "a\u0085b", ""},
		{"no UTF-8", "a\xff", ""},
		{"overrides", "\u202Eevil\u202C \u2066x\u2069", "evil x"},
		{"only overrides", "\u202E\u202C", ""},
		{"another script", "שלום مرحبا", "שלום مرحبا"},
		{"a family", "👨‍👩‍👧", "👨‍👩‍👧"},
	} {
		m, fresh, err := say(t, x, "u", test.text, fmt.Sprint(i))
		switch {
		case test.want == "" && !errors.Is(err, talk.ErrText):
			t.Errorf("%s: %q, %v", test.name, m.Text, err)
		case test.want != "" && (err != nil || !fresh || m.Text != test.want):
			t.Errorf("%s: %q, expected %q, %v", test.name, m.Text, test.want, err)
		}
	}
}

func TestRequest(t *testing.T) {
	x := talk.New(newMemory())
	for _, id := range []string{"", strings.Repeat("x", 101)} {
		if _, _, err := say(t, x, "u", "a", id); !errors.Is(err, talk.ErrRequest) {
			t.Errorf("%q: %v", id, err)
		}
	}
	ear := x.Listen("g")
	defer ear.Close()
	one, _, err := say(t, x, "u", "a", "r")
	if err != nil {
		t.Fatal(err)
	}
	next := ear.Next()
	if again, fresh, err := say(t, x, "u", "a", "r"); err != nil || fresh || again != one {
		t.Errorf("again: %+v, new %t, %v", again, fresh, err)
	}
	select {
	case <-next:
		t.Error("somebody is woken by what was said before")
	default:
	}
	if list, last, more, err := x.Said(t.Context(), "g", talk.Players, "", 0, 9); err != nil || len(list) != 1 || last != 1 || more {
		t.Errorf("said %+v, %d, %t, %v", list, last, more, err)
	}
}

// TestWake: everybody who listens to a game is woken by each message about it, and by no other.
func TestWake(t *testing.T) {
	x := talk.New(newMemory())
	one, two, other := x.Listen("g"), x.Listen("g"), x.Listen("h")
	for i := range 3 {
		a, b, c := one.Next(), two.Next(), other.Next()
		if _, _, err := say(t, x, "u", "a", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
		<-a
		<-b
		select {
		case <-c:
			t.Error("another game wakes")
		default:
		}
	}
	one.Close()
	next := two.Next()
	if _, _, err := say(t, x, "u", "a", "last"); err != nil {
		t.Fatal(err)
	}
	<-next
	two.Close()
	other.Close()
	if _, _, err := say(t, x, "u", "to nobody", "nobody"); err != nil {
		t.Fatal(err)
	}
}

func TestFull(t *testing.T) {
	x := talk.New(newMemory())
	for i := range 1000 {
		if _, _, err := say(t, x, "u", "a", fmt.Sprint(i)); err != nil {
			t.Fatal(i, err)
		}
	}
	if _, _, err := say(t, x, "u", "a", "more"); !errors.Is(err, talk.ErrFull) {
		t.Errorf("a full room: %v", err)
	}
	if m, _, err := x.Say(t.Context(), talk.Message{Game: "g", Room: talk.Watchers, User: "u", Text: "a"}, "other"); err != nil || m.N != 1 {
		t.Errorf("the other room: %+v, %v", m, err)
	}
	for i := range 1200 { // which is never full: the oldest go
		if _, _, err := x.Say(t.Context(), talk.Message{Game: "g", Room: talk.Watchers, User: "u", Text: "a"}, fmt.Sprint("watching ", i)); err != nil {
			t.Fatal(i, err)
		}
	}
	if list, last, _, err := x.Said(t.Context(), "g", talk.Watchers, "v", 0, 2000); err != nil || len(list) != 1000 || last != 1201 {
		t.Errorf("%d messages up to %d, %v", len(list), last, err)
	}
	if n, err := x.Latest(t.Context(), "g", talk.Players, "v", 0); err != nil || n != 1000 {
		t.Errorf("the latest is %d, %v", n, err)
	}
}

func TestBlocked(t *testing.T) {
	ctx, x := t.Context(), talk.New(newMemory())
	for i, user := range []string{"a", "b", "a", "b", ""} {
		if _, _, err := say(t, x, user, "of "+user, fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, other := range []string{"", "u"} {
		if err := x.Block(ctx, "u", other); !errors.Is(err, talk.ErrUnknown) {
			t.Errorf("blocking %q: %v", other, err)
		}
	}
	if err := x.Block(ctx, "u", "b"); err != nil {
		t.Fatal(err)
	}
	for reader, want := range map[string]string{"u": "[1 3 5]", "b": "[1 2 3 4 5]", "": "[1 2 3 4 5]"} {
		list, last, _, err := x.Said(ctx, "g", talk.Players, reader, 0, 9)
		got := []int{}
		for _, m := range list {
			got = append(got, m.N)
		}
		if err != nil || last != 5 || fmt.Sprint(got) != want {
			t.Errorf("%q reads %v up to %d, %v", reader, got, last, err)
		}
	}
	if list, last, more, err := x.Said(ctx, "g", talk.Players, "u", 3, 1); err != nil || len(list) != 0 || last != 4 || !more {
		t.Errorf("a page with nothing to see: %v, %d, %t, %v", list, last, more, err)
	}
	for n, want := range map[int]error{1: nil, 2: talk.ErrUnknown, 9: talk.ErrUnknown, 0: talk.ErrUnknown, -5: talk.ErrUnknown} {
		if m, err := x.Message(ctx, "g", talk.Players, "u", n); !errors.Is(err, want) || err == nil && m.N != n {
			t.Errorf("message %d: %+v, %v", n, m, err)
		}
	}
	if n, err := x.Latest(ctx, "g", talk.Players, "u", 3); err != nil || n != 5 {
		t.Errorf("the latest is %d, %v", n, err)
	}
}

func TestNote(t *testing.T) {
	ctx, x := t.Context(), talk.New(newMemory())
	for _, test := range []struct{ text, want string }{{" a\r\n ", " a\n "}, {"", ""}, {strings.Repeat("é", 20_000), strings.Repeat("é", 20_000)}} {
		if hash, err := x.SetNote(ctx, "g", "u", test.text, ""); err != nil || hash != talk.HashNote(test.want) {
			t.Fatal(hash, err)
		}
		if got, err := x.Note(ctx, "g", "u"); err != nil || got != test.want {
			t.Errorf("noted %.20q, expected %.20q, %v", got, test.want, err)
		}
	}
	for _, text := range []string{strings.Repeat("a", 20_001), "\x00"} {
		if _, err := x.SetNote(ctx, "g", "u", text, ""); !errors.Is(err, talk.ErrText) {
			t.Errorf("%.10q: %v", text, err)
		}
	}
}

func TestReport(t *testing.T) {
	s := newMemory()
	x := talk.New(s)
	said := talk.Message{Game: "g", Room: talk.Players, N: 1, User: "v", Text: "x"}
	if err := x.Report(t.Context(), said, "u", strings.Repeat("a", 501)); !errors.Is(err, talk.ErrText) {
		t.Errorf("a long reason: %v", err)
	}
	for _, why := range []string{"", " rude "} {
		if err := x.Report(t.Context(), said, "u", why); err != nil {
			t.Error(err)
		}
	}
	if len(s.reports) != 2 || s.reports[1].Why != "rude" || s.reports[1].Said != said || s.reports[1].By != "u" {
		t.Errorf("%+v", s.reports)
	}
}

// FuzzText: what is kept of a text can be shown, is within the limit, and stays as it is when it is sent again.
func FuzzText(f *testing.F) {
	for _, text := range []string{"Ave!", " a\r\nb ", "\u202Ea\u202C", "\x00", "\u200b", strings.Repeat("é", 501), "\r\u202a\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x := talk.New(newMemory())
		m, _, err := say(t, x, "u", text, "r")
		if err != nil {
			if !errors.Is(err, talk.ErrText) {
				t.Fatal(err)
			}
			return
		}
		n := utf8.RuneCountInString(m.Text)
		if !utf8.ValidString(m.Text) || n < 1 || n > 500 || strings.TrimSpace(m.Text) != m.Text {
			t.Errorf("%q is kept as %q", text, m.Text)
		}
		for _, r := range m.Text {
			if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) && r != '\u200e' && r != '\u200f' && r != '\u061c' {
				t.Errorf("%q is kept with %U", text, r)
			}
		}
		if again, _, err := say(t, x, "u", m.Text, "again"); err != nil || again.Text != m.Text {
			t.Errorf("%q becomes %q, %v", m.Text, again.Text, err)
		}
	})
}
