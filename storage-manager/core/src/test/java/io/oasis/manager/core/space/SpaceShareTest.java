package io.oasis.manager.core.space;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.SpaceGrant;
import io.oasis.protocol.SpaceRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Shows who gets how much space, and that no more is given than there is. */
class SpaceShareTest {
  private static SpaceAsker asker(String lun, long free, long asked) {
    SpaceRequest.Fill fill =
        new SpaceRequest.Fill(SpaceRequest.MOST_BYTES, 0, free, Optional.empty());
    return new SpaceAsker(
        new HostId("h"),
        new LunId(lun),
        new SpaceRequest("/data", "ext4", Optional.of(fill), asked, "fills"));
  }

  private static List<SpaceGrant> answers(long free, SpaceAsker... askers) {
    return SpaceShare.of(OptionalLong.of(free), List.of(askers));
  }

  @Test
  void whereNobodySaidWhatIsFreeThatIsTheAnswer() {
    List<SpaceGrant> answers = SpaceShare.of(OptionalLong.empty(), List.of(asker("a", 0, 100)));
    assertThat(answers).singleElement().satisfies(a -> assertThat(a.grantedBytes()).isZero());
    assertThat(answers.getFirst().reason()).startsWith("nothing is known of free space here");
  }

  @Test
  void allGetWhatTheyAskWhereItFits() {
    List<SpaceGrant> answers = answers(150, asker("a", 0, 100), asker("b", 50, 50));
    assertThat(answers).extracting(SpaceGrant::grantedBytes).containsExactly(100L, 50L);
    assertThat(answers.getFirst().reason()).startsWith("all that it asks for");
  }

  @Test
  void whoHasNotEnoughIsBroughtToTheSamePartOfItsWish() {
    List<SpaceGrant> answers = answers(60, asker("b", 50, 50), asker("a", 0, 100));
    assertThat(answers).extracting(a -> a.lun().value()).containsExactly("a", "b");
    assertThat(answers).extracting(SpaceGrant::grantedBytes).containsExactly(55L, 5L);
    assertThat(answers.getFirst().reason()).startsWith("a part").contains("55 % of the free");
  }

  @Test
  void whoHasMoreThanTheOthersCanBeBroughtToGetsNothing() {
    List<SpaceGrant> answers = answers(40, asker("b", 50, 50), asker("a", 0, 100));
    assertThat(answers).extracting(SpaceGrant::grantedBytes).containsExactly(40L, 0L);
    assertThat(answers.getLast().reason()).startsWith("nothing: ").contains("more than 40 %");
  }

  @Test
  void whoAsksForNothingIsNotAnswered() {
    assertThat(answers(100, asker("a", 10, 0))).isEmpty();
  }

  @Test
  void whereNothingIsLeftNobodyGetsAnything() {
    assertThat(answers(0, asker("a", 0, 10), asker("b", 5, 5)))
        .extracting(SpaceGrant::grantedBytes)
        .containsExactly(0L, 0L);
  }

  /** Sizes of all magnitudes, equal ones and the largest that can be said among them. */
  private static long size(SplittableRandom random) {
    int bits = random.nextInt(54);
    return bits == 53 ? SpaceRequest.MOST_BYTES : random.nextLong(1L << bits);
  }

  private static List<SpaceAsker> askers(SplittableRandom random) {
    List<SpaceAsker> askers = new ArrayList<>();
    int count = 1 + random.nextInt(12);
    for (int i = 0; i < count; i++) {
      askers.add(asker("lun" + i, size(random), size(random)));
    }
    return askers;
  }

  private static long granted(List<SpaceGrant> answers, SpaceAsker asker) {
    return answers.stream()
        .filter(answer -> answer.lun().equals(asker.lun()))
        .mapToLong(SpaceGrant::grantedBytes)
        .sum();
  }

  /** Of those with a byte or more to spare, by how much the part of the worst off can be off. */
  private static double part(SpaceAsker asker, double granted) {
    double wish = asker.wish().doubleValue();
    return (asker.request().freeBytes() + granted) / wish;
  }

  @RepeatedTest(300)
  void itsLawHolds(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
    List<SpaceAsker> askers = askers(random);
    long free = size(random);
    List<SpaceGrant> answers = SpaceShare.of(OptionalLong.of(free), askers);
    long sum = answers.stream().mapToLong(SpaceGrant::grantedBytes).sum();
    long asked = answers.stream().mapToLong(SpaceGrant::askedBytes).sum();
    // Each may lose less than one byte to rounding.
    assertThat(sum).isBetween(Math.min(free, asked) - answers.size(), Math.min(free, asked));
    List<SpaceGrant> more = SpaceShare.of(OptionalLong.of(free + size(random)), askers);
    for (SpaceAsker asker : askers) {
      long mine = granted(answers, asker);
      assertThat(mine).isBetween(0L, asker.request().askedBytes());
      assertThat(granted(more, asker)).as("with more to give").isGreaterThanOrEqualTo(mine);
    }
    Collections.shuffle(askers, new Random(repetition.getCurrentRepetition()));
    assertThat(SpaceShare.of(OptionalLong.of(free), askers)).isEqualTo(answers);
  }

  /** Who got something has no larger part than anybody has; but for the byte lost to rounding. */
  @RepeatedTest(300)
  void theWorstOffCannotBeHelpedByAnotherDivision(RepetitionInfo repetition) {
    SplittableRandom random = new SplittableRandom(1_000L + repetition.getCurrentRepetition());
    List<SpaceAsker> asking =
        askers(random).stream().filter(asker -> asker.request().askedBytes() > 0).toList();
    List<SpaceGrant> answers = SpaceShare.of(OptionalLong.of(size(random)), asking);
    double worst =
        asking.stream()
            .map(asker -> part(asker, granted(answers, asker) + 1.0))
            .min(Comparator.naturalOrder())
            .orElse(1.0);
    for (SpaceAsker asker : asking) {
      long mine = granted(answers, asker);
      if (mine > 0) {
        assertThat(part(asker, mine)).isLessThanOrEqualTo(worst + 1e-9);
      }
    }
  }
}
