# Makes a clean Debian, starts it as a machine of its own whose first process is its systemd, and runs a program in it.
#
# usage: bash boot.sh DIRECTORY PROGRAM [OUTSIDE PACKAGE,...]
#
# OUTSIDE is run on this machine afterwards, in the network of the other, which has these packages of Debian, too.
# It has this kernel, of cgroup version 1 beside 2, and processes, mounts, network and cgroups of its own: of the cgroup hierarchies it sees one directory of
# each, made for it. DIRECTORY's *.deb, *.pub, by-hand-*.sh and PROGRAM are in its /mnt, beside trial.sh. Its one disk is a loop device. What it leaves is removed. Ends
# with 75 where no mirror of Debian answers.
set -euo pipefail

readonly directory=$1 program=$2 outside=${3:-} packages=${4:+,$4} hierarchies=(systemd unified blkio)
readonly root=$directory/root name=oasis-clean-$$

. /etc/os-release
mirror=$(apt-get indextargets --format '$(SITE) $(CODENAME)' 'Created-By: Packages' | awk -v of="$VERSION_CODENAME" '$2 == of {print $1; exit}')
if ! curl -sfIL --max-time 60 -o /dev/null "${mirror%/}/dists/$VERSION_CODENAME/InRelease"; then
  echo "no answer of $mirror"
  exit 75
fi
unshare -m debootstrap --variant=minbase --include=systemd-sysv$packages "$VERSION_CODENAME" "$root" "$mirror" >"$directory/debootstrap.log" 2>&1 || {
  tail -3 "$directory/debootstrap.log"
  exit 1
}
shopt -s nullglob
cp "$directory"/*.deb "$directory"/*.pub "$directory"/by-hand-*.sh "$directory/$program" "$(dirname "${BASH_SOURCE[0]}")/trial.sh" "$root/mnt/"
truncate -s 64M "$directory/oasis-clean-disk"

machine=
loop=$(losetup --find --show "$directory/oasis-clean-disk")
remove() {
  [[ -z $machine ]] || kill -KILL "$machine" 2>/dev/null || true
  wait
  for hierarchy in "${hierarchies[@]}"; do
    for ((i = 0; i < 50; i++)); do # what was killed is there for a moment
      [[ -d /sys/fs/cgroup/$hierarchy/$name ]] || break
      find "/sys/fs/cgroup/$hierarchy/$name" -depth -type d -exec rmdir {} + 2>/dev/null && break
      sleep 0.1
    done
    [[ ! -d /sys/fs/cgroup/$hierarchy/$name ]] || echo "left: /sys/fs/cgroup/$hierarchy/$name"
  done
  losetup --detach "$loop"
}
trap remove EXIT

cat >"$directory/init.sh" <<'INIT'
set -euo pipefail
root=$1 loop=$2
mount --make-rprivate /
mount --bind "$root" "$root"
ip link set lo up
cd "$root"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sys sys
mount -t tmpfs -o mode=755 dev dev
for node in null zero full random urandom tty "${loop#/dev/}"; do
  touch "dev/$node"
  mount --bind "/dev/$node" "dev/$node"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 pts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 run run
mount -t tmpfs tmp tmp
mount -t tmpfs -o mode=755 cgroup sys/fs/cgroup
mkdir sys/fs/cgroup/{systemd,unified,blkio}
mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
mount -t cgroup2 cgroup2 sys/fs/cgroup/unified
mount -t cgroup -o blkio cgroup sys/fs/cgroup/blkio
mkdir -p mnt/outside
pivot_root . mnt/outside
umount -l /mnt/outside
rmdir /mnt/outside
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --show-status=no --log-target=null
INIT

# In a shell of its own, which goes into the cgroups and stays there.
bash -c 'set -e
  for each in "${@:3}"; do mkdir "/sys/fs/cgroup/$each"; echo $$ >"/sys/fs/cgroup/$each/cgroup.procs"; done
  exec unshare --mount --net --pid --fork --kill-child --cgroup --uts --ipc bash "$1/init.sh" "$1/root" "$2"' \
  - "$directory" "$loop" "${hierarchies[@]/%//$name}" &
machine=$!

first() {
  local children
  children=$(<"/proc/$machine/task/$machine/children")
  echo "${children% }"
}
inside() {
  nsenter -t "$(first)" -m -n -p -C -u -i -r -w env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 "$@"
}
for ((i = 0; i < 300; i++)); do
  state=$(inside systemctl is-system-running 2>/dev/null || true)
  [[ $state != running ]] || break
  sleep 0.1
done
if [[ $state != running ]]; then
  echo "systemd is not running: $state"
  inside systemctl list-units --failed --no-legend || true
  exit 1
fi
inside bash "/mnt/$program" "$loop"
[[ -z $outside ]] || nsenter -t "$(first)" -n bash "$outside" "$directory"
