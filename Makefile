# make run    plays a battle at the terminal
# make test   runs every check and test, installing what they need
# make rules  shows which clauses of the rulebooks the tests cite
# make bench  measures speed (docs/performance.md)

GO          ?= go
STATICCHECK  = honnef.co/go/tools/cmd/staticcheck@v0.8.2
GOFUMPT      = mvdan.cc/gofumpt@v0.12.0
BATTLE      ?= sparta-195bc

.PHONY: run build test lint rules bench

build:
	$(GO) build -o bin/acies ./cmd/acies

run: build
	bin/acies play $(BATTLE)

test: lint rules
	$(GO) test -race -short ./...
	@echo "All tests passed."

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
	$(GO) test -run xxx -bench . -benchmem ./grid ./dice ./rules/sword ./record ./table
