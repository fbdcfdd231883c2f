package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.CostQuestions.Cut;
import org.junit.jupiter.api.Test;

/** Shows what a cut tells of one whom the device leaves out. */
class LeftOutTest {
  private final Metered device = new Metered();

  private Question asked() {
    device.passes("small", 50).passes("stream", 900).see(3);
    device.leaves("small").see(3);
    device.at.room = 1_000;
    return Question.ask(device.at, Cut.NOBODY).orElseThrow();
  }

  /** It needs no second question, nor that the cut held something: the device chose otherwise. */
  @Test
  void whoWasLeftOutAndIsServedUnderTheCutIsStarvedAndCostsAreLearned() {
    Question question = asked();
    device.passes("stream", 700).passes("small", 25);
    Answer answer = device.judged(question, QuestionTest.ANSWERED_SECONDS).orElseThrow();
    assertThat(answer).isInstanceOf(Answer.Exchanged.class);
    ((Answer.Exchanged) answer).exchange().accept(device.at);
    assertThat(device.taker("small").isStarved()).isTrue();
    assertThat(device.taker("small").isHungry()).isTrue();
  }

  @Test
  void whoWasLeftOutAndStillIsWasNotServedByTheCut() {
    Question question = asked();
    device.passes("stream", 700).passes("small", 3);
    assertThat(device.judged(question, QuestionTest.ANSWERED_SECONDS))
        .contains(new Answer.Unbound());
  }
}
