#!/usr/bin/env bash
# Puts the tools that recipes start into a folder, for the tests: `scripts/recipe-tools.sh DIR`, then run the tests with
# SMART_FIX_TEST_TOOLS=DIR. A tool that this machine cannot install is left out, and its tests say so.
set -uo pipefail
tools=$1
mkdir -p "$tools/bin"

# One after the other, so that one that cannot be had takes no other with it.
for package in prettier@3.10.1 eslint@10.15.0 stylelint@16.8.0 stylelint-config-standard@38.0.0 markdownlint-cli@0.45.0 \
  markdownlint-cli2@0.18.1 oxlint@1.94.0 pnpm@12.21.0 yarn@1.22.22 typescript@5.9.3; do
  npm install --silent --no-audit --no-fund --prefix "$tools" "$package" || echo "left out: $package"
done

if command -v python3 >/dev/null && python3 -m venv "$tools/python"; then
  for package in ruff==0.17.6 black==26.10.1 isort==9.0.2 clang-format==23.1.5 shfmt-py==4.2.0 poetry==2.5.1 uv==0.13.9 pre-commit==4.7.0; do
    "$tools/python/bin/pip" install --quiet --disable-pip-version-check "$package" || echo "left out: $package"
  done
fi

if command -v go >/dev/null; then
  GOBIN=$tools/bin go install golang.org/x/tools/cmd/goimports@v0.52.0 || echo 'left out: goimports'
fi
