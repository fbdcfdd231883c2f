. /usr/lib/oasis/adapter/state-dir.sh
  if [ -e "$state/removed" ] && closed; then
    rm -f "$state/removed" "$state/released"
  fi
