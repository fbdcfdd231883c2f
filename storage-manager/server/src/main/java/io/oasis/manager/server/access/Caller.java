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
  private final boolean sentOn;

  /**
   * @param name as changes are kept under
   * @param until when the proof ends
   */
  Caller(String name, Role role, Instant until) {
    this(name, role, until, false);
  }

  /**
   * @param sentOn whether another manager, which knows them, sent their call on
   */
  Caller(String name, Role role, Instant until, boolean sentOn) {
    super(role.authorities());
    this.sentOn = sentOn;
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

  boolean isSentOn() {
    return sentOn;
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
        && sentOn == that.sentOn
        && super.equals(other);
  }

  @Override
  public int hashCode() {
    return name.hashCode();
  }
}
