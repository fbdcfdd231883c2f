package io.oasis.manager.server.access;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import jakarta.servlet.http.HttpServletRequest;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.Authentication;

/**
 * What a manager shows another with a call that it sends on: who asked it, and in which role. A JWT
 * (RFC 7519, HS256) with a key that only managers can make.
 *
 * <p>Law: a pass is good for one method and target, at one manager, for {@link #LASTING}; one that
 * changes something is good once. So whoever sees one pass by has nothing of it, and whoever only
 * reaches the port cannot make one. What the caller showed is never sent on.
 */
public final class Passes {
  /** As it stands in {@code Authorization}. */
  private static final String SCHEME = "Oasis-Pass ";

  /** A call is sent at once; the rest is for a machine that is busy. */
  static final Duration LASTING = Duration.ofSeconds(30);

  /** What the clocks of two managers may differ by. */
  static final Duration SKEW = Duration.ofSeconds(60);

  private static final JOSEObjectType TYPE = new JOSEObjectType("oasis-pass+jwt");
  private static final String ROLE = "role";
  private static final String CALL = "call";
  private static final Set<String> READING = Set.of("GET", "HEAD");

  private final Supplier<List<byte[]>> keys;
  private final String name;
  private final Supplier<String> self;
  private final InstantSource clock;
  private final Map<String, Instant> used = new HashMap<>();

  /**
   * @param keys that managers share; the first makes passes, each checks them; none: there are no
   *     passes
   * @param name that managers share
   * @param self by what address others call this one
   */
  Passes(Supplier<List<byte[]>> keys, String name, Supplier<String> self, InstantSource clock) {
    this.keys = keys;
    this.name = name;
    this.self = self;
    this.clock = clock;
  }

  /** Whether this call was sent on by another manager, so that it goes no further. */
  public static boolean isSentOn(@Nullable Authentication caller) {
    return caller instanceof Caller known && known.isSentOn();
  }

  /** What a call asks for, as a pass names it. */
  public static String target(HttpServletRequest request) {
    String query = request.getQueryString();
    return request.getRequestURI() + (query == null ? "" : '?' + query);
  }

  /** Whether a call of this method changes nothing. */
  public static boolean isReading(String method) {
    return READING.contains(method);
  }

  static boolean isPass(String shown) {
    return shown.regionMatches(true, 0, SCHEME, 0, SCHEME.length());
  }

  /**
   * What goes into {@code Authorization} of a call that is sent on; empty when managers share no
   * key, or the caller is nobody.
   *
   * @param to the address of the manager it is sent to
   * @param target with its query
   */
  public Optional<String> of(
      @Nullable Authentication caller, String to, String method, String target) {
    List<byte[]> shared = keys.get();
    if (shared.isEmpty() || !(caller instanceof Caller known)) {
      return Optional.empty();
    }
    Instant now = clock.instant();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(name)
            .audience(to)
            .subject(known.getName())
            .claim(ROLE, known.role().word())
            .claim(CALL, call(method, target))
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plus(LASTING)))
            .jwtID(UUID.randomUUID().toString())
            .build();
    SignedJWT pass =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).type(TYPE).build(), claims);
    try {
      pass.sign(new MACSigner(shared.getFirst()));
    } catch (JOSEException e) {
      throw new IllegalStateException(e);
    }
    return Optional.of(SCHEME + pass.serialize());
  }

  /** Who asked another manager for exactly this; empty when the pass does not say so. */
  Optional<Caller> of(String shown, String method, String target) {
    try {
      SignedJWT pass = SignedJWT.parse(shown.substring(SCHEME.length()).strip());
      if (!isOurs(pass)) {
        return Optional.empty();
      }
      JWTClaimsSet claims = pass.getJWTClaimsSet();
      check(claims, call(method, target));
      if (!isReading(method) && !isFirst(claims)) {
        return Optional.empty();
      }
      Instant until = claims.getExpirationTime().toInstant();
      return Role.of(claims.getStringClaim(ROLE))
          .map(role -> new Caller(claims.getSubject(), role, until, true));
    } catch (ParseException | BadJWTException | JOSEException e) {
      return Optional.empty(); // nobody's
    }
  }

  private boolean isOurs(SignedJWT pass) throws JOSEException {
    if (!JWSAlgorithm.HS256.equals(pass.getHeader().getAlgorithm())
        || !TYPE.equals(pass.getHeader().getType())) {
      return false;
    }
    for (byte[] key : keys.get()) {
      if (pass.verify(new MACVerifier(key))) {
        return true;
      }
    }
    return false;
  }

  private void check(JWTClaimsSet claims, String call) throws BadJWTException {
    JWTClaimsSet wanted = new JWTClaimsSet.Builder().issuer(name).claim(CALL, call).build();
    var verifier =
        new DefaultJWTClaimsVerifier<SecurityContext>(
            self.get(), wanted, Set.of("sub", ROLE, "exp", "jti")) {
          @Override
          protected Date currentTime() {
            return Date.from(clock.instant());
          }
        };
    verifier.setMaxClockSkew((int) SKEW.toSeconds());
    verifier.verify(claims, null);
  }

  private synchronized boolean isFirst(JWTClaimsSet claims) {
    Instant now = clock.instant();
    used.values().removeIf(end -> end.isBefore(now));
    Instant end = claims.getExpirationTime().toInstant().plus(SKEW);
    return used.putIfAbsent(claims.getJWTID(), end) == null;
  }

  private static String call(String method, String target) {
    return method + ' ' + target;
  }
}
