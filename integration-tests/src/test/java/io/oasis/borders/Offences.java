package io.oasis.borders;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What breaks a rule, by file, beside what {@code tidy.txt} allows: so many of a rule in a file of
 * that name, wherever it is moved to. The list may only become shorter.
 */
final class Offences {
  private final String rule;
  private final Map<String, List<String>> found = new TreeMap<>();

  Offences(String rule) {
    this.rule = rule;
  }

  void add(Path file, String what) {
    String name = String.valueOf(file.getFileName()).replace(".java", "");
    found
        .computeIfAbsent(name, key -> new ArrayList<>())
        .add(Checkout.ROOT.relativize(file) + ": " + what);
  }

  /** Fails with every file in which there is more than is allowed, or less. */
  void check() throws IOException {
    Map<String, Integer> allowed = allowed();
    List<String> more = new ArrayList<>();
    found.forEach(
        (name, offences) -> {
          if (offences.size() > allowed.getOrDefault(name, 0)) {
            more.addAll(offences);
            more.add("  (" + rule + " " + name + ": " + offences.size() + ")");
          }
        });
    assertThat(more).as(rule).isEmpty();
    Map<String, Integer> counted = new TreeMap<>();
    found.forEach((name, offences) -> counted.put(name, offences.size()));
    assertThat(allowed).as("%s: the list in tidy.txt becomes shorter", rule).isEqualTo(counted);
  }

  private Map<String, Integer> allowed() throws IOException {
    Map<String, Integer> allowed = new TreeMap<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Offences.class.getResourceAsStream("tidy.txt")),
                StandardCharsets.UTF_8))) {
      for (String line : lines.lines().toList()) {
        String[] words = line.split(" ", 4);
        if (words[0].equals(rule)) {
          allowed.put(words[1], Integer.parseInt(words[2]));
        }
      }
    }
    return allowed;
  }
}
