package notify

import (
	"encoding/json"
	"net/url"
)

// Bytes returns all that is sent of an event, in every form and language, before it is encrypted.
func Bytes(t *Table, public *url.URL) map[string]string {
	out := map[string]string{}
	for _, e := range append([]Event{Reminder}, Events...) {
		for lang := range t.Battle {
			m := messageOf(lang, Mark{Event: e}, t, public)
			for _, k := range []Kind{Discord, Slack, JSON} {
				body, err := hookBody(k, &m)
				if err != nil {
					panic(err) // it has strings alone
				}
				out[string(e)+" "+lang+" "+string(k)] = string(body)
			}
			text, err := json.Marshal(pushed{public.Host, m.Text, m.URL, topicOf(&m)})
			if err != nil {
				panic(err)
			}
			out[string(e)+" "+lang+" push"] = string(text)
			subject, body := m.mailText(lang, public)
			out[string(e)+" "+lang+" mail"] = subject + "\n" + body
		}
	}
	return out
}

// Hurry has games looked at as soon as they change.
func (n *Notifier) Hurry() { n.calm = 0 }

// Marks returns of what the players of a game have to know now.
func Marks(t *Table) []Mark { return t.marks() }
