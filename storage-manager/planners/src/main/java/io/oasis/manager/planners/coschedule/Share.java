package io.oasis.manager.planners.coschedule;

/**
 * One processor's part of a search that several divide among themselves, as many as there are
 * (section 3.6.2): of the heuristics, and of the orders near theirs, every {@code of}-th. All parts
 * together are what one processor does alone, so that none of them is later than that with what it
 * finds.
 *
 * @param index from 0 to below {@code of}
 */
public record Share(int index, int of) {
  /** One processor does it all. */
  public static final Share WHOLE = new Share(0, 1);

  public Share {
    if (index < 0 || index >= of) {
      throw new IllegalArgumentException(
          "index = %d of %d: must be from 0 to below".formatted(index, of));
    }
  }

  /** Whether this is the part that the one with this number, from 0, belongs to. */
  boolean has(int number) {
    return number % of == index;
  }
}
