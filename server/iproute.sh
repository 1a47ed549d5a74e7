#!/bin/sh
# Installs Debian's iproute2 when there is none, for the test that cuts networks. Only the administrator may make networks, so nobody else
# needs it; without it that test is skipped and says so. Downloads are tried again: networks have bad moments.
set -eu

if [ "$(id -u)" != 0 ] || command -v ip >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
	exit 0
fi
for try in 1 2 3 4; do
	if apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends iproute2; then
		exit 0
	fi
	echo "iproute2 could not be installed (try $try); once more in 10 s." >&2
	sleep 10
done
echo "iproute2 could not be installed: no network will be cut." >&2
