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

test: client lint rules client-test browser
	$(GO) test -race -short ./...
	@echo "All tests passed."

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
	GOOS=js GOARCH=wasm $(GO) build ./game/... ./grid/... ./dice/... ./rules/...

# One run serves for the results of the tests and for the clauses they cite.
rules:
	@mkdir -p bin
	@$(GO) test -json ./... > bin/tests.json; status=$$?; \
	$(GO) run ./rulebook/report < bin/tests.json || status=1; \
	exit $$status

bench:
	$(GO) test -run xxx -bench . -benchmem ./grid ./dice ./rules/sword ./record ./table ./server

# Kills the program 300 times under load; make test does it a few times only.
crash:
	$(GO) test -run Crash -v -count 1 -timeout 30m ./server -kills 300
