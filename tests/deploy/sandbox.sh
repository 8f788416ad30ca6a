#!/bin/sh
# Runs a command as in the container: the application in /app and the whole file system read-only,
# except for /data and /tmp, as the user 1000, without capabilities.
#   unshare --mount sandbox.sh ROOT APP DATA NODE command...
set -eu
root=$1 app=$2 data=$3 node=$4
shift 4
mount --make-rprivate /
mount -t tmpfs none "$root"
for name in bin lib lib64; do
  if [ -L "/$name" ]; then cp -P "/$name" "$root/$name"; fi
done
for name in bin dev etc lib lib64 proc usr; do
  if [ -d "/$name" ] && [ ! -L "/$name" ]; then
    mkdir "$root/$name"
    mount --rbind "/$name" "$root/$name"
  fi
done
mkdir "$root/app" "$root/data" "$root/tmp" "$root/opt"
touch "$root/opt/node"
mount --bind "$node" "$root/opt/node"
mount --bind "$app" "$root/app"
mount --bind "$data" "$root/data"
mount -t tmpfs none "$root/tmp"
for name in app etc usr; do mount -o remount,ro,bind "$root/$name"; done
mount -o remount,ro "$root"
exec chroot "$root" setpriv --reuid=1000 --regid=1000 --clear-groups --no-new-privs \
  --bounding-set=-all --inh-caps=-all env -i -C /app "$@"
