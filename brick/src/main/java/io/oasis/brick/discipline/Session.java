package io.oasis.brick.discipline;

/**
 * One application's use of what a discipline shares out: the smallest thing that has terms. The
 * number is unique among the sessions of one discipline and small, because arrays are indexed by
 * it.
 */
public final class Session {
  private final int number;
  private final String name;
  private Terms terms;

  public Session(int number, String name, Terms terms) {
    if (number < 0) {
      throw new IllegalArgumentException("number must be >= 0, was " + number);
    }
    this.number = number;
    this.name = name;
    this.terms = terms;
  }

  public int number() {
    return number;
  }

  public String name() {
    return name;
  }

  public Terms terms() {
    return terms;
  }

  /** Only under the lock of the discipline, which must be told by {@link Discipline#changed}. */
  public void setTerms(Terms next) {
    terms = next;
  }

  @Override
  public String toString() {
    return name;
  }
}
