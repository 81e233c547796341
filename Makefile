# Two commands matter: `make run` on a fresh machine, `make test` before a commit.
# The checks are in .ci/, one script for each gate; CONTRIBUTING.md lists what each refuses.

MAKEFLAGS += --no-print-directory --no-builtin-rules
SWIFT_SOURCES = Package.swift Modules Sources Tests Benchmarks Examples
STEP = @.ci/step
# The tests that compare a file with what the program makes, and write it with RECORD=1.
RECORDED = DocumentedCommandsTests|ManualTests|OwnershipGraphTests|RequestTableTests|TranscriptTests

.DEFAULT_GOAL := help
.PHONY: help setup build run test test-long lint bench fuzz mutate derived man format clean install dist dist-test

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install missing system packages, or print the command that does
	@Tools/setup

build: setup ## Build the release program, .build/release/howdah
	$(STEP) 'Build the release program' 'about 7 minutes the first time, seconds later' \
	  Tools/release howdah
	@echo '   .build/release/howdah'

run: build ## Build, then open the prompt on the embedded instance
	@echo
	@.build/release/howdah --sandbox

test: setup lint ## Everything that CI checks
	$(STEP) 'Build the program and its tests, warnings are errors' 'about 10 minutes the first time' \
	  .ci/percent swift build --build-tests --explicit-target-dependency-import-check error
	$(STEP) 'Fixtures: each is used' '' .ci/orphans
	$(STEP) 'Kits: no link in their documentation leads nowhere' '' .ci/kits .build/kits
	$(STEP) 'Previews: each matches its golden' '' .build/debug/howdah preview --check
	$(STEP) 'Pictures: each is up to date' '' Tools/pictures .build/debug/howdah --check
	$(STEP) 'Manual: man reads each page without a warning' '' .ci/manual .build/debug/howdah .build/man
	$(STEP) 'Notices: the licence of everything linked' '' Tools/dist/notices.py --check
	$(STEP) 'Install: program, manual and completions work below a folder' '' .ci/install .build/debug/howdah
	$(STEP) 'Instructions: no command needs many more than before' 'two minutes' .ci/instructions .build/debug/howdah
	$(STEP) 'Tests: modules, transcripts, the program on a terminal' 'a few minutes' .ci/tests
	$(STEP) 'Schemas: what every command prints is in docs/schema' 'installs a validator into .build/schemas-venv' Tests/Schemas/run
	$(STEP) 'Peers: toot and Mastodon.py against the sandbox' 'installs them into .build/peers-venv' Tests/Peers/run
	@printf '\nEverything passed. %s\n' "$$(cat .build/tests-counts)"

test-long: test ## What takes hours: 20,000 changed responses, 1,000 kills, every fault of a disk, eight hours of an account, and every test 20 times on a busy core
	$(STEP) 'Fuzz: 20,000 responses with one field changed' '' env HOWDAH_FUZZ_MUTANTS=20000 .ci/tests fuzz
	$(STEP) 'Kills: outbox send, sync and archive fetch are ended 1,000 times' '' env HOWDAH_KILLS=1000 .build/debug/howdahPackageTests.xctest \
	  --testing-library swift-testing --filter KilledOutboxTests
	$(STEP) 'Disk: every system call on the databases fails' 'half an hour' .ci/disk .build/debug/howdah
	$(STEP) 'Replay: eight hours of a busy account at 50 times the speed' 'a quarter of an hour' .ci/replay .build/debug/howdah
	$(STEP) 'Kits: the example as a package of its own' '' \
	  swift test --disable-xctest --package-path Examples/todo --scratch-path .build/todo
	$(STEP) 'Stress: every group 20 times on a core with three busy loops' 'hours' .ci/stress

lint: setup ## The gates that don't build the program: format, graph, imports, endpoints, faults, self-test
	$(STEP) 'Format' '' swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)
	$(STEP) 'Graph: who may depend on whom' '' .ci/graph
	$(STEP) 'Imports: who may import, read and print what' '' .ci/imports
	$(STEP) 'Endpoints: each is used by a command' '' .ci/endpoints
	$(STEP) 'Promises: each test that a page names exists' '' .ci/promises Tests docs/security.md docs/compatibility.md
	$(STEP) 'Docs: the worked example is the code, and each link leads somewhere' '' .ci/example
	$(STEP) 'Faults: each applies to the sources' '' python3 Tools/mutate/mutate.py check
	$(STEP) 'Self-test: each gate refuses violations' 'builds a package of two modules' .ci/self-test

bench: build ## Measure start, speed and memory against curl and toot
	$(STEP) 'Build the network benchmark' '' \
	  Tools/release WireBenchmark
	$(STEP) 'Measure' 'a few minutes; installs toot into .build/bench-venv' python3 Benchmarks/bench.py

fuzz: build ## Give a million lines to the command language, and measure each
	@python3 Benchmarks/grammar.py

mutate: setup ## Switch on small faults one at a time, and count how many the tests find
	@python3 Tools/mutate/mutate.py

# What writes a file ends with an error. docs/json.md is part of the program, so a new one is built in.
derived: ## Write what is made from the program: goldens, transcripts, schemas, pages, graph, pictures (needs Graphviz)
	swift build --build-tests
	-Tests/Schemas/run .build/debug/howdah --record
	swift build --build-tests
	-RECORD=1 swift test --skip-build --disable-xctest --filter '$(RECORDED)'
	dot -Tsvg docs/graph.dot -o docs/graph.svg
	-.build/debug/howdah preview --record
	@Tools/pictures .build/debug/howdah

man: build ## Write the manual pages into .build/man
	@.ci/manual .build/release/howdah .build/man
	@echo '   .build/man: copy them into man1, man5 and man7 of a folder of the manual'

install: $(if $(PROGRAM),,build) ## Install program, manual and completions: PREFIX=/usr/local, DESTDIR=
	@Tools/install '$(or $(PROGRAM),.build/release/howdah)' '$(or $(PREFIX),/usr/local)' '$(DESTDIR)'
	@echo '   $(DESTDIR)$(or $(PREFIX),/usr/local)'

dist: build ## Pack the release program: tarball, Debian package, wheel, bill of materials, into .build/dist
	@Tools/setup dist
	$(STEP) 'Pack' 'a minute' Tools/dist/pack.py .build/release/howdah .build/dist

dist-test: build ## Test the release program on a terminal, and each package in a bare Debian
	@Tools/setup dist
	$(STEP) 'Build the tests' 'about 10 minutes the first time' \
	  .ci/percent swift build --build-tests --explicit-target-dependency-import-check error
	$(STEP) 'Sessions and previews: the release program' 'seconds; what only an optimized build does wrong' \
	  sh -c '.build/release/howdah play Fixtures/sessions && .build/release/howdah preview --check'
	@mkdir -p .build/release-tests
	@cp -fl .build/debug/howdahPackageTests.xctest .build/debug/*.so .build/release/howdah .build/release-tests
	$(STEP) 'Tests: the release program on a terminal' 'a few minutes' env TESTS=.build/release-tests .ci/tests program
	$(STEP) 'Packages' 'a few minutes, and one more to fetch a bare Debian into .build/dist-root' \
	  .ci/dist .build/release/howdah .build/dist

format: ## Format every Swift file
	swift format format --in-place --recursive --parallel $(SWIFT_SOURCES)

clean: ## Remove all build products
	rm -rf .build
