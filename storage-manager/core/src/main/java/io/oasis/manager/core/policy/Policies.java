package io.oasis.manager.core.policy;

import java.util.List;
import java.util.Optional;

/** The policies there are, by name. */
public final class Policies {
  private static final List<Policy> ALL = List.of(new ProportionalFair(), new OasisPolicy());

  private Policies() {}

  public static Optional<Policy> named(String name) {
    return ALL.stream().filter(policy -> policy.name().equals(name)).findFirst();
  }

  public static List<String> names() {
    return ALL.stream().map(Policy::name).toList();
  }
}
