package io.oasis.agent;

import io.oasis.configuration.Component;
import io.oasis.configuration.Key;
import io.oasis.configuration.Logging;
import io.oasis.configuration.Settings;
import io.oasis.configuration.UsageException;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Party;
import io.oasis.messaging.ServiceKeys;
import io.oasis.messaging.telemetry.Telemetry;
import io.oasis.messaging.trust.TrustKeys;
import io.oasis.metrics.MetricsPlace;
import io.oasis.protocol.HostId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The agent's keys. */
public final class AgentComponent implements Component<AgentConfig> {
  private static final String SOURCE_CGROUP = "cgroup";
  private static final String SOURCE_BRICK = "brick:";

  private static final Key<Optional<Path>> SOURCE =
      new Key<>(
          "source",
          "source",
          "cgroup or brick:/CONTROL-SOCKET",
          SOURCE_CGROUP,
          "what is watched",
          AgentComponent::brick);

  private static final Key<Path> ROOT =
      new Key<>(
          "root", "path", "a directory", "/", "where proc and sys are", AgentComponent::directory);

  private static final Key<Double> TRACE_SHARE =
      new Key<>(
          "trace-share",
          "part",
          "0 to 1",
          "0",
          "of its requests: each is followed to the write at the target, at otlp-endpoint",
          AgentComponent::share);

  @Override
  public String name() {
    return "agent";
  }

  @Override
  public String purpose() {
    return "Watches what applications do to each LUN and asks for what they want.";
  }

  @Override
  public List<Key<?>> keys() {
    return Stream.concat(
            LinkConfig.KEYS.stream(),
            Stream.of(
                ServiceKeys.HOST,
                ServiceKeys.INTERVAL,
                MetricsPlace.ADDRESS,
                MetricsPlace.PORT,
                ServiceKeys.OTLP_ENDPOINT,
                TRACE_SHARE,
                Logging.FORMAT,
                Logging.LEVEL,
                SOURCE,
                ROOT,
                TrustKeys.HOST_TOKEN))
        .toList();
  }

  @Override
  public Map<String, String> retired() {
    return Map.of("accounting", "an agent only reads; the adapter has cgroup v1 count");
  }

  @Override
  public AgentConfig configuration(Settings settings) {
    HostId host = settings.get(ServiceKeys.HOST);
    return new AgentConfig(
        LinkConfig.of(settings, Party.AGENT, "oasis-agent-" + host.value()),
        host,
        settings.get(ServiceKeys.INTERVAL),
        telemetry(settings),
        settings.get(SOURCE),
        settings.get(ROOT),
        TrustKeys.seal(settings.get(TrustKeys.HOST_TOKEN), host));
  }

  private static Telemetry telemetry(Settings settings) {
    Telemetry telemetry = Telemetry.of(settings).tracing(settings.get(TRACE_SHARE));
    if (telemetry.share() > 0 && telemetry.endpoint().isEmpty()) {
      throw new UsageException(
          TRACE_SHARE.name(),
          Double.toString(telemetry.share()),
          "needs " + ServiceKeys.OTLP_ENDPOINT.name() + ", which says where traces go");
    }
    return telemetry;
  }

  private static double share(String text) {
    double share = Double.parseDouble(text);
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(text);
    }
    return share;
  }

  private static Optional<Path> brick(String text) {
    if (text.startsWith(SOURCE_BRICK + "/")) {
      return Optional.of(Path.of(text.substring(SOURCE_BRICK.length())));
    }
    if (text.equals(SOURCE_CGROUP)) {
      return Optional.empty();
    }
    throw new IllegalArgumentException(text);
  }

  private static Path directory(String text) {
    Path path = Path.of(Key.presence(text));
    if (Files.isDirectory(path)) {
      return path;
    }
    throw new IllegalArgumentException(text);
  }
}
