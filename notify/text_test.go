package notify

import (
	"regexp"
	"strings"
	"testing"
)

// linklike finds what mail programs make links of: schemes, names of hosts, numbers of hosts and addresses of mail.
var linklike = regexp.MustCompile(`(?i)[a-z]:\S|/|@|[\p{L}\d][.。．｡][\p{L}\d]`)

// TestTitleWithoutLinks: a title that the host of a game has chosen is told in notices, and nobody is led anywhere by it.
func TestTitleWithoutLinks(t *testing.T) {
	for _, x := range []struct{ what, title, want string }{
		{"plain", "Round two, table 3: Ney v. Blücher!", "Round two, table 3: Ney v. Blücher!"},
		{"dots at the end", "And now…  the end...", "And now… the end..."},
		{"scheme", "https://evil.example/x?y=1", "https: evil. example x?y=1"},
		{"host", "see www.evil.example now", "see www. evil. example now"},
		{"host alone", "evil.com", "evil. com"},
		{"number", "10.0.0.1:80", "10. 0. 0. 1: 80"},
		{"mail", "write@evil.example", "write evil. example"},
		{"scheme without slashes", "mailto:a tel:123", "mailto: a tel: 123"},
		{"other dots", "evil。com evil．com evil｡com", "evil。 com evil． com evil｡ com"},
		{"other slashes", "https：／／evil.com", "https： evil. com"},
		{"hidden characters", "evil.\u200bcom \u202emoc.live", "evil. com moc. live"},
		{"dot by dot", "evil..com", "evil.. com"},
	} {
		t.Run(x.what, func(t *testing.T) {
			table := exampleTable()
			table.Title = x.title
			m := messageOf("en", Mark{Event: Turn}, &table, home)
			if m.Title != x.want || linklike.MatchString(m.Title) {
				t.Errorf("found %q, expected %q", m.Title, x.want)
			}
			subject, body := m.mailText("en", home)
			if !strings.Contains(subject, x.want) || linklike.MatchString(strings.TrimPrefix(strings.Split(body, "\n")[0], "It is")) {
				t.Errorf("subject %q, text %q", subject, body)
			}
		})
	}
}
