package io.oasis.manager.server.access;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Who is known, and by what.
 *
 * @param tokens directory of this host's token files
 * @param issuer of JWTs, whose keys are asked for there; absent: none
 * @param keys JWK set in a file in place of the issuer's own; absent: ask the issuer
 * @param audience that a JWT must name
 * @param rolesClaim claim of a JWT that names roles; dots go into objects
 * @param certificates file that says which subject of a client certificate has which role
 * @param openMetrics whether Prometheus needs no role
 */
public record AccessConfig(
    Path tokens,
    Optional<String> issuer,
    Optional<Path> keys,
    String audience,
    String rolesClaim,
    Optional<Path> certificates,
    boolean openMetrics) {}
