# Two commands matter: `make demo` shows Greenroom at work, `make test` checks everything.
# Both install what is missing first.

.PHONY: setup demo test bench conformance docs ci

setup:
	@scripts/setup

demo: setup
	@cargo build --release --quiet
	@scripts/demo target/release/greenroom examples/courses/tea-tasting

test: setup
	cargo xtask ci

ci: test
