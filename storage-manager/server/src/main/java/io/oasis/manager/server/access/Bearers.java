package io.oasis.manager.server.access;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtAudienceValidator;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtDecoderInitializationException;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.SupplierJwtDecoder;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.oauth2.server.resource.authentication.BearerTokenAuthenticationToken;

/**
 * Who shows a bearer token: one of this host's, or a JWT whose signature, time, issuer and audience
 * are right and whose claim names a role.
 */
final class Bearers implements AuthenticationManager {
  /** In a claim a role may also be written so, where one issuer serves many systems. */
  private static final String CLAIM_PREFIX = "oasis-";

  /** Of each of two names, which are kept with a change. */
  private static final int MOST_CHARS = 90;

  private final Tokens tokens;
  private final @Nullable JwtDecoder decoder;
  private final List<String> rolesClaim;

  Bearers(AccessConfig config, Tokens tokens) {
    this.tokens = tokens;
    this.decoder = decoder(config);
    this.rolesClaim = List.of(config.rolesClaim().split("\\."));
  }

  /** Asks the issuer for its keys when the first JWT comes, not at the start. */
  private static @Nullable JwtDecoder decoder(AccessConfig config) {
    if (config.issuer().isEmpty() && config.keys().isEmpty()) {
      return null;
    }
    List<OAuth2TokenValidator<Jwt>> checks = new ArrayList<>();
    checks.add(new JwtTimestampValidator());
    checks.add(new JwtClaimValidator<Object>("exp", Objects::nonNull)); // none is for ever
    checks.add(new JwtAudienceValidator(config.audience()));
    config.issuer().ifPresent(issuer -> checks.add(new JwtIssuerValidator(issuer)));
    return new SupplierJwtDecoder(
        () -> {
          NimbusJwtDecoder made =
              config
                  .keys()
                  .map(file -> NimbusJwtDecoder.withJwkSource(keysIn(file)).build())
                  .orElseGet(
                      () ->
                          NimbusJwtDecoder.withIssuerLocation(config.issuer().orElseThrow())
                              .build());
          made.setJwtValidator(JwtValidators.createDefaultWithValidators(checks));
          return made;
        });
  }

  /** Reads the file for each token: it is small, tokens are few, and a new key counts at once. */
  private static JWKSource<SecurityContext> keysIn(Path file) {
    return (selector, context) -> {
      try {
        return selector.select(JWKSet.load(file.toFile()));
      } catch (IOException | ParseException e) {
        throw new com.nimbusds.jose.KeySourceException("jwt-keys = " + file + ": " + e, e);
      }
    };
  }

  @Override
  public Authentication authenticate(Authentication given) {
    String token = ((BearerTokenAuthenticationToken) given).getToken();
    return callerOf(token)
        .orElseThrow(() -> new InvalidBearerTokenException("the token is not one that is known"));
  }

  /** Whose the token is; empty when it is nobody's. */
  Optional<Caller> callerOf(String token) {
    if (Tokens.isLocal(token) || decoder == null) {
      return tokens
          .of(token)
          .map(role -> new Caller(role.word() + " token of this host", role, Instant.MAX));
    }
    try {
      Jwt jwt = decoder.decode(token);
      Instant until = Optional.ofNullable(jwt.getExpiresAt()).orElse(Instant.MAX);
      return roleIn(jwt).map(role -> new Caller(nameIn(jwt), role, until));
    } catch (JwtDecoderInitializationException e) {
      throw new InvalidBearerTokenException("its issuer does not tell its keys", e);
    } catch (JwtException e) {
      throw new InvalidBearerTokenException(String.valueOf(e.getMessage()), e);
    }
  }

  /** With the subject, as its issuer may let somebody choose the other names. */
  private static String nameIn(Jwt jwt) {
    Optional<String> subject = claim(jwt, "sub");
    String name =
        claim(jwt, "preferred_username")
            .or(() -> claim(jwt, "email"))
            .or(() -> subject)
            .orElse("nobody named");
    return subject
        .filter(each -> !each.equals(name))
        .map(each -> name + " (" + each + ")")
        .orElse(name);
  }

  private static Optional<String> claim(Jwt jwt, String name) {
    return Optional.of(jwt.getClaims())
        .map(claims -> claims.get(name))
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .map(text -> text.substring(0, Math.min(text.length(), MOST_CHARS)));
  }

  private Optional<Role> roleIn(Jwt jwt) {
    Object claim = jwt.getClaims();
    for (String part : rolesClaim) {
      claim = claim instanceof Map<?, ?> map ? map.get(part) : null;
    }
    Stream<String> words =
        switch (claim) {
          case String text -> Arrays.stream(text.split("[ ,]+"));
          case Collection<?> list -> list.stream().map(String::valueOf);
          case null, default -> Stream.empty();
        };
    return words
        .map(word -> word.startsWith(CLAIM_PREFIX) ? word.substring(CLAIM_PREFIX.length()) : word)
        .flatMap(word -> Role.of(word).stream())
        .max(Comparator.naturalOrder());
  }
}
