#!/bin/sh
# Installs Howdah from this folder, or removes it again: ./install.sh [--remove] [PREFIX].
# PREFIX is ~/.local, or /usr/local for root.
set -eu
# Others can read what is installed, whatever the umask of the user.
umask 022
cd "$(dirname "$0")"

remove=''
[ "${1:-}" != --remove ] || { remove=1; shift; }
case ${1:-} in
  -*) sed -n 's/^# //p' "$0" | head -2 >&2; exit 2 ;;
esac
if [ "$(id -u)" = 0 ]; then default=/usr/local; else default=$HOME/.local; fi
prefix=${1:-$default}

if [ -n "$remove" ]; then
  find bin share -type f | while read -r file; do rm -f "$prefix/$file"; done
  rmdir "$prefix/share/doc/howdah" 2>/dev/null || true
  echo "Removed Howdah from $prefix. Accounts, drafts and settings are still in ~/.config/howdah and ~/.local/share/howdah."
  exit 0
fi

bin/howdah --version >/dev/null || {
  echo "Howdah needs Linux on x86-64 with glibc @GLIBC@ or later, such as Debian 12 or Ubuntu 22.04." >&2
  exit 1
}
find bin share -type f | while read -r file; do
  mkdir -p "$prefix/$(dirname "$file")"
  # A new file and a rename: the program may be running. Units of systemd have the path of the program.
  case $file in
    *.service) sed "s|/usr/bin/howdah|$prefix/bin/howdah|" "$file" >"$prefix/$file.new" ;;
    *) cp "$file" "$prefix/$file.new" ;;
  esac
  mv -f "$prefix/$file.new" "$prefix/$file"
done
echo "Installed $("$prefix/bin/howdah" --version) in $prefix. To remove it: ./install.sh --remove $prefix"
[ -r /etc/ssl/certs/ca-certificates.crt ] || [ -r /etc/pki/tls/certs/ca-bundle.crt ] \
  || echo 'To reach a server, install the package ca-certificates.'
case :$PATH: in
  *:"$prefix/bin":*) echo 'Try it without an account: howdah --sandbox' ;;
  *) echo "Add $prefix/bin to PATH, then try it without an account: howdah --sandbox" ;;
esac
