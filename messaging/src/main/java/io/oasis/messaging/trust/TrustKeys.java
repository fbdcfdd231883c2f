package io.oasis.messaging.trust;

import io.oasis.configuration.Key;
import io.oasis.configuration.UsageException;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Speaker;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The keys that say who is trusted, and what is shown to others. */
public final class TrustKeys {
  /** Says that whoever can write to the broker may limit what the adapter drives. */
  static final String ANYBODY = "anybody";

  public static final Key<Optional<Gate>> TRUST =
      new Key<>(
          "trust",
          "path",
          "a file or directory of managers' public keys (PEM), or " + ANYBODY,
          "",
          "whose settings are obeyed; needed unless the broker is on loopback",
          text -> text.isEmpty() ? Optional.empty() : Optional.of(trusted(text)));

  public static final Key<Optional<HostToken>> HOST_TOKEN =
      file(
          "host-token",
          "shows managers which host speaks; made by `oasis keys host`",
          HostToken::read);

  public static final Key<Optional<SigningKey>> SIGNING_KEY =
      file("signing-key", "signs what adapters obey; made by `oasis keys init`", SigningKey::read);

  public static final Key<Optional<HostSecret>> HOST_SECRET =
      file("host-secret", "of hosts' tokens; given: only who has one is heard", HostSecret::read);

  private static final Pattern LOOPBACK =
      Pattern.compile("\\s*(127(\\.[0-9]{1,3}){3}|localhost|\\[?::1]?):[0-9]{1,5}\\s*");

  private TrustKeys() {}

  /**
   * Whose settings an adapter obeys. Nobody's key may be left out where the broker is on the host
   * itself only: there its access control holds, and nothing of others reaches it.
   *
   * @param said of {@link #TRUST}
   * @throws UsageException when it is left out elsewhere
   */
  public static Gate obeyed(Optional<Gate> said, String bootstrap) {
    if (said.isEmpty() && !isLoopback(bootstrap)) {
      throw new UsageException(
          TRUST.name(),
          "",
          "must name the managers' public keys, as the broker is not on loopback; or be "
              + ANYBODY
              + ", which lets whoever can write to the broker limit this host");
    }
    return said.orElse(Gate.OPEN);
  }

  /**
   * A token that is another host's would have everything refused that this one says.
   *
   * @throws UsageException when it is
   */
  public static Seal seal(Optional<HostToken> token, HostId host) {
    token
        .map(HostToken::speaker)
        .filter(speaker -> !(speaker instanceof Speaker.Host of && of.host().equals(host)))
        .ifPresent(
            speaker -> {
              throw new UsageException(
                  HOST_TOKEN.name(), speaker.scope(), "must be the token of host " + host);
            });
    return token.<Seal>map(given -> given).orElse(Seal.NONE);
  }

  private static boolean isLoopback(String bootstrap) {
    for (String address : bootstrap.split(",", -1)) {
      if (!LOOPBACK.matcher(address).matches()) {
        return false;
      }
    }
    return true;
  }

  private static Gate trusted(String text) {
    return text.equals(ANYBODY) ? Gate.OPEN : read("trust", text, TrustedKeys::read);
  }

  private static <T> Key<Optional<T>> file(String name, String meaning, Function<Path, T> reading) {
    return new Key<>(
        name,
        "path",
        "a path",
        "",
        meaning,
        text -> text.isEmpty() ? Optional.empty() : Optional.of(read(name, text, reading)));
  }

  private static <T> T read(String name, String text, Function<Path, T> reading) {
    try {
      return reading.apply(Path.of(text));
    } catch (KeyException e) {
      throw new UsageException(name, text, String.valueOf(e.getMessage()));
    }
  }
}
