#!/bin/sh
# Installs Debian's Chromium without windows, or else the whole of it. Downloads are tried again: networks have bad moments.
set -eu

if command -v chromium-headless-shell >/dev/null 2>&1; then
	exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
	if command -v chromium >/dev/null 2>&1; then
		exit 0
	fi
	echo "The browser tests need Chromium as /usr/bin/chromium: install it with your system's tools." >&2
	exit 1
fi
root=
if [ "$(id -u)" != 0 ]; then
	root=sudo
fi
for try in 1 2 3 4; do
	$root apt-get update -qq
	for package in chromium-headless-shell chromium; do
		if DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends $package; then
			exit 0
		fi
	done
	echo "Chromium could not be installed (try $try); once more in 10 s." >&2
	sleep 10
done
echo "Chromium could not be installed." >&2
exit 1
