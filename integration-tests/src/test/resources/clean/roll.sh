# Rolls Oasis out by its playbooks to a machine that it reaches by SSH, changes a setting, and takes it back.
#
# usage: bash roll.sh DIRECTORY
set -Eeuo pipefail

readonly directory=$1 root=$1/root address=127.0.0.1
playbooks=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../../../../deploy/ansible" && pwd)
readonly playbooks inventory=$directory/inventory.yml services=(manager agent adapter)
readonly limits=/sys/fs/cgroup/blkio/system.slice/greedy.service/blkio.throttle.read_iops_device

. "$(dirname "${BASH_SOURCE[0]}")/trial.sh"

trap 'tail -40 "$directory/said"; say "failed: line $LINENO: $BASH_COMMAND"' ERR

export LC_ALL=C.UTF-8 ANSIBLE_LOCAL_TEMP=$directory/local ANSIBLE_HOME=$directory/home ANSIBLE_PIPELINING=True
export ANSIBLE_HOST_KEY_CHECKING=False ANSIBLE_SSH_CONTROL_PATH_DIR=$directory/cp
readonly ssh_options=(-i "$directory/id" -o IdentitiesOnly=yes -o UserKnownHostsFile=/dev/null -o StrictHostKeyChecking=no -o LogLevel=ERROR)
export ANSIBLE_SSH_ARGS="-o ControlMaster=auto -o ControlPersist=10s -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"

# The same as on the machine, without its being installed here.
cat >"$directory/oasis" <<OASIS
#!/bin/sh
export JAVA_HOME=$root/usr/lib/oasis/runtime
exec $root/usr/lib/oasis/command/oasis "\$@"
OASIS
chmod +x "$directory/oasis"

there() { ssh "${ssh_options[@]}" "admin@$address" sudo "$@"; }

play() {
  local playbook=$1
  shift
  ansible-playbook -i "$inventory" "$playbooks/$playbook" -u admin --private-key "$directory/id" -e "packages=$directory" \
    -e "secrets=$root/srv/broker/secrets" -e "keys=$root/etc/oasis/keys" -e bootstrap=127.0.0.1:9092 -e "oasis=$directory/oasis" "$@" >"$directory/said" 2>&1
}

# What agents and adapters are told besides.
tell() {
  cat >"$inventory" <<INVENTORY
managers: {hosts: {db1: {ansible_host: $address}}}
hosts: {hosts: {db1: {ansible_host: $address, oasis_agent_settings: {$1}, oasis_adapter_settings: {only: "*oasis-clean-disk"$2}}}}
INVENTORY
}

changed() { grep -o 'changed=[0-9]*' "$directory/said"; }

pids() { there systemctl show -P MainPID "${services[@]/#/oasis-}" | xargs; }

until_so() { wait_until 90 /dev/null "$@"; }

users=$(cat "$root/etc/passwd" "$root/etc/group")
tell '' ''
play oasis.yml --check --diff
say "shown before: $(grep -c '^+bootstrap: 127.0.0.1:9092' "$directory/said") settings, $(grep -c 'password=\|PRIVATE KEY' "$directory/said" || true) secrets"
[[ ! -e $root/etc/oasis/manager.yaml ]]

play oasis.yml
say "rolled out; active by that: $(there systemctl is-active "${services[@]/#/oasis-}" | grep -c '^active')"
play oasis.yml
say "a second run: $(changed)"

is_on_page() { there oasis top --json | grep -q 'greedy.service.*"targetIops".*"reason"'; }
until_so "is on the page" is_on_page
domain=$(there oasis export | grep -o '^  disk:db1:.*oasis-clean-disk' | xargs)
cat >"$root/srv/wanted.yaml" <<WANTED
version: 1
domains:
  $domain:
    mode: ENFORCE
    rails: [{scope: APPLICATION, name: "db1:greedy.service", limitIops: 50}]
WANTED
there oasis import /srv/wanted.yaml --reason trial >"$directory/said"
is_limited() { [[ -n $(there cat $limits) ]]; }
until_so "limited" is_limited

before=$(pids)
tell 'interval-ms: 500' ', onli: x'
! play oasis.yml
say "refused: $(grep -o 'is not a key of adapter; nearest is only' "$directory/said" | head -1); $(changed)"
[[ $(pids) == "$before" ]]
tell 'interval-ms: 500' ', log-level: debug'
play oasis.yml
read -r -a was <<<"$before"
read -r -a is <<<"$(pids)"
for each in 0 1 2; do
  say "${services[each]} $([[ ${was[each]} == "${is[each]}" ]] && echo runs on || echo was started again)"
done
is_reloaded() { there journalctl -q -o cat -u oasis-adapter | grep -o 'in force now: .*'; }
for ((i = 0; i < 60; i++)); do # what reads the journal is behind who writes there
  is_reloaded >/dev/null && break
  sleep 1
done
say "reloaded: $(is_reloaded)"
is_limited
say "limited still"

play remove.yml
say "limited after the removal: $(there cat $limits | wc -l)"
[[ $(cat "$root/etc/passwd" "$root/etc/group") == "$users" ]]
say "no user is left; keys are: $(ls "$root/etc/oasis")"
say "packages are left: $(there dpkg -l "'oasis*'" | awk '$1 == "ii" {print $2}' | xargs)"
say "left: $(there sh -c "'ls -d /var/lib/oasis /var/cache/oasis /run/oasis 2>/dev/null; true'" | xargs)"
play remove.yml
say "a second time: $(changed)"
say done
