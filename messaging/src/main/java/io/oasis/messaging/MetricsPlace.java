package io.oasis.messaging;

import io.oasis.configuration.Settings;
import java.net.InetAddress;

/**
 * Where metrics are to be read.
 *
 * @param port 0: nowhere
 */
public record MetricsPlace(InetAddress address, int port) {
  public static MetricsPlace of(Settings settings) {
    return new MetricsPlace(
        settings.get(ServiceKeys.METRICS_ADDRESS), settings.get(ServiceKeys.METRICS_PORT));
  }

  public boolean isNowhere() {
    return port == 0;
  }
}
