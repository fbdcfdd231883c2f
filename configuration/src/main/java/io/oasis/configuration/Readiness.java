package io.oasis.configuration;

import java.io.IOException;
import java.util.Map;

/**
 * Tells whoever started a service that it is up, where that is asked for as systemd does ({@code
 * Type=notify}): by {@code NOTIFY_SOCKET}. Java has no datagrams on such sockets, so systemd's own
 * program says it; the unit needs {@code NotifyAccess=all}.
 */
public final class Readiness {
  private static final String SOCKET = "NOTIFY_SOCKET";

  private Readiness() {}

  /** Says it once the service does its work. Does nothing where nobody asked. */
  public static void tell() {
    tell(System.getenv());
  }

  static void tell(Map<String, String> environment) {
    if (environment.getOrDefault(SOCKET, "").isEmpty()) {
      return;
    }
    try {
      ProcessBuilder command = new ProcessBuilder("systemd-notify", "--ready").inheritIO();
      command.environment().put(SOCKET, environment.get(SOCKET));
      command.start();
    } catch (IOException e) {
      System.err.println("cannot say that this is ready: " + e.getMessage());
    }
  }
}
