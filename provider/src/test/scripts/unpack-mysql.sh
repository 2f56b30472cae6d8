#!/bin/sh
# Downloads the Debian packages of a MySQL server and its dependencies, unpacks them in a folder, and creates the data
# directory of a new server. The script installs nothing and needs no root rights.
# Usage: unpack-mysql.sh FOLDER
set -eu
home=$1
suite=sid
packages="mysql-server-core libc6 libstdc++6 libgcc-s1 libicu78 libssl3t64 libzstd1 libprotobuf-lite32t64 zlib1g liblz4-1
 libaio1t64 libnuma1 libgoogle-perftools4t64 libtcmalloc-minimal4t64 libunwind8 liblzma5"

[ -d "$home/data" ] && exit 0
if ! command -v apt-get > /dev/null || [ "$(uname -m)" != x86_64 ]; then
  echo "The tests on MySQL need apt-get and Debian packages for x86-64 to download their server." >&2
  exit 1
fi
work=$home.unfinished
rm -rf "$work"
mkdir -p "$work/apt/lists/partial" "$work/apt/archives/partial" "$work/apt/none" "$work/debs" "$work/root"
cat > "$work/apt/list.sources" << END
Types: deb
URIs: http://deb.debian.org/debian
Suites: $suite
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
END
apt() {
  apt-get -q -o Dir::Etc::sourcelist="$work/apt/list.sources" -o Dir::Etc::sourceparts="$work/apt/none" \
    -o Dir::State::Lists="$work/apt/lists" -o Dir::Cache="$work/apt" -o Dir::Cache::archives="$work/apt/archives" \
    -o APT::Sandbox::User="$(id -un)" "$@"
}
apt update
# shellcheck disable=SC2086 # one argument for each package
(cd "$work/debs" && apt download $packages)
for package in "$work"/debs/*.deb; do
  dpkg-deb -x "$package" "$work/root"
done
rm -rf "$work/apt" "$work/debs"

# Starts the server with the unpacked libraries, independently of the machine. Arguments are options of the server.
cat > "$work/mysqld" << 'END'
#!/bin/sh
home=$(cd "$(dirname "$0")" && pwd)
libraries=$home/root/usr/lib/x86_64-linux-gnu
exec "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries" "$home/root/usr/sbin/mysqld" --no-defaults \
  --user="$(id -un)" --basedir="$home/root/usr" --lc-messages-dir="$home/root/usr/share/mysql" \
  --character-sets-dir="$home/root/usr/share/mysql/charsets" --mysqlx=OFF --secure-file-priv=NULL "$@"
END
chmod +x "$work/mysqld"
"$work/mysqld" --datadir="$work/data" --initialize-insecure
# Without this file, each server creates its own UUID.
rm -f "$work/data/auto.cnf"
mv "$work" "$home"
