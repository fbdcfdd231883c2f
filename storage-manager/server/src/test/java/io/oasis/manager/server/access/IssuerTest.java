package io.oasis.manager.server.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;

/** Shows that an issuer is asked for its keys by OpenID Connect Discovery, over a real socket. */
class IssuerTest {
  @TempDir Path directory;

  private final List<JWK> keys = new ArrayList<>();
  private final RSAKey first = key("k1");
  private HttpServer issuer;
  private String url;
  private boolean isBroken;
  private Bearers bearers;

  private static RSAKey key(String id) {
    try {
      return new RSAKeyGenerator(2048).keyID(id).generate();
    } catch (com.nimbusds.jose.JOSEException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void start() throws IOException {
    issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    url = "http://127.0.0.1:" + issuer.getAddress().getPort() + "/realm";
    issuer.createContext(
        "/realm/.well-known/openid-configuration",
        exchange ->
            answer(
                exchange,
                """
                {"issuer":"%s","jwks_uri":"%s/keys","subject_types_supported":["public"]}\
                """
                    .formatted(url, url)));
    issuer.createContext(
        "/realm/keys", exchange -> answer(exchange, new JWKSet(keys).toPublicJWKSet().toString()));
    issuer.start();
    keys.add(first);
    bearers =
        new Bearers(
            new AccessConfig(
                directory,
                Optional.of(url),
                Optional.empty(),
                "oasis",
                "realm.roles",
                Optional.empty(),
                false),
            new Tokens(directory));
  }

  @AfterEach
  void stop() {
    issuer.stop(0);
  }

  private void answer(HttpExchange exchange, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(isBroken ? 503 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private String token(RSAKey by) throws Exception {
    return Jwts.signed(by, claims -> claims.issuer(url), "operator");
  }

  @Test
  void whoeverItSignedForIsKnown() throws Exception {
    assertThat(bearers.callerOf(token(first)))
        .hasValueSatisfying(caller -> assertThat(caller.getName()).isEqualTo("s1"));
    String another = Jwts.signed(first, claims -> claims.issuer(url + "/other"), "operator");
    assertThatThrownBy(() -> bearers.callerOf(another))
        .isInstanceOf(InvalidBearerTokenException.class);
  }

  @Test
  void aNameThatSomebodyChoseIsKeptWithTheSubjectThatNobodyChooses() throws Exception {
    for (String chosen : List.of("admin token of this host", "x".repeat(3_000))) {
      String signed =
          Jwts.signed(
              first, claims -> claims.issuer(url).claim("preferred_username", chosen), "operator");
      assertThat(bearers.callerOf(signed))
          .hasValueSatisfying(caller -> assertThat(caller.getName()).endsWith(" (s1)"));
    }
  }

  @Test
  void aKeyThatItTakesLaterCountsAtOnceAndOneThatIsNotItsDoesNot() throws Exception {
    assertThat(bearers.callerOf(token(first))).isPresent();
    RSAKey next = key("k2");
    String signed = token(next);
    assertThatThrownBy(() -> bearers.callerOf(signed))
        .isInstanceOf(InvalidBearerTokenException.class);
    keys.add(next);
    assertThat(bearers.callerOf(signed)).isPresent();
  }

  @Test
  void oneThatDoesNotAnswerIsAskedAgain() throws Exception {
    isBroken = true;
    String signed = token(first);
    assertThatThrownBy(() -> bearers.callerOf(signed))
        .isInstanceOf(InvalidBearerTokenException.class)
        .hasMessageContaining("its issuer does not tell its keys");
    isBroken = false;
    assertThat(bearers.callerOf(signed)).isPresent();
  }
}
