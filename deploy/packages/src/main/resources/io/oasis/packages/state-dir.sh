# Where the adapter keeps its journal, as its configuration says.
state=$(sed -n -e "s/^state-dir:[[:space:]]*'\([^']*\)'.*/\1/p;t" -e 's/^state-dir:[[:space:]]*"\([^"]*\)".*/\1/p;t' \
  -e 's/^state-dir:[[:space:]]*\([^"#[:space:]]*\).*/\1/p' /etc/oasis/adapter.yaml 2>/dev/null | tail -n 1)
state=${state:-/var/lib/oasis/adapter}

# Fails, and says why, where others may write to it or have it lead elsewhere: what is there is then nothing to act on as
# root. Links and directories on the way count; in one that is sticky names are moved by their owners only.
closed() {
  namei -mo "$state" | {
    why="it cannot be looked at" me=$(id -un)
    while read -r mode owner group name; do
      [ "$mode" != f: ] || continue
      why="$name belongs to $owner"
      [ "$owner" = root ] || [ "$owner" = "$me" ] || break
      why=
      case "$mode $group" in
        l* | ?????[!w]??[!w]* | ?????w??[!w]*" root") continue ;;
      esac
      why="others may write to $name"
      case $mode in
        *[tT]) ;; # no harm if it is not the last
        *) break ;;
      esac
    done
    [ -z "$why" ] || {
      echo "state-dir = $state: $why, so nothing there is believed and limits stay as they are:" \
        "let only root write there, look at what is in it, and try again" >&2
      false
    }
  }
}
