#!/bin/sh
# Installs a program that some tests start, unless it is installed. Example: install-program.sh strace "The fsync proof".
# By default, the Debian package has the name of the program. A third argument names other packages.
set -eu
program=$1
tests=$2
packages=${3:-$program}
# Some programs are in /usr/sbin, which the path of some users does not contain.
PATH="$PATH:/usr/sbin"
if command -v "$program" >/dev/null 2>&1; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "$tests needs $program, and apt-get is missing. Install $packages." >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "$tests needs $program. Install it as root: apt-get install $packages" >&2
    exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
