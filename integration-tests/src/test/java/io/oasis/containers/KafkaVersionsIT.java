package io.oasis.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Wait;
import io.oasis.it.Needs;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that two managers, an adapter and an agent limit under ENFORCE by way of brokers of other
 * versions than ours, and that one manager takes over from the other there.
 */
@Tag("slow")
class KafkaVersionsIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int MEMORY_MIB = 256;

  @TempDir private Path parts = Path.of("");

  /** The oldest that is said to work, and the one before ours. */
  @ParameterizedTest
  @ValueSource(strings = {"3.9.2", OtherKafka.BEFORE_OURS})
  void limitsByWayOfTheOldestAndTheOneBeforeOurs(String version) throws Exception {
    limitsByWayOf(version);
  }

  @ParameterizedTest
  @Tag("deep")
  @ValueSource(strings = {"4.0.1", "4.2.1"})
  void limitsByWayOfThoseBetween(String version) throws Exception {
    limitsByWayOf(version);
  }

  private void limitsByWayOf(String version) throws Exception {
    Needs.lab();
    Needs.program("maven", "/usr/bin/mvn");
    Needs.require(OtherKafka.fetch(version, parts));
    Janitor janitor = Janitor.start(LabDirectory.of(MEMORY_MIB));
    try (OtherKafka kafka = OtherKafka.start(janitor, parts);
        ClusterSite site = ClusterSite.start(janitor, kafka.bootstrap(), 1)) {
      String domain = site.domain().orElseThrow();
      long epoch = site.epoch(domain);
      site.killWhoDecides(domain);
      assertThat(Wait.until(PATIENCE, () -> site.epoch(domain) > epoch))
          .as("the other decides: %s", site.logs())
          .isTrue();
      assertThat(site.isLimited()).isTrue();
      DecisionLog log = DecisionLog.read(kafka.bootstrap(), domain);
      assertThat(log.releases()).isEmpty();
      assertThat(log.lost()).isEmpty();
      assertThat(log.undecided()).isEmpty();
    } finally {
      janitor.close();
    }
  }
}
