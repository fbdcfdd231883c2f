package io.oasis.manager.server;

import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.HostSecret;
import io.oasis.messaging.trust.Seal;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.messaging.trust.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who a manager is to others, and how it knows hosts.
 *
 * @param name managers that share the domains between them have one
 * @param signing of what adapters obey; absent: adapters that ask for a signature refuse it
 * @param hosts of hosts' tokens; absent: everybody is heard
 * @param mostRecords that a host with a token may send in a second
 */
public record Credentials(
    String name, Optional<SigningKey> signing, Optional<HostSecret> hosts, int mostRecords) {
  /** Says who it is and asks nobody. */
  public static Credentials of(String name) {
    return new Credentials(name, Optional.empty(), Optional.empty(), Integer.MAX_VALUE);
  }

  /** Put on all that this manager sends. */
  public Seal seal() {
    return signing
        .<Seal>map(key -> key)
        .orElse(Seal.NONE)
        .and(hosts.<Seal>map(HostSecret::ofManagers).orElse(Seal.NONE));
  }

  /** What managers prove calls with that they send on to each other; the first makes proofs. */
  public List<byte[]> callKeys() {
    List<byte[]> keys = new ArrayList<>();
    hosts.ifPresent(secret -> keys.addAll(secret.callKeys()));
    signing.ifPresent(key -> keys.add(key.callKey()));
    return keys;
  }

  /** For links. */
  public Trust trust() {
    return new Trust(seal(), hosts.<Gate>map(secret -> secret).orElse(Gate.OPEN));
  }
}
