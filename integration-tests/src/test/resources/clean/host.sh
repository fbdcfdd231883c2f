# Makes a clean Debian one that Ansible reaches, with what comes before a playbook: a broker, topics, rights and keys.
#
# usage: bash host.sh DISK
set -Eeuo pipefail

readonly disk=$1
trap 'echo "TRIAL failed: $BASH_COMMAND"' ERR

hostname db1
echo "127.0.1.1 db1" >>/etc/hosts
useradd --create-home --home-dir /srv/admin --shell /bin/bash admin
echo 'admin ALL=(ALL) NOPASSWD:ALL' >/etc/sudoers.d/admin
install -D -m 0600 -o admin /mnt/id.pub /srv/admin/.ssh/authorized_keys
chown admin /srv/admin/.ssh

# The command line for operators alone: services are the playbook's.
dpkg -i /mnt/oasis-runtime_*.deb /mnt/oasis-cli_*.deb >/tmp/said
systemd-run --quiet --unit=broker oasis broker --data-dir /srv/broker/data --port 9092
for ((i = 0; i < 60; i++)); do
  oasis kafka init --bootstrap 127.0.0.1:9092 --kafka-config /srv/broker/secrets/admin.properties --apply >/tmp/said 2>&1 && break
  sleep 1
done
oasis keys init --dir /etc/oasis/keys >/tmp/said
oasis keys host db1 --dir /etc/oasis/keys >/tmp/said
systemd-run --quiet --unit=greedy -p IOAccounting=yes \
  sh -c "while dd if=$disk of=/dev/null bs=4k count=200 iflag=direct 2>/dev/null; do sleep 0.1; done"
