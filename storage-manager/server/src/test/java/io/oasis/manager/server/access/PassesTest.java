package io.oasis.manager.server.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what a manager believes of a call that is said to be sent on, and that the rest is not. */
class PassesTest {
  private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(UTF_8);
  private static final byte[] OTHER = "fedcba9876543210fedcba9876543210".getBytes(UTF_8);
  private static final Caller ALICE = new Caller("alice", Role.OPERATOR, Instant.MAX);
  private static final String TO = "b:8520";
  private static final String TARGET = "/api/v1/domains/x/mode?a=b";

  private Instant now = Instant.parse("2026-11-25T12:00:00Z");
  private final Passes asked = passes("a:8520", KEY);
  private final Passes owner = passes(TO, KEY);

  private Passes passes(String self, byte[]... keys) {
    return new Passes(() -> List.of(keys), "oasis-manager", () -> self, () -> now);
  }

  private String pass(String method) {
    return asked.of(ALICE, TO, method, TARGET).orElseThrow();
  }

  @Test
  void aPassSaysWhoAskedAndInWhichRole() {
    Caller caller = owner.of(pass("PUT"), "PUT", TARGET).orElseThrow();
    assertThat(caller.getName()).isEqualTo("alice");
    assertThat(caller.role()).isEqualTo(Role.OPERATOR);
    assertThat(Passes.isSentOn(caller)).as("it goes no further").isTrue();
    assertThat(Passes.isSentOn(ALICE)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /api/v1/domains/x/mode?a=b",
    "PUT, /api/v1/domains/x/mode",
    "PUT, /api/v1/domains/y/mode?a=b",
    "PUT, /api/v1/domains/x/guard-rails?a=b",
  })
  void itIsGoodForNoOtherCall(String method, String target) {
    assertThat(owner.of(pass("PUT"), method, target)).isEmpty();
  }

  @Test
  void itIsGoodAtNoOtherManagerAndForNoOthersKey() {
    assertThat(passes("c:8520", KEY).of(pass("GET"), "GET", TARGET)).isEmpty();
    assertThat(passes(TO, OTHER).of(pass("GET"), "GET", TARGET)).isEmpty();
    assertThat(passes(TO).of(pass("GET"), "GET", TARGET)).as("no key").isEmpty();
    assertThat(
            new Passes(() -> List.of(KEY), "others", () -> TO, () -> now)
                .of(pass("GET"), "GET", TARGET))
        .as("managers that share other domains")
        .isEmpty();
  }

  @Test
  void aKeyIsChangedWithoutAGap() {
    assertThat(passes(TO, OTHER, KEY).of(pass("GET"), "GET", TARGET)).isPresent();
  }

  @Test
  void whatChangesSomethingIsGoodOnceAndNothingForLong() {
    String put = pass("PUT");
    assertThat(owner.of(put, "PUT", TARGET)).isPresent();
    assertThat(owner.of(put, "PUT", TARGET)).as("again").isEmpty();
    String late = pass("PUT");
    String get = pass("GET");
    now = now.plus(Passes.LASTING).plus(Passes.SKEW).minusSeconds(1);
    assertThat(owner.of(put, "PUT", TARGET)).as("again, as late as can be").isEmpty();
    assertThat(owner.of(get, "GET", TARGET)).isPresent();
    now = now.plusSeconds(2);
    assertThat(owner.of(late, "PUT", TARGET)).isEmpty();
    assertThat(owner.of(get, "GET", TARGET)).isEmpty();
  }

  @Test
  void nothingMadeUpIsBelieved() throws Exception {
    JWTClaimsSet.Builder claims =
        new JWTClaimsSet.Builder()
            .issuer("oasis-manager")
            .audience(TO)
            .subject("mallory")
            .claim("role", "admin")
            .claim("call", "GET " + TARGET)
            .expirationTime(Date.from(now.plusSeconds(9)))
            .jwtID("1");
    JOSEObjectType type = new JOSEObjectType("oasis-pass+jwt");
    List<String> madeUp =
        new ArrayList<>(List.of("", "x", "x.y.z", "..", new PlainJWT(claims.build()).serialize()));
    madeUp.add(signed(OTHER, type, claims.build()));
    madeUp.add(signed(KEY, JOSEObjectType.JWT, claims.build()));
    madeUp.add(signed(KEY, type, claims.claim("role", "root").build()));
    madeUp.add(signed(KEY, type, claims.claim("role", null).build()));
    for (String token : madeUp) {
      assertThat(owner.of("Oasis-Pass " + token, "GET", TARGET)).as(token).isEmpty();
    }
    String right = signed(KEY, type, claims.claim("role", "admin").build());
    assertThat(owner.of("oasis-pass " + right, "GET", TARGET))
        .as("what is not made up")
        .isPresent();
  }

  @Test
  void thereIsNoPassWithoutAKeyOrACaller() {
    assertThat(passes("a:8520").of(ALICE, TO, "GET", TARGET)).isEqualTo(Optional.empty());
    assertThat(asked.of(null, TO, "GET", TARGET)).isEqualTo(Optional.empty());
  }

  private static String signed(byte[] key, JOSEObjectType type, JWTClaimsSet claims)
      throws Exception {
    SignedJWT pass =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.HS256).type(type).build(), claims);
    pass.sign(new MACSigner(key));
    return pass.serialize();
  }
}
