package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Optional;

/**
 * A change of a domain's mode or guard rails that came into force: who, when, why, and what it was
 * before and is now. The domain's controller tells it in the same breath as it obeys.
 *
 * @param differences field by field; the first of them where there are very many
 * @param totalDifferences how many there are in all
 */
public record RailsChange(
    DomainId domain,
    @JsonUnwrapped GuardRails.Change change,
    List<Difference> differences,
    int totalDifferences)
    implements OfDomain {
  /** So many differences are told: a page of an audit; a set of rails may have 20,000. */
  public static final int MOST_DIFFERENCES = 500;

  /**
   * One field.
   *
   * @param field such as {@code mode} or {@code APPLICATION db1:pg.service limit.iops}
   * @param before absent when there was none
   * @param after absent when there is none any more
   */
  public record Difference(String field, Optional<String> before, Optional<String> after) {
    public Difference {
      field = Check.text("field", field);
      before = before.map(text -> Check.text("before", text));
      after = after.map(text -> Check.text("after", text));
    }
  }

  public RailsChange {
    differences = Check.list("differences", differences, MOST_DIFFERENCES);
    Check.between("totalDifferences", totalDifferences, differences.size(), Integer.MAX_VALUE);
  }
}
