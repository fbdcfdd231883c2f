package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Shows how the law goes on after a question: on a device that does 1,000 I/Os a second, of which a
 * deep application takes what others leave.
 */
class CausalLawAnswersTest {
  private static final double LENGTH = 0.25;
  private static final QueueId DEEP = Watched.id("deep");
  private static final QueueId SMALL = Watched.id("small");
  private static final QueueId THIRD = Watched.id("third");

  private final CausalLaw law = new CausalLaw();
  private final List<String> notes = new ArrayList<>();
  private Map<QueueId, Double> limits = Map.of();
  private double seconds;

  /** What the device does without limits, and the part of it that it does under them. */
  private double capacity = 1_000;

  private double underLimits = 1;

  /** What the small one takes without limits, and whether it takes up what they leave. */
  private double small = 100;

  private boolean isHungry = true;
  private boolean isDeepThere = true;
  private double third;

  private int deepBytes = 4_096;

  /** How many wait behind a limit, and the part of all that the device completes. */
  private double held = 16;

  private double completes = 1;

  private void step() {
    limits = law.step(sight());
    notes.addAll(law.notes());
  }

  private Sight sight() {
    seconds += LENGTH;
    boolean isLimited = limits.containsKey(DEEP);
    double total = isLimited ? underLimits * capacity : capacity;
    double all = isDeepThere ? total - small - third : 0;
    double deep = Math.min(all, limits.getOrDefault(DEEP, Double.MAX_VALUE));
    double rest = isHungry && small > 0 ? total - deep - third : small;
    List<Seen> seen = new ArrayList<>();
    seen.add(seen(DEEP, completes * deep, isLimited && isDeepThere ? held : 0));
    seen.add(seen(SMALL, completes * (isLimited ? rest : small), 0));
    if (third > 0) {
      seen.add(seen(THIRD, completes * third, 0));
    }
    double passed = seen.stream().mapToDouble(Seen::passed).sum();
    double served = isLimited && isHungry && small > 0 ? small / rest : 1; // of a fixed depth
    double latency = isLimited ? Math.min(0.013, 0.017 * served) : 0.017;
    return new Sight(seconds, LENGTH, seen, passed, 17, latency);
  }

  private Seen seen(QueueId queue, double passed, double held) {
    Kind kind = Kind.of(queue.equals(DEEP) ? deepBytes : 4_096, 1);
    return new Seen(queue, 1, kind, passed, passed, held);
  }

  /** Intervals in which there was a limit. */
  private int run(double forSeconds) {
    int limited = 0;
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      step();
      limited += limits.isEmpty() ? 0 : 1;
    }
    return limited;
  }

  private double secondsToALimit() {
    double from = seconds;
    while (limits.isEmpty() && seconds < from + 60) {
      step();
    }
    assertThat(limits).containsKey(DEEP);
    return seconds - from;
  }

  private long questions() {
    return notes.stream().filter(note -> note.contains(" asks ")).count();
  }

  @Test
  void whereNobodyGainsAQuestionIsAllThereIsAndComesEverMoreSeldom() {
    isHungry = false;
    int limited = run(600);
    assertThat(questions()).isBetween(2L, 8L);
    assertThat(limited * LENGTH).as("seconds under a limit").isLessThan(15);
    assertThat(notes).anyMatch(note -> note.endsWith("170 freed, 0 taken of 1000"));
    long before = questions();
    run(300);
    assertThat(questions() - before).isLessThanOrEqualTo(1);
  }

  @Test
  void whereSomebodyGainsTheLimitStaysAndIsEarned() {
    assertThat(secondsToALimit()).isEqualTo(CausalLaw.LISTENING_SECONDS);
    run(60);
    assertThat(questions()).isEqualTo(1);
    assertThat(limits.get(DEEP)).isBetween(450.0, 600.0);
    assertThat(law.earned().orElseThrow().gains().getFirst().queue()).isEqualTo(SMALL);
    assertThat(law.isAtWork()).isTrue();
  }

  /** What was learned of it is not forgotten: nobody is asked anew. */
  @Test
  void whenWhoGainedIsAwayAllIsTheOthersAndWhenItIsBackItHasItsShareAtOnce() {
    run(60);
    double was = small;
    small = 0;
    run(5);
    assertThat(limits).isEmpty();
    assertThat(notes.getLast()).endsWith("all limits off: somebody stopped");
    small = was;
    assertThat(secondsToALimit()).isLessThanOrEqualTo(1);
    assertThat(questions()).isEqualTo(1);
  }

  @Test
  void whoComesWhileOthersAreAskedEndsTheQuestionAndTheNextIsSoon() {
    secondsToALimit();
    third = 50;
    step();
    assertThat(limits).isEmpty();
    assertThat(notes.getLast()).endsWith("all limits off: those who were asked have gone");
    assertThat(secondsToALimit()).isBetween(1.0, 3.0);
  }

  /**
   * Whether they cost as much as it seems is looked at without them, for a second and no longer.
   */
  @Test
  void limitsUnderWhichLessIsDoneAreLiftedForASecond() {
    run(20);
    double before = limits.get(DEEP);
    underLimits = 0.85;
    int lifted = 0;
    while (notes.stream().noneMatch(note -> note.contains("limits cost")) && seconds < 60) {
      step();
      lifted += limits.isEmpty() ? 1 : 0;
    }
    assertThat(notes).anyMatch(note -> note.contains("lifts all limits for a moment"));
    assertThat(lifted * LENGTH).isBetween(0.75, 1.0);
    assertThat(limits.get(DEEP)).as("eased, and in force again").isGreaterThan(before);
  }

  @Test
  void aLookWithoutThemThatIsInterruptedPutsThemBack() {
    run(20);
    underLimits = 0.85;
    while (!limits.isEmpty()) {
      step();
    }
    limits = law.interrupt().orElseThrow();
    assertThat(limits.get(DEEP)).isBetween(450.0, 600.0);
  }

  @Test
  void limitsUnderWhichAsMuchIsDoneAreNeverLifted() {
    run(20);
    assertThat(run(120)).isEqualTo((int) (120 / LENGTH));
    assertThat(notes).noneMatch(note -> note.contains("lifts all limits"));
  }

  /** A device that has become slower is not limits that cost something. */
  @Test
  void aSlowerDeviceIsBelievedWithoutLettingGoForLong() {
    run(20);
    capacity = 700;
    int limited = run(60);
    assertThat(limited * LENGTH).isGreaterThan(50);
    assertThat(limits.get(DEEP)).isBetween(300.0, 450.0);
  }

  @Test
  void aCutThatHoldsNothingBackIsLiftedAndNotTriedAgainSoon() {
    held = 0;
    secondsToALimit();
    while (!limits.isEmpty()) {
      step();
    }
    assertThat(notes.getLast()).endsWith("all limits off: the cut held nothing back");
    assertThat(secondsToALimit()).isGreaterThanOrEqualTo(1.75);
  }

  /** Of 17 I/Os in it less than half in an interval: for an interval nothing can be told. */
  @Test
  void whatADeviceDoesWhileItStallsIsNobodysStop() {
    run(20);
    Map<QueueId, Double> before = limits;
    completes = 0.03;
    run(2);
    assertThat(limits).isEqualTo(before);
    assertThat(notes).noneMatch(note -> note.contains("all limits"));
    completes = 1;
    run(10);
    assertThat(limits.get(DEEP)).isBetween(450.0, 600.0);
    assertThat(questions()).isEqualTo(1);
  }

  /** A disk that holds 17 I/Os and does 30 a second is slow, and is looked at all the time. */
  @Test
  void aDeviceThatHasAlwaysBeenSlowDoesNotStall() {
    capacity = 30;
    small = 4;
    run(5);
    third = 4;
    step();
    assertThat(law.portions()).containsKey(THIRD);
  }

  /** Whoever takes over has listened already, since the beginning of what it saw first. */
  @Test
  void whoHasWatchedMayAskAtOnce() {
    for (int i = 1; i < CausalLaw.LISTENING_SECONDS / LENGTH; i++) {
      law.watch(sight());
    }
    assertThat(law.notes()).noneMatch(note -> note.contains("asks"));
    step();
    assertThat(limits).containsKey(DEEP);
  }

  @Test
  void afterAQuestionItIsTooLateForWhatWasFoundInForce() {
    secondsToALimit();
    law.goOnFrom(SMALL, 50);
    run(10);
    assertThat(limits).doesNotContainKey(SMALL);
    assertThat(notes).noneMatch(note -> note.contains("as it was found"));
  }

  @Test
  void whatWasFoundInForceAndIsGoneIsNotHeld() {
    law.goOnFrom(DEEP, 500);
    law.released(DEEP);
    run(1);
    assertThat(limits).isEmpty();
  }

  @Test
  void itIsAtWorkWhileItAsksOrMayAskAndRestsAfterARefusal() {
    isHungry = false;
    assertThat(law.isAtWork()).isFalse();
    secondsToALimit();
    assertThat(law.isAtWork()).isTrue();
    run(2);
    assertThat(limits).isEmpty();
    assertThat(law.isAtWork()).isFalse();
    assertThat(law.isShort()).as("somebody waits in the device").isTrue();
  }

  @Test
  void whenTheOnlyOneThatWasHeldHasGoneNobodyIsHeldBack() {
    third = 100;
    run(20);
    assertThat(limits).containsOnlyKeys(DEEP);
    isDeepThere = false;
    run(3);
    assertThat(limits).isEmpty();
    assertThat(notes.getLast()).endsWith("all limits off: nobody is held back");
  }

  /** Whether they cost the same is worth a question, another one, and then one in ten minutes. */
  @Test
  void whereEachHasItsShareOfAnotherKindItIsAskedSeldomWhatTheyCost() {
    small = 500;
    isHungry = false;
    deepBytes = 65_536;
    run(9);
    assertThat(questions()).isEqualTo(1);
    run(591);
    assertThat(questions()).isBetween(1L, 2L);
    run(1_200);
    assertThat(questions()).isBetween(3L, 4L);
  }

  @Test
  void whereEachHasItsShareOfTheSameKindNobodyIsEverAsked() {
    small = 500;
    isHungry = false;
    run(600);
    assertThat(questions()).isZero();
  }
}
