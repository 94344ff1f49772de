#!/bin/sh
# Installs the official MCP clients that tests drive the binary with. Does nothing when they are there.
set -eu
cd "$(dirname "$0")"

if ! [ -e .venv/installed ] || ! cmp -s requirements.txt .venv/installed; then
  echo "clients: installing the Python client into tests/clients/.venv"
  python3 -m venv .venv
  ../../scripts/again .venv/bin/pip install --quiet --no-cache-dir --disable-pip-version-check -r requirements.txt
  cp requirements.txt .venv/installed
fi

if ! [ -e node_modules/installed ] || ! cmp -s package-lock.json node_modules/installed; then
  echo "clients: installing the TypeScript client into tests/clients/node_modules"
  ../../scripts/again npm ci --silent --no-audit --no-fund --ignore-scripts
  cp package-lock.json node_modules/installed
fi
