package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.adapter.targets.Counters;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Shows that the size of a queue's I/Os is known while it is one, and only then. */
class SizesTest {
  private static final QueueId QUEUE = new QueueId(new ApplicationId("a"), new LunId("l"));

  private final Sizes sizes = new Sizes();
  private Counters counters = new Counters(700, 300, 9_000_000, 1_000_000);

  private void pass(long reads, long writes, long size) {
    counters = counters.plus(new Counters(reads, writes, reads * size, writes * size));
    sizes.look(Map.of(QUEUE, counters));
  }

  @Test
  void readsAndWritesMakeTheMean() {
    sizes.look(Map.of(QUEUE, counters));
    for (int i = 0; i < 3; i++) {
      pass(60, 40, 4_096);
      assertThat(sizes.bytes(QUEUE)).as("not steady").isZero();
    }
    pass(10, 90, 4_096);
    assertThat(sizes.bytes(QUEUE)).isEqualTo(4_096);

    pass(0, 0, 1);
    assertThat(sizes.bytes(QUEUE)).as("a pause says nothing").isEqualTo(4_096);
    pass(10, 0, 4_296);
    assertThat(sizes.bytes(QUEUE)).as("follows slowly").isCloseTo(4_156, within(0.1));
    pass(10, 0, 65_536);
    assertThat(sizes.bytes(QUEUE)).as("another kind of I/O").isZero();
  }

  @Test
  void aQueueThatIsNotNamedIsForgotten() {
    sizes.look(Map.of(QUEUE, counters));
    for (int i = 0; i < 4; i++) {
      pass(60, 40, 4_096);
    }
    assertThat(sizes.bytes(QUEUE)).isEqualTo(4_096);
    sizes.look(Map.of());
    assertThat(sizes.bytes(QUEUE)).isZero();
    pass(60, 40, 4_096);
    assertThat(sizes.bytes(QUEUE)).isZero();
  }
}
