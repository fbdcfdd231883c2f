package io.oasis.messaging;

import io.oasis.configuration.Key;
import io.oasis.protocol.HostId;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The keys that more than one service has. */
public final class ServiceKeys {
  private static final Path HOST_NAME = Path.of("/proc/sys/kernel/hostname");
  private static final int MOST_HOST_CHARS = 100;
  private static final Pattern ADDRESS = Pattern.compile("\\s*[^,]+:([0-9]{1,5})\\s*");

  /** Of the broker that `oasis up` starts. */
  public static final int BROKER_PORT = 8521;

  public static final int LEAST_INTERVAL_MILLIS = 100;
  public static final int MOST_INTERVAL_MILLIS = 60_000;
  public static final int LEAST_LEASE_MILLIS = 1_000;
  public static final int MOST_LEASE_MILLIS = 3_600_000;

  public static final Key<String> BOOTSTRAP =
      new Key<>(
          "bootstrap",
          "host:port",
          "host:port, several separated by commas",
          "127.0.0.1:" + BROKER_PORT,
          "Kafka's brokers",
          ServiceKeys::addresses);

  public static final Key<Map<String, String>> KAFKA_CONFIG =
      new Key<>(
          "kafka-config",
          "path",
          "a path",
          "",
          "properties file of Kafka's clients, such as security.protocol",
          text -> text.isEmpty() ? Map.of() : ClientProperties.read(Path.of(text)));

  public static final Key<Boolean> CREATE_TOPICS =
      Key.flag(
          "create-topics", false, "whether missing topics are made; else `oasis kafka init` does");

  public static final Key<Integer> PARTITIONS =
      Key.whole("partitions", 1, 1_000, 4, "of topics that have to be created");

  public static final Key<Integer> REPLICATION =
      Key.whole("replication", 1, 15, 1, "of topics that have to be created");

  public static final Key<HostId> HOST =
      new Key<>(
          "host",
          "name",
          "at most 100 characters without '|' and characters that are not seen",
          "",
          "name of this host; empty: what the kernel says",
          ServiceKeys::host);

  public static final Key<Duration> INTERVAL =
      Key.millis(
          "interval-ms",
          LEAST_INTERVAL_MILLIS,
          MOST_INTERVAL_MILLIS,
          1_000,
          "from one measurement or decision to the next");

  public static final Key<Duration> LEASE =
      Key.millis(
          "lease-ms",
          LEAST_LEASE_MILLIS,
          MOST_LEASE_MILLIS,
          15_000,
          "how long a limit holds without renewal");

  public static final Key<Optional<URI>> OTLP_ENDPOINT =
      new Key<>(
          "otlp-endpoint",
          "URL",
          "http://HOST:PORT or https://HOST:PORT, a path may follow",
          "",
          "takes metrics and traces by OTLP, at /v1/metrics and /v1/traces below it; empty: none",
          text -> text.isEmpty() ? Optional.empty() : Optional.of(receiver(text)));

  private ServiceKeys() {}

  private static String addresses(String text) {
    for (String address : text.split(",", -1)) {
      var parts = ADDRESS.matcher(address);
      if (!parts.matches() || isNoPort(Integer.parseInt(parts.group(1)))) {
        throw new IllegalArgumentException(address);
      }
    }
    return text;
  }

  private static URI receiver(String text) {
    URI url = URI.create(text);
    boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
    boolean isPlain =
        url.getRawUserInfo() == null && url.getRawQuery() == null && url.getRawFragment() == null;
    if (!isHttp || url.getHost() == null || !isPlain) {
      throw new IllegalArgumentException(text);
    }
    if (url.getPort() != -1 && isNoPort(url.getPort())) {
      throw new IllegalArgumentException(text);
    }
    return url;
  }

  private static boolean isNoPort(int number) {
    return number < 1 || number > 65_535;
  }

  private static HostId host(String given) {
    String name = given;
    if (name.isEmpty()) {
      try {
        name = Files.readString(HOST_NAME).strip();
      } catch (IOException e) {
        throw new IllegalArgumentException(e);
      }
    }
    if (name.length() > MOST_HOST_CHARS) {
      throw new IllegalArgumentException(name);
    }
    return new HostId(name);
  }
}
