#!/bin/sh
# Installs the JavaScript engine that ours is compared with. Does nothing when it is there.
set -eu
cd "$(dirname "$0")"
if ! [ -e node_modules/installed ] || ! cmp -s package-lock.json node_modules/installed; then
  echo "differential: installing scorm-again into tests/differential/node_modules"
  ../../scripts/again npm ci --silent --no-audit --no-fund --ignore-scripts
  cp package-lock.json node_modules/installed
fi
