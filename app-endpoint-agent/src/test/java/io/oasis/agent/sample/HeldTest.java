package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.RateBound;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shows that what waits behind limits follows from counters alone: of closed and open loops, of one
 * and of several, on a device of 8 ms with throttles that let through in slices of 100 ms.
 */
class HeldTest {
  private static final int INTERVAL_MILLIS = 250;

  private final Held held = new Held();
  private final List<Application> all = new ArrayList<>();
  private double unseen;
  private double later;

  /** What entered between the reading of what left and that of what entered. */
  private double readLater;

  private double countedLater;

  @Test
  void aClosedLoopHoldsItsDepthAndAContentOneNothing() {
    Application deep = closed("deep", 32);
    Application content = open("content", 100);
    seconds(2);
    deep.limit = Optional.of(500.0);
    content.limit = Optional.of(400.0);
    seconds(1);
    for (int i = 0; i < 40; i++) {
      Map<ApplicationId, Double> now = interval().orElseThrow();
      assertThat(now.get(deep.id)).isCloseTo(deep.waiting, within(4.0));
      assertThat(now.get(content.id)).isLessThan(4);
    }
    assertThat(deep.waiting).isEqualTo(32);
  }

  @Test
  void whoAloneIsLimitedHoldsAllAndExactly() {
    Application deep = closed("deep", 32);
    closed("free", 8);
    seconds(2);
    deep.limit = Optional.of(500.0);
    seconds(1);
    for (int i = 0; i < 40; i++) {
      assertThat(interval().orElseThrow())
          .containsExactlyEntriesOf(Map.of(deep.id, (double) deep.waiting));
    }
  }

  @Test
  void anOpenLoopAboveItsLimitGrowsByTheDifference() {
    Application open = open("open", 1_000);
    seconds(2);
    open.limit = Optional.of(500.0);
    seconds(1);
    double before = interval().orElseThrow().get(open.id);
    seconds(2);
    double after = interval().orElseThrow().get(open.id);
    assertThat(after - before).isCloseTo(2.25 * 500, within(60.0));
  }

  @Test
  void twoWhoWaitHoldTheirParts() {
    Application deep = closed("deep", 64);
    Application shallow = closed("shallow", 8);
    Application open = open("open", 300);
    seconds(2);
    deep.limit = Optional.of(400.0);
    shallow.limit = Optional.of(100.0);
    open.limit = Optional.of(200.0);
    seconds(10);
    Map<ApplicationId, Double> now = interval().orElseThrow();
    assertThat(now.get(open.id)).isCloseTo(open.waiting, within(0.2 * open.waiting));
    assertThat(now.get(deep.id) + now.get(shallow.id) + now.get(open.id))
        .isCloseTo(deep.waiting + shallow.waiting + open.waiting, within(0.01));
  }

  /** What it holds is more than the others' places, and grows: none of it becomes theirs. */
  @Test
  void whoHasAFixedNumberOutstandingHoldsNoMoreBesideAnOpenLoop() {
    Application open = open("open", 700);
    Application deep = closed("deep", 64);
    Application shallow = closed("shallow", 32);
    seconds(2);
    open.limit = Optional.of(100.0);
    deep.limit = Optional.of(300.0);
    shallow.limit = Optional.of(300.0);
    seconds(300);
    Map<ApplicationId, Double> now = interval().orElseThrow();
    assertThat(now.get(open.id)).isCloseTo(open.waiting, within(0.01 * open.waiting));
    assertThat(now.get(deep.id) + now.get(shallow.id)).isLessThan(2 * (64 + 32));
  }

  @Test
  void ofABusyDeviceTheLaterReadingOfWhatEnteredIsTakenOff() {
    Application busy = closed("busy", 256);
    later = 1e-3;
    double rate = 256 / 8e-3;
    seconds(1);
    readLater = rate * later;
    seconds(2);
    busy.limit = Optional.of(500.0);
    interval();
    readLater = 0.5;
    seconds(1);
    assertThat(interval().orElseThrow().get(busy.id)).isCloseTo(busy.waiting, within(2.0));
  }

  @Test
  void limitsThatAreKnownAMomentLateAreCountedAllTheSame() {
    Application deep = closed("deep", 32);
    seconds(3);
    deep.inForce = 500;
    seconds(0.25);
    deep.limit = Optional.of(500.0);
    seconds(1);
    assertThat(interval().orElseThrow()).containsEntry(deep.id, (double) deep.waiting);
    deep.limit = Optional.empty();
    seconds(0.25);
    deep.limit = Optional.of(500.0);
    assertThat(interval().orElseThrow()).containsEntry(deep.id, (double) deep.waiting);
  }

  @Test
  void withoutATimeWithoutLimitsItCannotBeTold() {
    Application deep = closed("deep", 32);
    deep.limit = Optional.of(500.0);
    assertThat(interval()).isEmpty();
    deep.limit = Optional.empty();
    assertThat(interval()).contains(Map.of());
  }

  @Test
  void whatIsDoneAndNeverEnteredIsNobodys() {
    Application content = open("content", 100);
    seconds(2);
    content.limit = Optional.of(400.0);
    for (int i = 0; i < 40; i++) {
      unseen = i < 20 ? 50 : 0;
      assertThat(interval().orElseThrow().get(content.id)).isZero();
    }
  }

  @Test
  void aLimitInBytesLetsThroughBytesByTheMeanSize() {
    Work work = new Work(100, 0, 100 * 8_192, 0);
    assertThat(Held.Limited.of(work, RateBound.ofBytesPerSecond(4_096_000), 0.5).passed())
        .isEqualTo(250);
    assertThat(Held.Limited.of(Work.NONE, RateBound.ofBytesPerSecond(4_096_000), 0.5).passed())
        .isZero();
    assertThat(Held.Limited.of(work, RateBound.ofIops(100), 0.5).passed()).isEqualTo(50);
  }

  private Application closed(String name, int depth) {
    return add(new Application(name, depth, 0));
  }

  private Application open(String name, double perSecond) {
    return add(new Application(name, 0, perSecond));
  }

  private Application add(Application application) {
    all.add(application);
    return application;
  }

  private void seconds(double seconds) {
    for (int i = 0; i < seconds * 1e3 / INTERVAL_MILLIS; i++) {
      interval();
    }
  }

  private Optional<Map<ApplicationId, Double>> interval() {
    double entered = 0;
    double left = unseen;
    Map<ApplicationId, Held.Limited> limited = new HashMap<>();
    for (Application application : all) {
      double before = application.entered;
      double inside = application.waiting;
      for (int i = 0; i < INTERVAL_MILLIS; i++) {
        application.millisecond();
      }
      double more = application.entered - before;
      entered += more;
      left += more - (application.waiting - inside);
      application.limit.ifPresent(
          limit -> limited.put(application.id, new Held.Limited(more, limit / 4)));
    }
    entered += readLater - countedLater;
    countedLater = readLater;
    return held.measure(entered, left, INTERVAL_MILLIS / 1e3, later, limited);
  }

  /** A closed loop of some depth or an open one of some rate, behind a throttle of its own. */
  private static final class Application {
    private static final int DEVICE_MILLIS = 8;
    private static final int SLICE_MILLIS = 100;

    /** Not when an interval ends: the kernel's slices know nothing of ours. */
    private static final int SLICE_STARTS = 37;

    private final ApplicationId id;
    private final int depth;
    private final double perMilli;
    private final ArrayDeque<Integer> done = new ArrayDeque<>();
    private Optional<Double> limit = Optional.empty();
    private double inForce;
    private int now;
    private double due;
    private int entered;
    private int waiting;
    private double allowed;

    Application(String name, int depth, double perSecond) {
      id = new ApplicationId(name);
      this.depth = depth;
      perMilli = perSecond / 1e3;
    }

    void millisecond() {
      now++;
      while (!done.isEmpty() && done.getFirst() <= now) {
        done.removeFirst();
      }
      due += perMilli;
      int come = depth > 0 ? depth - waiting - done.size() : (int) due;
      due -= depth > 0 ? 0 : come;
      entered += come;
      waiting += come;
      double rate = Math.max(inForce, limit.orElse(0.0));
      if (rate == 0) {
        allowed = waiting;
      } else if (now % SLICE_MILLIS == SLICE_STARTS) {
        allowed = rate * SLICE_MILLIS / 1e3;
      }
      int pass = (int) Math.min(waiting, allowed);
      allowed -= pass;
      waiting -= pass;
      for (int i = 0; i < pass; i++) {
        done.add(now + DEVICE_MILLIS);
      }
    }
  }
}
