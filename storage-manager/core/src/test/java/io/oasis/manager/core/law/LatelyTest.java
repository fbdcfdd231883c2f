package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What each took while all were there is compared, and nothing else. */
class LatelyTest {
  /** Alone it took everything; since the other is there both take the same. */
  @Test
  void whatOneTookBeforeAnotherCameIsNoPartOfItsRate() {
    Metered device = new Metered().passes("steady", 1_000).passes("bursts", 0).see(4);
    device.passes("steady", 840).passes("bursts", 192).see();
    device.passes("steady", 500).passes("bursts", 500).see(0.5);
    assertThat(device.ask()).isEmpty();
    assertThat(device.at.room).isEqualTo(Metered.ROOM);
  }

  @Test
  void whoTakesMoreSinceTheOtherIsThereIsCut() {
    Metered device = new Metered().passes("deep", 1_000).passes("small", 0).see(4);
    device.passes("deep", 900).passes("small", 100).see(0.75);
    assertThat(device.ask()).isPresent();
    assertThat(device.taker("deep").limit()).isBetween(600.0, 800.0);
  }

  @Test
  void whileOneHasOnlyJustComeNobodyIsAsked() {
    Metered device =
        new Metered().passes("deep", 900).passes("small", 100).passes("late", 0).see(4);
    device.passes("late", 100).see();
    assertThat(device.ask()).isEmpty();
    device.see();
    assertThat(device.ask()).isPresent();
  }

  /**
   * Half a second is too short to be away, and two of them would be too little to ask without it.
   */
  @Test
  void aShortPauseIsNoPartOfARate() {
    Metered device =
        new Metered().passes("deep", 500).passes("small", 100).passes("third", 230).see(4);
    device.passes("third", 0).see(0.5);
    device.passes("third", 160).see();
    assertThat(device.ask()).as("it came within this interval").isEmpty();
    device.passes("third", 230).see();
    Question question = device.ask().orElseThrow();
    int third = device.at.takers().indexOf(device.taker("third"));
    assertThat(question.sides().before(third)).isEqualTo(new Reaction.Rate(230, 0.25));
  }

  /** Of a hundred small ones some come and go in each second: they take nothing from the others. */
  @Test
  void whoTakesLittleMayComeAtAnyTime() {
    Metered device =
        new Metered().passes("deep", 900).passes("small", 100).passes("late", 0).see(4);
    device.passes("late", 20).see();
    Question question = device.ask().orElseThrow();
    assertThat(question.sides().before(0)).isEqualTo(new Reaction.Rate(900, 1));
  }
}
