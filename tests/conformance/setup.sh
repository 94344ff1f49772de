#!/bin/sh
# Installs the conformance suite of MCP, and a Node that it runs on. Does nothing when they are there.
set -eu
cd "$(dirname "$0")"

if ! [ -e node_modules/installed ] || ! cmp -s package-lock.json node_modules/installed; then
  echo "conformance: installing the suite into tests/conformance/node_modules"
  ../../scripts/again npm ci --silent --no-audit --no-fund --ignore-scripts
  cp package-lock.json node_modules/installed
fi
