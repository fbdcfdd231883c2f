package io.oasis.manager.server.fleet;

import java.util.Optional;

/** Who would have to answer does not; asked again, somebody may. */
public final class Absent extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String manager;
  private final String why;

  private Absent(String manager, String why, String message) {
    super(message);
    this.manager = manager;
    this.why = why;
  }

  static Absent of(String manager, String why) {
    return new Absent(manager, why, "the manager " + manager + ' ' + why);
  }

  /** No manager decides for it now. */
  public static Absent nobody(String why) {
    return new Absent("", why, "no manager decides for it at this moment: " + why);
  }

  /** It was sent here, and belongs elsewhere. */
  public static Absent moved(String manager) {
    return of(manager, "decides for it now, not the one that it was sent to");
  }

  /** Which manager; empty: none. */
  public Optional<String> manager() {
    return Optional.of(manager).filter(address -> !address.isEmpty());
  }

  /** Without the manager's name. */
  public String why() {
    return why;
  }
}
