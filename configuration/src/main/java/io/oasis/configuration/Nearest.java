package io.oasis.configuration;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The name that was perhaps meant: the one that fewest changed letters are away (Levenshtein). */
public final class Nearest {
  private Nearest() {}

  /** Empty when every name differs in more than half of its letters. */
  public static Optional<String> of(String word, Collection<String> names) {
    return names.stream()
        .filter(name -> distance(word, name) <= Math.max(word.length(), name.length()) / 2)
        .min(Comparator.comparingInt(name -> distance(word, name)));
  }

  private static int distance(String one, String other) {
    String a = one.toLowerCase(Locale.ROOT);
    String b = other.toLowerCase(Locale.ROOT);
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int changed = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
