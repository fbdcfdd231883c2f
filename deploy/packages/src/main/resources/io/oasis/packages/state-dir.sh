# Where the adapter keeps its journal, as its configuration says.
state=$(sed -n 's/^state-dir:[[:space:]]*"\{0,1\}\([^"#]*[^"#[:space:]]\).*/\1/p' /etc/oasis/adapter.yaml 2>/dev/null | tail -n 1)
state=${state:-/var/lib/oasis/adapter}
