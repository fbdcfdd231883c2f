package io.oasis.brick.discipline;

/**
 * What a pool of sessions is promised and allowed together.
 *
 * @param reserveRuns least, in I/O runs per second, 0 for none
 * @param limitRuns most, in I/O runs per second, 0 for none
 */
public record PoolTerms(String name, double reserveRuns, double limitRuns) {
  public PoolTerms {
    if (name.isEmpty()) {
      throw new IllegalArgumentException("name must not be empty");
    }
    if (!(reserveRuns >= 0) || !(limitRuns >= 0)) {
      throw new IllegalArgumentException(
          "reserveRuns and limitRuns must be >= 0, were " + reserveRuns + " and " + limitRuns);
    }
    if (limitRuns > 0 && limitRuns < reserveRuns) {
      throw new IllegalArgumentException(
          "limitRuns must not be below reserveRuns, was " + limitRuns);
    }
  }
}
