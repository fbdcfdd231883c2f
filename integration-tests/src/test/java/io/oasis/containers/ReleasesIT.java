package io.oasis.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Wait;
import io.oasis.it.Needs;
import io.oasis.protocol.Topic;
import io.oasis.proving.CommittedLog;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that services of the release before and of this one limit together, whoever is upgraded
 * first, there and back, signed and under load: no limit is let go of but where an adapter ends or
 * starts that {@linkplain #LETS_GO cannot do otherwise}, no decision is lost and no message
 * refused.
 */
@Tag("slow")
class ReleasesIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(250);
  private static final int MEMORY_MIB = 512;
  private static final String ADAPTER = "adapter";

  /** The last release whose adapter lets go when it is started anew. */
  private static final String LETS_GO = "0.1.0";

  /** What an adapter says of each limit when it is told to end. */
  private static final String ENDS = "the adapter stops";

  private static final List<String> SERVICES = List.of("agent", ADAPTER, "manager", "manager-2");

  @TempDir private Path parts = Path.of("");

  private Janitor janitor;
  private OtherKafka broker;
  private ClusterSite site;
  private LimitRecord limits;
  private String domain = "";
  private final Set<String> upgraded = new TreeSet<>();

  @BeforeEach
  void start() throws Exception {
    Needs.lab();
    Needs.program("maven", "/usr/bin/mvn");
    Needs.require(Release.fetchLast());
    Needs.require(OtherKafka.fetch(OtherKafka.BEFORE_OURS, parts));
    janitor = Janitor.start(LabDirectory.of(MEMORY_MIB));
    broker = OtherKafka.start(janitor, parts);
    site =
        ClusterSite.start(
            janitor,
            Release.last(),
            new BrokerAccess(broker.bootstrap(), 1, ClusterSite.LEASE, Map.of()));
    domain = site.domain().orElseThrow();
    limits = new LimitRecord(site, domain);
  }

  @AfterEach
  void stop() throws Exception {
    for (AutoCloseable each : new AutoCloseable[] {limits, site, broker, janitor}) {
      if (each != null) {
        each.close();
      }
    }
  }

  /** Half of the managers, then the hosts, then the rest; and both managers back. */
  @Test
  void oneByOneAndBack() {
    all(List.of("manager", "agent", ADAPTER, "manager-2", "manager", "manager-2"));
    startAnew(ADAPTER, Release.current());
    assertThat(limits.freeSince()).as("without a limit").isEmpty();
    assertThat(site.letsGo()).as("no limit is stuck").isTrue();
  }

  /** As a Gray code counts: each of the sixteen mixtures, by one service at a time, and back. */
  @Test
  @Tag("deep")
  void everyMixture() {
    all(
        IntStream.rangeClosed(1, 1 << SERVICES.size())
            .mapToObj(n -> Math.min(Integer.numberOfTrailingZeros(n), SERVICES.size() - 1))
            .map(SERVICES::get)
            .toList());
    assertThat(upgraded).isEmpty();
    assertThat(site.letsGo()).as("no limit is stuck").isTrue();
  }

  private void all(List<String> services) {
    int adapters = 0;
    for (String service : services) {
      replace(service);
      adapters += service.equals(ADAPTER) ? 1 : 0;
    }
    DecisionLog log = DecisionLog.read(broker.bootstrap(), domain);
    assertThat(log.releases().keySet()).as("causes").isSubsetOf(ENDS);
    assertThat(log.releases().getOrDefault(ENDS, 0)).isLessThanOrEqualTo(2 * adapters);
    assertThat(log.lost()).as("decisions that are missing").isEmpty();
    assertThat(log.undecided()).as("in force, and nobody decided it").isEmpty();
    assertThat(site.dead()).as("services that ended").isEmpty();
    Map<String, Object> kafka =
        Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, broker.bootstrap());
    assertThat(CommittedLog.read(kafka, List.of(Topic.DEAD_LETTERS))).isEmpty();
  }

  /** The other release's. */
  private void replace(String service) {
    boolean back = upgraded.remove(service);
    if (!back) {
      upgraded.add(service);
    }
    startAnew(service, back ? Release.last() : Release.current());
    System.out.printf(
        "of this release now: %s; without a limit: %s%n", upgraded, limits.freeSince().isPresent());
    if (!(service.equals(ADAPTER) && Release.last().name().equals(LETS_GO))) {
      assertThat(limits.freeSince())
          .as("without a limit; now %s; let go of for %s: %s", upgraded, releases(), site.logs())
          .isEmpty();
    }
  }

  private void startAnew(String service, Release release) {
    limits.begin();
    Set<String> sessions = service.equals(ADAPTER) ? site.sessions(domain) : Set.of();
    assertThat(site.replace(service, release)).as("%s answers: %s", service, site.logs()).isTrue();
    String decided = site.decided(domain).orElse("");
    boolean goesOn =
        Wait.until(
            PATIENCE,
            LOOK,
            () ->
                Collections.disjoint(site.sessions(domain), sessions)
                    && site.decided(domain).orElse("").compareTo(decided) > 0
                    && site.isLimited());
    assertThat(goesOn).as("with %s of this one: %s", upgraded, site.logs()).isTrue();
  }

  private Map<String, Integer> releases() {
    return DecisionLog.read(broker.bootstrap(), domain).releases();
  }
}
