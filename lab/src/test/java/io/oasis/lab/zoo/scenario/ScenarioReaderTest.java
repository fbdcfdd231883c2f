package io.oasis.lab.zoo.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.DeviceSpec.DepthGain;
import io.oasis.lab.zoo.scenario.DeviceSpec.Drift;
import io.oasis.lab.zoo.scenario.DeviceSpec.Service;
import io.oasis.lab.zoo.scenario.DeviceSpec.Spread;
import io.oasis.lab.zoo.scenario.DeviceSpec.Stall;
import io.oasis.lab.zoo.scenario.DeviceSpec.Store;
import io.oasis.lab.zoo.scenario.DeviceSpec.Wave;
import io.oasis.lab.zoo.scenario.Scenario.LunSpec;
import io.oasis.lab.zoo.scenario.Scenario.NetworkSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every field of the format is read, what is absent has defaults, what is wrong is named. */
class ScenarioReaderTest {
  private static final String WHOLE =
      """
      {"name": "all", "seconds": 600, "judgedFrom": 120, "enforcement": ["host", "array"],
       "seeds": [1, 2, 3],
       "devices": [{"name": "d", "servers": 2, "order": "elevator", "queue": 64,
          "read":  {"micros": 1000, "bytesPerSecond": 2e8, "spread": "uniform:0.5"},
          "write": {"micros": 5000, "spread": "exponential"},
          "sequentialGain": 4, "depthGain": {"at": 8, "gain": 2},
          "stalls": [{"every": 10, "for": 0.2}],
          "drift": {"perSecond": -0.005, "from": 100, "to": 300},
          "wave": {"part": 0.4, "seconds": 60},
          "writeCache": {"ios": 90000, "refillPerSecond": 100, "micros": 200},
          "credits": {"ios": 180000, "refillPerSecond": 500, "micros": 333}}],
       "luns": [{"name": "l1", "host": "h1", "device": "d"},
                {"name": "l2", "host": "h2", "device": "d"}],
       "applications": [{"name": "deep", "host": "h2", "lun": "l2", "from": 5, "weight": 2,
          "stages": [{"seconds": 300, "closed": {"depth": 32, "thinkMillis": 3}, "bytes": 8192,
                      "reads": 0.7, "sequential": 0.5},
                     {"seconds": 30, "idle": true},
                     {"open": {"perSecond": 300, "poisson": true}}], "repeat": true}],
       "network": {"lost": 0.05, "duplicated": 0.02, "delayedMillis": 900},
       "clockSkewSeconds": {"h2": 37}}
      """;

  private static Scenario read(String json) {
    return ScenarioReader.text(json, "file", "family");
  }

  @Test
  void everyFieldIsRead() {
    Scenario all = read(WHOLE);
    assertThat(all.name()).isEqualTo("all");
    assertThat(all.family()).isEqualTo("family");
    assertThat(all.seconds()).isEqualTo(600);
    assertThat(all.judgedFrom()).isEqualTo(120);
    assertThat(all.trial().enforcement()).containsExactly(Enforcement.HOST, Enforcement.ARRAY);
    assertThat(all.trial().seeds()).containsExactly(1L, 2L, 3L);
    DeviceSpec device = all.devices().getFirst();
    assertThat(device.servers()).isEqualTo(2);
    assertThat(device.order()).isEqualTo(DeviceSpec.Order.ELEVATOR);
    assertThat(device.queue()).isEqualTo(64);
    assertThat(device.read()).isEqualTo(new Service(1_000, 2e8, new Spread.Uniform(0.5)));
    assertThat(device.write()).isEqualTo(new Service(5_000, 2e8, new Spread.Exponential()));
    assertThat(device.peculiar().sequentialGain()).isEqualTo(4);
    assertThat(device.peculiar().depthGain()).contains(new DepthGain(8, 2));
    assertThat(device.peculiar().stalls()).containsExactly(new Stall(10, 0.2));
    assertThat(device.peculiar().drift()).contains(new Drift(-0.005, 100, 300));
    assertThat(device.peculiar().wave()).contains(new Wave(0.4, 60));
    assertThat(device.peculiar().writeCache()).contains(new Store(90_000, 100, 200));
    assertThat(device.peculiar().credits()).contains(new Store(180_000, 500, 333));
    assertThat(all.luns().getLast()).isEqualTo(new LunSpec("l2", "h2", "d"));
    ApplicationSpec deep = all.applications().getFirst();
    assertThat(deep.host() + deep.lun() + deep.fromSeconds() + deep.weight() + deep.repeat())
        .isEqualTo("h2l25.02.0true");
    ApplicationSpec.StageSpec first = deep.stages().getFirst();
    assertThat(first)
        .isEqualTo(new ApplicationSpec.StageSpec(300, new Load.Closed(32, 3), 8_192, 0.7, 0.5));
    assertThat(deep.stages().get(1).load()).isEqualTo(new Load.Idle());
    assertThat(deep.stages().get(2).load()).isEqualTo(new Load.Open(300, true));
    assertThat(all.network()).isEqualTo(new NetworkSpec(0.05, 0.02, 900));
    assertThat(all.clockSkewSeconds()).isEqualTo(Map.of("h2", 37.0));
  }

  @Test
  void whatIsAbsentHasDefaults() {
    Scenario least = read("{\"applications\":[{\"name\":\"a\",\"stages\":[{\"closed\":{}}]}]}");
    assertThat(least.name()).isEqualTo("file");
    assertThat(least.seconds()).isEqualTo(600);
    assertThat(least.judgedFrom()).isEqualTo(120);
    assertThat(least.trial().seeds()).containsExactly(1L);
    assertThat(least.trial().enforcement()).containsExactly(Enforcement.HOST, Enforcement.ARRAY);
    assertThat(least.devices()).containsExactly(DeviceReader.standard("d"));
    assertThat(least.luns()).containsExactly(new LunSpec("l1", "h1", "d"));
    assertThat(least.applications().getFirst().stages().getFirst())
        .isEqualTo(
            new ApplicationSpec.StageSpec(
                Double.POSITIVE_INFINITY, new Load.Closed(1, 0), 4_096, 1, 0));
  }

  /** A text of the whole scenario is replaced; the message says what. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"servers\": 2|\"serverz\": 2|devices[0].serverz: there is no such field; there are read,"
            + " name",
        "\"servers\": 2|\"servers\": 0|devices[0].servers = 0: must be a number between 1 and",
        "\"servers\": 2|\"servers\": 1.5|devices[0].servers = 1.5: must be a whole number",
        "\"elevator\"|\"lift\"|devices[0].order = lift: must be one of fifo, elevator, shortest",
        "uniform:0.5|uniform:x|devices[0].read.spread = uniform:x: must be fixed",
        "\"every\": 10,|\"evry\": 10,|devices[0].stalls[0].every: is missing; there is evry",
        "\"stages\": [|\"stges\": [|applications[0].stages: is missing; there is ",
        "\"for\": 0.2|\"for\": 20|stalls[0].for = 20.0: must be below every = 10",
        "\"device\": \"d\"|\"device\": \"e\"|luns.device = e: must be one of d",
        "\"idle\": true|\"idle\": false|stages[1].closed, open, idle = 0 of them: must be one",
        "\"reads\": 0.7|\"reads\": 2|applications[0].stages[0].reads = 2: must be a number",
        "\"lun\": \"l2\"|\"lun\": \"l1\"|applications[0].lun = l1: must be a LUN of host h2",
        "\"host\", \"array\"|\"hos\"|enforcement[0] = hos: must be one of host, array",
        "\"judgedFrom\": 120|\"judgedFrom\": 700|judgedFrom = 700.0: must be below seconds",
        "\"h2\": 37|\"h3\": 37|clockSkewSeconds.h3: must be one of h1, h2",
        "\"lost\": 0.05|\"lost\": \"x\"|network.lost = \"x\": must be a number between 0 and 1",
        "\"seeds\": [1|\"seeds\": [-1|seeds[0] = -1: must be a whole number from 0 on",
        "{\"name\": \"all\",|{\"name\": \"all\" |line 1: is not JSON",
      })
  void whatIsWrongIsNamed(String right, String wrong, String message) {
    assertThat(WHOLE).contains(right);
    assertThatThrownBy(() -> read(WHOLE.replace(right, wrong)))
        .isInstanceOf(ScenarioException.class)
        .hasMessageContaining(message);
  }

  @Test
  void theFileIsNamedToo(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("x.json");
    Files.writeString(file, "{\"secnds\": 3}");
    assertThatThrownBy(() -> ScenarioReader.directory(directory))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("secnds");
    Files.delete(file);
    assertThatThrownBy(() -> ScenarioReader.directory(directory))
        .hasMessageContaining("there is no scenario");
  }

  @Test
  void theZooOfThisRepositoryHasAtLeastSixtyScenarios() throws IOException {
    List<Scenario> zoo = ScenarioReader.directory(Path.of("zoo"));
    assertThat(zoo).hasSizeGreaterThanOrEqualTo(60);
    assertThat(zoo).allMatch(scenario -> scenario.name().startsWith(scenario.family() + "-"));
  }
}
