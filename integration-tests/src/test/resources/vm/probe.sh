# Tries what each unit forbids.
set -euo pipefail

readonly here=/mnt/trial

# Starts PROBE in the place of a service, under all that its unit says.
probe() {
  local service=$1 unit=oasis-$1.service line
  mkdir -p "/run/systemd/system/$unit.d"
  {
    printf '[Service]\nType=oneshot\nRestart=no\nExecStopPost=\nExecStart=\nStandardOutput=file:/run/probed-%s\n' "$service"
    printf 'ExecStart=/usr/bin/python3 -B /usr/local/lib/probe.py %s' "$service"
    directives "$service" | while read -r line; do printf ' "%s"' "$line"; done
  } >"/run/systemd/system/$unit.d/probe.conf"
  systemctl daemon-reload
  systemctl start "$unit"
  systemctl stop "$unit"
  cat "/run/probed-$service"
  if directives "$service" | grep -qx RemoveIPC=yes; then
    line=held
    [[ ! -e /dev/shm/left-by-$service ]] || line=open
    echo "PROBE $service RemoveIPC=yes $line"
  fi
  rm -r "/run/systemd/system/$unit.d"
}

# What a service's unit says about its sandbox.
directives() {
  sed -n '/^# It may do this/,/^\[Install\]/p' "/usr/lib/systemd/system/oasis-$1.service" | grep -E '^[A-Z].*='
}

cp "$here/probe.py" /usr/local/lib/probe.py
touch /tmp/outside
(cd /home && mkdir -p somebody)
for service in manager agent adapter; do
  mapfile -t all < <(directives "$service")
  python3 -B /usr/local/lib/probe.py "nobody-as-$service" "${all[@]}"
  probe "$service"
done
echo "TRIAL done"
