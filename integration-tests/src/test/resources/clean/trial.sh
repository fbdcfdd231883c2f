# Part of the trials in a Debian of their own, read by each: what they say, and how they wait.
say() { echo "TRIAL $*"; }

# Waits until the rest succeeds, tried so many times, once a second; what it said last is in a file.
#
# usage: wait_until TIMES FILE WHAT COMMAND...
wait_until() {
  local times=$1 said=$2 what=$3
  shift 3
  for ((i = 0; i < times; i++)); do
    if "$@" >"$said" 2>&1; then
      say "$what"
      return
    fi
    sleep 1
  done
  false
}
