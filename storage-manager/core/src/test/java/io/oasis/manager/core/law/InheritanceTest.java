package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows that limits of a former controller stay until everybody may have spoken. */
class InheritanceTest {
  private final Watched device = new Watched().queue("deep", 600).queue("shallow", 300).see(1, 0);
  private final Inheritance inheritance = new Inheritance(device.at);

  @Test
  void whatWasFoundIsHeldAsItIsForAWhileAndSaid() {
    inheritance.found(Watched.id("deep"), 600);
    double begun = device.seconds();
    assertThat(inheritance.keep(begun)).isTrue();
    assertThat(device.taker("deep").limit()).isEqualTo(600);
    assertThat(device.taker("shallow").isLimited()).isFalse();
    assertThat(device.at.notes).singleElement().asString().contains("600 as it was found");
    assertThat(device.at.room).as("what completes under it").isEqualTo(900);
    assertThat(inheritance.keep(begun - CausalLaw.LISTENING_SECONDS)).isFalse();
  }

  @Test
  void itIsTakenOverOnce() {
    inheritance.found(Watched.id("deep"), 600);
    inheritance.keep(device.seconds());
    device.at.unlimited = 1_000;
    assertThat(inheritance.take()).isTrue();
    assertThat(device.at.unlimited).as("not known any more").isZero();
    assertThat(inheritance.take()).isFalse();
    assertThat(inheritance.keep(device.seconds())).isFalse();
  }

  @Test
  void whatWasReleasedMeanwhileIsNotHeld() {
    inheritance.found(Watched.id("deep"), 600);
    inheritance.gone(Watched.id("deep"));
    assertThat(inheritance.keep(device.seconds())).isFalse();
    assertThat(device.at.isLimited()).isFalse();
  }

  @Test
  void whoHasNotSpokenIsNotHeldYet() {
    inheritance.found(Watched.id("late"), 200);
    assertThat(inheritance.keep(device.seconds())).isTrue();
    assertThat(inheritance.take()).as("nobody is held").isFalse();
  }
}
