package io.oasis.manager.server;

import io.oasis.configuration.Component;
import io.oasis.configuration.Key;
import io.oasis.configuration.Logging;
import io.oasis.configuration.Settings;
import io.oasis.configuration.UsageException;
import io.oasis.manager.core.PolicyNames;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.server.access.AccessKeys;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Party;
import io.oasis.messaging.ServiceKeys;
import io.oasis.messaging.trust.TrustKeys;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.SpaceRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The manager's keys. */
public final class ManagerComponent implements Component<ManagerConfig> {
  /** Where HTTP listens unless told. */
  public static final int STANDARD_HTTP_PORT = 8520;

  private static final Key<String> HTTP_ADDRESS =
      new Key<>(
          "http-address",
          "address",
          "an address",
          "127.0.0.1",
          "where HTTP listens; loopback unless told",
          Key::presence);

  private static final Key<Integer> HTTP_PORT =
      Key.whole("http-port", 0, 65_535, STANDARD_HTTP_PORT, "where HTTP listens; 0: a free one");

  private static final Key<Optional<String>> ADVERTISED_ADDRESS =
      new Key<>(
          "advertised-address",
          "address",
          "HOST or HOST:PORT, [HOST]:PORT for IPv6",
          "",
          "where other managers reach it; empty: where HTTP listens, this host's name if"
              + " everywhere",
          ManagerComponent::advertised);

  private static final Key<List<String>> ALLOWED_HOSTS =
      new Key<>(
          "allowed-hosts",
          "names",
          "names separated by commas",
          "",
          "further names by which it may be reached; addresses and localhost always may",
          ManagerComponent::names);

  private static final Key<Path> STATE_DIR =
      Key.path(
          "state-dir",
          "/var/lib/oasis/manager",
          "keeps this instance's identity; state is in Kafka");

  private static final Key<Mode> INITIAL_MODE =
      Key.oneOf(
          "initial-mode",
          List.of(Mode.OBSERVE, Mode.SHADOW),
          ControllerConfig.DEFAULT.initialMode(),
          "of a new domain; ENFORCE is switched on per domain");

  private static final Key<String> POLICY =
      new Key<>(
          "policy",
          "name",
          "one of " + String.join(", ", PolicyNames.all()),
          ControllerConfig.DEFAULT.initialPolicy(),
          "of a new domain",
          ManagerComponent::policy);

  private static final Key<String> APPLICATION_ID =
      new Key<>(
          "application-id",
          "name",
          "1 to 100 letters, digits, '.', '_' or '-'",
          "oasis-manager",
          "managers with the same id share the domains",
          ManagerComponent::applicationId);

  private static final Key<Integer> STANDBY_REPLICAS =
      Key.whole("standby-replicas", 0, 5, 0, "other managers that keep a copy of each state");

  /** An agent of 10,000 queues sends a hundred a second, and its adapter as many. */
  private static final Key<Integer> HOST_RECORDS =
      Key.whole(
              "host-records", 10, 1_000_000, 1_000, "taken in a second of a host that has a token")
          .reloading();

  private static final Key<Map<DomainId, Long>> SPACE =
      new Key<Map<DomainId, Long>>(
              "space",
              "sizes",
              "DOMAIN=SIZE separated by commas, sizes like 4096, 64K, 100M or 2G",
              "",
              "free below the LUNs of a domain: may be given to file systems that fill",
              ManagerComponent::sizes)
          .reloading();

  /** Only reads sizes. */
  private static final Key<Long> SIZE =
      Key.bytes("size", 0, SpaceRequest.MOST_BYTES, "0", "free below the LUNs of a domain");

  @Override
  public String name() {
    return "manager";
  }

  @Override
  public String purpose() {
    return "Decides who gets what of shared storage.";
  }

  @Override
  public List<Key<?>> keys() {
    return Stream.of(
            LinkConfig.KEYS,
            List.<Key<?>>of(
                HTTP_ADDRESS,
                HTTP_PORT,
                ADVERTISED_ADDRESS,
                ALLOWED_HOSTS,
                STATE_DIR,
                ServiceKeys.INTERVAL,
                ServiceKeys.LEASE,
                INITIAL_MODE,
                POLICY,
                APPLICATION_ID,
                STANDBY_REPLICAS,
                SPACE,
                Logging.FORMAT,
                Logging.LEVEL,
                ServiceKeys.OTLP_ENDPOINT,
                TrustKeys.SIGNING_KEY,
                TrustKeys.HOST_SECRET,
                HOST_RECORDS),
            AccessKeys.ALL)
        .<Key<?>>flatMap(List::stream)
        .toList();
  }

  @Override
  public ManagerConfig configuration(Settings settings) {
    Duration interval = settings.get(ServiceKeys.INTERVAL);
    Duration lease = settings.get(ServiceKeys.LEASE);
    if (lease.compareTo(interval.multipliedBy(3)) < 0) {
      throw new UsageException(
          ServiceKeys.LEASE.name(),
          Long.toString(lease.toMillis()),
          "must be at least 3 x " + ServiceKeys.INTERVAL.name());
    }
    return new ManagerConfig(
        LinkConfig.of(settings, Party.MANAGER, name()),
        new ManagerConfig.Http(
            settings.get(HTTP_ADDRESS),
            settings.get(HTTP_PORT),
            settings.get(ADVERTISED_ADDRESS),
            settings.get(ALLOWED_HOSTS)),
        AccessKeys.tls(settings),
        AccessKeys.access(settings, settings.get(STATE_DIR)),
        settings.get(ServiceKeys.OTLP_ENDPOINT),
        new ManagerConfig.Domains(
            new ControllerConfig(interval, lease, settings.get(INITIAL_MODE), settings.get(POLICY)),
            settings.get(SPACE)),
        new ManagerConfig.Streams(
            settings.get(APPLICATION_ID), settings.get(STANDBY_REPLICAS), settings.get(STATE_DIR)),
        new Credentials(
            settings.get(APPLICATION_ID),
            settings.get(TrustKeys.SIGNING_KEY),
            settings.get(TrustKeys.HOST_SECRET),
            settings.get(HOST_RECORDS)));
  }

  private static Optional<String> advertised(String text) {
    Optional<String> given = Optional.of(text).filter(some -> !some.isEmpty());
    given.ifPresent(Advertised::parse);
    return given;
  }

  private static List<String> names(String text) {
    return Arrays.stream(text.split(","))
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .toList();
  }

  /** A domain's name may have equals signs, a size has none. */
  private static Map<DomainId, Long> sizes(String text) {
    Map<DomainId, Long> sizes = new TreeMap<>(Comparator.comparing(DomainId::value));
    for (String entry : names(text)) {
      int equals = entry.lastIndexOf('=');
      if (equals < 0) {
        throw new IllegalArgumentException(entry);
      }
      DomainId domain = new DomainId(entry.substring(0, equals).strip());
      sizes.put(domain, SIZE.reading().apply(entry.substring(equals + 1).strip()));
    }
    return sizes;
  }

  private static String policy(String name) {
    if (PolicyNames.isKnown(name)) {
      return name;
    }
    throw new IllegalArgumentException(name);
  }

  private static String applicationId(String id) {
    if (id.matches("[A-Za-z0-9._-]{1,100}")) {
      return id;
    }
    throw new IllegalArgumentException(id);
  }
}
