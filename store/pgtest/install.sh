#!/bin/sh
# Installs Debian's PostgreSQL when there is none. Downloads are tried again: networks have bad moments.
set -eu

if command -v initdb >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1; then
	exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
	echo "The tests need PostgreSQL, version 13 or later: install it with your system's tools, and add the folder of initdb to PATH." >&2
	exit 1
fi
root=
if [ "$(id -u)" != 0 ]; then
	root=sudo
fi
# The tests start a server of their own, so the package need not start one.
$root mkdir -p /etc/postgresql-common
if [ ! -e /etc/postgresql-common/createcluster.conf ]; then
	echo "create_main_cluster = false" | $root tee /etc/postgresql-common/createcluster.conf >/dev/null
fi
for try in 1 2 3 4; do
	if $root apt-get update -qq && DEBIAN_FRONTEND=noninteractive $root apt-get install -y -qq --no-install-recommends postgresql; then
		exit 0
	fi
	echo "PostgreSQL could not be installed (try $try); once more in 10 s." >&2
	sleep 10
done
echo "PostgreSQL could not be installed." >&2
exit 1
