package io.oasis.adapter.plan;

import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Order;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Whom an adapter obeys, of those whose word is let in at all.
 *
 * <p>Law: it limits for domains in ENFORCE only. Of each domain it obeys one manager at a time: who
 * was obeyed last, until the lease that he gave is over; what is limited for one domain no other
 * manager limits for another. Managers that share the domains between them have one name and are
 * one manager. A manager that gives no name is of a version before this law, and is taken for
 * whoever is obeyed.
 */
final class Obedience {
  /** How long it is shown that another manager was refused, after its last word. */
  private static final Duration SHOWN = Duration.ofMinutes(1);

  /** Made-up managers would take the memory. */
  private static final int MOST_SHOWN = 1_000;

  /** A manager that is not obeyed, and what it spoke for. */
  private record Other(DomainId held, String manager, DomainId called) {
    /** With the name that it has for the domain, where that is another. */
    String named() {
      return held.equals(called) ? manager : "%s (by the name of %s)".formatted(manager, called);
    }
  }

  /** When it spoke last, and how often it did. */
  private record Spoken(Duration at, long orders) {}

  private final Map<DomainId, String> obeyed = new HashMap<>();
  private final Map<Other, Spoken> others = new LinkedHashMap<>();

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
    return other(order, order.domain(), now);
  }

  /**
   * The same for something of which a limit is held.
   *
   * @param held the domain for which it is held, by whatever name the manager of this word calls it
   */
  Optional<String> other(Order order, DomainId held, Duration now) {
    String present = obeyed.get(held);
    Optional<String> named = order.authority().flatMap(Authority::manager);
    if (present == null || named.isEmpty() || named.get().equals(present)) {
      return Optional.empty();
    }
    Other other = new Other(held, named.get(), order.domain());
    Spoken known = others.get(other);
    long before = known == null ? 0 : known.orders();
    if (known != null || others.size() < MOST_SHOWN) {
      others.put(other, new Spoken(now, before + 1));
    }
    return Optional.of(before > 0 ? "" : cause(other, present));
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

  /** Domains for which more than one manager speaks, by each name that they have for it. */
  Map<DomainId, List<Finding>> findings(String target, Duration now) {
    others.values().removeIf(spoken -> now.minus(spoken.at()).compareTo(SHOWN) > 0);
    Map<DomainId, List<Finding>> found = new TreeMap<>();
    others.forEach(
        (other, spoken) -> {
          Finding finding = finding(target, other, spoken);
          Stream.of(other.held(), other.called())
              .distinct()
              .forEach(
                  domain -> found.computeIfAbsent(domain, _ -> new ArrayList<>()).add(finding));
        });
    return found;
  }

  private Finding finding(String target, Other other, Spoken spoken) {
    String cause = cause(other, obeyed.getOrDefault(other.held(), "nobody"));
    return new Fault(
            Finding.Verdict.CONFLICT,
            Reports.cause(cause + "; refused " + spoken.orders() + " times"),
            "give both managers one --application-id, or stop one of them")
        .at(target, "manager " + other.manager(), "");
  }

  private static String cause(Other other, String present) {
    return "manager %s also decides for domain %s, which %s holds the lease of"
        .formatted(other.named(), other.held(), present);
  }
}
