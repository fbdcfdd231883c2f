package io.oasis.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.containers.BrokerAccess;
import io.oasis.containers.ClusterSite;
import io.oasis.containers.LimitRecord;
import io.oasis.distribution.process.Wait;
import io.oasis.it.Needs;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows what becomes of services that a broker lets in no more while they run, and while limits are
 * in force: each says why in one line and lives on, the limits are let go of when their lease ends,
 * and are in force again without anybody's doing once what was wrong is mended.
 */
@Tag("slow")
@Tag("alone")
class ShutOutIT {
  private static final Duration LEASE = Duration.ofSeconds(10);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** So long they are shut out once limits are let go of. */
  private static final Duration LONGER = Duration.ofSeconds(5);

  /** Of a limit beyond its lease, on a machine that has other things to do. */
  private static final double LET_GO_SECONDS = 3;

  /** Connections of the four, each of which tries once a second at the most. */
  private static final int CONNECTIONS = 16;

  private static final List<String> ROLES = List.of("agent", "adapter", "manager");
  private static final List<String> SERVICES = List.of("agent", "adapter", "manager", "manager-2");
  private static final Pattern COMPLAINT = Pattern.compile("\\S+ (WARN|ERROR) .*");
  private static final int MEMORY_MIB = 256;

  @TempDir private static Path directory = Path.of("");

  private static Janitor janitor;
  private static TlsBroker broker;
  private static ClusterSite site;
  private static LimitRecord limits;
  private static String domain = "";

  private interface Deed {
    void run() throws Exception;
  }

  @BeforeAll
  static void start() throws Exception {
    Needs.lab();
    List<String> users = List.of(TlsBroker.ADMIN, "agent", "adapter", "manager");
    broker = new TlsBroker(directory, users);
    Map<String, Path> clients = new HashMap<>();
    for (String user : users) {
      clients.put(user, broker.file(user));
    }
    janitor = Janitor.start(LabDirectory.of(MEMORY_MIB));
    String bootstrap = broker.address(TlsBroker.Shown.REPLACED);
    site = ClusterSite.start(janitor, new BrokerAccess(bootstrap, 1, LEASE, clients));
    domain = site.domain().orElseThrow();
    limits = new LimitRecord(site, domain);
  }

  @AfterAll
  static void stop() throws Exception {
    for (AutoCloseable each : new AutoCloseable[] {limits, site, janitor, broker}) {
      if (each != null) {
        each.close();
      }
    }
  }

  @Test
  void aPasswordIsChanged() throws Exception {
    shutOut("refuses our name or password", () -> passwords("another"), () -> passwords("secret"));
  }

  private static void passwords(String end) throws Exception {
    for (String role : ROLES) {
      broker.password(role, role + '-' + end);
    }
  }

  /** Connections live on when a certificate expires; they end when the broker is started again. */
  @Test
  void aCertificateHasExpiredWhenTheBrokerIsStartedAgain() throws Exception {
    shutOut(
        "and we do not agree on TLS: NotAfter",
        () -> broker.replace(TlsBroker.Shown.EXPIRED),
        () -> broker.replace(TlsBroker.Shown.GOOD));
  }

  @Test
  void anotherAuthoritySignedTheCertificateWhenTheBrokerIsStartedAgain() throws Exception {
    shutOut(
        "and we do not agree on TLS",
        () -> broker.replace(TlsBroker.Shown.FORGED),
        () -> broker.replace(TlsBroker.Shown.GOOD));
  }

  private static void shutOut(String words, Deed wrong, Deed right) throws Exception {
    assertThat(Wait.until(PATIENCE, site::isLimited)).as(site.logs()).isTrue();
    Map<String, Integer> read = new HashMap<>();
    SERVICES.forEach(service -> read.put(service, site.log(service).length()));
    double releases = limits.newest().releases();
    limits.begin();
    wrong.run();
    assertThat(Wait.until(PATIENCE, () -> site.isFree() && limits.freeSince().isPresent()))
        .as("let go of: %s", site.logs())
        .isTrue();
    double beyond = (limits.freeSince().orElseThrow() - limits.leaseEnd()) / 1e9;
    Wait.until(
        PATIENCE, () -> since(read).values().stream().allMatch(text -> text.contains(words)));
    assertThat(Wait.pause(LONGER)).isTrue();
    Map<String, String> said = since(read);
    double refusals = broker.refusals(TlsBroker.Shown.REPLACED);
    long since = System.nanoTime();
    assertThat(Wait.pause(LONGER)).isTrue();
    double attempts =
        (broker.refusals(TlsBroker.Shown.REPLACED) - refusals) / (System.nanoTime() - since) * 1e9;
    Map<String, String> later = since(read);
    double let = limits.newest().releases() - releases;
    right.run();
    boolean again = Wait.until(PATIENCE, site::isLimited);
    System.out.printf(
        Locale.ROOT,
        "let go %.2f s after the lease's end; %.1f attempts/s of all together%n",
        beyond,
        attempts);

    assertThat(beyond).as("s after the lease's end").isBetween(-0.5, LET_GO_SECONDS);
    assertThat(let).as("places let go").isPositive();
    assertThat(said.get("adapter")).contains("domain " + domain + ": its lease is over");
    assertThat(attempts).as("attempts in a second").isPositive().isLessThan(CONNECTIONS);
    assertThat(later).as("nobody says a word more").isEqualTo(said);
    SERVICES.forEach(service -> saidOnce(service, said.getOrDefault(service, ""), words));
    assertThat(site.dead()).as("services that ended").isEmpty();
    assertThat(again).as("in force again: %s", site.logs()).isTrue();
  }

  private static Map<String, String> since(Map<String, Integer> read) {
    Map<String, String> said = new HashMap<>();
    read.forEach((service, from) -> said.put(service, site.log(service).substring(from)));
    return said;
  }

  /** A manager also says what follows of it, and Kafka Streams how it ends. */
  private static void saidOnce(String service, String said, String words) {
    List<String> complaints = said.lines().filter(COMPLAINT.asMatchPredicate()).toList();
    assertThat(complaints)
        .as(service)
        .filteredOn(line -> line.contains(" BrokerState "))
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).contains(words, "; retrying"));
    if (service.startsWith("manager")) {
      assertThat(said.lines().filter(line -> line.contains("not deciding: the broker"))).hasSize(1);
    } else {
      assertThat(complaints).as(service).hasSize(1);
    }
  }
}
