package io.oasis.brick.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.oasis.brick.Await;
import io.oasis.brick.BrickComponent;
import io.oasis.brick.BrickConfig;
import io.oasis.brick.BrickFixture;
import io.oasis.brick.nbd.NbdClient;
import io.oasis.configuration.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows what Prometheus reads of a brick while clients read and write through NBD. */
class MetersTest {
  private static final int BLOCK = 4096;
  private static final int READ = 0;
  private static final int FLUSH = 3;
  private static final long HOUR_NANOS = 3_600_000_000_000L;
  private static final Map<String, String> FLOWS =
      Map.of(
          "device.main.discipline", "sfq(4)",
          "device.main.cache-bytes", "1M",
          "export.e.application", "shop",
          "export.e.share", "2",
          "export.e.cache-bytes", "512K",
          "volume.w.size", "1M",
          "export.f.volume", "w",
          "export.f.limit-bytes-per-second", "1048576");

  @TempDir Path directory;
  private BrickFixture fixture;
  private int port;

  @BeforeEach
  void start() throws IOException {
    port = free();
    Map<String, String> options = new HashMap<>(FLOWS);
    options.put("metrics-port", Integer.toString(port));
    fixture = new BrickFixture(directory, options);
  }

  @AfterEach
  void stop() throws IOException {
    fixture.close();
  }

  private static int free() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Values by name and labels, as they are written. */
  private Map<String, Double> scrape() throws IOException {
    URI url = URI.create("http://127.0.0.1:" + port + "/metrics");
    Map<String, Double> values = new HashMap<>();
    try (InputStream answer = url.toURL().openStream()) {
      String text = new String(answer.readAllBytes(), StandardCharsets.UTF_8);
      for (String line : text.lines().filter(each -> !each.startsWith("#")).toList()) {
        int end = line.lastIndexOf(' ');
        String value = line.substring(end + 1).replace("Inf", "Infinity");
        values.put(line.substring(0, end), Double.valueOf(value));
      }
    }
    return values;
  }

  private static String of(String name) {
    return name + "{application=\"shop\",device=\"main\",export=\"e\"}";
  }

  private static String of(String name, String kind) {
    return of(name).replace("}", ",kind=\"" + kind + "\"}");
  }

  @Test
  void whatClientsDoIsCounted() throws Exception {
    try (NbdClient client = NbdClient.open(fixture.address, "e", true)) {
      assertThat(client.writeAt(0, new byte[2 * BLOCK], 0)).isZero();
      client.readAt(0, BLOCK);
      client.readAt(1 << 20, BLOCK);
      assertThat(client.call(FLUSH, 0, 0, 0, new byte[0]).error()).isZero();
      assertThat(client.call(READ, 0, 8 << 20, BLOCK, new byte[0]).error()).isNotZero();
      Await.until(() -> scrape().get(of("oasis_brick_underway")) == 0);
      Map<String, Double> values = scrape();
      assertThat(values)
          .containsEntry("oasis_brick_connections", 1.0)
          .containsEntry("oasis_brick_connections_accepted_total", 1.0)
          .containsEntry(of("oasis_brick_operations_total", "read"), 2.0)
          .containsEntry(of("oasis_brick_operations_total", "write"), 1.0)
          .containsEntry(of("oasis_brick_operations_total", "other"), 1.0)
          .containsEntry(of("oasis_brick_refusals_total"), 1.0)
          .containsEntry(of("oasis_brick_read_bytes_total"), 2.0 * BLOCK)
          .containsEntry(of("oasis_brick_written_bytes_total"), 2.0 * BLOCK)
          .containsEntry(of("oasis_brick_latency_seconds_count"), 3.0)
          .containsEntry(of("oasis_brick_write_latency_seconds_count"), 1.0)
          .containsEntry(of("oasis_brick_cache_latency_seconds_count"), 1.0);
      assertThat(values.get(of("oasis_brick_latency_seconds_sum")))
          .isGreaterThan(values.get(of("oasis_brick_write_latency_seconds_sum")))
          .isLessThan(60);
    }
  }

  @Test
  void theDeviceAndItsCacheAreShown() throws Exception {
    try (NbdClient client = NbdClient.open(fixture.address, "e", true)) {
      client.readAt(0, 2 * BLOCK);
      client.readAt(0, BLOCK);
    }
    String device = "{device=\"main\"}";
    String partition = "{application=\"shop\",device=\"main\"}";
    assertThat(scrape())
        .containsEntry("oasis_brick_device_discipline{device=\"main\",discipline=\"sfq\"}", 1.0)
        .containsEntry("oasis_brick_device_depth" + device, 4.0)
        .containsEntry("oasis_brick_device_queued" + device, 0.0)
        .containsEntry("oasis_brick_device_outstanding" + device, 0.0)
        .containsEntry("oasis_brick_cache_bytes" + device, 1048576.0)
        .containsEntry("oasis_brick_cache_lease_seconds" + device, 0.0)
        .containsEntry("oasis_brick_partition_limit_bytes" + partition, 524288.0)
        .containsEntry("oasis_brick_partition_used_bytes" + partition, 2.0 * BLOCK)
        .containsEntry("oasis_brick_partition_dirty_bytes" + partition, 0.0)
        .containsEntry("oasis_brick_partition_hits_total" + partition, 1.0)
        .containsEntry("oasis_brick_partition_misses_total" + partition, 2.0);
    ask("{\"method\":\"discipline\",\"name\":\"none\"}");
    ask("{\"method\":\"divide\",\"sizes\":{\"shop\":262144}}");
    assertThat(scrape())
        .containsEntry("oasis_brick_device_discipline{device=\"main\",discipline=\"none\"}", 1.0)
        .doesNotContainKey("oasis_brick_device_discipline{device=\"main\",discipline=\"sfq\"}")
        .containsEntry("oasis_brick_partition_limit_bytes" + partition, 262144.0)
        .containsEntry("oasis_brick_cache_lease_seconds" + device, Double.POSITIVE_INFINITY);
  }

  /** A limit that there is not has no value that could be taken for one. */
  @Test
  void aLimitIsThereWhileItIsInForce() throws IOException {
    Map<String, Double> before = scrape();
    assertThat(before)
        .containsEntry(of("oasis_brick_share"), 2.0)
        .containsEntry(of("oasis_brick_leased"), 0.0)
        .containsEntry(of("oasis_brick_lease_seconds"), 0.0)
        .containsEntry(
            "oasis_brick_limit_bytes_per_second{application=\"f\",device=\"main\",export=\"f\"}",
            1048576.0)
        .doesNotContainKeys(
            of("oasis_brick_limit_iops"),
            of("oasis_brick_limit_bytes_per_second"),
            of("oasis_brick_reserve_iops"));
    ask(
        "{\"method\":\"set\",\"export\":\"e\",\"limitIops\":500,\"reserve\":20,"
            + "\"leaseMillis\":3600000}");
    Map<String, Double> leased = scrape();
    assertThat(leased)
        .containsEntry(of("oasis_brick_limit_iops"), 500.0)
        .containsEntry(of("oasis_brick_reserve_iops"), 20.0)
        .containsEntry(of("oasis_brick_leased"), 1.0);
    assertThat(leased.get(of("oasis_brick_lease_seconds"))).isBetween(1.0, 3600.0);
    fixture.brick.control().expire(System.nanoTime() + HOUR_NANOS);
    assertThat(scrape().keySet()).isEqualTo(before.keySet());
  }

  private void ask(String request) {
    assertThat(fixture.brick.control().answer(request)).startsWith("{\"ok\":true");
  }

  /** What shrinks between two scrapes is a start anew to Prometheus, which adds all of it again. */
  @Test
  void noCounterShrinksUnderLoad() throws Exception {
    FutureTask<Void> load = new FutureTask<>((Callable<Void>) this::load);
    Thread.ofPlatform().start(load);
    Map<String, Double> last = scrape();
    do {
      Map<String, Double> next = scrape();
      last.forEach(
          (name, value) -> {
            if (name.matches(".*(_total|_count|_sum)(\\{.*)?")) {
              assertThat(next.get(name)).as(name).isGreaterThanOrEqualTo(value);
            }
          });
      assertThat(next.get(of("oasis_brick_underway"))).isNotNegative();
      last = next;
    } while (!load.isDone());
    load.get();
    assertThat(scrape().get(of("oasis_brick_latency_seconds_count"))).isEqualTo(4000);
  }

  private Void load() throws IOException {
    try (NbdClient client = NbdClient.open(fixture.address, "e", true)) {
      for (int i = 0; i < 2000; i++) {
        client.writeAt((long) i % 100 * BLOCK, new byte[BLOCK], 0);
        client.readAt((long) i % 300 * BLOCK, BLOCK);
      }
    }
    return null;
  }

  @Test
  void nobodyIsServedUnlessAskedFor() {
    Map<String, String> plain = new HashMap<>(FLOWS);
    plain.putAll(Map.of("volume.v.size", "1M", "export.e.volume", "v"));
    BrickConfig config = new BrickComponent().configuration(plain);
    assertThat(config.metrics().isNowhere()).isTrue();
    assertThat(config.metrics().address().isLoopbackAddress()).isTrue();
    plain.putAll(Map.of("metrics-address", "0.0.0.0", "metrics-port", "8530"));
    BrickConfig told = new BrickComponent().configuration(plain);
    assertThat(told.metrics().port()).isEqualTo(8530);
    assertThat(told.metrics().address().isAnyLocalAddress()).isTrue();
    plain.put("metrics-address", "everywhere");
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> new BrickComponent().configuration(plain))
        .satisfies(e -> assertThat(e.key()).isEqualTo("metrics-address"));
  }

  @Test
  void aPortThatIsTakenEndsTheStartAndLeavesNothing() throws IOException {
    Path other = Files.createDirectory(directory.resolve("other"));
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> new BrickFixture(other, Map.of("metrics-port", Integer.toString(port))))
        .satisfies(e -> assertThat(e.key()).isEqualTo("metrics-port"));
    assertThat(other).isEmptyDirectory();
  }
}
