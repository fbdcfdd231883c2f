package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.plan.Now;
import io.oasis.adapter.plan.Reach;
import io.oasis.linux.BlockDevices;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.HostId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows on a recorded host on which devices an adapter has cgroup v1 count, and where not. */
class CountingTest {
  private static final String BLKIO = "sys/fs/cgroup/blkio/";
  private static final String LIMITS = BLKIO + "blkio.throttle.read_bps_device";

  @TempDir Path root;

  @BeforeEach
  void record() throws IOException {
    write(
        "proc/self/mountinfo",
        "38 31 0:35 / /sys/fs/cgroup/blkio rw,relatime - cgroup cgroup rw,blkio\n");
    write("sys/block/sda/dev", "8:0\n");
    write("sys/block/sda/size", "2048\n");
    write("sys/block/sda/wwid", "naa.5\n");
    write(LIMITS, "");
    write(BLKIO + "app/blkio.throttle.io_serviced", "");
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static List<String> patterns(String text) {
    return Stream.of(text).filter(each -> !each.isEmpty()).toList();
  }

  private Host host(String only, String never, boolean released) {
    Reach reach = Reach.of(patterns(only), patterns(never));
    return new Host(
        new HostRoot(root),
        new HostId("h"),
        new AdapterId("h:cgroup-v1"),
        new Counting(reach, () -> !released));
  }

  private String written(Host host) throws IOException {
    host.look(new Now(Duration.ofSeconds(1), Instant.EPOCH));
    return Files.readString(root.resolve(LIMITS));
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', 8:0 0",
    "'', 8:16, 8:0 0",
    "'', 8:0, ''",
    "'', wwid:naa.5, ''",
    "8:0, '', 8:0 0",
    "8:16, '', ''",
    "*/app, '', 8:0 0",
    "*/app, 8:*, ''",
    "*/other, '', ''",
  })
  void onlyWhereSomebodyMayBeLimited(String only, String never, String written) throws IOException {
    try (Host host = host(only, never, false)) {
      assertThat(written(host)).isEqualTo(written);
    }
  }

  @Test
  void aGroupThatComesLaterMayBeTheOneThatIsTouched() throws IOException {
    HostRoot host = new HostRoot(root);
    Counting counting = new Counting(Reach.of(List.of("*/later"), List.of()), () -> true);
    Map<ApplicationId, Inventory.Group> groups = new HashMap<>();
    for (String name : List.of("app", "later")) {
      assertThat(root.resolve(LIMITS)).isEmptyFile();
      groups.put(new ApplicationId("h:/" + name), new Inventory.Group("/blkio/" + name, 1));
      counting.switchOn(
          CgroupMount.find(host), new BlockDevices(host, new HostId("h")).discover(), groups);
    }
    assertThat(root.resolve(LIMITS)).hasContent("8:0 0");
  }

  @Test
  void whatMayBeTouchedIsReadAgain() throws IOException {
    try (Host host = host("", "8:0", false)) {
      assertThat(written(host)).isEmpty();
      host.reach(Reach.ALL);
      assertThat(written(host)).isEqualTo("8:0 0");
    }
    try (Host host = host("8:16", "", false)) {
      write(LIMITS, "");
      host.reach(Reach.of(List.of(), List.of("8:0")));
      assertThat(written(host)).isEmpty();
    }
  }

  @Test
  void theKillSwitchKeepsThisFromBeingWrittenToo() throws IOException {
    try (Host host = host("", "", true)) {
      assertThat(written(host)).isEmpty();
    }
  }
}
