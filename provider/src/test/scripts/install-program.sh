#!/bin/sh
# Makes sure that a program is there which some tests start, for example: install-program.sh strace "The fsync proof".
# The package of Debian has the name of the program, unless there is a third argument that names packages.
set -eu
program=$1
tests=$2
packages=${3:-$program}
# Some programs stand there, and not every user's path has it.
PATH="$PATH:/usr/sbin"
if command -v "$program" >/dev/null 2>&1; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "$tests needs $program, and there is no apt-get to install it with: install $packages." >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "$tests needs $program. Install it as root: apt-get install $packages" >&2
    exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $packages
