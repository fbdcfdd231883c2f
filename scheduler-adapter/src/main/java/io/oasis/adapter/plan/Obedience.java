package io.oasis.adapter.plan;

import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Order;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Whom an adapter obeys, of those whose word is let in at all.
 *
 * <p>Law: it limits for domains in ENFORCE only. Of each domain it obeys one manager at a time: who
 * was obeyed last, until the lease that he gave is over. Managers that share the domains between
 * them have one name and are one manager. A manager that gives no name is of a version before this
 * law, and is taken for whoever is obeyed.
 */
final class Obedience {
  /** How long it is shown that another manager was refused, after its last word. */
  private static final Duration SHOWN = Duration.ofMinutes(1);

  /** Made-up managers would take the memory. */
  private static final int MOST_SHOWN = 1_000;

  /** A manager that is not obeyed, when it spoke last and how often it did. */
  private record Other(String manager, Duration at, long orders) {}

  private final Map<DomainId, String> obeyed = new HashMap<>();
  private final Map<DomainId, Other> others = new TreeMap<>();

  /** Why no limit is obeyed that comes with this word. */
  static Optional<String> refusal(Order order) {
    return order
        .authority()
        .map(Authority::mode)
        .filter(mode -> mode != Mode.ENFORCE)
        .map(mode -> "the domain is in %s: limits are obeyed in ENFORCE only".formatted(mode));
  }

  /**
   * Whether another manager than the one that gave this word is obeyed.
   *
   * @return what is to be noted of it, empty when it was before
   */
  Optional<String> other(Order order, Duration now) {
    String present = obeyed.get(order.domain());
    Optional<String> named = order.authority().flatMap(Authority::manager);
    if (present == null || named.isEmpty() || named.get().equals(present)) {
      return Optional.empty();
    }
    Other known = others.get(order.domain());
    long before = known != null && known.manager().equals(named.get()) ? known.orders() : 0;
    if (known != null || others.size() < MOST_SHOWN) {
      others.put(order.domain(), new Other(named.get(), now, before + 1));
    }
    return Optional.of(before > 0 ? "" : cause(order.domain(), named.get(), present));
  }

  /** It was obeyed, and its lease runs. */
  void heed(Order order) {
    order
        .authority()
        .flatMap(Authority::manager)
        .ifPresent(manager -> obeyed.put(order.domain(), manager));
  }

  /** The lease is over. */
  void free(DomainId domain) {
    obeyed.remove(domain);
  }

  /** All are over. */
  void freeAll() {
    obeyed.clear();
  }

  /** Domains for which more than one manager speaks. */
  Map<DomainId, Finding> findings(String target, Duration now) {
    others.values().removeIf(other -> now.minus(other.at()).compareTo(SHOWN) > 0);
    Map<DomainId, Finding> found = new TreeMap<>();
    others.forEach(
        (domain, other) ->
            found.put(
                domain,
                new Fault(
                        Finding.Verdict.CONFLICT,
                        Reports.cause(
                            cause(domain, other.manager(), obeyed.getOrDefault(domain, "nobody"))
                                + "; refused "
                                + other.orders()
                                + " times"),
                        "give both managers one --application-id, or stop one of them")
                    .at(target, "manager " + other.manager(), "")));
    return found;
  }

  private static String cause(DomainId domain, String other, String present) {
    return "manager %s also decides for domain %s, which %s holds the lease of"
        .formatted(other, domain, present);
  }
}
