# Two commands matter: `make demo` shows Greenroom at work, `make test` checks everything.
# Both install what is missing first.

.PHONY: setup demo test ci bench conformance mcp-conformance pictures soak dist deploy-check cluster-test cluster-demo

setup:
	@scripts/setup

demo: setup
	@cargo build --release --quiet
	@scripts/demo target/release/greenroom

test: setup
	cargo xtask ci

ci: test

bench: setup
	@bench/startup/setup.sh
	cargo bench --package scorm-package --bench parse
	cargo bench --package scorm-lint --bench lint
	cargo bench --package greenroom --bench lint_tree
	cargo bench --package scorm-runtime
	cargo bench --package scorm-sequencing
	node bench/pack/measure.mjs target/release/greenroom
	node bench/batch/measure.mjs target/release/greenroom
	cargo bench --package greenroom --bench startup
	cargo bench --package greenroom --bench stage
	cargo bench --package greenroom --bench explore
	cargo bench --package greenroom --bench ui
	cargo bench --package greenroom --bench ui_pages
	@cargo build --release --quiet
	node bench/workbench/measure.mjs target/release/greenroom
	node bench/workbench/timeline.mjs target/release/greenroom
	@bench/engine/setup.sh
	node bench/engine/engine.mjs target/wasm32-unknown-unknown/wasm/scorm_wasm.wasm

# All published cases (below GREENROOM_TEST_DATA), on the engine alone and through the player page.
conformance: setup
	@cargo build --release --quiet
	target/release/greenroom rehearse --engine $(GREENROOM_TEST_DATA)/conformance/cases
	target/release/greenroom rehearse $(GREENROOM_TEST_DATA)/conformance/cases

# The conformance suite of the Model Context Protocol, against `greenroom serve --http`.
mcp-conformance: setup
	@tests/conformance/setup.sh
	@cargo build --release --quiet
	node tests/conformance/run.mjs target/release/greenroom

# The pictures of README.md, taken anew.
pictures: setup
	@cargo build --release --quiet
	@scripts/pictures target/release/greenroom

# Several servers, killed, stopped, restarted and cut off from what they share. `make test` has it too,
# but for an S3 that goes away.
cluster-test: setup
	@scripts/setup-cluster
	@scripts/setup-grid
	PATH="$$PATH:$$PWD/target/moto/bin" cargo nextest run --workspace --features greenroom/cluster --no-capture \
	  -E 'package(greenroom-cluster) | (package(greenroom-batch) & test(postgres)) | (package(greenroom) & binary(cluster))'

# PostgreSQL, S3, a Grid, HAProxy, two servers and two workers on this machine, for a minute.
cluster-demo: setup
	@scripts/setup-cluster
	@scripts/setup-grid
	@cargo build --release --quiet --features cluster
	@scripts/cluster-demo target/release/greenroom

# What people install, in target/dist: archive, Debian package, npm package, MCP bundle, sources.
dist: setup
	@cargo build --release --quiet
	@scripts/dist target/release/greenroom

# Faults at random moments, two hundred times; GREENROOM_FAULT_SEED chooses other moments.
# Then fifty UI sessions of four tabs each, for ten minutes; then look-ahead on many trees;
# then thirty faults that the rehearsals of explored courses must find.
soak: setup
	GREENROOM_FAULT_ROUNDS=200 cargo nextest run --profile soak --package greenroom --test stage --no-capture nothing_acknowledged
	GREENROOM_UI_SOAK_SECONDS=600 cargo nextest run --profile soak --package greenroom --test ui --no-capture fifty_sessions
	GREENROOM_PROPERTY_TREES=10000 cargo nextest run --profile soak --package scorm-sequencing --package scorm-session what_is_valid_is_accepted controls_and_request_valid
	GREENROOM_PAGE_ENDS=all GREENROOM_PAGE_RACES=8 cargo nextest run --profile soak --package greenroom --test scenarios --no-capture what_a_page_saves
	GREENROOM_REAL_PACKAGES=all cargo nextest run --profile soak --package greenroom --test scenarios --no-capture answers_about_real_packages
	GREENROOM_MUTANTS=30 cargo nextest run --profile soak --package greenroom --test scenarios --no-capture explored_rehearsals_fail
	GREENROOM_CAUSES=all cargo nextest run --profile soak --package greenroom --test scenarios --no-capture the_verdict_names
	GREENROOM_ALL_LMSS=1 cargo nextest run --profile soak --package greenroom --test scenarios --no-capture create_course

# The examples of deploy/, each read by the program that it is for, and the image, built and run.
deploy-check: setup
	@deploy/setup
	@cargo build --release --quiet
	deploy/check image target/release/greenroom
