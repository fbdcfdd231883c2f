# Does on a clean Debian what an administrator does: installs, edits, starts and purges by the lines of docs/guide/deploy.md
# (by-hand-*.sh), limits and reloads.
#
# usage: bash person.sh DISK
set -Eeuo pipefail

readonly disk=$1 etc=/etc/oasis services=(manager agent adapter)
readonly limits=/sys/fs/cgroup/blkio/system.slice/greedy.service/blkio.throttle.read_iops_device
readonly soon=60 # s, from the start to the first allocation
users=$(cat /etc/passwd /etc/group)

. /mnt/trial.sh

fail() {
  systemctl list-units --failed --no-legend
  for unit in broker greedy "${services[@]/#/oasis-}"; do
    echo "$unit:"
    journalctl --no-pager -o cat -n 20 -u "$unit"
  done
  tail -5 /tmp/said
  say "failed: $*"
}
trap 'fail line $LINENO: $BASH_COMMAND' ERR

until_so() { wait_until 150 /tmp/said "$@"; }

files() {
  find / -xdev \( ! -type d -o -path '*oasis*' \) ! -path '/var/lib/dpkg/*' ! -path '/var/lib/apt/*' ! -path '/var/cache/apt/*' \
    ! -path '/var/cache/debconf/*' ! -path '/var/cache/ldconfig/*' ! -path '/var/log/*' ! -path '/srv/*' | sort
  find /run -name '*oasis*' ! -path '/run/systemd/*' | sort
}

# Runs lines of the guide.
by_hand() { (cd /mnt && sed 's/kafka1:9092/127.0.0.1:9092/' "by-hand-$1.sh" | bash -e); }

hostname db1
echo 'APT::Get::Assume-Yes "true";' >/etc/apt/apt.conf.d/90yes
files >/run/before
by_hand 1 >/tmp/said 2>&1
say "installed; active by that: $(systemctl list-units --no-legend --state=active 'oasis-*' | wc -l)"
say "an upgrade of Debian would replace: $(apt-get -s dist-upgrade | grep -c '^Inst oasis' || true)"

# In the place of a Kafka of their own the broker for trials.
systemd-run --quiet --unit=broker oasis broker --data-dir /srv/broker/data --port 9092
until_so "topics and rights" by_hand 2
echo "only: \"*oasis-clean-disk\"" >>"$etc/adapter.yaml"
# Later both are away at once, for as long as they take to start; no limit that is under way then may have a shorter lease.
for service in manager adapter; do
  echo 'lease-ms: 60000' >>"$etc/$service.yaml"
done
systemd-run --quiet --unit=greedy -p IOAccounting=yes \
  sh -c "while dd if=$disk of=/dev/null bs=4k count=200 iflag=direct 2>/dev/null; do sleep 0.1; done"

readonly started=$SECONDS
by_hand 3 >/tmp/said 2>&1
grep -q '^http.*#login=' /tmp/said
is_on_page() { oasis top --json | grep -q 'greedy.service.*"targetIops".*"reason"'; }
until_so "is on the page" is_on_page
echo "first allocation after $((SECONDS - started)) s"
((SECONDS - started <= soon))
by_hand 4 >/tmp/said 2>&1
until_so "is on the page with keys" is_on_page
# Warnings, but for the one about what hosts wrote to Kafka before they had keys.
said_by() { journalctl -q -o cat -p warning "_SYSTEMD_INVOCATION_ID=$(systemctl show -P InvocationID "oasis-$1")" | grep -v 'oasis.inventory: not sealed by any host' || true; }
for service in "${services[@]}"; do
  systemctl status "oasis-$service" >/tmp/said
  said_by "$service"
  say "$service is $(systemctl is-active "oasis-$service"), $(said_by "$service" | wc -l) warnings, started again $(systemctl show -P NRestarts "oasis-$service") times"
done

# To 50 IOPS, in ENFORCE.
oasis export --out /srv/all.yaml
domain=$(oasis top --json | grep -o '"domain":"[^"]*"\|db1:greedy.service' | grep -B1 greedy | head -1 | cut -d'"' -f4)
grep -q "^  $domain:$" /srv/all.yaml
cat >/srv/wanted.yaml <<WANTED
version: 1
domains:
  $domain:
    mode: ENFORCE
    rails: [{scope: APPLICATION, name: "db1:greedy.service", limitIops: 50}]
WANTED
oasis import /srv/wanted.yaml --reason trial >/tmp/said
is_limited() { grep -q . "$limits"; }
is_free() { ! grep -q . "$limits"; }
until_so "limited" is_limited

echo 'never: "*greedy*"' >>"$etc/adapter.yaml"
systemctl reload oasis-adapter
until_so "free after a reload" is_free
sed -i '/^never:/d' "$etc/adapter.yaml"
systemctl reload oasis-adapter
until_so "limited after another" is_limited

# A newer release in the place of this one.
mkdir -p /srv/newer
for package in /mnt/*.deb; do
  dpkg-deb -R "$package" /srv/unpacked
  sed -i 's/^Version: .*/&+newer/' /srv/unpacked/DEBIAN/control
  dpkg-deb -Znone -b /srv/unpacked "/srv/newer/$(basename "$package")"
  rm -r /srv/unpacked
done >/tmp/said 2>&1
settings=$(cat "$etc"/*.yaml)
(while is_limited; do sleep 0.05; done && touch /run/was-free) &
readonly watch=$!
apt-get install /srv/newer/*.deb >/tmp/said 2>&1
until_so "is on the page with newer packages" is_on_page
kill "$watch"
[[ $(cat "$etc"/*.yaml) == "$settings" && ! -e /run/was-free ]]
sed -i '/^lease-ms:/d' "$etc/manager.yaml" "$etc/adapter.yaml" # with the next start
say "limited all the while, configured as before, $(dpkg-query -W -f '${Version}\n' 'oasis-*' | grep -vc +newer || true) packages are of before"

# As when one hangs; a shorter time than the minute of the units, and the lease is over before.
for service in "${services[@]}"; do
  install -d "/run/systemd/system/oasis-$service.service.d"
  printf '[Service]\nWatchdogSec=20s\n' >"/run/systemd/system/oasis-$service.service.d/sooner.conf"
done
systemctl daemon-reload
systemctl restart "${services[@]/#/oasis-}"
until_so "limited after a restart" is_limited
for service in "${services[@]}"; do
  kill -STOP "$(systemctl show -P MainPID "oasis-$service")"
done
until_so "free while all hang" is_free
is_started_again() { (($(systemctl show -P NRestarts "oasis-$1") > 0)); }
for service in "${services[@]}"; do
  until_so "$service was started again" is_started_again "$service"
done
until_so "limited by them" is_limited

by_hand 5 >/tmp/said 2>&1
say "limits after the purge: $(find /sys/fs/cgroup/blkio -name 'blkio.throttle.*_device' -exec cat {} + | wc -l)"
systemctl stop greedy broker
[[ $(cat /etc/passwd /etc/group) == "$users" ]]
say "no user is left"
files | comm -13 /run/before - | sed 's/^/TRIAL left: /'
say "topics are left: $(find /srv/broker -type d -name 'oasis.requests-*' | wc -l)"
say done
