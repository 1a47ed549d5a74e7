package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"acies/account"
	"acies/clock"
	"acies/desk"
	"acies/game"
	"acies/luck"
	"acies/match"
	"acies/notify"
	"acies/record"
	"acies/table"
	"acies/talk"
	"acies/words"
)

// refusal is the answer to a request that failed.
type refusal struct {
	status int

	Code     string `json:"code"`
	Message  string `json:"message"`
	Clause   string `json:"clause,omitempty"`
	Field    string `json:"field,omitempty"`
	Version  *int   `json:"version,omitempty"`  // the present version of the game
	Index    *int   `json:"index,omitempty"`    // of the action at fault
	Line     int    `json:"line,omitempty"`     // of a record
	Found    string `json:"found,omitempty"`    // in that line
	Expected string `json:"expected,omitempty"` // in its place
	Request  string `json:"request,omitempty"`  // the id of the request, with which the log says more

	detail string // for programmers, after the sentence
	reason error  // for the log
}

func (r *refusal) Error() string { return r.Code + " " + r.Message + r.detail }

func refuse(status int, code string) *refusal { return &refusal{status: status, Code: code} }

// malformed returns the refusal of a request that cannot be read; field names the part at fault.
func malformed(field, detail string) *refusal {
	return &refusal{status: http.StatusBadRequest, Code: "malformed", Field: field, detail: detail}
}

// causes are the refusals that follow from an error alone.
var causes = []struct {
	err    error
	status int
	code   string
	key    string
}{
	{match.ErrStale, http.StatusConflict, "stale", "error.stale"},
	{match.ErrReused, http.StatusConflict, "reused", "error.reused"},
	{record.ErrNewer, http.StatusConflict, "frozen", "error.ahead"},
	{record.ErrFrozen, http.StatusConflict, "frozen", "error.frozen"},
	{match.ErrSeat, http.StatusForbidden, "seat", "error.seat"},
	{match.ErrTurn, http.StatusForbidden, "turn", "error.turn"},
	{desk.ErrTurn, http.StatusForbidden, "turn", "error.turn"},
	{match.ErrOver, http.StatusUnprocessableEntity, "over", "error.over"},
	{match.ErrReadOnly, http.StatusForbidden, "read-only", "error.read-only"},
	{match.ErrNotFound, http.StatusNotFound, "no-game", "error.no-game"},
	{table.ErrNoBattle, http.StatusNotFound, "no-battle", "error.no-battle"},
	{record.ErrRollDue, http.StatusUnprocessableEntity, "roll-due", "error.roll-due"},
	{record.ErrNoRoll, http.StatusUnprocessableEntity, "no-roll", "error.no-roll"},
	{record.ErrNothing, http.StatusUnprocessableEntity, "no-undo", "undo.nothing"},
	{record.ErrRolled, http.StatusUnprocessableEntity, "no-undo", "undo.rolled"},
	{record.ErrRevealed, http.StatusUnprocessableEntity, "no-undo", "undo.revealed"},
	{record.ErrCast, http.StatusUnprocessableEntity, "no-undo", "undo.cast"},
	{record.ErrChanged, http.StatusUnprocessableEntity, "no-undo", "undo.changed"},
	{desk.ErrNoOdds, http.StatusUnprocessableEntity, "no-odds", "error.no-odds"},
	{match.ErrNoQuestions, http.StatusUnprocessableEntity, "no-questions", "error.no-questions"},
	{desk.ErrHidden, http.StatusUnprocessableEntity, "hidden", "error.hidden"},
	{desk.ErrUnfinished, http.StatusConflict, "secret", "error.secret"},
	{desk.ErrNoMoment, http.StatusNotFound, "no-moment", "error.no-moment"},
	{desk.ErrNoPlan, http.StatusUnprocessableEntity, "no-plan", "error.no-plan"},
	{desk.ErrNoOverlay, http.StatusNotFound, "no-overlay", "error.no-overlay"},
	{luck.ErrUnfinished, http.StatusUnprocessableEntity, "unfinished", "error.unfinished"},
	{luck.ErrUnforeseen, http.StatusUnprocessableEntity, "unforeseen", "error.unforeseen"},
	{record.ErrEnded, http.StatusUnprocessableEntity, "over", "error.over"},
	{match.ErrNoOffer, http.StatusUnprocessableEntity, "no-offer", "error.no-offer"},
	{match.ErrOffered, http.StatusConflict, "offered", "error.offered"},
	{match.ErrAgain, http.StatusConflict, "offered-before", "error.offered-before"},
	{match.ErrExtra, http.StatusUnprocessableEntity, "too-many-changes", "error.too-many-changes"},
	{match.ErrNobody, http.StatusUnprocessableEntity, "nobody", "error.nobody"},
	{match.ErrTimeLeft, http.StatusUnprocessableEntity, "time-left", "error.time-left"},
	{match.ErrNoClock, http.StatusUnprocessableEntity, "no-clock", "error.no-clock"},
	{match.ErrBegun, http.StatusUnprocessableEntity, "begun", "error.begun"},
	{match.ErrNoSubstitute, http.StatusUnprocessableEntity, "no-substitute", "error.no-substitute"},
	{match.ErrNotAdjourned, http.StatusUnprocessableEntity, "not-adjourned", "error.not-adjourned"},
	{match.ErrNotAbsent, http.StatusUnprocessableEntity, "not-absent", "error.not-absent"},
	{clock.ErrVacation, http.StatusUnprocessableEntity, "vacation", "error.vacation"},
	{record.ErrNonce, http.StatusUnprocessableEntity, "nonce", "error.nonce"},
	{record.ErrNonces, http.StatusConflict, "waiting", "error.waiting"},
	{match.ErrOpenSeat, http.StatusConflict, "waiting", "error.waiting"},
	{match.ErrInvite, http.StatusNotFound, "no-invitation", "error.no-invitation"},
	{match.ErrSeated, http.StatusConflict, "seated", "error.seated"},
	{account.ErrLogIn, http.StatusUnauthorized, "log-in", "error.log-in"},
	{account.ErrTaken, http.StatusConflict, "name-taken", "error.name-taken"},
	{account.ErrName, http.StatusUnprocessableEntity, "name", "error.name"},
	{account.ErrPassword, http.StatusUnprocessableEntity, "password", "error.password"},
	{account.ErrGuest, http.StatusForbidden, "guest", "error.guest"},
	{account.ErrUnknown, http.StatusNotFound, "no-session", "error.no-session"},
	{account.ErrBanned, http.StatusForbidden, "banned", "error.banned"},
	{account.ErrLink, http.StatusNotFound, "link", "error.link"},
	{account.ErrToken, http.StatusUnauthorized, "token", "error.token"},
	{account.ErrEmail, http.StatusUnprocessableEntity, "email", "error.email"},
	{account.ErrNotFresh, http.StatusForbidden, "not-fresh", "error.not-fresh"},
	{account.ErrPasskey, http.StatusUnauthorized, "passkey", "error.passkey"},
	{account.ErrLastKey, http.StatusConflict, "last-key", "error.last-key"},
	{account.ErrMany, http.StatusConflict, "too-many", "error.too-many"},
	{account.ErrProvider, http.StatusBadGateway, "provider", "error.provider"},
	{account.ErrIdentity, http.StatusConflict, "identity-taken", "error.identity-taken"},
	{account.ErrLinked, http.StatusConflict, "identity-linked", "error.identity-linked"},
	{account.ErrUnlinked, http.StatusUnprocessableEntity, "no-identity", "error.no-identity"},
	{notify.ErrUnknown, http.StatusNotFound, "no-channel", "error.no-channel"},
	{notify.ErrChannel, http.StatusUnprocessableEntity, "channel", "error.channel"},
	{notify.ErrAddress, http.StatusUnprocessableEntity, "channel", "error.channel"},
	{notify.ErrMany, http.StatusConflict, "many-channels", "error.many-channels"},
	{notify.ErrNoMail, http.StatusUnprocessableEntity, "no-mail", "error.no-address"},
	{talk.ErrText, http.StatusUnprocessableEntity, "text", "error.text"},
	{talk.ErrReused, http.StatusConflict, "reused", "error.reused"},
	{talk.ErrFull, http.StatusConflict, "chat-full", "error.chat-full"},
	{talk.ErrChanged, http.StatusConflict, "note-changed", "error.note-changed"},
	{talk.ErrMany, http.StatusConflict, "many-blocks", "error.many-blocks"},
	{talk.ErrUnknown, http.StatusNotFound, "no-message", "error.no-message"},
	{match.ErrAway, http.StatusServiceUnavailable, "away", "error.away"},
	{match.ErrClosed, http.StatusServiceUnavailable, "closing", "error.closing"},
	{context.Canceled, http.StatusServiceUnavailable, "closing", "error.closing"},
}

// keys are the message keys of refusals that do not come from an error of another package.
var keys = map[string]string{
	"no-route":           "error.no-route",
	"no-accounts":        "error.no-accounts",
	"no-notices":         "error.no-notices",
	"unknown":            "error.unknown",
	"scope":              "error.scope",
	"no-mail":            "error.no-mail",
	"unsent":             "error.unsent",
	"no-passkeys":        "error.no-passkeys",
	"no-provider":        "error.no-provider",
	"no-seat":            "error.no-seat",
	"other-room":         "error.other-room",
	"no-user":            "error.no-user",
	"not-host":           "error.not-host",
	"not-yours":          "error.not-yours",
	"no-hints":           "error.no-hints",
	"has-account":        "error.has-account",
	"playing":            "error.playing",
	"too-fast":           "error.too-fast",
	"too-many-streams":   "error.too-many-streams",
	"too-many-games":     "error.too-many-games",
	"too-many-today":     "error.too-many-today",
	"too-many-open":      "error.too-many-open",
	"record-playing":     "error.record-playing",
	"blocked":            "error.blocked",
	"too-many-hints":     "error.too-many-hints",
	"too-many-imports":   "error.too-many-imports",
	"too-many-opponents": "error.too-many-opponents",
	"origin":             "error.origin",
	"host":               "error.host",
	"too-large":          "error.too-large",
	"too-slow":           "error.too-slow",
	"busy":               "error.busy",
	"malformed":          "error.malformed",
	"notation":           "error.notation",
	"unwritten":          "error.unwritten",
	"record":             "error.record",
	"no-lesson":          "error.no-lesson",
	"rated-guest":        "error.rated-guest",
	"rated-program":      "error.rated-program",
	"rated-hand":         "error.rated-hand",
	"rated-clock":        "error.rated-clock",
	"rated-handicap":     "error.rated-handicap",
	"rated-stays":        "error.rated-stays",
	"unrated-battle":     "error.unrated-battle",
	"no-player":          "error.no-player",
	"no-second":          "error.no-second",
	"no-tourney":         "error.no-tourney",
	"tourney-guest":      "error.tourney-guest",
	"tourney-host":       "error.tourney-host",
	"tourney-began":      "error.tourney-began",
	"tourney-few":        "error.tourney-few",
	"tourney-full":       "error.tourney-full",
	"tourney-pending":    "error.tourney-pending",
	"tourney-game":       "error.tourney-game",
	"tourney-over":       "error.tourney-over",
	"too-many-tourneys":  "error.too-many-tourneys",
	"not-entered":        "error.not-entered",
	"internal":           "error.internal",
	"unreadable":         "error.unreadable",
}

// cause returns the row of causes that matches an error.
func cause(err error) (status int, code, key string, ok bool) {
	for _, c := range causes {
		if errors.Is(err, c.err) {
			return c.status, c.code, c.key, true
		}
	}
	return 0, "", "", false
}

// refusal answers with an error. An unexpected error is logged, and the answer gives no details.
func (s *server) refusal(c *call, err error) {
	r := classify(err)
	key := keys[r.Code]
	if _, _, k, ok := cause(err); ok {
		key = k
	}
	if r.Message == "" {
		r.Message = words.General(c.lang, key)
		if r.detail != "" {
			r.Message += " (" + r.detail + ")"
		}
	}
	switch r.Code {
	case "closing":
		c.retryAfter(restartTime)
	case "away": // the client sends the request again
		c.retryAfter(time.Second)
	}
	if r.status >= http.StatusInternalServerError {
		x := exchangeOf(c.ResponseWriter)
		r.Request = x.id
		s.Logger.Error("a request failed", "id", x.id, "route", x.route, "game", c.PathValue("id"), "error", cmp.Or(r.reason, err))
	}
	c.answer(r.status, struct {
		Error *refusal `json:"error"`
	}{r})
}

// classify returns the refusal for an error.
func classify(err error) *refusal {
	if r := (*refusal)(nil); errors.As(err, &r) {
		return r
	}
	r := refuse(http.StatusInternalServerError, "internal")
	r.reason = err
	var failure *table.Failure
	if errors.As(err, &failure) {
		r.Index, r.Field = &failure.N, "actions"
	}
	var unwritten *match.Unwritten
	var unreadable *match.Unreadable
	var notation *record.Notation
	switch {
	case errors.As(err, &unwritten):
		r.status, r.Code, r.detail = http.StatusServiceUnavailable, "unwritten", root(err).Error()
	case errors.As(err, &unreadable):
		r.Code, r.detail = "unreadable", unreadable.Err.Error()
	case errors.Is(err, match.ErrDamaged):
		r.Code, r.detail = "unreadable", err.Error()
	case errors.As(err, &notation):
		r.status, r.Code, r.detail = http.StatusBadRequest, "notation", notation.Error()
	}
	if status, code, _, ok := cause(err); ok {
		r.status, r.Code, r.detail = status, code, ""
	}
	return r
}

// root returns the innermost error of an error.
func root(err error) error {
	for next := err; next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}

// describeRefusal describes the refusal by a rule within an error.
func describeRefusal(w *words.Words, err error) error {
	var rule *game.Refusal
	if !errors.As(err, &rule) {
		return err
	}
	r := classify(err)
	r.status, r.Code, r.Clause = http.StatusUnprocessableEntity, "rule", rule.Clause
	r.Message = w.Say("refusal."+rule.Key, rule.Args...)
	return r
}
