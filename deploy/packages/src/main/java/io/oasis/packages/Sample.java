package io.oasis.packages;

import io.oasis.configuration.Component;
import io.oasis.configuration.Key;

/** A configuration file with every key of a component, each with what it means and its default. */
final class Sample {
  private Sample() {}

  /** Every line is a comment. */
  static String of(Component<?> component) {
    StringBuilder text = new StringBuilder();
    text.append("# oasis-%s(8): %s\n".formatted(component.name(), component.purpose()));
    text.append(
        "# What stands behind a key in a comment is its default. Read at the start of the service;"
            + " what reloads also by\n# systemctl reload oasis-%s\n".formatted(component.name()));
    text.append(
        "# Whether this file is right: oasis config check /etc/oasis/%s.yaml (package oasis-cli)\n"
            .formatted(component.name()));
    for (Key<?> key : component.keys()) {
      String range = key.range().equals("a " + key.unit()) ? "" : "; " + key.range();
      String reloads = key.reloads() ? "; reloads" : "";
      text.append("\n# %s (%s%s%s)\n".formatted(key.meaning(), key.unit(), range, reloads));
      text.append("#%s: %s".formatted(key.name(), key.standard()).stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
