#!/bin/sh
# Installs the Node MCP servers that the startup benchmark compares with. Does nothing when they are there.
set -eu
cd "$(dirname "$0")"
if ! [ -e node_modules/installed ] || ! cmp -s package-lock.json node_modules/installed; then
  echo "bench: installing Node MCP servers into bench/startup/node_modules"
  ../../scripts/again npm ci --silent --no-audit --no-fund --ignore-scripts
  cp package-lock.json node_modules/installed
fi
