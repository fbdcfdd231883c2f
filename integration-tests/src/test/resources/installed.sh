# Installs packages over this system without changing it, uses them, purges them, and says what is left.
#
# usage: unshare -m bash installed.sh DIRECTORY-OF-PACKAGES STATE
#
# What is written goes to memory, above a root file system that is only read; so what is there in the end is what was
# left. STATE is what an adapter left when it was killed, or none.
set -euo pipefail

readonly packages=$1 state=$2

mount --make-rprivate /
readonly over=$packages/over
mkdir -p "$over"
mount -t tmpfs none "$over"
mkdir "$over"/{upper,work,root}
mount -t overlay overlay -o "lowerdir=/,upperdir=$over/upper,workdir=$over/work" "$over/root"
for directory in proc dev sys; do mount --rbind "/$directory" "$over/root/$directory"; done
# Others' Oasis of this host is no part of it.
rm -rf "$over/root/var/lib/oasis" "$over/root/etc/oasis" "$over/root/usr/lib/oasis"
mkdir -p "$over/root/mnt/packages"
mount --bind "$packages" "$over/root/mnt/packages"

inside() { chroot "$over/root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C "$@"; }

inside sh -c 'dpkg --force-unsafe-io -i /mnt/packages/oasis*.deb'
for service in agent manager; do
  inside getent passwd "oasis-$service"
  inside su -s /bin/sh "oasis-$service" -c "/usr/bin/oasis-$service --help" | grep -i "usage: oasis $service"
done
inside oasis-adapter --help
inside oasis config check /etc/oasis/adapter.yaml
inside oasis version
inside bash -c 'source /usr/share/bash-completion/completions/oasis-adapter && complete -p oasis-adapter'
if [[ $state != none ]]; then
  mkdir -p "$over/root/var/lib/oasis/adapter"
  cp -a "$state/." "$over/root/var/lib/oasis/adapter/"
fi
inside dpkg --force-unsafe-io -P oasis-cli oasis-agent oasis-adapter oasis-manager oasis-runtime

umount -l "$over/root/mnt/packages"
rmdir "$over/root/mnt/packages"
# What dpkg keeps for itself, and what programs of the system write when anything is installed.
left=$(cd "$over/upper" && find . ! -type d ! -path './var/lib/dpkg/*' ! -path './var/cache/*' ! -path './var/log/*' \
  ! -name '*-' ! -path './etc/.pwd.lock' ! -path './etc/ld.so.cache' ! -path './run/*' \
  ! -path './var/lib/oasis*')
status=0
for file in $left; do
  # A file of users is written anew, with what was in it before.
  if [[ ! -f /$file ]] || ! cmp -s "$over/upper/$file" "/$file"; then
    echo "left: $file"
    status=1
  fi
done
for place in var/lib/oasis run/oasis etc/oasis usr/lib/oasis; do
  if [[ -e $over/root/$place ]]; then
    echo "left: $place"
    status=1
  fi
done
if grep -q oasis "$over/root/etc/passwd" "$over/root/etc/group"; then
  echo "left: a user"
  status=1
fi
exit "$status"
