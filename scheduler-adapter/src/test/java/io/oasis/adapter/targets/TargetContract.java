package io.oasis.adapter.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.targets.Throttle.Part;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows that a target keeps the contract of {@link Target}; every target's test extends this. */
public abstract class TargetContract {
  private TargetLab lab;
  private Target target;
  private Place place;

  /** The parts that the target can hold, the first and the last of them. */
  private List<Part> parts;

  private Part first;
  private Part last;

  /** All parts with a value each. */
  private Throttle full;

  protected abstract TargetLab open() throws Exception;

  @BeforeEach
  void openLab() throws Exception {
    lab = open();
    target = lab.target();
    place = lab.place("a");
    parts = target.parts();
    first = parts.getFirst();
    last = parts.getLast();
    full = Throttle.NONE;
    for (Part part : parts) {
      full = full.with(part, 100_000 * (1 + part.ordinal()));
    }
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
    target.apply(place, Throttle.NONE, full);

    assertThat(target.read(place)).isEqualTo(full);
    assertThat(target.discover()).contains(place);
  }

  @Test
  void appliesEachPartAloneAndTakesItBack() throws Exception {
    for (Part part : parts) {
      Throttle one = Throttle.NONE.with(part, 123_456);
      target.apply(place, Throttle.NONE, one);
      assertThat(target.read(place)).isEqualTo(one);
      target.apply(place, one, Throttle.NONE);
      assertThat(target.read(place)).isEqualTo(Throttle.NONE);
    }
  }

  @Test
  void touchesOnlyThePartsThatDiffer() throws Exception {
    target.apply(place, Throttle.NONE, full);
    lab.foreignWrite(place, last, 3_000_000);

    target.apply(place, full, full.with(first, 77));

    assertThat(target.read(place)).isEqualTo(full.with(first, 77).with(last, 3_000_000));
  }

  @Test
  void touchesNoOtherDeviceAndNoOtherGroup() throws Exception {
    Place otherDevice = lab.onOtherDevice(place);
    Place otherGroup = lab.place("b");
    target.apply(otherDevice, Throttle.NONE, full.with(first, 5));
    target.apply(place, Throttle.NONE, full);

    target.apply(place, full, Throttle.NONE);

    assertThat(target.read(otherDevice)).isEqualTo(full.with(first, 5));
    assertThat(target.read(otherGroup)).isEqualTo(Throttle.NONE);
  }

  @Test
  void releasePutsBackWhatWasThereBefore() throws Exception {
    lab.foreignWrite(place, first, 5_000);
    Throttle before = target.read(place);
    target.apply(place, before, full);

    assertThat(target.release(place, Written.first(before, full))).isEmpty();

    assertThat(target.read(place)).isEqualTo(Throttle.NONE.with(first, 5_000));
  }

  @Test
  void releaseTwiceIsAsReleaseOnce() throws Exception {
    target.apply(place, Throttle.NONE, full);
    Written written = Written.first(Throttle.NONE, full);
    target.release(place, written);
    target.release(place, written);

    assertThat(target.read(place)).isEqualTo(Throttle.NONE);
  }

  @Test
  void releaseKnowsBothValuesThatACrashMayHaveLeft() throws Exception {
    Throttle second = full.with(first, 333);
    target.apply(place, Throttle.NONE, full); // the second was announced and not written

    target.release(place, Written.first(Throttle.NONE, full).then(second));

    assertThat(target.read(place)).isEqualTo(Throttle.NONE);
  }

  @Test
  void releaseLeavesWhatSomebodyElseWrote() throws Exception {
    target.apply(place, Throttle.NONE, full);
    lab.foreignWrite(place, last, 999);

    assertThat(target.release(place, Written.first(Throttle.NONE, full))).containsExactly(last);

    assertThat(target.read(place)).isEqualTo(Throttle.NONE.with(last, 999));
  }

  @Test
  void aGroupMadeAnewIsAnotherPlaceAndIsLeftAlone() throws Exception {
    target.apply(place, Throttle.NONE, full);
    Place fresh = lab.recreateGroup(place);
    target.apply(fresh, Throttle.NONE, full); // the same values, by chance

    assertThat(target.presence(place)).isEqualTo(Presence.GROUP_GONE);
    assertThatThrownBy(() -> target.apply(place, Throttle.NONE, full))
        .isInstanceOf(TargetException.class);
    target.release(place, Written.first(Throttle.NONE.with(first, 9), full));
    assertThat(target.read(fresh)).isEqualTo(full);
  }

  @Test
  void anotherDeviceUnderTheNumberGetsNothingRestoredButLosesOurs() throws Exception {
    Throttle before = Throttle.NONE.with(first, 5_000);
    target.apply(place, Throttle.NONE, before);
    target.apply(place, before, full);
    Place changed = lab.changeDevice(place);

    assertThat(target.presence(place)).isEqualTo(lab.afterChange());
    assertThatThrownBy(() -> target.apply(place, full, before)).isInstanceOf(TargetException.class);
    target.release(place, Written.first(before, full));
    assertThat(target.read(changed)).isEqualTo(Throttle.NONE);
  }

  @Test
  void countsWhatPasses() throws Exception {
    target.apply(place, Throttle.NONE, Throttle.NONE.with(first, 1_000_000));
    Counters before = target.observe(place);

    lab.read(place, 50);

    Counters after = target.observe(place);
    assertThat(after.readIos() - before.readIos()).isEqualTo(50);
    assertThat(after.readBytes() - before.readBytes()).isEqualTo(50 * 4_096);
    assertThat(after.writeIos()).isEqualTo(before.writeIos());
  }
}
