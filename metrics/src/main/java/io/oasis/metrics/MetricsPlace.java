package io.oasis.metrics;

import io.oasis.configuration.Key;
import io.oasis.configuration.Settings;
import java.net.InetAddress;

/**
 * Where metrics are to be read.
 *
 * @param port 0: nowhere
 */
public record MetricsPlace(InetAddress address, int port) {
  public static final Key<InetAddress> ADDRESS =
      new Key<>(
          "metrics-address",
          "address",
          "an address of this host",
          "127.0.0.1",
          "where metrics-port listens; whoever reaches it reads all metrics",
          MetricsPlace::address);

  public static final Key<Integer> PORT =
      Key.whole("metrics-port", 0, 65_535, 0, "Prometheus text under /metrics; 0: none");

  public static MetricsPlace of(Settings settings) {
    return new MetricsPlace(settings.get(ADDRESS), settings.get(PORT));
  }

  public boolean isNowhere() {
    return port == 0;
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
