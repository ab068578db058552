#!/bin/sh
# Makes sure that the browser tests have a browser: Debian's chromium and its driver.
if command -v chromium >/dev/null && command -v chromedriver >/dev/null; then
  exit 0
fi
install="apt-get install -y --no-install-recommends chromium chromium-driver fonts-dejavu-core"
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "installing Chromium for the browser tests"
  export DEBIAN_FRONTEND=noninteractive
  log=$(mktemp)
  if { apt-get update && $install; } >"$log" 2>&1; then
    rm -f "$log"
    exit 0
  fi
  tail -20 "$log" >&2
  rm -f "$log"
  echo "Chromium could not be installed; the browser tests will be skipped" >&2
  exit 0
fi
echo "No Chromium: the browser tests will be skipped. To have them, on Debian, as root:" >&2
echo "  apt-get update && $install" >&2
