if ! getent passwd oasis-@NAME@ >/dev/null; then
    useradd --system --user-group --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin oasis-@NAME@
  fi
