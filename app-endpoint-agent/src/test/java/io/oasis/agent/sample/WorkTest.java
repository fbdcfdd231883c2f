package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows how I/O of several is added up and taken apart. */
class WorkTest {
  @Test
  void readsAndWritesAreAddedAndTakenOffByThemselves() {
    assertThat(new Work(1, 2, 30, 40).plus(new Work(10, 20, 300, 400)))
        .isEqualTo(new Work(11, 22, 330, 440));
    assertThat(new Work(10, 20, 4_096, 8_192).minus(new Work(4, 5, 1_024, 2_048)))
        .isEqualTo(new Work(6, 15, 3_072, 6_144));
    assertThat(new Work(1, 2, 30, 40).operations()).isEqualTo(3);
    assertThat(new Work(1, 2, 30, 40).bytes()).isEqualTo(70);
  }

  /** A large I/O that is passed down in parts counts more often below. */
  @Test
  void withoutBytesNoOperationsAreLeftAndNeverLessThanNone() {
    assertThat(new Work(10, 8, 4_096, 8_192).minus(new Work(9, 7, 4_096, 8_192)))
        .isEqualTo(Work.NONE);
    assertThat(new Work(1, 2, 4_096, 8_192).minus(new Work(9, 7, 1_024, 2_048)))
        .isEqualTo(new Work(0, 0, 3_072, 6_144));
  }

  @Test
  void onlyWhatHasNeitherOperationsNorBytesIsNone() {
    assertThat(Work.NONE.isNone()).isTrue();
    assertThat(new Work(0, 1, 0, 0).isNone()).isFalse();
    assertThat(new Work(0, 0, 0, 1).isNone()).isFalse();
  }
}
