package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.Await;
import io.oasis.brick.BrickFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shows striped reads over real connections, and that a brick heeds its clients' numbers. */
@Timeout(60)
class StripedLoopTest {
  @TempDir Path directory;

  private BrickFixture brick(String name, String requestIds) throws IOException {
    return new BrickFixture(
        Files.createDirectory(directory.resolve(name)),
        Map.of(
            "device.main.model",
            "rate:5",
            "device.main.depth",
            "1",
            "device.main.discipline",
            "quanta",
            "export.e.request-ids",
            requestIds));
  }

  private static List<Long> answers(BrickFixture fixture) throws IOException {
    try (NbdClient client = NbdClient.open(fixture.address, "e", false)) {
      for (long id = 6; id > 0; id--) {
        client.send(Nbd.CMD_READ, 0, id, 0, 4096, new byte[0]);
      }
      List<Long> answers = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        answers.add(client.receive(_ -> 4096).handle());
      }
      return answers;
    }
  }

  @Test
  void oldestNumbersGoFirstWhereCookiesAreNumbers() throws IOException {
    try (BrickFixture fixture = brick("numbered", "true")) {
      List<Long> answers = answers(fixture);
      // The first may have gone before the others came.
      assertThat(answers.subList(1, 6)).isSorted();
      assertThat(answers).containsExactlyInAnyOrder(1L, 2L, 3L, 4L, 5L, 6L);
    }
    try (BrickFixture fixture = brick("plain", "false")) {
      assertThat(answers(fixture)).containsExactly(6L, 5L, 4L, 3L, 2L, 1L);
    }
  }

  @Test
  void aReadIsAnsweredWhenTheLastBrickHasAnswered() throws IOException {
    try (BrickFixture slow = brick("slow", "true");
        BrickFixture quick =
            new BrickFixture(Files.createDirectory(directory.resolve("quick")), Map.of());
        StripedLoop loop =
            StripedLoop.start(List.of(quick.address, slow.address), "e", 4096, 2, () -> 8192)) {
      Await.until(() -> loop.answered() >= 3);
      assertThat(loop.failure()).isEmpty();
      long ofSlow = slow.brick.export("e").statistics().completions();
      long ofQuick = quick.brick.export("e").statistics().completions();
      assertThat(ofQuick - ofSlow).as("two are outstanding").isBetween(0L, 2L);
    }
  }
}
