#!/usr/bin/env bash
# Removes what a run recorded in the file $1, when the run's end of standard input closes, in whatever
# way the run ended. Records, one per line, written before the thing is made:
#   service PID START   ends by itself when the run ends; killed if it does not
#   process PID START   ended here, after its device has gone
#   cgroup DIR          its processes are killed, then it is removed
#   controller DIR      cgroup v2's io controller is switched off below it, unless a limit is there
#   backing FILE        loop devices over it are detached
#   loop DEVICE         detached, if the file it was over has gone (recorded once it is made)
#   filesystem PATH     a file system on one of the devices: unmounted while the device is there
#   mount PATH          unmounted
#   directory DIR       removed with all in it, if it holds this state file
# START is the process's start time in ticks since boot, so that a reused number is left alone.
set -u
trap '' HUP INT TERM
state=$1
cat >/dev/null # until nobody holds the other end

records() { awk -v kind="$1" '$1 == kind { print $2, $3 }' "$state"; }

# Whether process $1 is the one that started at $2.
lives() {
  local stat
  stat=$(cat "/proc/$1/stat" 2>/dev/null) || return 1
  stat=${stat##*) }
  # shellcheck disable=SC2086 # split into fields on purpose; 20 is the start time, 1 the state
  set -- "$1" "$2" $stat
  [[ $3 != Z && ${22} == "$2" ]]
}

# Waits up to $2 tenths of a second for every process of kind $1 to go.
await_gone() {
  local tenths pid start left
  for ((tenths = 0; tenths < $2; tenths++)); do
    left=
    while read -r pid start; do
      lives "$pid" "$start" && left=yes
    done < <(records "$1")
    [[ -z $left ]] && return
    sleep 0.1
  done
}

signal() {
  local pid start
  while read -r pid start; do
    lives "$pid" "$start" && kill "-$2" "$pid"
  done < <(records "$1")
}

empty_cgroups() {
  local tenths dir pid busy
  for ((tenths = 0; tenths < 50; tenths++)); do
    busy=
    while read -r dir _; do
      [[ -d $dir ]] || continue
      while read -r pid; do
        kill -KILL "$pid"
      done <"$dir/cgroup.procs"
      rmdir "$dir" || busy=yes
    done < <(records cgroup | tac) # children were recorded after their parents
    [[ -z $busy ]] && return
    sleep 0.1
  done
}

disable_controllers() {
  local dir
  while read -r dir _; do
    [[ -d $dir ]] || continue
    find "$dir" -name io.max -exec cat {} + | grep -q . && continue # somebody else's limits
    printf -- '-io' >"$dir/cgroup.subtree_control"
  done < <(records controller | tac)
}

detach_loops() {
  local file device
  while read -r file _; do
    while read -r device; do
      losetup -d "$device"
    done < <(losetup -n -O NAME -j "$file")
  done < <(records backing)
  while read -r device _; do
    # Over a file of this run, or one whose mount has gone: the number may be someone else's by now.
    case $(cat "/sys/block/${device##*/}/loop/backing_file" 2>/dev/null) in
      / | "${state%/*}"/*) losetup -d "$device" ;;
    esac
  done < <(records loop)
}

unmount() {
  local path
  while read -r path _; do
    if grep -q -F " $path " /proc/self/mountinfo; then
      umount "$path" || umount -l "$path"
    fi
  done < <(records "$1")
}

# What libfaketime leaves of a process that was killed.
remove_clocks() {
  local pid
  while read -r pid _; do
    rm -f "/dev/shm/faketime_shm_$pid" "/dev/shm/sem.faketime_sem_$pid"
  done < <(records service)
}

remove_directories() {
  local dir
  while read -r dir _; do
    case $state in
      "$dir"/*) rm -rf --one-file-system "$dir" ;;
    esac
  done < <(records directory)
}

clean() {
  empty_cgroups
  disable_controllers
  await_gone service 120
  signal service KILL
  remove_clocks
  unmount filesystem
  detach_loops
  signal process TERM
  await_gone process 30
  signal process KILL
  unmount mount
  remove_directories
}

if [[ -f $state ]]; then clean >/dev/null 2>&1; fi
