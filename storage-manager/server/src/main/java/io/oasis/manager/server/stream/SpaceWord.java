package io.oasis.manager.server.stream;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.SpaceGrant;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Tells hosts the answers about space, when something is told of their domain anyway: so no
 * decision, no journal and no timer of a domain knows of space.
 */
final class SpaceWord {
  /** Hosts ask twice a minute, and may have begun anew since. */
  static final Duration REPEAT = Duration.ofSeconds(10);

  private final Function<DomainId, List<SpaceGrant>> answers;
  private final Map<DomainId, Instant> toldAt = new HashMap<>();

  SpaceWord(Function<DomainId, List<SpaceGrant>> answers) {
    this.answers = answers;
  }

  /** What is to be sent after a batch of grants; mostly nothing. */
  List<GrantBatch> after(GrantBatch batch, Instant now) {
    Instant told = toldAt.get(batch.domain());
    if (told != null && now.isBefore(told.plus(REPEAT))) {
      return List.of();
    }
    toldAt.values().removeIf(at -> !now.isBefore(at.plus(REPEAT)));
    toldAt.put(batch.domain(), now);
    return batch.answering(answers.apply(batch.domain()));
  }
}
