package io.oasis.brick.stream;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** Shows which dirty blocks are written together. */
class RunTest {
  private final Set<Long> dirty = Set.of(0L, 1L, 2L, 3L, 7L, 8L, 20L);

  private Run around(long block, int most) {
    return Run.around(block, most, dirty::contains);
  }

  @Test
  void neighboursOnBothSidesUpToAnAccess() {
    assertThat(around(2, 100)).isEqualTo(new Run(0, 4));
    assertThat(around(8, 100)).isEqualTo(new Run(7, 2));
    assertThat(around(20, 100)).isEqualTo(new Run(20, 1));
    assertThat(around(2, 2)).isEqualTo(new Run(1, 2));
    assertThat(around(2, 1)).isEqualTo(new Run(2, 1));
    assertThat(around(0, 3)).isEqualTo(new Run(0, 3));
  }
}
