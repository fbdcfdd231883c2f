# Every limit goes before the program that could let go of it.
  . /usr/lib/oasis/adapter/state-dir.sh
  if [ -d "$state" ]; then
    if ! closed; then
      echo "oasis-adapter: nothing is removed; what is wrong stands above" >&2
      exit 1
    fi
    if [ ! -e "$state/released" ]; then
      touch "$state/removed" # the kill switch is ours, to be taken back when the package returns
    fi
    if ! /usr/bin/oasis-adapter release --state-dir "$state"; then
      touch "$state/released"
      if ! /usr/lib/oasis/adapter/let-go; then
        echo "oasis-adapter: limits could not be let go and nothing is removed; what is wrong stands above" >&2
        exit 1
      fi
    fi
  fi
