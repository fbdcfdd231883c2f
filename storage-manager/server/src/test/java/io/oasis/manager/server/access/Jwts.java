package io.oasis.manager.server.access;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** An issuer of JWTs. */
final class Jwts {
  private Jwts() {}

  /**
   * @param claims changes what is usually claimed
   */
  static String signed(RSAKey by, UnaryOperator<JWTClaimsSet.Builder> claims, String role)
      throws Exception {
    JWTClaimsSet.Builder usual =
        new JWTClaimsSet.Builder()
            .issuer("https://id.example")
            .subject("s1")
            .audience("oasis")
            .expirationTime(Date.from(Instant.now().plusSeconds(300)))
            .claim("realm", Map.of("roles", List.of("other", role)));
    SignedJWT jwt =
        new SignedJWT(
            new JWSHeader.Builder(JWSAlgorithm.RS256).keyID(by.getKeyID()).build(),
            claims.apply(usual).build());
    jwt.sign(new RSASSASigner(by));
    return jwt.serialize();
  }
}
