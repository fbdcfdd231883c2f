package io.oasis.door;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;

/**
 * Gives tokens as an identity provider does (OAuth 2.0, client credentials), and shows the keys
 * that they are signed with. Whoever says his name with {@code -secret} behind it is that client.
 */
final class Issuer implements AutoCloseable {
  static final String AUDIENCE = "kafka";

  private static final int KEY_BITS = 2_048;
  private static final long VALID_SECONDS = 300;

  private final HttpServer server;
  private final RSAKey key;
  private volatile boolean open = true;

  private Issuer(HttpServer server, RSAKey key) {
    this.server = server;
    this.key = key;
  }

  static Issuer start() throws Exception {
    RSAKey key = new RSAKeyGenerator(KEY_BITS).keyID("k1").generate();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    Issuer issuer = new Issuer(server, key);
    server.createContext("/keys", exchange -> answer(exchange, 200, issuer.keys()));
    server.createContext("/token", issuer::token);
    server.start();
    return issuer;
  }

  /** Whether it knows its clients. */
  void open(boolean now) {
    open = now;
  }

  /** Where tokens are given. */
  String tokens() {
    return name() + "/token";
  }

  /** Where its keys are shown. */
  String keysAt() {
    return name() + "/keys";
  }

  String name() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private String keys() {
    return new JWKSet(key.toPublicJWK()).toString();
  }

  private void token(HttpExchange exchange) throws IOException {
    String basic = exchange.getRequestHeaders().getFirst("Authorization").substring(6);
    List<String> shown =
        List.of(
            new String(Base64.getDecoder().decode(basic), StandardCharsets.UTF_8).split(":", 2));
    if (!open || !shown.getLast().equals(shown.getFirst() + "-secret")) {
      answer(exchange, 401, "{\"error\":\"invalid_client\"}");
      return;
    }
    String token =
        "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d}"
            .formatted(signed(shown.getFirst()), VALID_SECONDS);
    answer(exchange, 200, token);
  }

  private String signed(String client) throws IOException {
    Instant now = Instant.now();
    JWTClaimsSet claims =
        new JWTClaimsSet.Builder()
            .issuer(name())
            .audience(AUDIENCE)
            .subject(client)
            .issueTime(Date.from(now))
            .expirationTime(Date.from(now.plusSeconds(VALID_SECONDS)))
            .build();
    SignedJWT jwt =
        new SignedJWT(new JWSHeader.Builder(JWSAlgorithm.RS256).keyID("k1").build(), claims);
    try {
      jwt.sign(new RSASSASigner(key));
    } catch (JOSEException e) {
      throw new IOException(e);
    }
    return jwt.serialize();
  }

  private static void answer(HttpExchange exchange, int code, String json) throws IOException {
    try (exchange) {
      byte[] body = json.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "application/json");
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
