package server

import "net/http"

// route is a kind of request, with what it needs of whoever sends it, and how often he may.
type route struct {
	pattern string
	need    need
	pace    pace
	handler handler
}

// routes returns all kinds of requests.
func (s *server) routes() []route { return append(s.commonRoutes(), s.accountRoutes()...) }

// commonRoutes returns the kinds of requests that every server answers.
func (s *server) commonRoutes() []route {
	return []route{
		{"GET /api/battles", anybody, reading, s.battles},
		{"GET /api/battles/{battle}", anybody, reading, s.battle},
		{"GET /api/battles/{battle}/ground.svg", anybody, reading, s.ground},
		{"GET /api/battles/{battle}/picture.svg", anybody, reading, s.picture},
		{"GET /api/battles/{battle}/lessons/{lesson}", anybody, reading, s.lesson},
		{"GET /api/games", anybody, reading, s.games},
		{"POST /api/games", somebody, thinking, s.create},
		{"POST /api/records", somebody, thinking, s.open},
		{"GET /api/games/{id}", watcher, reading, s.table},
		{"DELETE /api/games/{id}", host, changing, s.delete},
		{"POST /api/games/{id}/restore", host, thinking, s.restore},
		{"POST /api/games/{id}/name", host, changing, s.rename},
		{"GET /api/games/{id}/at/{n}", watcher, reading, s.moment},
		{"GET /api/games/{id}/log", watcher, reading, s.log},
		{"GET /api/games/{id}/luck", watcher, thinking, s.luck},
		{"GET /api/games/{id}/hint", player, thinking, s.hint},
		{"POST /api/games/{id}/actions", player, changing, s.act},
		{"POST /api/games/{id}/roll", player, changing, s.roll},
		{"POST /api/games/{id}/undo", player, changing, s.undo},
		{"POST /api/games/{id}/settings", player, changing, s.settings},
		{"POST /api/games/{id}/branch", watcher, thinking, s.branch},
		{"GET /api/games/{id}/odds", watcher, reading, s.odds},
		{"GET /api/games/{id}/overlay/{kind}", watcher, reading, s.overlay},
		{"GET /api/games/{id}/about", watcher, reading, s.about},
		{"GET /api/games/{id}/measure", watcher, reading, s.measure},
		{"GET /api/games/{id}/victory", watcher, reading, s.victory},
		{"GET /api/games/{id}/plan", watcher, reading, s.plan},
		{"GET /api/games/{id}/advance", watcher, reading, s.advance},
		{"GET /api/games/{id}/propose", watcher, reading, s.propose},
		{"GET /api/games/{id}/why", watcher, reading, s.why},
		{"GET /api/games/{id}/record", watcher, reading, s.record},
		{"GET /api/games/{id}/events", watcher, reading, s.events},
		{"POST /api/games/{id}/presence", watcher, reading, s.seePage},
		{"GET /api/me", anybody, reading, s.whoami},
		{"POST /api/guest", somebody, changing, s.whoami},
		{"POST /api/games/{id}/resign", player, changing, s.resign},
		{"POST /api/games/{id}/offer", player, changing, s.offer},
		{"POST /api/games/{id}/reply", player, changing, s.reply},
		{"POST /api/games/{id}/nonce", player, changing, s.nonce},
		{"POST /api/games/{id}/claim", player, changing, s.claim},
		{"POST /api/games/{id}/abandon", player, changing, s.abandon},
		{"POST /api/games/{id}/resume", player, changing, s.resume},
		{"POST /api/games/{id}/leave", player, changing, s.leave},
		{"POST /api/games/{id}/absent", player, changing, s.absent},
		{"POST /api/games/{id}/return", watcher, changing, s.comeBack},
		{"POST /api/games/{id}/away", player, changing, s.goAway},
		{"GET /api/mine", anybody, reading, s.waiting},
		{"POST /api/games/{id}/invite", host, changing, s.invite},
		{"GET /api/notices", known, reading, s.noticed(s.notices)},
		{"POST /api/notices", known, changing, s.noticed(s.setNotices)},
		{"POST /api/notices/push", known, changing, s.noticed(s.subscribe)},
		{"POST /api/notices/mail", known, changing, s.noticed(s.addMail)},
		{"POST /api/notices/webhooks", known, changing, s.noticed(s.addWebhook)},
		{"DELETE /api/notices/{channel}", known, changing, s.noticed(s.removeChannel)},
		{"POST /api/notices/{channel}/test", known, thinking, s.noticed(s.tryChannel)},
		{"GET /api/games/{id}/notices", inPerson, reading, s.noticed(s.gameNotices)},
		{"POST /api/games/{id}/notices", inPerson, changing, s.noticed(s.setGameNotices)},
		{"GET /api/unsubscribe/{token}", anybody, reading, s.noticed(s.toNotices)},
		{"POST /api/unsubscribe/{token}", anybody, changing, s.noticed(s.unsubscribe)},
		{"GET /api/games/{id}/chat", watcher, reading, s.talked(false, s.chat)},
		{"POST /api/games/{id}/chat", watcher, talking, s.talked(true, s.say)},
		{"POST /api/games/{id}/report", watcher, talking, s.talked(true, s.report)},
		{"POST /api/games/{id}/block", watcher, changing, s.talked(true, s.blockAuthor)},
		{"GET /api/games/{id}/note", inPerson, reading, s.talked(true, s.noteOf)},
		{"POST /api/games/{id}/note", inPerson, changing, s.talked(true, s.setNote)},
		{"GET /api/blocks", known, reading, s.talked(true, s.blocks)},
		{"POST /api/blocks", known, changing, s.talked(true, s.setBlock)},
		{"GET /api/rulebook", anybody, reading, s.rulebook},
		{"GET /api/seats", anybody, reading, s.seats},
		{"GET /api/text", anybody, reading, s.text},
		{"GET /healthz", anybody, reading, s.live},
		{"GET /readyz", anybody, reading, s.ready},
		{"/api/", anybody, reading, func(*call) error { return refuse(http.StatusNotFound, "no-route") }},
		{"/", anybody, reading, s.page},
	}
}

// accountRoutes returns the kinds of requests that a server with accounts answers; any other says that it has none.
func (s *server) accountRoutes() []route {
	list := []route{
		{"POST /api/account", anybody, entering, s.register},
		{"DELETE /api/account", known, entering, s.deleteAccount},
		{"POST /api/account/password", known, entering, s.setPassword},
		{"DELETE /api/account/password", known, entering, s.removePassword},
		{"POST /api/account/email", known, entering, s.setEmail},
		{"DELETE /api/account/email", known, entering, s.removeEmail},
		{"POST /api/account/email/confirm", anybody, entering, s.confirmEmail},
		{"POST /api/recovery", anybody, entering, s.mailRecovery},
		{"POST /api/recover", anybody, entering, s.recoverAccount},
		{"GET /api/tokens", known, reading, s.tokens},
		{"POST /api/tokens", known, entering, s.newToken},
		{"DELETE /api/tokens/{token}", known, changing, s.endToken},
		{"GET /api/passkeys", known, reading, s.passkeyList},
		{"POST /api/passkeys/challenge", known, entering, s.beginPasskey},
		{"POST /api/passkeys", known, changing, s.addPasskey},
		{"POST /api/passkeys/{passkey}/name", known, entering, s.renamePasskey},
		{"DELETE /api/passkeys/{passkey}", known, entering, s.removePasskey},
		{"POST /api/oidc", anybody, entering, s.askProvider},
		{"GET /api/oidc/answer", anybody, entering, s.providerAnswer},
		{"POST /api/oidc/link", known, entering, s.linkProvider},
		{"DELETE /api/oidc/link", known, entering, s.unlinkProvider},
		{"POST /api/oidc/account", anybody, entering, s.registerIdentity},
		{"POST /api/session/challenge", anybody, entering, s.beginPasskeyLogIn},
		{"POST /api/session/passkey", anybody, entering, s.passkeyLogIn},
		{"POST /api/session", anybody, entering, s.logIn},
		{"DELETE /api/session", known, changing, s.logOut},
		{"GET /api/sessions", known, reading, s.sessions},
		{"DELETE /api/sessions/{session}", known, changing, s.endSession},
		{"POST /api/games/{id}/join", somebody, changing, s.take},
		{"POST /api/games/{id}/second", inPerson, changing, s.second},
		{"GET /api/ratings", anybody, reading, s.ratings},
		{"GET /api/players/{name}", anybody, reading, s.player},
		{"GET /api/tourneys", anybody, reading, s.tourneys},
		{"POST /api/tourneys", known, changing, s.found},
		{"GET /api/tourneys/{id}", anybody, reading, s.tourney},
		{"POST /api/tourneys/{id}/enter", known, changing, s.enterTourney},
		{"POST /api/tourneys/{id}/leave", known, changing, s.leaveTourney},
		{"POST /api/tourneys/{id}/start", known, changing, s.startTourney},
		{"POST /api/tourneys/{id}/call-off", known, changing, s.callOffTourney},
		{"POST /api/tourneys/{id}/remove", known, changing, s.removeEntrant},
		{"POST /api/tourneys/{id}/pair", known, changing, s.pairRound},
		{"GET /api/lobby", anybody, reading, s.lobby},
		{"GET /api/key", anybody, reading, s.key},
		{"POST /api/invitation", anybody, changing, s.invitation},
		{"POST /api/join", somebody, changing, s.join},
	}
	for i := range list {
		next := list[i].handler
		list[i].handler = func(c *call) error {
			if s.People == nil {
				return refuse(http.StatusNotFound, "no-accounts")
			}
			return next(c)
		}
	}
	return list
}
