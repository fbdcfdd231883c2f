package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.CostQuestions.Cut;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what is taken for an answer, and what is not. */
class QuestionInForceTest {
  private final Metered device = new Metered().passes("deep", 900).passes("shallow", 100);

  private Question asked() {
    device.see(2).at.room = 1_000;
    return Question.ask(device.at, Cut.NOBODY).orElseThrow();
  }

  private Optional<Answer> answer(Question question) {
    Optional<Answer> answer = Optional.empty();
    for (int i = 0; i < 40 && answer.isEmpty(); i++) {
      device.see();
      answer = question.judge();
    }
    return answer;
  }

  /** An adapter may be away; of what a limit would have freed nothing is known then. */
  @Test
  void aCutThatIsNotInForceTellsNothing() {
    Question question = asked();
    device.waits("deep", 900, 30);
    assertThat(answer(question)).containsInstanceOf(Answer.Unbound.class);
    assertThat(device.taker("shallow").isUnknown()).isTrue();
  }

  @Test
  void whoTakesWhatACutFreesWantsMore() {
    Question question = asked();
    device.waits("deep", 750, 30).passes("shallow", 250);
    assertThat(answer(question)).containsInstanceOf(Answer.Proven.class);
    assertThat(device.taker("shallow").isHungry()).isTrue();
  }

  /** What a cut freed is left: at this latency nobody waits. */
  @Test
  void whereWhatIsFreedIsLeftNobodyWaits() {
    Question question = asked();
    device.waits("deep", 500, 30);
    assertThat(answer(question)).containsInstanceOf(Answer.Refused.class);
    assertThat(device.taker("shallow").isContent()).isTrue();
    assertThat(device.at.waits()).isFalse();
  }

  /** Whoever lets go of limits meanwhile does not make it an answer. */
  @Test
  void whereLimitsHaveGoneMeanwhileNothingIsTold() {
    Question question = asked();
    device.waits("deep", 895, 30);
    assertThat(device.judged(question, 0.25)).isEmpty();
    device.taker("deep").free();
    assertThat(answer(question)).containsInstanceOf(Answer.Unbound.class);
    assertThat(device.taker("shallow").isUnknown()).isTrue();
    assertThat(device.at.waits()).isTrue();
  }

  /** Until it is asked, intervals are long. */
  @Test
  void theAnswerSkipsAnIntervalOfThoseThatFollow() {
    device.every(1).passes("deep", 900).passes("shallow", 100).see(3);
    Question question = device.ask().orElseThrow();
    device.every(0.25).waits("deep", 730, 10).passes("shallow", 270);
    assertThat(device.judged(question, QuestionTest.ANSWERED_SECONDS)).isPresent();
  }

  /** Who came meanwhile is not what is done more. */
  @Test
  void whatWasDoneBeforeIsWhatAllDidWhoAreThere() {
    device.passes("deep", 600).passes("shallow", 0).see(3);
    device.passes("deep", 800).passes("shallow", 200).see(0.75);
    Question question = device.ask().orElseThrow();
    device.waits("deep", 640, 10);
    assertThat(device.judged(question, QuestionTest.ANSWERED_SECONDS).orElseThrow().toString())
        .endsWith(" of 1000, isOpenLoop=false]");
  }
}
