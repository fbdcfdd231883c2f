# Where the adapter keeps its journal, as its configuration says.
state=$(sed -n -e "s/^state-dir:[[:space:]]*'\([^']*\)'.*/\1/p;t" -e 's/^state-dir:[[:space:]]*"\([^"]*\)".*/\1/p;t' \
  -e 's/^state-dir:[[:space:]]*\([^"#[:space:]]*\).*/\1/p' /etc/oasis/adapter.yaml 2>/dev/null | tail -n 1)
state=${state:-/var/lib/oasis/adapter}
