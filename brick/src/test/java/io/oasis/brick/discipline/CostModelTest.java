package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.brick.discipline.DisciplineSpec.Costs;
import io.oasis.brick.discipline.DisciplineSpec.Kind;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what an I/O is reckoned to cost, and how that moves the virtual time of SFQ. */
class CostModelTest {
  private static final long MILLI = 1_000_000L;

  private static Io io(int number, int bytes) {
    Io io = new Io();
    io.set(new Session(number, "s" + number, Terms.standard().withShare(2)), false, 0, bytes);
    return io;
  }

  @Test
  void halfAMebibyteCostsAsMuchAsThePositioning() {
    assertThat(new CostModel.Affine().costOf(io(0, 512 << 10))).isEqualTo(2);
    assertThat(new CostModel.Affine().costOf(io(0, 128 << 10))).isEqualTo(1.25);
  }

  @Test
  void theStudyLearnsEachSessionsCostFromItsTimesAtTheDevice() {
    CostModel.Study study = new CostModel.Study();
    for (int number = 0; number < 3; number++) {
      Io io = io(number, 4096);
      assertThat(study.costOf(io)).as("not seen yet").isEqualTo(5);
      io.dispatchedNanos = MILLI;
      study.observe(io, 3 * MILLI);
      assertThat(study.costOf(io)).isEqualTo(2);
      study.observe(io, 13 * MILLI);
      assertThat(study.costOf(io)).isCloseTo(3, within(1e-9));
    }
  }

  /**
   * One of share 2 was served in 2 ms, reckoned with 5: virtual time is at its finish tag of 5 / 2
   * where it follows what is served, else at its start tag of 0.
   */
  @ParameterizedTest
  @CsvSource({"STUDY, 2.5, 2", "AFFINE, 0, 1.0078125"})
  void virtualTimeFollowsWhatWasServedOnlyInTheStudy(Costs costs, double start, double cost) {
    Discipline sfq = DisciplineSpec.of(Kind.SFQ).withCosts(costs).create(0, new Random(1));
    Io first = io(0, 4096);
    Session session = first.session();
    sfq.join(session, 0);
    sfq.arrive(first, 0);
    assertThat(sfq.next(0)).isSameAs(first);
    sfq.complete(first, 2 * MILLI);
    Io comer = io(1, 4096);
    sfq.join(comer.session(), 2 * MILLI);
    sfq.arrive(comer, 2 * MILLI);
    assertThat(comer.tag).isEqualTo(start);
    Io second = new Io();
    second.set(session, false, 0, 4096);
    sfq.arrive(second, 2 * MILLI);
    assertThat(second.cost).isEqualTo(cost);
  }
}
