#!/bin/sh
# Makes sure that a program is there which some tests start, for example: install-program.sh strace "The fsync proof".
# The package of Debian has the name of the program, unless packages are named behind that.
set -eu
program=$1
tests=$2
shift 2
[ $# -gt 0 ] || set -- "$program"
# Some programs stand there, and not every user's path has it.
PATH="$PATH:/usr/sbin"
if command -v "$program" >/dev/null 2>&1; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "$tests needs $program, and there is no apt-get to install it with: install $program." >&2
    exit 1
fi
if [ "$(id -u)" -ne 0 ]; then
    echo "$tests needs $program. Install it as root: apt-get install $*" >&2
    exit 1
fi
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
