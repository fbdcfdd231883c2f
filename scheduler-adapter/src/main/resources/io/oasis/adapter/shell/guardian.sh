# The guardian of an Oasis adapter: lets go of every limit when the adapter cannot do so itself.
#
# usage: bash guardian.sh STATE_DIR LEASE_SECONDS [JAVA CLASS_PATH]
#
# Reads a line per heartbeat from its input and answers each with a line. `beat SECONDS` says how
# long the first lease still runs. When its input ends (the adapter died) or stays silent for so
# long, LEASE_SECONDS after anything else (the adapter is stopped or hangs), it restores what
# STATE_DIR/journal says was there before, removes the journal and exits. `bye` ends it at once if
# nothing is left to restore. After `leave SECONDS` the end of its input is waited out, too: the next
# adapter takes over what is in force, and its guardian kills this one. Its format: the package documentation of io.oasis.adapter.journal.
set -u
LC_ALL=C # numbers with a point
umask 077 # whoever may read a file may lock it
trap '' HUP INT TERM PIPE # it must outlive whoever is stopped around it

readonly state=$1 lease=$2 java=${3:-} class_path=${4:-}
readonly journal=$state/journal
readonly sys=${OASIS_SYS:-/sys}
readonly tries=60

readonly chunk=500 # directories one stat is asked for

declare -A kind inode device generation directory before previous last
declare -A inode_now generation_now

# What part $1 (0 riops, 1 wiops, 2 rbps, 3 wbps) of place $2 holds, into $value; 0 for no limit.
read_part() {
  local line word
  value=0
  if [[ ${kind[$2]} == cgroup-v1 ]]; then
    local names=(read_iops write_iops read_bps write_bps)
    file=${directory[$2]}/blkio.throttle.${names[$1]}_device
    while IFS=' ' read -r line word; do
      if [[ $line == "${device[$2]}" ]]; then value=$word; fi
    done 2>/dev/null <"$file" || return 1
  else
    local keys=(riops wiops rbps wbps)
    file=${directory[$2]}/io.max
    while IFS=' ' read -r line word; do
      if [[ $line == "${device[$2]}" && " $word " =~ \ ${keys[$1]}=([0-9]+)\  ]]; then
        value=${BASH_REMATCH[1]}
      fi
    done 2>/dev/null <"$file" || return 1
  fi
}

# Writes value $3 to part $1 of place $2.
write_part() {
  if [[ ${kind[$2]} == cgroup-v1 ]]; then
    printf '%s %s\n' "${device[$2]}" "$3" >"$file"
  else
    local keys=(riops wiops rbps wbps) limit=$3
    ((limit)) || limit=max
    printf '%s %s=%s\n' "${device[$2]}" "${keys[$1]}" "$limit" >"$file"
  fi
}

# Limits that another process holds: a program talks to it, and restores all that the journal says.
restore_elsewhere() {
  "$java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -Xmx64m \
    -cp "$class_path" io.oasis.adapter.RestoreMain "$state" >&2
}

# Puts back what was there before, part by part, where it still holds what the adapter wrote.
restore_place() {
  local id=$1 same value file part old mine earlier
  [[ ${inode_now[${directory[$id]}]:-} == "${inode[$id]}" ]] || return 0
  same=$((generation_now[${device[$id]}] == generation[$id]))
  for part in 0 1 2 3; do
    old=(${before[$id]}) earlier=(${previous[$id]}) mine=(${last[$id]})
    old=${old[part]} earlier=${earlier[part]} mine=${mine[part]}
    [[ $mine == "$old" && $earlier == "$old" ]] && continue
    read_part "$part" "$id" || return 1
    [[ $value == "$old" ]] && continue
    if [[ $value == "$mine" || $value == "$earlier" ]]; then
      ((same)) || old=0
      write_part "$part" "$id" "$old" || return 1
      echo "restored ${directory[$id]} ${device[$id]} part $part: $value -> $old" >&2
    else
      echo "left ${directory[$id]} ${device[$id]} part $part: somebody else wrote $value" >&2
    fi
  done
}

# Sets REPLY to where sysfs has a device. Podman hides dev/block from containers: then a disk that has the number is looked for.
find_device() {
  local number disks
  REPLY=$sys/dev/block/$1
  [[ -d $REPLY ]] && return
  set +f
  disks=("$sys"/block/*)
  set -f
  for REPLY in "${disks[@]}"; do
    read -r number 2>/dev/null <"$REPLY/dev" && [[ $number == "$1" ]] && return
  done
  return 1
}

# Looks at what the places are now: inode of each directory, generation of each device. A cgroup's
# name has no line end, the kernel refuses it.
look() {
  local id line directories=() number IFS=$'\n'
  inode_now=() generation_now=()
  for id in "${!kind[@]}"; do
    directories+=("${directory[$id]}")
    number=${device[$id]}
    [[ -n ${generation_now[$number]:-} ]] && continue
    generation_now[$number]=-1
    if find_device "$number"; then
      line=0
      read -r line 2>/dev/null <"$REPLY/diskseq"
      generation_now[$number]=$line
    fi
  done
  for ((at = 0; at < ${#directories[@]}; at += chunk)); do
    # neither <() nor <<<: /dev/fd and a place for a temporary file may be missing
    for line in $(stat -c '%i %n' -- "${directories[@]:at:chunk}" 2>/dev/null); do
      inode_now[${line#* }]=${line%% *}
    done
  done
}

# Reads the journal; a last line without line end is torn and not read. Nor is one with signs that the
# adapter does not write: bash would look for commands in what it counts with or indexes by.
read_journal() {
  local op id rest
  while IFS=' ' read -r op id rest; do
    [[ -z $id || $id == *[!0-9]* || $rest == *[!a-zA-Z0-9/._:@%\ -]* ]] && continue
    set -- $rest
    case $op in
      B)
        kind[$id]=$1 inode[$id]=$2 device[$id]=$3 generation[$id]=$4
        printf -v "directory[$id]" '%b' "${5//%/\\x}"
        before[$id]="$6 $7 $8 $9" previous[$id]="$6 $7 $8 $9" last[$id]="$6 $7 $8 $9"
        ;;
      W)
        if [[ -n ${kind[$id]:-} ]]; then
          previous[$id]=${last[$id]}
          last[$id]="$1 $2 $3 $4"
        fi
        ;;
      E) unset "kind[$id]" ;;
    esac
  done <"$journal"
}

restore() {
  local id failed=0
  [[ -f $journal ]] || return 0
  kind=() # what an earlier try read
  read_journal || return 1
  for id in "${!kind[@]}"; do
    [[ ${kind[$id]} == cgroup-* ]] && continue
    restore_elsewhere
    return
  done
  look
  for id in "${!kind[@]}"; do
    restore_place "$id" || failed=1
  done
  ((failed)) || rm -f -- "$journal"
  return "$failed"
}

set -f # words of the journal are not file names
readonly lock=$state/guardian.lock
exec 9>>"$lock" || exit 3
[[ -O $lock ]] && chmod 600 "$lock" # as it was made before
patience=2
[[ -e $state/hand-over ]] && patience=0.1
if ! flock -w "$patience" 9; then # an older guardian still restores, waits for this one, is stopped or hangs
  older=$(<"$lock")
  if [[ -n $older && $(tr '\0' ' ' 2>/dev/null <"/proc/$older/cmdline") == *"/guardian.sh $state "* ]]; then
    echo "the guardian $older does not end by itself: killing it" >&2
    kill -KILL "$older" # what it has not restored the adapter does, which waits for this one
  fi
  flock -w 0.5 9 || exit 3 # a program that restores for it may go on
fi
echo "$$" >"$lock"
echo ready

# Sets $now: hundredths of a second since the machine started, whatever its clock is set to.
uptime() {
  local seconds rest
  read -r seconds rest </proc/uptime
  now=$((10#${seconds/./}))
}

# From now on the adapter may be silent for $1 seconds.
heard() {
  local hundredths
  uptime
  printf -v hundredths '%.2f' "$1"
  left=$1 silent_at=$((now + 10#${hundredths/./}))
}

leaves=0
heard "$lease"
while :; do
  if IFS=' ' read -r -t "$left" line left; then
    [[ $line == bye && ! -s $journal ]] && exit 0
    [[ $line == bye ]] && break
    [[ $line == leave ]] && leaves=1
    echo alive
    heard "${left:-$lease}"
  else
    ended=$(($? <= 128))
    ((ended && !leaves)) && break
    uptime # read goes by the clock on the wall, and that was set ahead if it is early
    ((now < silent_at)) || break
    printf -v left '%d.%02d' $(((silent_at - now) / 100)) $(((silent_at - now) % 100))
    ((ended)) && sleep "$left" 9>&- # without the lock, as it may outlive this one
  fi
done

echo "the adapter is silent: restoring from $journal" >&2
for ((try = 0; try < tries; try++)); do
  if restore; then exit 0; fi
  flock -u 9 # an adapter that starts restores too, and may go first
  sleep 1
  until flock -w 1 9; do
    if ((++try >= tries)); then
      echo "another one has the lock: what is in $journal is left to it" >&2
      exit 1
    fi
  done
done
echo "what is in $journal could not be restored" >&2
exit 1
