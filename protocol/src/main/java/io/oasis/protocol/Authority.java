package io.oasis.protocol;

import java.util.Optional;

/**
 * On whose word an adapter is told something. It stands inside the message, so that whoever signs
 * the message signs it.
 *
 * @param mode of the domain when it was decided; an adapter limits in {@link Mode#ENFORCE} only
 * @param manager those that share the domains between them have one name; absent: not said
 */
public record Authority(Mode mode, Optional<String> manager) {
  public Authority {
    manager.ifPresent(name -> Check.id("manager", name));
  }

  /** Of a manager that is named by whoever sends it. */
  public static Authority in(Mode mode) {
    return new Authority(mode, Optional.empty());
  }

  public Authority of(String name) {
    return new Authority(mode, Optional.of(name));
  }
}
