package io.oasis.manager.server.access;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/** Somebody who is known. */
final class Caller extends AbstractAuthenticationToken {
  private static final long serialVersionUID = 1L;

  /** Longer names are cut: they are kept with every change. */
  private static final int MAX_NAME_CHARS = 200;

  private final String name;
  private final Role role;
  private final transient Instant until;

  /**
   * @param name as changes are kept under
   * @param until when the proof ends
   */
  Caller(String name, Role role, Instant until) {
    super(role.authorities());
    String plain = name.replaceAll("\\p{Cntrl}", " ");
    this.name = plain.length() <= MAX_NAME_CHARS ? plain : plain.substring(0, MAX_NAME_CHARS);
    this.role = role;
    this.until = until;
    setAuthenticated(true);
  }

  Role role() {
    return role;
  }

  Instant until() {
    return until;
  }

  @Override
  public String getName() {
    return name;
  }

  @Override
  public Object getPrincipal() {
    return name;
  }

  @Override
  public Object getCredentials() {
    return "";
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Caller that
        && name.equals(that.name)
        && role == that.role
        && super.equals(other);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
