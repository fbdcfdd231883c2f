package io.oasis.adapter.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.targets.Throttle.Part;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows that a target keeps the contract of {@link Target}; every target's test extends this. */
public abstract class TargetContract {
  private static final Throttle FOUR = new Throttle(100, 200, 1_048_576, 2_097_152);

  private TargetLab lab;
  private Target target;
  private Place place;

  protected abstract TargetLab open() throws Exception;

  @BeforeEach
  void openLab() throws Exception {
    lab = open();
    target = lab.target();
    place = lab.place("a");
  }

  @AfterEach
  void closeLab() throws Exception {
    if (lab != null) {
      lab.close();
    }
  }

  @Test
  void canBeWrittenHere() {
    assertThat(target.obstacle()).isEmpty();
    assertThat(target.presence(place)).isEqualTo(Presence.SAME);
  }

  @Test
  void holdsNothingWhereNobodyWrote() throws Exception {
    assertThat(target.read(place)).isEqualTo(Throttle.NONE);
    assertThat(target.discover()).doesNotContain(place);
  }

  @Test
  void readsBackWhatWasApplied() throws Exception {
    target.apply(place, Throttle.NONE, FOUR);

    assertThat(target.read(place)).isEqualTo(FOUR);
    assertThat(target.discover()).contains(place);
  }

  @Test
  void appliesEachPartAloneAndTakesItBack() throws Exception {
    for (Part part : Part.values()) {
      Throttle one = Throttle.NONE.with(part, 123_456);
      target.apply(place, Throttle.NONE, one);
      assertThat(target.read(place)).isEqualTo(one);
      target.apply(place, one, Throttle.NONE);
      assertThat(target.read(place)).isEqualTo(Throttle.NONE);
    }
  }

  @Test
  void touchesOnlyThePartsThatDiffer() throws Exception {
    target.apply(place, Throttle.NONE, FOUR);
    lab.foreignWrite(place, Part.WRITE_BYTES, 3_000_000);

    target.apply(place, FOUR, FOUR.with(Part.READ_IOPS, 77));

    assertThat(target.read(place))
        .isEqualTo(FOUR.with(Part.READ_IOPS, 77).with(Part.WRITE_BYTES, 3_000_000));
  }

  @Test
  void touchesNoOtherDeviceAndNoOtherGroup() throws Exception {
    Place otherDevice = lab.onOtherDevice(place);
    Place otherGroup = lab.place("b");
    target.apply(otherDevice, Throttle.NONE, FOUR.with(Part.READ_IOPS, 5));
    target.apply(place, Throttle.NONE, FOUR);

    target.apply(place, FOUR, Throttle.NONE);

    assertThat(target.read(otherDevice)).isEqualTo(FOUR.with(Part.READ_IOPS, 5));
    assertThat(target.read(otherGroup)).isEqualTo(Throttle.NONE);
  }

  @Test
  void releasePutsBackWhatWasThereBefore() throws Exception {
    lab.foreignWrite(place, Part.READ_IOPS, 5_000);
    Throttle before = target.read(place);
    target.apply(place, before, FOUR);

    assertThat(target.release(place, Written.first(before, FOUR))).isEmpty();

    assertThat(target.read(place)).isEqualTo(Throttle.NONE.with(Part.READ_IOPS, 5_000));
  }

  @Test
  void releaseTwiceIsAsReleaseOnce() throws Exception {
    target.apply(place, Throttle.NONE, FOUR);
    Written written = Written.first(Throttle.NONE, FOUR);
    target.release(place, written);
    target.release(place, written);

    assertThat(target.read(place)).isEqualTo(Throttle.NONE);
  }

  @Test
  void releaseKnowsBothValuesThatACrashMayHaveLeft() throws Exception {
    Throttle second = FOUR.with(Part.READ_IOPS, 333);
    target.apply(place, Throttle.NONE, FOUR); // the second was announced and not written

    target.release(place, Written.first(Throttle.NONE, FOUR).then(second));

    assertThat(target.read(place)).isEqualTo(Throttle.NONE);
  }

  @Test
  void releaseLeavesWhatSomebodyElseWrote() throws Exception {
    target.apply(place, Throttle.NONE, FOUR);
    lab.foreignWrite(place, Part.WRITE_IOPS, 999);

    assertThat(target.release(place, Written.first(Throttle.NONE, FOUR)))
        .containsExactly(Part.WRITE_IOPS);

    assertThat(target.read(place)).isEqualTo(Throttle.NONE.with(Part.WRITE_IOPS, 999));
  }

  @Test
  void aGroupMadeAnewIsAnotherPlaceAndIsLeftAlone() throws Exception {
    target.apply(place, Throttle.NONE, FOUR);
    Place fresh = lab.recreateGroup(place);
    target.apply(fresh, Throttle.NONE, FOUR); // the same values, by chance

    assertThat(target.presence(place)).isEqualTo(Presence.GROUP_GONE);
    assertThatThrownBy(() -> target.apply(place, Throttle.NONE, FOUR))
        .isInstanceOf(TargetException.class);
    target.release(place, Written.first(Throttle.NONE.with(Part.READ_IOPS, 9), FOUR));
    assertThat(target.read(fresh)).isEqualTo(FOUR);
  }

  @Test
  void anotherDeviceUnderTheNumberGetsNothingRestoredButLosesOurs() throws Exception {
    Throttle before = Throttle.NONE.with(Part.READ_IOPS, 5_000);
    target.apply(place, Throttle.NONE, before);
    target.apply(place, before, FOUR);
    Place changed = lab.changeDevice(place);

    assertThat(target.presence(place)).isEqualTo(Presence.DEVICE_CHANGED);
    assertThatThrownBy(() -> target.apply(place, FOUR, before)).isInstanceOf(TargetException.class);
    target.release(place, Written.first(before, FOUR));
    assertThat(target.read(changed)).isEqualTo(Throttle.NONE);
  }

  @Test
  void countsWhatPasses() throws Exception {
    target.apply(place, Throttle.NONE, Throttle.NONE.with(Part.READ_IOPS, 1_000_000));
    Counters before = target.observe(place);

    lab.read(place, 50);

    Counters after = target.observe(place);
    assertThat(after.readIos() - before.readIos()).isEqualTo(50);
    assertThat(after.readBytes() - before.readBytes()).isEqualTo(50 * 4_096);
    assertThat(after.writeIos()).isEqualTo(before.writeIos());
  }
}
