#!/usr/bin/env bash
# Letter ×100, 1.5 million rows in a hundred files: krein-beam against krein. Takes some minutes and 2 GB in $TMPDIR.
set -euo pipefail
cd "$(dirname "$0")"
GOWORK=off go test . -run TestLetter -v -timeout 60m -letter "${1:-100}"
