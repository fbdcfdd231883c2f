package io.oasis.proving;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a report was held to, as one list for each bar, of what falls short of it; nothing here is
 * excused.
 */
public record Bars(List<List<String>> shortfalls) {
  /** For example "bars: 9 held, 2 missed, 0 excused", as the lab says it. */
  public static String counts(long held, long missed) {
    return "bars: " + held + " held, " + missed + " missed, 0 excused";
  }

  /** How many there are of each. */
  public record Counts(long held, long missed, long excused) {}

  public Counts counts() {
    long held = shortfalls.stream().filter(List::isEmpty).count();
    return new Counts(held, shortfalls.size() - held, 0);
  }

  /** A bar that is met, or what is said where it is not. */
  public static List<String> bar(boolean met, String otherwise) {
    return met ? List.of() : List.of(otherwise);
  }

  public List<String> failures() {
    return shortfalls.stream().flatMap(List::stream).toList();
  }

  /** What was not met, and how many were. */
  public String text() {
    String failures =
        failures().stream().map("NOT MET: %s\n"::formatted).collect(Collectors.joining());
    return failures + counts(counts().held(), counts().missed()) + "\n";
  }
}
