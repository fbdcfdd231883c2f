package io.oasis.packages;

import io.oasis.configuration.Component;
import io.oasis.configuration.Key;
import java.util.Map;

/** A configuration file with every key of a component, each with what it means and its default. */
final class Sample {
  private Sample() {}

  /**
   * Every line is a comment but those of keys that a package gives another value than the default.
   */
  static String of(Component<?> component, Map<String, String> given) {
    StringBuilder text = new StringBuilder();
    text.append("# oasis-%s(8): %s\n".formatted(component.name(), component.purpose()));
    text.append(
        "# What stands behind a key in a comment is its default. Read at the start of the"
            + " service.\n");
    text.append(
        "# Whether this file is right: oasis config check /etc/oasis/%s.yaml (package oasis)\n"
            .formatted(component.name()));
    for (Key<?> key : component.keys()) {
      String range = key.range().equals("a " + key.unit()) ? "" : "; " + key.range();
      text.append("\n# %s (%s%s)\n".formatted(key.meaning(), key.unit(), range));
      String own = given.get(key.name());
      if (own != null) {
        text.append("%s: %s\n".formatted(key.name(), own));
      } else {
        text.append("#%s: %s".formatted(key.name(), key.standard()).stripTrailing()).append('\n');
      }
    }
    return text.toString();
  }
}
