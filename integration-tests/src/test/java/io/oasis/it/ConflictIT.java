package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.FioLoad;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows that Oasis yields to whoever else writes to a throttle file, and says so, also when the
 * adapter has to start again meanwhile.
 */
@Tag("slow")
class ConflictIT {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration QUIET = Services.INTERVAL.multipliedBy(6);
  private static final long FOREIGN = 777;

  private static Site site;

  @BeforeAll
  static void start() {
    Needs.lab();
    Needs.cgroupV1();
    site = Site.start(1_000, Duration.ofSeconds(15));
    site.start("deep", FioLoad.randomReads(32));
    site.start("shallow", FioLoad.randomReads(2));
    site.enforce();
  }

  @AfterAll
  static void stop() {
    if (site != null) {
      site.close();
    }
  }

  @Test
  void aForeignWriteIsShownAndStays() {
    Throttles deep = new Throttles(site.cgroup("deep"), site.lun().majorMinor());
    assertThat(Wait.until(PATIENCE, () -> deep.read("read_iops").isPresent()))
        .as("the deep application is limited")
        .isTrue();
    deep.write("read_iops", FOREIGN);
    assertThat(Wait.until(PATIENCE, () -> state().equals("CONFLICT")))
        .as("REST shows CONFLICT; it shows %s of %s", state(), deep.read("read_iops"))
        .isTrue();
    assertThat(cause()).as("the cause is said").isNotBlank();
    assertNothingOverwritten(deep, "while the domain is enforced");
    assertThat(state()).isEqualTo("CONFLICT");
    site.services().kill("adapter");
    site.services().startAgain("adapter");
    assertNothingOverwritten(deep, "after the adapter started again");
    assertThat(state()).as("whether it was asked again or not").isEqualTo("CONFLICT");
    site.shadow();
    assertNothingOverwritten(deep, "after limits were let go");
    site.services().close();
    assertThat(deep.read("read_iops")).as("after Oasis has stopped").hasValue(FOREIGN);
    assertThat(site.cgroup("shallow").limits(site.lun().majorMinor())).as("the others").isEmpty();
  }

  private static void assertNothingOverwritten(Throttles throttles, String when) {
    boolean touched = Wait.until(QUIET, () -> throttles.read("read_iops").orElse(-1) != FOREIGN);
    assertThat(touched).as("overwritten %s", when).isFalse();
  }

  private static String state() {
    return text("state");
  }

  private static String cause() {
    return text("cause");
  }

  private static String text(String field) {
    return site.history()
        .last()
        .flatMap(seen -> seen.queue(site.id("deep")))
        .map(queue -> queue.path(field).asString(""))
        .orElse("");
  }
}
