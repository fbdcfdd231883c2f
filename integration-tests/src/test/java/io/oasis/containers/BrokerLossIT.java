package io.oasis.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Wait;
import io.oasis.it.Needs;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.protocol.Topic;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabDirectory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows that with three brokers the loss of any one, in whatever way and for longer than a lease,
 * lets go of no limit and loses no decision; and that with two lost limits are let go of when their
 * lease ends, and are in force again without anybody's doing when the brokers are back.
 */
@Tag("slow")
@Tag("alone")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class BrokerLossIT {
  /** So long a broker is away, nearly a lease: it is missed, and then done without. */
  private static final Duration AWAY = Duration.ofSeconds(25);

  /** What is left of a lease that is renewed as ever, every third of it; the rest is for a look. */
  private static final Duration RENEWED =
      ClusterSite.LEASE.multipliedBy(2).dividedBy(3).minusSeconds(4);

  private static final Duration LET_GO = Duration.ofSeconds(1);
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int DISK_MIB = 256;

  private static Images images;
  private static Janitor janitor;
  private static BrokerCluster cluster;
  private static ClusterSite site;
  private static LimitRecord limits;
  private static String domain = "";

  /** How a broker is lost. */
  enum Way {
    PAUSED {
      @Override
      void lose(int broker) {
        cluster.pause(broker);
      }

      @Override
      void bring(int broker) {
        cluster.resume(broker);
      }
    },
    KILLED {
      @Override
      void lose(int broker) {
        cluster.kill(broker);
      }

      @Override
      void bring(int broker) {
        cluster.startAgain(broker);
      }
    },
    FULL {
      @Override
      void lose(int broker) throws IOException {
        cluster.fill(broker);
      }

      @Override
      void bring(int broker) throws IOException {
        cluster.empty(broker);
      }
    },
    CUT {
      @Override
      void lose(int broker) {
        cluster.cut(broker);
      }

      @Override
      void bring(int broker) {
        cluster.mend(broker);
      }
    };

    abstract void lose(int broker) throws IOException;

    abstract void bring(int broker) throws IOException;
  }

  @BeforeAll
  static void start() throws Exception {
    Needs.lab();
    Needs.require(Engine.missing());
    images = Images.of("broker");
    janitor = Janitor.start(LabDirectory.of(DISK_MIB));
    cluster = BrokerCluster.start(janitor, images.name("broker"));
    site = ClusterSite.start(janitor, cluster.bootstrap(), BrokerCluster.BROKERS);
    domain = site.domain().orElseThrow();
    limits = new LimitRecord(site, domain);
  }

  /** Whatever went wrong before. */
  private static void allIsWell() {
    assertThat(Wait.until(PATIENCE, () -> cluster.isWhole() && site.isLimited()))
        .as("whole, and limited: %s %s", cluster.logs(), site.logs())
        .isTrue();
  }

  @AfterAll
  static void stop() {
    for (AutoCloseable each : new AutoCloseable[] {limits, site, cluster, janitor, images}) {
      if (each != null) {
        close(each);
      }
    }
  }

  private static void close(AutoCloseable each) {
    try {
      each.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** For half a minute each, so all of them in deep runs only. */
  private static Stream<Way> ways() {
    return Boolean.getBoolean("oasis.deep") ? Stream.of(Way.values()) : Stream.of(Way.KILLED);
  }

  /** See docs/chaos.md. */
  @ParameterizedTest
  @Order(1)
  @MethodSource("ways")
  void oneOfThreeLostLetsGoOfNothing(Way way) throws Exception {
    allIsWell();
    int broker = victim(way);
    boolean controls = broker == cluster.controller();
    double releases = limits.newest().releases();
    limits.begin();
    way.lose(broker);
    assertThat(Wait.pause(AWAY)).isTrue();
    double left = limits.newest().left();
    double without = limits.longestWithoutControl();
    String said = site.logs();
    long back = System.nanoTime();
    way.bring(broker);
    boolean whole = Wait.until(PATIENCE, cluster::isWhole);
    System.out.printf(
        Locale.ROOT,
        "%s, broker %d of three%s: nobody decided for %.1f s, the lease had at least %.1f s left;"
            + " whole %.1f s after it was back; load %.1f%n",
        way,
        broker,
        controls ? ", the controller" : "",
        without,
        limits.leastLeft(),
        seconds(back),
        ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
    DecisionLog log = DecisionLog.read(cluster.bootstrap(), domain);

    assertThat(limits.freeSince()).as("without a limit; %s", log.releases()).isEmpty();
    assertThat(limits.newest().releases()).as("places let go").isEqualTo(releases);
    assertThat(left)
        .as("of the lease while it was away: %s", said)
        .isGreaterThan(RENEWED.toSeconds());
    assertThat(whole).as("all replicas are back: %s", cluster.logs()).isTrue();
    nothingIsLost(log);
  }

  @Test
  @Order(2)
  void twoOfThreeLostLetsGoInTimeAndComesBackByItself() throws Exception {
    allIsWell();
    limits.begin();
    List<Integer> lost = List.of(cluster.controller(), cluster.controller() % 3 + 1);
    lost.forEach(cluster::kill);
    boolean free = Wait.until(PATIENCE, () -> limits.freeSince().isPresent());
    assertThat(free).as("limits are let go of").isTrue();
    double beyond = (limits.freeSince().orElseThrow() - limits.leaseEnd()) / 1e9;
    boolean all = Wait.until(LET_GO, site::isFree);
    String said = site.log("adapter");

    long back = System.nanoTime();
    lost.forEach(cluster::startAgain);
    boolean again = Wait.until(PATIENCE, site::isLimited);
    double limited = seconds(back);
    boolean whole = Wait.until(PATIENCE, cluster::isWhole);
    System.out.printf(
        Locale.ROOT,
        "two of three: let go %.2f s after the lease's end, limited again %.1f s and whole %.1f s"
            + " after they were back%n",
        beyond,
        limited,
        seconds(back));

    assertThat(beyond).as("s after the lease's end").isBetween(-0.5, LET_GO.toMillis() / 1e3);
    assertThat(all).as("both are let go of").isTrue();
    assertThat(said).contains("domain " + domain + ": its lease is over");
    assertThat(again).as("in force again: %s", site.logs()).isTrue();
    assertThat(whole).as("all replicas are back: %s", cluster.logs()).isTrue();
    nothingIsLost(DecisionLog.read(cluster.bootstrap(), domain));
  }

  private static void nothingIsLost(DecisionLog log) {
    assertThat(log.lost()).as("decisions that are missing").isEmpty();
    assertThat(log.undecided()).as("in force, and nobody decided it").isEmpty();
    assertThat(site.dead()).as("services that ended").isEmpty();
  }

  /** By turns the active controller, and who leads where the manager hears of the domain. */
  private static int victim(Way way) {
    return switch (way) {
      case PAUSED, FULL -> cluster.controller();
      case KILLED, CUT ->
          cluster.leader(
              Topic.REQUESTS.topicName(),
              DomainPartitioner.partition(domain, ClusterSite.PARTITIONS));
    };
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }
}
