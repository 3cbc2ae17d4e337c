#!/bin/sh
# What the image contains, step by step. The Dockerfile runs it, and the tests run it without a container engine.
#   deploy/image.sh TARGET    makes the folder TARGET: sources, built pages and production dependencies, nothing else
# Needs Node.js 24 and npm. Run it as the user to whom the files shall belong.
set -eu
cd "$(dirname "$0")/.."
target=${1:?give a folder that does not exist yet}
test ! -e "$target" || { echo "$target exists" >&2; exit 1; }
mkdir -p "$target"

# The sources that the portal runs from. Node.js runs TypeScript itself, so there is nothing else to compile.
cp -R .npmrc package.json package-lock.json tsconfig.json vite.config.ts \
  app cli embedded-database jobs migrations modules public sandboxes "$target"
cd "$target"

# With the bundler, build the pages.
npm ci --include=dev --no-audit --no-fund
node cli/shield.ts build

# Without it and the rest of what only development needs. The image has Node.js already.
npm prune --omit=dev --no-audit --no-fund
rm -rf node_modules/node node_modules/.bin/node node_modules/node-linux-* node_modules/.cache build/lock
