# Boots this system's Debian a second time, emulated in software and with packages installed, and prints what its console says.
#
# usage: bash boot.sh DIRECTORY PROGRAM
#
# The machine has the newest kernel in /boot, systemd as its first process and a disk of its own. Its root file system is this
# one's, which it only reads (what is written there goes to its memory), below what DIRECTORY/*.deb hold. It reaches this system's
# loopback address as 192.0.2.2. It runs nobody's services but DIRECTORY/PROGRAM,
# as root, which knows DIRECTORY as /mnt/trial and finds trial.sh there.
set -euo pipefail

readonly directory=$1 program=$2
readonly modules=(virtio_pci virtio_blk virtio_net 9pnet_virtio 9p overlay)

cp "$(dirname "${BASH_SOURCE[0]}")/../clean/trial.sh" "$directory/"

# Unpacked out here, as emulated that takes minutes.
mkdir "$directory/control"
for package in "$directory"/*.deb; do
  dpkg-deb -x "$package" "$directory/installed"
  dpkg-deb -e "$package" "$directory/control/$(dpkg-deb -f "$package" Package)"
done

kernel=$(find /boot -name 'vmlinuz-*' | sort -V | tail -1)
readonly files=$directory/machine
mkdir -p "$files"/{bin,modules,proc,sys,dev,lower,directory,over,root}
cp "$(command -v busybox)" "$files/bin/busybox"
number=100
for module in "${modules[@]}"; do
  while read -r action file _; do
    if [[ $action == insmod ]]; then
      cp "$file" "$files/modules/$((number++))-${file##*/}"
    fi
  done < <(modprobe -S "${kernel#*vmlinuz-}" --show-depends "$module")
done

cat >"$files/init" <<INIT
#!/bin/busybox sh
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
for module in /modules/*; do insmod \$module 2>/dev/null; done
ip link set lo up
ip address add 192.0.2.15/24 dev eth0
ip link set eth0 up
mount -t 9p -o ro,trans=virtio,version=9p2000.L,cache=loose,msize=524288 system /lower
mount -t tmpfs -o size=80% over /over
mkdir /over/upper /over/work
mount -t 9p -o ro,trans=virtio,version=9p2000.L,cache=loose,msize=524288 directory /directory
mount -t overlay -o lowerdir=/directory/installed:/lower,upperdir=/over/upper,workdir=/over/work overlay /root
cd /root
# Without signs of a container that this may be, and without other services of this host.
rm -rf .dockerenv etc/systemd/system etc/fstab etc/rc?.d var/lib/oasis
mkdir etc/systemd/system
cat >etc/systemd/system/trial.service <<'UNIT'
[Unit]
After=basic.target
[Service]
Type=oneshot
ExecStartPre=/bin/sh -ec 'for script in /mnt/trial/control/*/postinst; do \$\$script configure; done; echo TRIAL installed'
ExecStart=/bin/bash /mnt/trial/$program
ExecStopPost=/bin/systemctl poweroff --force --force
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
UNIT
cat >etc/systemd/system/trial.target <<UNIT
[Unit]
Requires=basic.target trial.service
AllowIsolate=yes
UNIT
mount -t tmpfs run run
mount -t tmpfs tmp tmp
mkdir -p mnt/trial
mount -o bind /directory mnt/trial
for each in proc sys dev; do mount -o move /\$each \$each; done
exec switch_root . /lib/systemd/systemd
INIT
chmod +x "$files/init"
(cd "$files" && find . | cpio -o -H newc --quiet) >"$directory/machine.cpio"
truncate -s 256M "$directory/disk"

# One thread: with more a JVM that changes its own code was seen to fall into half of it.
exec timeout --foreground 20m qemu-system-x86_64 -accel tcg,thread=single -cpu max -smp 1 -m 3072 -nodefaults -display none -serial stdio -no-reboot \
  -kernel "$kernel" -initrd "$directory/machine.cpio" \
  -append "console=ttyS0 quiet panic=-1 systemd.unit=trial.target systemd.show_status=no net.ifnames=0" \
  -fsdev local,id=system,path=/,security_model=none,readonly=on,multidevs=remap \
  -device virtio-9p-pci,fsdev=system,mount_tag=system \
  -fsdev "local,id=directory,path=$directory,security_model=none,readonly=on" \
  -device virtio-9p-pci,fsdev=directory,mount_tag=directory \
  -drive "file=$directory/disk,if=none,id=disk,format=raw,cache=writeback" \
  -device virtio-blk-pci,drive=disk,serial=trial \
  -netdev user,id=net,net=192.0.2.0/24 -device virtio-net-pci,netdev=net,romfile= </dev/null
