package io.oasis.protocol;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Who a record comes from, as far as that is proved, and what such a one may say.
 *
 * <p>Law: a host's agent and adapters speak of that host: its name is theirs, the names of their
 * applications begin with it, and so do the adapters'. An adapter that drives storage for other
 * hosts may also tell what their applications got, if the operator named these hosts. Everything
 * else, the guard rails above all, is said by managers only.
 */
public sealed interface Speaker {
  /** Stands between hosts that are spoken for. */
  String AND = "+";

  /** What managers are called where hosts are called by name. */
  String MANAGER = "*";

  /** A manager: may send on what anybody said, and say what operators said. */
  record Manager() implements Speaker {
    @Override
    public Optional<String> objection(Message message) {
      return Optional.empty();
    }

    @Override
    public String scope() {
      return MANAGER;
    }
  }

  /**
   * What runs on a host.
   *
   * @param others hosts whose applications its adapters serve too
   */
  record Host(HostId host, List<HostId> others) implements Speaker {
    /** A storage node that serves more is told of them by a name that all begin with. */
    public static final int MOST_OTHERS = 100;

    /** Signs that separate: with one of them a host could be taken for another. */
    private static final String SIGNS = ":+*,";

    public Host {
      others = Check.list("others", others, MOST_OTHERS);
      Stream.concat(Stream.of(host), others.stream()).forEach(Host::checkPlain);
    }

    private static void checkPlain(HostId host) {
      if (host.value().chars().anyMatch(c -> SIGNS.indexOf(c) >= 0)) {
        throw Check.invalid("host", host, "must not contain any of " + SIGNS);
      }
    }

    @Override
    public String scope() {
      return Stream.concat(Stream.of(host), new TreeSet<>(others).stream())
          .map(HostId::value)
          .collect(Collectors.joining(AND));
    }

    @Override
    public Optional<String> objection(Message message) {
      return switch (message) {
        case RequestBatch batch ->
            as(batch.interval().host())
                .or(() -> of(batch.requests(), Request::application, List.of()));
        case LunReport report -> as(report.interval().host());
        case HostInventory inventory -> as(inventory.host());
        case UsageBatch batch ->
            by(batch.adapter()).or(() -> of(batch.queues(), Usage::application, others));
        case OutcomeBatch batch ->
            by(batch.adapter())
                .or(() -> of(batch.outcomes(), each -> each.queue().application(), others));
        case AdapterStatus status -> by(status.adapter());
        case Findings findings ->
            by(findings.adapter())
                .or(
                    () ->
                        of(
                            findings.findings().stream()
                                .flatMap(finding -> finding.queue().stream())
                                .toList(),
                            QueueId::application,
                            others));
        case CacheReport report ->
            by(report.cache().adapter())
                .or(() -> of(report.partitions(), part -> part.queue().application(), others));
        case DeadLetter _ -> Optional.empty();
        case GuardRails _,
            RailsChange _,
            GrantBatch _,
            Order _,
            Decision _,
            CacheDecision _,
            JournalStart _,
            Journal _ ->
            Optional.of("only managers say that, not host " + host);
      };
    }

    private Optional<String> as(HostId named) {
      return named.equals(host)
          ? Optional.empty()
          : Optional.of("host %s speaks as host %s".formatted(host, named));
    }

    private Optional<String> by(AdapterId adapter) {
      return isOf(host, adapter.value())
          ? Optional.empty()
          : Optional.of("host %s speaks as adapter %s".formatted(host, adapter));
    }

    private <T> Optional<String> of(
        Collection<T> said, Function<T, ApplicationId> application, List<HostId> also) {
      return said.stream()
          .map(application)
          .filter(each -> !isOf(host, each.value()))
          .filter(each -> also.stream().noneMatch(other -> isOf(other, each.value())))
          .findFirst()
          .map(each -> "host %s speaks of application %s".formatted(host, each));
    }

    private static boolean isOf(HostId host, String name) {
      return name.startsWith(host.value() + ':');
    }
  }

  /** Why this one may not say that; nothing if it may. */
  Optional<String> objection(Message message);

  /** As {@link #parse} reads it. */
  String scope();

  /**
   * @throws IllegalArgumentException when that is nobody
   */
  static Speaker parse(String scope) {
    if (scope.equals(MANAGER)) {
      return new Manager();
    }
    List<HostId> hosts = Arrays.stream(scope.split("\\" + AND, -1)).map(HostId::new).toList();
    return new Host(hosts.getFirst(), hosts.subList(1, hosts.size()));
  }
}
