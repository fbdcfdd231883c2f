package io.oasis.agent.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.SpaceGrant;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows which answers about space a host is told. */
class SpaceAnswersTest {
  private final SpaceAnswers answers = new SpaceAnswers(new HostId("h"));

  private List<SpaceGrant> taken(String host, long asked, long granted) {
    SpaceGrant grant =
        new SpaceGrant(new LunId("l"), new HostId(host), "/data", asked, granted, "so it is");
    return answers.take(
        new GrantBatch(
            new DomainId("d"),
            Instant.EPOCH,
            List.of(),
            Optional.empty(),
            Optional.of(List.of(grant))));
  }

  @Test
  void anAnswerIsToldWhenItTurns() {
    assertThat(taken("h", 100, 0)).hasSize(1);
    assertThat(taken("h", 110, 0)).as("nothing, as before").isEmpty();
    assertThat(taken("h", 120, 60)).hasSize(1);
    assertThat(taken("h", 130, 61)).isEmpty();
    assertThat(taken("h", 130, 130)).hasSize(1);
    assertThat(taken("h", 140, 140)).isEmpty();
    assertThat(taken("h", 140, 10)).hasSize(1);
  }

  @Test
  void whatAnotherHostAskedIsNotOurs() {
    assertThat(taken("other", 100, 0)).isEmpty();
  }

  @Test
  void aBatchWithoutAnswersTellsNothing() {
    assertThat(answers.take(new GrantBatch(new DomainId("d"), Instant.EPOCH, List.of()))).isEmpty();
  }
}
