package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Limits are lifted for a second to see what they cost, and what comes then is not all there is.
 */
class ReleaseCheckTest {
  private static final double LENGTH_SECONDS = 0.25;
  private static final QueueId DEEP = queue("deep");
  private static final QueueId SHALLOW = queue("shallow");

  private final Situation at = new Situation();
  private double seconds;

  /** QEMU's throttle and many arrays let through at once what was not asked of them before. */
  @Test
  void whatADeviceHadSavedUpIsNotWhatLimitsCost() {
    assertThat(checked(1_000, 1_400, 1_010, 1_000, 1_000, 1_000, 1_000, 1_000))
        .anyMatch(note -> note.contains("gives no more than 1000"))
        .noneMatch(note -> note.contains("limits cost"));
  }

  @Test
  void whatCompletesAllTheTimeWithoutThemIs() {
    assertThat(checked(1_150, 1_150, 1_150, 1_150))
        .anyMatch(note -> note.contains("limits cost 220 of 1150"));
  }

  /** Of 1,000 a second 5,001 stand behind a limit of 500, five seconds and more; more come. */
  @ParameterizedTest
  @CsvSource({"5001, 551, 625", "5000, 551, Infinity", "5001, 549, Infinity"})
  void aLimitWithABacklogBehindItIsRelaxedOnly(int held, double arrived, double limit) {
    begin(1_000);
    Taker deep = at.takers().getFirst();
    deep.hold(500, seconds);
    pass(500, 430);
    deep.held = held;
    deep.arrived = arrived;
    ReleaseCheck check = new ReleaseCheck(at, 930);
    assertThat(deep.limit()).isEqualTo(limit);
    check.restore();
    assertThat(deep.limit()).isEqualTo(500);
  }

  /** 985 of 930 may be chance, and may be not. */
  @Test
  void whatIsUndecidedIsLookedAtForUpToTwiceAsLong() {
    begin(1_000);
    at.takers().getFirst().hold(500, seconds);
    pass(500, 430, 12);
    ReleaseCheck check = new ReleaseCheck(at, 930);
    int intervals = 0;
    do {
      pass(945, 40);
      intervals++;
    } while (!check.isOver());
    assertThat(intervals).isEqualTo(8);
    assertThat(at.notes.getLast()).endsWith("the device gives no more than 985");
  }

  /** 967 would be 4 % more; chance is 29 over a second. */
  @ParameterizedTest
  @CsvSource({"936, slower", "941, undecided", "1022, undecided", "1030, costly"})
  void whatIsBeyondChanceIsDecidedInASecond(double total, String what) {
    String note = String.join(" ", checked(total, total, total, total));
    assertThat(note.contains("gives no more")).isEqualTo(what.equals("slower"));
    assertThat(note.contains("limits cost")).isEqualTo(what.equals("costly"));
  }

  /** It had 430 with the limit, and could have had 575. */
  @Test
  void whoTookLessThanItsShareUnderLimitsThatCostIsContent() {
    checked(1_150, 1_150, 1_150, 1_150);
    assertThat(at.takers().getLast().isContent()).isTrue();
    assertThat(at.takers().getLast().wish.need()).isCloseTo(430, within(1.0));
  }

  @Test
  void whoTookMoreThanThatIsNot() {
    begin(1_000);
    at.takers().getFirst().hold(330, seconds);
    pass(330, 600, 12);
    ReleaseCheck check = new ReleaseCheck(at, 930);
    pass(1_110, 40, 4);
    assertThat(check.isOver()).isTrue();
    assertThat(at.takers().getLast().isContent()).isFalse();
  }

  /** Each of two that are limited is so for the other, if for nobody else. */
  @Test
  void twoLimitsStayThoughWhoIsFreeIsContent() {
    Metered device = new Metered();
    device.passes("deep", 450).passes("big", 450).passes("small", 100).see(3);
    device.at.room = 1_000;
    device.taker("small").wish.foundContent(100, device.seconds());
    device.taker("deep").hold(150, device.seconds());
    device.taker("big").hold(150, device.seconds());
    device.passes("deep", 150).passes("big", 150).see(3);
    ReleaseCheck check = new ReleaseCheck(device.at, 400);
    device.passes("deep", 450).passes("big", 450).see(1);
    assertThat(check.isOver()).isTrue();
    assertThat(device.taker("deep").isLimited()).isTrue();
    assertThat(device.taker("big").isLimited()).isTrue();
  }

  private static boolean isResult(String note) {
    return note.contains("gives no more") || note.contains("limits cost");
  }

  /** The limit keeps so much that it costs 3.5 % of what there is, for 20 s at least. */
  @Test
  void limitsThatCostTooMuchAreEasedToTheirPrice() {
    checked(1_150, 1_150, 1_150, 1_150);
    double kept = 0.035 * 1_150 / 220;
    double eased = 1_110 - kept * (1_110 - 500);
    Taker deep = at.takers().getFirst();
    assertThat(deep.limit()).isCloseTo(eased, within(1.0));
    deep.hold(500, seconds + 19);
    assertThat(deep.limit()).isCloseTo(eased, within(1.0));
    deep.hold(500, seconds + 30);
    assertThat(deep.limit()).as("sinks").isCloseTo(eased * Math.exp(-0.5), within(1.0));
    deep.hold(500, seconds + 50);
    assertThat(deep.limit()).isEqualTo(500);
    assertThat(at.unlimited).isEqualTo(1_150);
    assertThat(at.room).isEqualTo(1_150);
  }

  @Test
  void aSlowerDeviceIsBelievedAndItsLimitIsInForceAgain() {
    checked(920, 920, 920, 920);
    assertThat(at.takers().getFirst().limit()).isEqualTo(500);
    assertThat(at.unlimited).as("no less than with limits").isEqualTo(930);
  }

  /** The deep one has what it wants, and the other one loses nothing by that: why limit it? */
  @Test
  void theOnlyLimitIsForNobodyWhereTheOthersHaveAsMuchWithoutIt() {
    begin(1_000);
    pass(300, 100);
    at.takers().getLast().wish.foundContent(100, seconds);
    at.takers().getFirst().hold(300, seconds);
    pass(300, 100, 12);
    ReleaseCheck check = new ReleaseCheck(at, 400);
    pass(900, 100, 4);
    assertThat(check.isOver()).isTrue();
    assertThat(at.notes)
        .anyMatch(note -> note.endsWith("all limits off: whoever is free is content"));
    assertThat(at.isLimited()).isFalse();
  }

  @Test
  void aLimitByWhichSomebodyHasMoreIsForIt() {
    begin(1_000);
    pass(300, 300);
    at.takers().getFirst().hold(300, seconds);
    pass(300, 300, 12);
    ReleaseCheck check = new ReleaseCheck(at, 600);
    pass(960, 40, 4);
    assertThat(check.isOver()).isTrue();
    assertThat(at.takers().getFirst().isLimited()).isTrue();
  }

  @Test
  void whenSomebodyComesTheLimitsAreInForceAgainAtOnce() {
    begin(1_000);
    at.takers().getFirst().hold(500, seconds);
    pass(500, 430, 12);
    ReleaseCheck check = new ReleaseCheck(at, 930);
    assertThat(at.isLimited()).isFalse();
    pass(900, 40);
    assertThat(check.isOver()).isFalse();
    seconds += LENGTH_SECONDS;
    List<Seen> three = List.of(seen(DEEP, 800), seen(SHALLOW, 40), seen(queue("new"), 100));
    at.see(new Sight(seconds, LENGTH_SECONDS, three, 940, 30, 0.03));
    assertThat(check.isOver()).isTrue();
    assertThat(at.takers().getFirst().limit()).isEqualTo(500);
    assertThat(at.notes).noneMatch(ReleaseCheckTest::isResult);
  }

  private void begin(double total) {
    pass(total - 40, 40, 12);
  }

  private void pass(double deep, double shallow, int times) {
    for (int i = 0; i < times; i++) {
      pass(deep, shallow);
    }
  }

  /** Limits are in force at 930 in all; then they are lifted, and so many complete a second. */
  private List<String> checked(double... totals) {
    begin(1_000);
    at.takers().getFirst().hold(500, seconds);
    pass(500, 430, 12);
    ReleaseCheck check = new ReleaseCheck(at, 930);
    for (double total : totals) {
      pass(total - 40, 40);
      if (check.isOver()) {
        break;
      }
    }
    return at.notes;
  }

  private void pass(double deep, double shallow) {
    seconds += LENGTH_SECONDS;
    at.see(
        new Sight(
            seconds,
            LENGTH_SECONDS,
            List.of(seen(DEEP, deep), seen(SHALLOW, shallow)),
            deep + shallow,
            30,
            0.03));
    at.learnRoom();
  }

  private static Seen seen(QueueId queue, double rate) {
    return new Seen(queue, 1, Kind.of(4_096, 1), rate, rate, 10);
  }

  private static QueueId queue(String name) {
    return new QueueId(new ApplicationId("h:/" + name), new LunId("serial:1"));
  }
}
