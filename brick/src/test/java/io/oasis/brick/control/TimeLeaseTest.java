package io.oasis.brick.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.BrickFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shows that slices, shares and read-ahead are set together, and come back with the lease. */
class TimeLeaseTest {
  private static final String DIVIDE =
      "{\"method\":\"divide\",\"device\":\"main\",\"sizes\":{\"a\":262144},"
          + "\"roundMillis\":400,\"accessBytes\":524288,\"shares\":{\"a\":300,\"b\":100},"
          + "\"leaseMillis\":3600000}";
  private static final long HOUR_NANOS = 3_600_000_000_000L;

  @TempDir Path directory;
  private BrickFixture fixture;
  private Control control;

  @BeforeEach
  void start() throws IOException {
    fixture = new BrickFixture(directory, options("argon", "1M"));
    control = fixture.brick.control();
  }

  private static Map<String, String> options(String discipline, String access) {
    Map<String, String> options =
        new HashMap<>(
            Map.of(
                "device.main.discipline", discipline,
                "device.main.access-bytes", access,
                "device.main.cache-bytes", "1M",
                "device.main.model", "elevator:barracuda-7200-8",
                "export.e.volume", ""));
    for (String name : new String[] {"a", "a2", "b"}) {
      options.put("export." + name + ".volume", "v");
      options.put("export." + name + ".application", name.substring(0, 1));
      options.put("export." + name + ".cache-bytes", "128K");
    }
    options.put("export.a2.share", "2");
    return options;
  }

  @AfterEach
  void stop() throws IOException {
    fixture.close();
  }

  private JsonNode device() {
    return JsonMapper.shared()
        .readTree(control.answer("{\"method\":\"statistics\"}"))
        .path("devices")
        .path(0);
  }

  private double share(String export) {
    return fixture.brick.export(export).session().terms().share();
  }

  private void isAsConfigured() {
    assertThat(device().path("roundMillis").asDouble()).isEqualTo(280);
    assertThat(device().path("accessBytes").asLong()).isEqualTo(1 << 20);
    assertThat(device().path("timeLeased").asBoolean()).isFalse();
    assertThat(share("a")).isEqualTo(1);
    assertThat(share("a2")).isEqualTo(2);
    assertThat(share("b")).isEqualTo(1);
  }

  @Test
  void allOfItIsSetTogetherAndComesBackWhenTheLeaseRunsOut() {
    assertThat(control.answer(DIVIDE)).contains("\"ok\":true");
    assertThat(device().path("roundMillis").asDouble()).isEqualTo(400);
    assertThat(device().path("accessBytes").asLong()).isEqualTo(524_288);
    assertThat(device().path("timeLeased").asBoolean()).isTrue();
    assertThat(share("a")).isEqualTo(150);
    assertThat(share("a2")).isEqualTo(150);
    assertThat(share("b")).isEqualTo(100);
    control.expire(System.nanoTime() + HOUR_NANOS + 1);
    isAsConfigured();
  }

  @Test
  void aRenewedLeaseStaysAndOneThatIsEndedDoesNot() {
    control.answer(DIVIDE.replace("3600000", "1000"));
    control.answer("{\"method\":\"renew\",\"caches\":[\"main\"],\"leaseMillis\":3600000}");
    control.expire(System.nanoTime() + HOUR_NANOS / 2);
    assertThat(device().path("timeLeased").asBoolean()).isTrue();
    control.answer("{\"method\":\"end\",\"device\":\"main\"}");
    isAsConfigured();
  }

  @Test
  void aSecondPlanDoesNotMakeTheFirstWhatComesBack() {
    control.answer(DIVIDE);
    control.answer(DIVIDE.replace("400", "500").replace("524288", "262144"));
    control.answer("{\"method\":\"release\"}");
    isAsConfigured();
  }

  @Test
  void whatSomebodyElseSetMeanwhileStays() {
    control.answer(DIVIDE);
    control.answer("{\"method\":\"set\",\"export\":\"b\",\"share\":7}");
    control.answer("{\"method\":\"end\",\"device\":\"main\"}");
    assertThat(share("a2")).isEqualTo(2);
    assertThat(share("b")).isEqualTo(7);
  }

  @Test
  void whatCannotBeHadIsRefusedAndChangesNothing() throws IOException {
    String[] wrong = {
      DIVIDE.replace("400", "0"),
      DIVIDE.replace("524288", "0"),
      DIVIDE.replace("\"b\":100", "\"c\":100"),
      DIVIDE.replace("\"b\":100", "\"b\":0"),
    };
    for (String request : wrong) {
      assertThat(control.answer(request)).contains("\"ok\":false");
      isAsConfigured();
    }
    fixture.close();
    fixture = new BrickFixture(directory, options("sfq", "1M"));
    assertThat(fixture.brick.control().answer(DIVIDE)).contains("only argon has slices");
    fixture.close();
    fixture = new BrickFixture(directory, options("argon", "0"));
    assertThat(fixture.brick.control().answer(DIVIDE)).contains("was started without");
  }

  @Test
  void theDisksTraitsComeFromItsModelOrFromAProbe() throws IOException {
    assertThat(device().path("traits").path("averageSeekMicros").asDouble()).isEqualTo(8_200);
    fixture.close();
    Path probe = directory.resolve("probe.json");
    Files.writeString(
        probe,
        "{\"averageSeekMicros\":90,\"longestSeekMicros\":120,\"rotationMicros\":0,"
            + "\"streamingBytesPerSecond\":5e8}");
    Map<String, String> options = options("argon", "1M");
    options.put("device.main.model", "");
    options.put("device.main.probe", probe.toString());
    fixture = new BrickFixture(directory, options);
    control = fixture.brick.control();
    assertThat(device().path("traits").path("longestSeekMicros").asDouble()).isEqualTo(120);
    assertThat(device().path("traits").path("streamingBytesPerSecond").asDouble()).isEqualTo(5e8);
  }
}
