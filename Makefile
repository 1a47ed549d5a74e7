# make run    builds the client and the program and opens the table in the browser
# make test   runs every check and test, installing what they need
# make rules  shows which clauses of the rulebooks the tests cite
# make bench  measures speed (docs/performance.md)

GO          ?= go
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOFUMPT      = mvdan.cc/gofumpt@v0.12.0
NPM         ?= npm

.PHONY: run build client test client-test browser pictures lint rules bench crash

build: client
	$(GO) build -o bin/acies ./cmd/acies

run: build
	bin/acies

# The built client goes into the program; .keep lets the program be built without it.
client: web/node_modules/.package-lock.json
	cd web && $(NPM) run build
	@touch web/dist/.keep

# Downloads are tried again: networks have bad moments. npm ci would also ask for what other systems need, which not
# every registry holds.
web/node_modules/.package-lock.json: web/package-lock.json
	cd web && for i in 1 2 3; do $(NPM) install --no-save --no-audit --no-fund && exit 0; sleep 5; done; exit 1

# Everything that can fail, two things at a time, to the end even if something fails. The last line counts.
test: client
	@rm -f bin/*.json bin/*.tap
	@$(MAKE) --no-print-directory -k -j2 $(if $(filter output-sync,$(.FEATURES)),-O) rules browser lint client-test; status=$$?; \
	passed=$$(( $$(grep -c '"Action":"pass",.*"Test":' bin/tests.json) + $$(cat bin/*.tap | sed -n 's/^# pass //p' | paste -sd+ - | sed 's/^$$/0/') )); \
	failed=$$(( $$(grep -c '"Action":"fail",.*"Test":' bin/tests.json) + $$(cat bin/*.tap | sed -n 's/^# fail //p' | paste -sd+ - | sed 's/^$$/0/') )); \
	if [ $$status = 0 ]; then echo "All checks and tests passed."; else echo "make test failed: see above."; fi; \
	echo "$$passed passed, $$failed failed"; \
	exit $$status

client-test: web/node_modules/.package-lock.json
	cd web && $(NPM) run check && $(NPM) test

# The table in a real browser, against the program as it is built.
browser: build e2e/node_modules/.package-lock.json
	sh e2e/chromium.sh
	cd e2e && $(NPM) test

# The pictures of the README.
pictures: build e2e/node_modules/.package-lock.json
	sh e2e/chromium.sh
	cd e2e && $(NPM) run pictures

e2e/node_modules/.package-lock.json: e2e/package-lock.json
	cd e2e && for i in 1 2 3; do $(NPM) ci && exit 0; sleep 5; done; exit 1

lint:
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	@out="$$($(GO) run $(GOFUMPT) -l .)"; if [ -n "$$out" ]; then echo "gofumpt would change:"; echo "$$out"; exit 1; fi

# One run serves for the results of the tests and for the clauses they cite. Pure packages start no goroutine, so there is
# nothing for the race detector to find in them and it would make them ten times slower; what uses them concurrently
# (server, match, sim, luck) is tested with it. A program under the detector need not sleep before it ends.
PURE = $(shell sed -n 's,^package \(.*\) (pure)$$,acies/\1,p' imports.txt)

rules:
	@mkdir -p bin
	@status=0; \
	GORACE=atexit_sleep_ms=0 $(GO) test -race -json $(filter-out $(PURE),$(shell $(GO) list ./...)) > bin/tests.json || status=1; \
	$(GO) test -json $(PURE) >> bin/tests.json || status=1; \
	$(GO) run ./rulebook/report < bin/tests.json || status=1; \
	exit $$status

bench:
	$(GO) test -run xxx -bench . -benchmem ./grid ./dice ./rules/sword ./record ./table ./server

# Kills the program 300 times under load; make test does it a few times only.
crash:
	$(GO) test -run Crash -v -count 1 -timeout 30m ./server -kills 300
