package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.Outcome.State;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what is said of a limit by what passed it. */
class WatchTest {
  private static final long MIB = 1 << 20;

  private final Watch watch = new Watch();

  private void limit(double at, Throttle throttle) {
    watch.limit(throttle, seconds(at));
  }

  private Optional<State> look(double at, long reads, long writes) {
    return watch.look(new Counters(reads, writes, 0, 0), seconds(at)).map(Watch.Judgement::state);
  }

  private static Duration seconds(double seconds) {
    return Duration.ofMillis((long) (seconds * 1_000));
  }

  /** 300 may pass in the window; 2 may stray and 10 are a slice's worth. */
  @ParameterizedTest
  @CsvSource({
    "200, WRITTEN",
    "269, WRITTEN",
    "271, VERIFIED",
    "316, VERIFIED",
    "318, WRITTEN",
    "341, WRITTEN",
    "343, VIOLATED",
    "611, VIOLATED",
    "613, INERT"
  })
  void bindsHoldsOrIsPassed(long passed, State state) {
    limit(0, Throttle.ofEach(100, 0, 0, 0));
    assertThat(look(0, 1_000, 0)).isEmpty();
    assertThat(look(2.9, 1_000, 0)).isEmpty();
    assertThat(look(3, 1_000 + passed, 0)).contains(state);
    assertThat(watch.rate(Part.READ_IOPS)).contains(passed / 3.0);
    assertThat(watch.proved().contains(Part.READ_IOPS)).isEqualTo(state == State.VERIFIED);
  }

  /** Two I/Os of 1 MiB may stray. */
  @Test
  void oneLargeIoBreaksNoLimitInBytes() {
    limit(0, Throttle.ofEach(0, 0, MIB, 0));
    assertThat(watch.look(Counters.ZERO, seconds(0))).isEmpty();
    assertThat(watch.look(new Counters(5, 0, 5 * MIB, 0), seconds(3)))
        .contains(new Watch.Judgement(State.VERIFIED, ""));
  }

  @Test
  void aLimitThatMovesIsJudgedByWhatItAllowedAllTheWhile() {
    limit(0, Throttle.ofEach(100, 0, 0, 0));
    look(0, 0, 0);
    limit(2, Throttle.ofEach(1_000, 0, 0, 0));
    assertThat(look(3, 1_200, 0)).contains(State.VERIFIED);
  }

  @Test
  void whatPassedBeforeThereWasALimitIsNotHeldAgainstIt() {
    look(0, 0, 0);
    look(1, 9_000, 0);
    limit(2, Throttle.ofEach(100, 0, 0, 0));
    assertThat(look(3, 9_100, 0)).isEmpty();
    assertThat(look(6, 9_400, 0)).contains(State.VERIFIED);
  }

  @Test
  void countersThatWentBackBeginANewWindow() {
    limit(0, Throttle.ofEach(100, 0, 0, 0));
    look(0, 5_000, 0);
    assertThat(look(3, 10, 0)).isEmpty();
    assertThat(look(6, 310, 0)).contains(State.VERIFIED);
  }

  @Test
  void eachLookIsJudgedOnceTheWindowIsFull() {
    limit(0, Throttle.ofEach(100, 0, 0, 0));
    look(0, 0, 0);
    look(2, 200, 0);
    assertThat(look(3, 300, 0)).contains(State.VERIFIED);
    assertThat(look(4, 400, 0)).contains(State.VERIFIED);
  }

  @Test
  void oneDirectionThatHoldsProvesNothingOfTheOther() {
    limit(0, Throttle.ofEach(100, 100, 0, 0));
    look(0, 0, 0);
    assertThat(look(3, 325, 300)).contains(State.WRITTEN);
    assertThat(watch.proved()).containsExactly(Part.WRITE_IOPS);
  }

  @Test
  void whatIsNotAskedForAnyMoreIsNotProvedAnyMore() {
    limit(0, Throttle.ofEach(100, 100, 0, 0));
    look(0, 0, 0);
    assertThat(look(3, 300, 300)).contains(State.VERIFIED);
    look(6, 600, 400);
    assertThat(watch.proved()).containsExactly(Part.READ_IOPS);

    limit(6, Throttle.ofEach(100, 0, 0, 0));
    look(6, 600, 400);
    look(9, 900, 400);
    assertThat(watch.rate(Part.WRITE_IOPS)).isEmpty();
  }

  @Test
  void whetherItBindsNowIsSaidOfTheLastTwoLooks() {
    limit(0, Throttle.ofEach(100, 0, 0, 0));
    assertThat(watch.bindsNow()).as("not known").isTrue();
    look(0, 0, 0);
    look(1, 95, 0);
    assertThat(watch.bindsNow()).isTrue();
    look(2, 190, 0);
    assertThat(watch.bindsNow()).isTrue();
    look(3, 240, 0);
    assertThat(watch.bindsNow()).isFalse();
  }
}
