package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What happened is told once, and of very much the newest. */
class EventsTest {
  private final Events events = new Events();

  private void happen(int count) {
    IntStream.range(0, count).forEach(i -> events.add("event " + i));
  }

  @Test
  void allAreToldInTheirOrderAndOnce() {
    assertThat(events.isEmpty()).isTrue();
    happen(Events.MOST);
    assertThat(events.isEmpty()).isFalse();
    assertThat(events.take())
        .hasSize(Events.MOST)
        .startsWith("event 0", "event 1")
        .endsWith("event 499");
    assertThat(events.isEmpty()).isTrue();
    assertThat(events.take()).isEmpty();
  }

  @Test
  void ofVeryManyTheNewestAreToldAndTheOthersCounted() {
    happen(Events.MOST + 7);
    assertThat(events.take())
        .hasSize(Events.MOST + 1)
        .startsWith("7 earlier events are left out", "event 7")
        .endsWith("event 506");
    happen(1);
    assertThat(events.take()).containsExactly("event 0");
  }
}
