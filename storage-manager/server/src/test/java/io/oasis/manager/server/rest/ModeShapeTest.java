package io.oasis.manager.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.server.TestViews;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows that whoever has to give something up is told from whoever would be given room. */
class ModeShapeTest {
  @Test
  void saysWhoWouldBeHeldAndWhoCouldUseMore() {
    assertThat(words(60)).contains("host:/app-59 would be held to 140 IOPS; it uses 159.");
    assertThat(words(2)).contains("host:/app-01 could use up to 140 IOPS; it uses 101.");
  }

  private static List<String> words(int queues) {
    return ModeShape.of(TestViews.view(TestViews.rails("disk:/dev/x"), queues)).words();
  }
}
