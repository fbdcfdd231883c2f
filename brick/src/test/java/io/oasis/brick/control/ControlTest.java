package io.oasis.brick.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.BrickFixture;
import io.oasis.brick.discipline.Terms;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows what can be asked of a brick and told it, and that leases give back. */
class ControlTest {
  @TempDir Path directory;
  private BrickFixture fixture;
  private Control control;

  @BeforeEach
  void start() throws IOException {
    fixture =
        new BrickFixture(
            directory,
            Map.of(
                "control", directory.resolve("c.sock").toString(),
                "export.e.share", "2",
                "device.main.cache-bytes", "1M",
                "export.e.cache-bytes", "512K"));
    control = fixture.brick.control();
  }

  @AfterEach
  void stop() throws IOException {
    fixture.close();
  }

  private Terms terms() {
    return fixture.brick.export("e").session().terms();
  }

  @Test
  void settingChangesWhatIsNamedAndReleaseGivesBackWhatWasConfigured() {
    assertThat(control.answer("{\"method\":\"set\",\"export\":\"e\",\"limitIops\":500}"))
        .startsWith("{\"ok\":true");
    assertThat(terms()).isEqualTo(Terms.standard().withShare(2).withLimits(500, 0));
    control.answer("{\"method\":\"set\",\"export\":\"e\",\"share\":9}");
    assertThat(terms()).isEqualTo(Terms.standard().withShare(9).withLimits(500, 0));
    control.answer("{\"method\":\"release\"}");
    assertThat(terms()).isEqualTo(Terms.standard().withShare(2));
  }

  @Test
  void aLeaseThatRunsOutGivesBackAndOneThatIsRenewedDoesNot() {
    String set = "{\"method\":\"set\",\"export\":\"e\",\"limitIops\":5,\"leaseMillis\":3600000}";
    control.answer(set);
    long now = System.nanoTime();
    long hour = 3_600_000_000_000L;
    assertThat(control.expire(now)).isBetween(now, now + hour);
    assertThat(terms().limitIops()).isEqualTo(5);
    control.expire(now + hour + 1);
    assertThat(terms()).isEqualTo(Terms.standard().withShare(2));
  }

  @Test
  void whatWasSetBeforeTheLeaseComesBackAndWhatWasSetMeanwhileStays() {
    control.answer("{\"method\":\"set\",\"export\":\"e\",\"limitIops\":700}");
    String lease = "\"export\":\"e\",\"leaseMillis\":1000}";
    control.answer("{\"method\":\"set\",\"limitIops\":5,\"limitBytesPerSecond\":4096," + lease);
    control.answer("{\"method\":\"set\",\"limitIops\":6," + lease);
    control.answer("{\"method\":\"set\",\"export\":\"e\",\"limitBytesPerSecond\":9999}");
    assertThat(terms().limitIops()).isEqualTo(6);
    control.answer("{\"method\":\"renew\",\"exports\":[\"e\"],\"leaseMillis\":3600000}");
    control.expire(System.nanoTime() + 2_000_000_000L);
    assertThat(terms().limitIops()).isEqualTo(6);
    control.expire(System.nanoTime() + 3_700_000_000_000L);
    assertThat(terms()).isEqualTo(Terms.standard().withShare(2).withLimits(700, 9999));
  }

  /** What was set before the lease and what was set meanwhile need not fit each other. */
  @Test
  void aReserveAboveTheLimitThatComesBackIsCutToIt() {
    control.answer("{\"method\":\"set\",\"export\":\"e\",\"limitIops\":100}");
    String lease = "\"export\":\"e\",\"leaseMillis\":1000}";
    control.answer("{\"method\":\"set\",\"limitIops\":500,\"reserve\":300," + lease);
    control.answer("{\"method\":\"set\",\"export\":\"e\",\"reserve\":400}");
    control.expire(System.nanoTime() + 2_000_000_000L);
    assertThat(terms())
        .isEqualTo(Terms.standard().withShare(2).withLimits(100, 0).withReserve(100));
  }

  @Test
  void partitionsAreDividedUnderALeaseToo() {
    control.answer("{\"method\":\"divide\",\"sizes\":{\"e\":1048576},\"leaseMillis\":1000}");
    assertThat(statistics()).contains("\"cacheLeased\":true", "\"limitBytes\":1048576");
    control.expire(System.nanoTime() + 2_000_000_000L);
    assertThat(statistics()).contains("\"cacheLeased\":false", "\"limitBytes\":524288");
    assertThat(control.answer("{\"method\":\"divide\",\"sizes\":{\"x\":1}}"))
        .contains("no partition x");
  }

  private String statistics() {
    return control.answer("{\"method\":\"statistics\",\"histograms\":false}");
  }

  @Test
  void whatWasMeantForAnEarlierStartIsRefused() {
    assertThat(
            control.answer(
                "{\"method\":\"set\",\"export\":\"e\",\"limitIops\":5,\"incarnation\":1}"))
        .contains("\"ok\":false", "incarnation");
    assertThat(terms()).isEqualTo(Terms.standard().withShare(2));
  }

  @Test
  void aTimetableIsFollowedUntilAnotherDisciplineIsWanted() {
    String told =
        "{\"method\":\"timetable\",\"roundMillis\":300,\"slices\":"
            + "[{\"application\":\"e\",\"startMillis\":100,\"lengthMillis\":50}]}";
    assertThat(control.answer(told)).startsWith("{\"ok\":true");
    assertThat(control.answer("{\"method\":\"statistics\"}"))
        .contains("\"discipline\":\"coscheduled");
    assertThat(control.answer(told.replace("\"e\"", "\"f\"")))
        .contains("f has a slice and no export");
    assertThat(control.answer(told.replace(":300", ":140"))).contains("hold all slices");
    assertThat(control.answer("{\"method\":\"discipline\",\"name\":\"none\"}"))
        .startsWith("{\"ok\":true");
  }

  @Test
  void mistakesAreNamedAndChangeNothing() {
    assertThat(control.answer("nonsense")).contains("\"ok\":false");
    assertThat(control.answer("[]")).contains("method");
    assertThat(control.answer("{\"method\":\"set\",\"export\":\"x\"}")).contains("export = x");
    assertThat(control.answer("{\"method\":\"set\",\"export\":\"e\",\"limitIops\":-1}"))
        .contains("limitIops must be >= 0");
    assertThat(control.answer("{\"method\":\"set\",\"export\":\"e\",\"limitiops\":1}"))
        .contains("limitiops: is not known");
    assertThat(control.answer("{\"method\":\"set\",\"export\":\"e\",\"share\":\"2\"}"))
        .contains("share = \\\"2\\\": must be a number");
    assertThat(control.answer("{\"method\":\"renew\",\"exports\":[\"e\"]}"))
        .contains("leaseMillis: must be given");
    assertThat(control.answer("{\"method\":\"end\",\"device\":\"x\"}")).contains("device = x");
    assertThat(control.answer("{\"method\":\"discipline\",\"name\":\"fastest\"}"))
        .contains("'fastest' is no discipline");
    assertThat(control.answer("{\"method\":\"partition\",\"name\":\"e\",\"bytes\":9999999}"))
        .contains("larger than the cache");
    assertThat(terms()).isEqualTo(Terms.standard().withShare(2));
  }

  @Test
  void statisticsComeOverTheSocketLineByLine() throws IOException {
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(directory.resolve("c.sock"));
    try (SocketChannel channel = SocketChannel.open(address)) {
      String lines = "{\"method\":\"statistics\"}\n{\"method\":\"release\"}\n";
      channel.write(ByteBuffer.wrap(lines.getBytes(StandardCharsets.UTF_8)));
      BufferedReader reader =
          new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
      assertThat(reader.readLine())
          .contains("\"export\":\"e\"", "\"arrivals\":0", "\"hitRatio\":0.0", "\"share\":2.0");
      assertThat(reader.readLine()).startsWith("{\"ok\":true");
    }
  }
}
