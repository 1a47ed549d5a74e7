# make run    builds the client and the program and opens the table in the browser
# make test   runs every check and test, installing what they need
# make test-postgres  runs the tests of stores, games and the server on PostgreSQL, crashes included
# make rules  shows which clauses of the rulebooks the tests cite
# make fuzz   runs every fuzz target for FUZZTIME, ten minutes each
# make bench  measures speed (docs/performance.md)
# make release  builds the program for all systems into dist, with checksums
# make reproducible  builds what is committed twice, in two folders, and compares

GO          ?= go
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOFUMPT      = mvdan.cc/gofumpt@v0.12.0
NPM         ?= npm

.PHONY: run build client test test-postgres client-test browser postgres pictures lint rules fuzz bench crash release reproducible

build: client
	$(GO) build -o bin/acies ./cmd/acies

run: build
	bin/acies

# The built client goes into the program; .keep lets the program be built without it.
client: web/dist/app.js

web/dist/app.js: web/node_modules/.package-lock.json web/build.mjs web/index.html web/tsconfig.json $(shell find web/src -type f)
	cd web && $(NPM) run build
	@touch web/dist/.keep

# Downloads are tried again: networks have bad moments. npm ci would also ask for what other systems need, which not
# every registry holds; exact.mjs checks that what is installed is what the lock file says.
web/node_modules/.package-lock.json: web/package-lock.json
	cd web && for i in 1 2 3; do $(NPM) install --no-save --no-audit --no-fund && node exact.mjs && exit 0; sleep 5; done; rm -f node_modules/.package-lock.json; exit 1

# Everything that can fail, two things at a time, to the end even if something fails. The last line counts tests, and a
# check that failed as one. No result is taken from the cache.
test: client
	@sh store/pgtest/install.sh && sh server/iproute.sh && sh e2e/chromium.sh # one after the other: only one program may install packages at a time
	@mkdir -p bin && rm -f bin/tests.json bin/client.json bin/browser.tap
	@memory=$$(sh e2e/memory.sh); if [ -n "$$memory" ]; then trap 'rm -rf "$$memory"' EXIT; export TMPDIR="$$memory"; fi; \
	$(MAKE) --no-print-directory -k -j2 $(if $(filter output-sync,$(.FEATURES)),-O) rules browser lint client-test COUNT=-count=1; status=$$?; \
	if [ $$status = 0 ]; then echo "All checks and tests passed."; else echo "Something failed: see above."; fi; \
	cat bin/tests.json bin/client.json bin/browser.tap 2>/dev/null | awk -v status=$$status ' \
		/"Action":"pass",.*"Test":/ { passed++ } \
		/"Action":"fail",.*"Test":/ { failed++ } \
		/^# pass / { passed += $$3 } \
		/^# fail / { failed += $$3 } \
		match($$0, /"numPassedTests":[0-9]+/) { passed += substr($$0, RSTART + 17, RLENGTH - 17) } \
		match($$0, /"numFailedTests":[0-9]+/) { failed += substr($$0, RSTART + 17, RLENGTH - 17) } \
		END { printf "%d passed, %d failed\n", passed, failed + (status != 0 && !failed) }'; \
	exit $$status

client-test: web/node_modules/.package-lock.json
	@mkdir -p bin
	cd web && $(NPM) run check && $(NPM) test -- --reporter=default --reporter=json --outputFile.json=../bin/client.json

# The table in a real browser, against the program as it is built, and against one that knows the toy rulebook too.
browser: build e2e/node_modules/.package-lock.json
	$(GO) build -tags toy -o bin/acies-toy ./cmd/acies
	sh e2e/chromium.sh
	cd e2e && $(NPM) test

# The tests start a database server of their own, and networks.
postgres:
	@sh store/pgtest/install.sh && sh server/iproute.sh

# Everything that keeps data, on PostgreSQL: the tests that every store passes and those of PostgreSQL alone, and then those of games and
# of the server, which otherwise use files.
test-postgres: postgres
	$(GO) test -vet=off -timeout 60m -count=1 ./store/...
	$(GO) test -vet=off -timeout 60m -count=1 ./match ./server -store postgres

# The pictures of the README.
pictures: build e2e/node_modules/.package-lock.json
	sh e2e/chromium.sh
	cd e2e && $(NPM) run pictures

e2e/node_modules/.package-lock.json: e2e/package-lock.json
	cd e2e && for i in 1 2 3; do $(NPM) ci && exit 0; sleep 5; done; exit 1

lint:
	$(GO) vet ./...
	$(GO) run $(STATICCHECK) ./...
	GOOS=js GOARCH=wasm $(GO) build ./desk ./systems
	GOOS=js GOARCH=wasm $(GO) test -vet=off $(COUNT) -run SameOnEveryMachine -exec "$$($(GO) env GOROOT)/lib/wasm/go_js_wasm_exec" ./rules/impetus
	@out="$$($(GO) run $(GOFUMPT) -l .)"; if [ -n "$$out" ]; then echo "gofumpt would change:"; echo "$$out"; exit 1; fi

# Packages that start goroutines are tested with the race detector, which makes things ten times slower. Where tests ask for -short, they are tested
# without it too, with more games and repetitions. The commands only call those packages, and their scripts play whole games.
CONCURRENT = $(filter-out ./cmd/acies ./game/gametest ./store/storetest,$(shell grep -rlE --include='*.go' --exclude='*_test.go' --exclude-dir=node_modules '^[[:space:]]*go [a-z]|[.](Go)\>' . | xargs -n1 dirname | sort -u))
SHORTER = $(shell grep -rl --include='*_test.go' 'testing[.]Short()' $(CONCURRENT) | xargs -n1 dirname | sort -u)
ONCE = $(patsubst ./%,acies/%,$(filter-out $(SHORTER),$(CONCURRENT)))

# Vet is a check of its own. The limit of time is for what hangs; a busy machine may be many times slower than usual. The packages of the second run
# wait much, for disks, programs and databases, so four are tested at once.
GOTEST = -json -vet=off -timeout 60m $(COUNT)

rules: postgres
	@mkdir -p bin
	@status=0; \
	export GORACE=atexit_sleep_ms=0; \
	$(GO) test $(GOTEST) $$($(GO) list ./... | grep -vxF "$$(printf '%s\n' $(ONCE))") > bin/tests.json || status=1; \
	$(GO) test -race -short -p 4 $(GOTEST) $(CONCURRENT) >> bin/tests.json || status=1; \
	$(GO) run ./rulebook/report < bin/tests.json || status=1; \
	exit $$status

bench:
	$(GO) test -run xxx -bench . -benchmem ./grid ./dice ./rules/sword ./record ./table ./store ./server

# Every fuzz target of every package, one after another, to the end even if one finds something. What broke a target is then
# in its folder under testdata/fuzz, and every test runs it again.
FUZZTIME ?= 10m
fuzz:
	@mkdir -p bin
	@$(GO) test -vet=off -list '^Fuzz' ./... > bin/fuzz.txt || { cat bin/fuzz.txt; exit 1; }
	@awk '/^Fuzz/ { found[n++] = $$1 } /^ok/ { for (i = 0; i < n; i++) print $$2, found[i]; n = 0 }' bin/fuzz.txt | { status=0; \
	while read -r package target; do \
		echo "$$package $$target"; \
		$(GO) test -vet=off -run xxx -fuzz "^$$target$$" -fuzztime $(FUZZTIME) "$$package" < /dev/null || status=1; \
	done; exit $$status; }

# Kills programs under load 300 times in each way: one server, with accounts and without, three nodes with PostgreSQL and NATS, and these in
# networks of their own, which are cut half of the times (as the administrator of a Linux system). Kills the database 100 times
# more. make test does it a few times only.
crash: postgres
	$(GO) test -run Crash -v -count 1 -timeout 120m ./server -kills 300
	$(GO) test -run Crash -v -count 1 -timeout 30m ./store -kills 100

SYSTEMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

# One file for each system, with the client inside; it needs nothing else. The same source gives the same bytes: paths, times and the
# state of the repository are left out, and the version is given. The list of parts says what is in them: this program, the version of
# Go with its library, modules of Go, and packages of npm that are in the client.
VERSION ?= $(shell git describe --tags --always --dirty)
RELEASE = -trimpath -buildvcs=false -ldflags "-s -w -buildid= -X main.release=$(VERSION)"
release: client
	@rm -rf dist && mkdir -p dist
	@for x in $(SYSTEMS); do os=$${x%/*} arch=$${x#*/}; file=acies-$$os-$$arch; [ $$os = windows ] && file=$$file.exe; echo $$file; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build $(RELEASE) -o dist/$$file ./cmd/acies || exit 1; done
	@{ echo "acies $(VERSION)"; \
		$(GO) version -m dist/acies-linux-amd64 | awk 'NR == 1 { print "go", $$2 } $$1 == "dep" { print "go", $$2, $$3, $$4 }' && \
		node web/exact.mjs --parts; } > dist/parts.txt
	@cd dist && sha256sum acies-* parts.txt > SHA256SUMS

# The client and the program of what is committed, built twice in folders with different names, are the same bytes.
reproducible: web/node_modules/.package-lock.json
	@rm -rf bin/twice && mkdir -p bin/twice
	@for x in one another-folder; do mkdir -p bin/twice/$$x && git archive HEAD | tar x -C bin/twice/$$x && cp -rl web/node_modules bin/twice/$$x/web/ && \
		(cd bin/twice/$$x/web && $(NPM) run --silent build > ../client.log) && (cd bin/twice/$$x && CGO_ENABLED=0 GOOS=linux GOARCH=amd64 $(GO) build $(RELEASE) -o acies ./cmd/acies) || exit 1; done
	@cd bin/twice && sha256sum one/acies another-folder/acies && cmp one/acies another-folder/acies && rm -rf one another-folder && echo "Both are the same."
