#!/bin/sh
# Makes sure that strace is there, which the fsync proof (mvn -Pfsync) watches a JVM with.
set -eu
if command -v strace >/dev/null 2>&1; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "The fsync proof needs strace (Linux only), and there is no apt-get to install it with: install strace." >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "The fsync proof needs strace. Install it as root: apt-get install strace" >&2
    exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends strace
