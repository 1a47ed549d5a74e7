package notify

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Webhook is what a user gives to get notices by a webhook.
type Webhook struct {
	URL  string `json:"url"`
	Form Kind   `json:"form"`
}

// channel returns the channel of a webhook, or an error if there can be none.
func (w *Webhook) channel(g *Guard) (Channel, error) {
	if !slices.Contains([]Kind{Discord, Slack, JSON}, w.Form) {
		return Channel{}, ErrChannel
	}
	if err := g.checkURL(w.URL); err != nil {
		return Channel{}, err
	}
	return Channel{Kind: w.Form, URL: w.URL}, nil
}

// signature is the header with which the receiver of a webhook checks that it comes from here.
const signature = "Acies-Signature"

// sign returns the signature of a body at a time.
func sign(secret string, at time.Time, body []byte) string {
	t := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(mac, "%s.", t)
	mac.Write(body)
	return "t=" + t + ",v1=" + hex.EncodeToString(mac.Sum(nil))
}

// hook sends a notice to a webhook.
func (n *Notifier) hook(ctx context.Context, c *Channel, m *message) error {
	body, err := hookBody(c.Kind, m)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL, bytes.NewReader(body))
	if err != nil {
		return ErrChannel
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Acies")
	r.Header.Set(signature, sign(c.Secret, time.Now(), body))
	return settle(n.client.Do(r))
}

// hookBody returns a notice as the receiver of a webhook takes it.
func hookBody(k Kind, m *message) ([]byte, error) {
	switch k {
	case Discord:
		return json.Marshal(discordBody{Content: discordText.Replace(m.whole()) + "\n" + m.URL})
	case Slack:
		return json.Marshal(slackBody{slackText.Replace(m.whole()) + "\n" + slackText.Replace(m.URL)})
	default:
		return json.Marshal(m)
	}
}

// discordBody is what Discord takes. Nobody is mentioned, whatever the title of a game looks like.
type discordBody struct {
	Content  string `json:"content"`
	Mentions struct {
		Parse [0]string `json:"parse"`
	} `json:"allowed_mentions"`
}

// slackBody is what Slack takes, and others that take the same.
type slackBody struct {
	Text string `json:"text"`
}

// A title is chosen by another player: it must not become a link or a mention.
var (
	discordText = func() *strings.Replacer {
		var pairs []string
		for _, c := range "\\*_~`|<>[]()#@:" {
			pairs = append(pairs, string(c), `\`+string(c))
		}
		return strings.NewReplacer(pairs...)
	}()
	slackText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
)
