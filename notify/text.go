package notify

import (
	"net/url"
	"strings"
	"unicode"

	"acies/words"
)

// message is a notice in the language of a channel. A webhook of kind [JSON] gets it as it is.
type message struct {
	Event  Event  `json:"event"`
	Game   string `json:"game,omitempty"`
	Title  string `json:"title,omitempty"`
	Battle string `json:"battle,omitempty"`
	Text   string `json:"text"`
	URL    string `json:"url"`
	// Happened is what the other side has done meanwhile.
	Happened []string `json:"happened,omitempty"`
}

// sentences are the keys of what is said of events.
var sentences = map[Event]string{
	Turn: "notify.turn", Begun: "notify.begun", Over: "notify.over", Offered: "notify.offer", Chat: "notify.chat", Reminder: "notify.reminder", test: "notify.test",
}

// sentence returns the event of a mark as it is told, and the key of what is said of it. Who has not been at the table yet is told
// that a game has begun and waits for him rather than that it is his turn.
func (t *Table) sentence(m Mark) (Event, string) {
	switch first := t.missing(m.Side); {
	case first && m.Event == Reminder:
		return m.Event, "notify.reminder-first"
	case first && (m.Event == Turn || m.Event == Begun) && t.Tourney:
		return Begun, "notify.paired"
	case first && (m.Event == Turn || m.Event == Begun):
		return Begun, "notify.first"
	}
	return m.Event, sentences[m.Event]
}

// testOf returns the notice by which a user tries a channel.
func testOf(lang string, public *url.URL) message {
	return message{Event: test, Text: say(lang, sentences[test]), URL: strings.TrimSuffix(public.String(), "/") + "/#/account"}
}

// messageOf returns the notice of a mark.
func messageOf(lang string, mark Mark, t *Table, public *url.URL) message {
	home := strings.TrimSuffix(public.String(), "/")
	e, key := t.sentence(mark)
	m := message{Event: e, Game: t.Game, Title: unlinked(oneLine(t.Title)), Battle: t.Battle[lang], URL: home + "/#/game/" + url.PathEscape(t.Game)}
	name := m.Battle
	if m.Title != "" {
		name = say(lang, "notify.named", "title", m.Title, "battle", m.Battle)
	}
	m.Text = say(lang, key, "game", name)
	if e == Turn {
		m.Happened = t.Happened[lang]
	}
	return m
}

// say returns a text with its arguments, given by name and value.
func say(lang, key string, args ...string) string {
	text := words.General(lang, key)
	for i := 0; i+1 < len(args); i += 2 {
		args[i] = "{" + args[i] + "}"
	}
	return strings.NewReplacer(args...).Replace(text)
}

// oneLine returns a text that somebody else has chosen without anything that could break out of a line.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r <= ' ' || r >= 0x7f && r < 0xa0 || r == '\u2028' || r == '\u2029' }), " ")
}

// What links are made with, also in other scripts: what parts their names and what joins them.
const (
	linkJoins = `/\@／＼＠∕⁄⧸﹫`
	linkDots  = ".:。．｡․：﹒﹕∶"
)

// unlinked returns a line that somebody else has chosen without anything that a mail program or a chat would make a link: no address
// has a space after its dots and colons. What is not seen, and could turn the text around, is left out.
func unlinked(line string) string {
	var out []rune
	for _, r := range line {
		if unicode.Is(unicode.Cf, r) {
			continue
		}
		if strings.ContainsRune(linkJoins, r) {
			r = ' '
		}
		if n := len(out); n > 0 && r != ' ' && strings.ContainsRune(linkDots, out[n-1]) && !strings.ContainsRune(linkDots, r) {
			out = append(out, ' ')
		}
		out = append(out, r)
	}
	return strings.Join(strings.Fields(string(out)), " ")
}

// whole returns the text with what has happened.
func (m *message) whole() string {
	return strings.Join(append([]string{m.Text}, m.Happened...), "\n")
}

// mailText returns the subject and the body of a notice as mail.
func (m *message) mailText(lang string, public *url.URL) (subject, body string) {
	home := strings.TrimSuffix(public.String(), "/")
	return m.Text, m.whole() + "\n" + m.URL + "\n\n-- \n" + say(lang, "notify.mail-foot", "server", public.Host) + "\n" + home + "/#/account\n"
}
