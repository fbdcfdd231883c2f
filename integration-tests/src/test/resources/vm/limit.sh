# Does what an administrator does with the packages, and an operator with an application.
set -Eeuo pipefail

readonly here=/mnt/trial data=/mnt/trial/data etc=/etc/oasis
readonly token=$data/manager/access/admin.token limits=/sys/fs/cgroup/system.slice/greedy.service/io.max
. "$here/site" # host, lease, and the ports of broker and manager, which are outside
. "$here/trial.sh"

fail() {
  cat /tmp/tried || true
  systemctl list-units --failed --no-legend
  for unit in oasis-{manager,agent,adapter} greedy; do
    echo "$unit:"
    journalctl --no-pager -o cat -n 30 -u "$unit"
  done
  cat "${limits%/*}"/io.{max,stat}
  cat /var/lib/oasis/adapter/guardian.log
  ask "${domain-}"
  ask "${domain-}/queues"
  say "failed: $*"
}
trap 'fail line $LINENO' ERR

until_so() { wait_until 100 /tmp/tried "$@"; }

# Asks the manager for PATH below its domains.
ask() {
  curl -sf -H "Authorization: Bearer $(<"$token")" -H 'Content-Type: application/json' "http://127.0.0.1:$manager/api/v1/domains${1:+/$1}" "${@:2}"
}

for port in "$broker" "$manager"; do
  systemd-run --quiet --unit="outside-$port" --socket-property="ListenStream=127.0.0.1:$port" \
    /lib/systemd/systemd-socket-proxyd "192.0.2.2:$port"
done

# Secrets and settings of SERVICE as the playbooks put them: OWNER, SETTINGS, and the keys it is to have.
configure() {
  local service=$1 owner=$2 settings=$3
  install -d -m 0700 "$etc/$service"
  install -m 0600 "$data/secrets/$service.properties" "$etc/$service/kafka.properties"
  cp -r "${@:4}" "$etc/$service/"
  chown -R "$owner" "$etc/$service"
  printf 'bootstrap: %s\nkafka-config: %s\n%b' "127.0.0.1:$broker" "$etc/$service/kafka.properties" "$settings" \
    >"$etc/$service.yaml"
}
configure manager oasis-manager "signing-key: $etc/manager/signing.pem\nhost-secret: $etc/manager/hosts.secret\n" \
  "$data"/keys/{signing.pem,hosts.secret}
configure agent oasis-agent "host: $host\nhost-token: $etc/agent/host.token\n" "$data/keys/host.token"
configure adapter root "host: $host\nhost-token: $etc/adapter/host.token\ntrust: $etc/adapter/trust\nlease-ms: $lease\n" \
  "$data"/keys/{host.token,trust}
starts() {
  systemctl start "oasis-$1"
  say "$1 is $(systemctl is-active "oasis-$1")"
}
starts agent
starts adapter

# An application, and an operator who limits it.
systemd-run --quiet --unit=greedy -p IOAccounting=yes fio --name=greedy --filename=/dev/vda --direct=1 --rw=randread \
  --rate_iops=200 --time_based --runtime=3600 --output=/dev/null
domain_is_known() { domain=$(ask "" | jq -er '.domains[] | select(.domain | endswith(":serial:trial")) | .slug'); }
until_so "domain is known" domain_is_known
# To IOPS, as the next after REVISION.
limit_to() {
  ask "$domain/guard-rails" -X PUT -o /tmp/tried -d "$(jq -n --arg name "$host:greedy.service" --argjson iops "$1" \
    --argjson revision "$2" '{revision: $revision, reason: "trial", rails: [{scope: "APPLICATION", name: $name, limitIops: $iops}]}')"
}
limit_to 50 0
ask "$domain/mode" -X PUT -o /tmp/tried -d '{"mode": "ENFORCE", "reason": "trial"}'

is_limited() { grep -q 'iops=[1-9]' "$limits"; }
is_free() { ! grep -q . "$limits"; }
until_so "limited" is_limited
kill -KILL "$(systemctl show -P MainPID oasis-adapter)"
until_so "free after a kill" is_free
until_so "limited again" is_limited
for service in agent adapter; do
  say "$service was started again $(systemctl show -P NRestarts "oasis-$service") times"
done

# Started anew, as by an upgrade.
watch() { while sleep 0.1; do is_limited || echo free >>/tmp/free; done; }
: >/tmp/free
watch &
systemctl restart oasis-adapter
kill $!
say "a restart found it free $(wc -l </tmp/free) times"
was=$(<"$limits")
limit_to 40 2
is_limited_anew() { is_limited && [[ $(<"$limits") != "$was" ]]; }
until_so "limited by its successor" is_limited_anew
systemctl stop oasis-adapter
until_so "free after a stop" is_free

# As it is emulated it may take longer than a unit waits.
mkdir -p /run/systemd/system/oasis-manager.service.d
printf '[Service]\nTimeoutStartSec=10min\n' >/run/systemd/system/oasis-manager.service.d/slow.conf
systemctl daemon-reload
systemctl stop greedy oasis-agent
starts manager
say done
