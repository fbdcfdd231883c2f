package io.oasis.protocol;

import java.util.List;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/**
 * The checks that records make of what they are given: each names the field, the value, the rule.
 */
public final class Check {
  /** Paths of cgroups are in ids: longer ones are no help to anybody who reads them. */
  private static final int MAX_ID_CHARS = 512;

  /** A paragraph; what says more is no reason but an essay. */
  private static final int MAX_TEXT_CHARS = 2_000;

  /** No device does or takes so much; sums over all hosts and queues stay finite numbers. */
  private static final double MOST_MEASURED = 1e15;

  /** Per second: what is computed of many that are measured. */
  private static final double MOST_RATE = 1e24;

  private Check() {}

  /**
   * @param rule what the value must be, after "must be"
   * @throws IllegalArgumentException unless it holds
   */
  public static void require(boolean holds, String field, Object value, String rule) {
    if (!holds) {
      throw invalid(field, value, "must be " + rule);
    }
  }

  /** A name that somebody else chose, with a question mark for what no id may have. */
  public static String idText(String name) {
    StringBuilder clean = new StringBuilder(name.length());
    name.chars().forEach(c -> clean.append(mayBeInId((char) c) ? (char) c : '?'));
    return clean.toString();
  }

  private static boolean mayBeInId(char c) {
    return c != '|' && isSeen(c);
  }

  /**
   * Not what moves a terminal's cursor, turns a line round or is not to be seen at all: two names
   * with it would look alike. What has no meaning yet depends on the Java that looks, and is seen.
   */
  private static boolean isSeen(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  static void id(String field, String value) {
    if (value.isEmpty() || value.length() > MAX_ID_CHARS) {
      throw invalid(field, shorten(value), "must have 1 to " + MAX_ID_CHARS + " characters");
    }
    for (int i = 0; i < value.length(); i++) {
      if (!mayBeInId(value.charAt(i))) {
        throw invalid(
            field, shorten(value), "must not contain '|' or characters that are not seen");
      }
    }
  }

  /**
   * What somebody says, fit to be shown. It is cleaned, not refused: nothing that a host says is
   * lost for a line break in the words of its kernel.
   */
  static String text(String field, String value) {
    if (value.length() > MAX_TEXT_CHARS) {
      throw invalid(field, shorten(value), "must have at most " + MAX_TEXT_CHARS + " characters");
    }
    if (has(value, Check::isHalfPair)) {
      throw invalid(field, printable(shorten(value)), "must not contain half of a surrogate pair");
    }
    return printable(value);
  }

  /** The text with a space for what breaks a line, a question mark for what else is not seen. */
  public static String printable(String text) {
    if (!has(text, c -> !isSeen(c))) {
      return text;
    }
    StringBuilder clean = new StringBuilder(text.length());
    text.codePoints()
        .map(c -> isSeen(c) ? c : Character.isWhitespace(c) ? ' ' : '?')
        .forEach(clean::appendCodePoint);
    return clean.toString();
  }

  /** The same for each line of a text that has some. */
  public static String printableLines(String text) {
    return text.lines().map(Check::printable).collect(Collectors.joining(System.lineSeparator()));
  }

  private static boolean has(String text, IntPredicate wanted) {
    int codePoint;
    for (int i = 0; i < text.length(); i += Character.charCount(codePoint)) {
      codePoint = text.codePointAt(i);
      if (wanted.test(codePoint)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isHalfPair(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  static void notNegative(String field, double value) {
    if (!(value >= 0) || value == Double.POSITIVE_INFINITY) {
      throw invalid(field, value, "must be a finite number, zero or more");
    }
  }

  /** What somebody says that was measured. */
  static void measured(String field, double value) {
    if (!(value >= 0 && value <= MOST_MEASURED)) {
      throw invalid(field, value, "must be between 0 and " + MOST_MEASURED);
    }
  }

  /** A rate that is measured, asked for, or computed of many such. */
  static void rate(String field, double value) {
    if (!(value >= 0 && value <= MOST_RATE)) {
      throw invalid(field, value, "must be between 0 and " + MOST_RATE);
    }
  }

  static void positive(String field, double value) {
    if (!(value > 0) || value == Double.POSITIVE_INFINITY) {
      throw invalid(field, value, "must be a finite number above zero");
    }
  }

  static void fraction(String field, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw invalid(field, value, "must be between 0 and 1");
    }
  }

  static void notNegative(String field, long value) {
    if (value < 0) {
      throw invalid(field, value, "must be zero or more");
    }
  }

  public static void between(String field, long value, long least, long most) {
    if (value < least || value > most) {
      throw invalid(field, value, "must be between " + least + " and " + most);
    }
  }

  static <T> List<T> list(String field, List<T> value, int most) {
    if (value.size() > most) {
      throw invalid(field, value.size() + " entries", "must have at most " + most);
    }
    return List.copyOf(value);
  }

  /** Each is above the one before. */
  static <T, V extends Comparable<V>> void rising(
      String field, List<T> entries, Function<T, V> value) {
    for (int i = 1; i < entries.size(); i++) {
      V before = value.apply(entries.get(i - 1));
      V next = value.apply(entries.get(i));
      if (next.compareTo(before) <= 0) {
        throw invalid(field, next, "must be above the one before, " + before);
      }
    }
  }

  static IllegalArgumentException invalid(String field, Object value, String rule) {
    return new IllegalArgumentException(field + " = " + value + ": " + rule);
  }

  private static String shorten(String value) {
    return value.length() <= 80 ? value : value.substring(0, 80) + "...";
  }
}
