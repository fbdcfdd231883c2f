package io.oasis.manager.planners.coschedule;

/**
 * What is to be placed: a workload that is striped over some servers and needs the same share of
 * the time of each, at the same time.
 *
 * @param servers how many, 1 or more
 * @param share of each server's time, at most 1
 */
public record Workload(String name, int servers, Fraction share) {
  /** Characters of a name; chosen: it stands in tables and pictures. */
  private static final int MOST_LETTERS = 200;

  public Workload {
    if (name.isBlank()
        || name.length() > MOST_LETTERS
        || name.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(
          "name = " + name.strip() + ": must have 1 to " + MOST_LETTERS + " printable characters");
    }
    if (servers < 1) {
      throw new IllegalArgumentException("servers = " + servers + ": must be 1 or more");
    }
    if (!share.isAtMost(Fraction.ONE)) {
      throw new IllegalArgumentException("share = " + share + ": must be at most 1");
    }
  }

  @Override
  public String toString() {
    return name + " (" + servers + (servers == 1 ? " server, " : " servers, ") + share + ")";
  }
}
