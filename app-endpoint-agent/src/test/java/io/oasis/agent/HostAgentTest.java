package io.oasis.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.linux.HostRoot;
import io.oasis.protocol.Demand;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows all stages together on a recorded host with one disk and two applications. */
class HostAgentTest {
  private static final Instant AT = Instant.parse("2026-03-01T12:00:00Z");
  private static final String BLKIO = "sys/fs/cgroup/blkio/";

  @TempDir Path root;
  private final HostAgent agent = new HostAgent(new HostId("db1"));

  @BeforeEach
  void record() throws IOException {
    write(
        "proc/self/mountinfo",
        "38 31 0:35 / /sys/fs/cgroup/blkio rw,relatime - cgroup cgroup rw,blkio\n");
    write("sys/block/sda/dev", "8:0\n");
    write("sys/block/sda/size", "2048\n");
    write("sys/block/sda/wwid", "naa.5\n");
    counters(0);
  }

  @Test
  void requestsOfALunComeBeforeItsReport() throws IOException {
    try (HostReader reader = new HostReader(new HostRoot(root), new HostId("db1"))) {
      assertThat(agent.interval(reader.read(0), AT)).isEmpty();
      counters(1);
      List<Message> messages = agent.interval(reader.read(1_000_000_000L), AT);
      assertThat(messages).hasSize(2);
      RequestBatch batch = (RequestBatch) messages.get(0);
      Request deep = batch.requests().get(0);
      assertThat(batch.queue(deep).toString()).isEqualTo("db1:/deep|wwid:naa.5");
      assertThat(deep.sample().completionsPerSecond()).isEqualTo(900);
      assertThat(deep.demand().quality()).isEqualTo(Demand.Quality.CENSORED);
      assertThat(deep.requested()).isPresent();
      assertThat(batch.requests().get(1).application().value()).isEqualTo("db1:pg.service");
      LunReport report = (LunReport) messages.get(1);
      assertThat(report.queues()).isEqualTo(2);
      assertThat(report.pressure()).isEqualTo(LunReport.Pressure.SATURATED);
      assertThat(report.interval()).isEqualTo(batch.interval());
      assertThat(report.domain()).isEqualTo(batch.domain());
    }
  }

  @Test
  void countersThatCannotBeReadGiveStaleRequests() throws IOException {
    try (HostReader reader = new HostReader(new HostRoot(root), new HostId("db1"))) {
      agent.interval(reader.read(0), AT);
      counters(1);
      agent.interval(reader.read(1_000_000_000L), AT);
      write("proc/diskstats", "");
      List<Message> messages = agent.interval(reader.read(2_000_000_000L), AT);
      assertThat(messages).hasSize(1);
      assertThat(agent.queues(Demand.Quality.STALE)).isEqualTo(2);
      counters(3);
      RequestBatch whole =
          (RequestBatch) agent.interval(reader.read(3_000_000_000L), AT).getFirst();
      assertThat(whole.interval().millis()).as("the gap is measured too").isEqualTo(2_000);
      assertThat(whole.requests().getFirst().sample().completionsPerSecond()).isEqualTo(900);
    }
  }

  /** Shows that what a manager wishes is done, and that all is told once however often it reads. */
  @Test
  void aLunIsToldOfAsOftenAsItsManagerWishes() throws IOException {
    HostAgent paced = new HostAgent(new HostId("db1"), Duration.ofSeconds(1));
    try (HostReader reader = new HostReader(new HostRoot(root), new HostId("db1"))) {
      paced.interval(reader.read(0), AT);
      counters(1);
      LunReport report = (LunReport) paced.interval(reader.read(1_000_000_000L), AT).getLast();
      assertThat(paced.interval()).isEqualTo(Duration.ofSeconds(1));
      assertThat(paced.interval(reader.read(1_250_000_000L), AT)).as("not due").isEmpty();
      paced.take(new GrantBatch(report.domain(), AT, List.of(), Optional.of(250L)));
      assertThat(paced.interval()).isEqualTo(Duration.ofMillis(250));
      report = (LunReport) paced.interval(reader.read(1_500_000_000L), AT).getLast();
      assertThat(report.interval().millis()).isEqualTo(500);
      report = (LunReport) paced.interval(reader.read(1_750_000_000L), AT).getLast();
      assertThat(report.interval().millis()).isEqualTo(250);
      paced.take(new GrantBatch(report.domain(), AT, List.of()));
      assertThat(paced.interval()).isEqualTo(Duration.ofSeconds(1));
    }
  }

  @Test
  void theInventoryNamesLunsAndApplications() {
    try (HostReader reader = new HostReader(new HostRoot(root), new HostId("db1"))) {
      HostInventory inventory = agent.inventory(reader.read(0), List.of(), AT);
      assertThat(inventory.luns()).extracting(l -> l.lun().value()).containsExactly("wwid:naa.5");
      assertThat(inventory.luns().getFirst().sizeBytes()).isEqualTo(2_048 * 512);
      assertThat(inventory.applications())
          .extracting(Object::toString)
          .containsExactly("db1:/deep", "db1:pg.service");
    }
  }

  /** Not even where cgroup v1 counts nothing until somebody writes. */
  @Test
  void nothingIsWritten() throws IOException {
    Path limits = root.resolve(BLKIO + "blkio.throttle.read_bps_device");
    write(BLKIO + "blkio.throttle.read_bps_device", "");
    try (HostReader reader = new HostReader(new HostRoot(root), new HostId("db1"))) {
      agent.interval(reader.read(0), AT);
    }
    assertThat(limits).isEmptyFile();
  }

  /** After so many seconds of 900 and 100 reads per second, 33 outstanding. */
  private void counters(long seconds) throws IOException {
    write(
        "proc/diskstats",
        "8 0 sda %d 0 %d %d 0 0 0 0 0 %d %d\n"
            .formatted(
                1_000 * seconds,
                8_000 * seconds,
                33_000 * seconds,
                1_000 * seconds,
                33_000 * seconds));
    cgroup("deep", 900 * seconds);
    cgroup("system.slice/pg.service", 100 * seconds);
  }

  private void cgroup(String path, long reads) throws IOException {
    write(BLKIO + path + "/blkio.throttle.io_serviced", "8:0 Read " + reads + "\n");
    write(BLKIO + path + "/blkio.throttle.io_service_bytes", "8:0 Read " + reads * 4_096 + "\n");
  }

  private void write(String path, String text) throws IOException {
    Path file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }
}
