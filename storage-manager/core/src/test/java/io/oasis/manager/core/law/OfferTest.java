package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows to whom more than is known to be there is offered, and when it is believed to be there. */
class OfferTest {
  private static final double NEEDED = 100;

  private final Metered device = new Metered();
  private final Holding holding = new Holding(device.at);

  /** One that wants much is limited beside one that takes 100 of what there is. */
  private void run(double seconds, double there) {
    for (double end = device.seconds() + seconds; device.seconds() < end - 1e-9; ) {
      double deep = Math.min(device.limit("deep"), there - NEEDED);
      device.waits("deep", deep, 10).passes("small", NEEDED);
      device.step(holding);
    }
  }

  private void limitedBesideContent() {
    device.waits("deep", Metered.ROOM, 10).passes("small", NEEDED).see(3);
    device.at.room = Metered.ROOM;
    device.at.unlimited = Metered.ROOM;
    device.taker("deep").hold(Metered.ROOM - NEEDED, device.seconds());
    holding.begin(true);
    device.taker("small").wish.foundContent(NEEDED, device.seconds());
  }

  @Test
  void whereAllWhoAreFreeAreContentWhoIsHeldFindsThatADeviceHasBecomeFaster() {
    limitedBesideContent();
    run(60, 2 * Metered.ROOM);
    assertThat(device.limit("deep")).isGreaterThan(0.9 * (2 * Metered.ROOM - NEEDED));
  }

  @Test
  void limitsStayWhereTheyAreForTheFirstSeconds() {
    limitedBesideContent();
    run(5, 2 * Metered.ROOM);
    assertThat(device.at.room).isEqualTo(Metered.ROOM);
  }

  @Test
  void whatIsNotThereIsTakenBackAndOfferedEverMoreSeldom() {
    limitedBesideContent();
    int offered = 0;
    for (int i = 0; i < 1_200; i++) {
      double before = device.at.room;
      run(Metered.LENGTH_SECONDS, Metered.ROOM);
      offered += device.at.room > before ? 1 : 0;
      assertThat(device.at.room).isBetween(Metered.ROOM, 1.1 * Metered.ROOM);
    }
    assertThat(offered).as("in five minutes").isBetween(6, 9);
  }

  @Test
  void nothingIsOfferedBesideAFreeOneThatWouldTakeIt() {
    device.limited(holding);
    for (int i = 0; i < 240; i++) {
      device.step(holding);
      assertThat(device.at.room).isEqualTo(Metered.ROOM);
    }
  }

  /** It does more with more I/Os in it, and that was given away for fair shares. */
  @Test
  void nothingIsOfferedWhereLimitsCostSomething() {
    limitedBesideContent();
    device.at.unlimited = 1.03 * Metered.ROOM;
    run(60, 2 * Metered.ROOM);
    assertThat(device.at.room).isEqualTo(Metered.ROOM);
  }

  @Test
  void nothingIsOfferedBesideOneThatIsKeptOutWithoutLimits() {
    limitedBesideContent();
    device.taker("small").wish.foundKeptOut(device.seconds());
    device.taker("small").wish.seemsContent(NEEDED, device.seconds());
    run(60, 2 * Metered.ROOM);
    assertThat(device.at.room).isEqualTo(Metered.ROOM);
  }

  /** Of 100 and 112 a second the deviation of the difference is 15. */
  @ParameterizedTest
  @CsvSource({"112, false", "120, true"})
  void whatMayBeChanceIsNotTaken(double work, boolean isTaken) {
    device.passes("deep", 100).see(3);
    Offer offer = new Offer(device.at);
    offer.make(100);
    device.see(1.25);
    offer.judge(work);
    assertThat(offer.mayBeMade()).as("again at once").isEqualTo(isTaken);
  }
}
