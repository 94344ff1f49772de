#!/bin/sh
# Builds the engine for the page, and installs the JavaScript engine that it is compared with.
set -eu
cd "$(dirname "$0")"
if ! [ -e node_modules/installed ] || ! cmp -s package-lock.json node_modules/installed; then
  echo "bench: installing scorm-again into bench/engine/node_modules"
  ../../scripts/again npm ci --silent --no-audit --no-fund --ignore-scripts
  cp package-lock.json node_modules/installed
fi
cargo build --quiet --locked --package scorm-wasm --profile wasm --target wasm32-unknown-unknown
