package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.linux.ProcessorLoad;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Shows that the demo keeps every promise of its JSON, computed anew from what it measured: with
 * two applications, with their names and order swapped, with three and four, and with writes.
 */
@Tag("slow")
@Tag("settling")
class DemoIT {
  /** Of its mean allocation: what counts as rest after convergence. */
  private static final double BAND = 0.05;

  private static final int SETTLE_INTERVALS = 20;

  /** Long enough for an enforcement within 5 % to be told from one that is not. */
  private static final String SECONDS = "8";

  @TempDir private Path directory = Path.of("");

  @BeforeAll
  static void needs() {
    Needs.lab();
  }

  @Test
  void theShallowApplicationGetsItsShareBesideTheDeepOne() throws Exception {
    check(() -> run("--depths", "32,1"));
  }

  @Test
  void namesAndOrderDoNotMatter() throws Exception {
    check(() -> run("--depths", "1,32", "--names", "deep,shallow"));
  }

  @Test
  void threeApplications() throws Exception {
    check(() -> run("--depths", "32,1,8"));
  }

  @Test
  void fourApplications() throws Exception {
    check(() -> run("--depths", "16,32,1,4"));
  }

  @Test
  void readsAndWritesInTurn() throws Exception {
    check(() -> run("--depths", "32,1", "--rw", "randrw"));
  }

  private JsonNode run(String... options) throws InterruptedException {
    JsonNode result = run(directory, options);
    assertThat(result.path("on").asString()).as("what auto takes").isEqualTo("kernel");
    return result;
  }

  /** Runs a demo, which leaves nothing behind. */
  static JsonNode run(Path directory, String... options) throws InterruptedException {
    String[] all = Arrays.copyOf(options, options.length + 2);
    all[options.length] = "--seconds";
    all[options.length + 1] = SECONDS;
    try (DemoProcess demo = DemoProcess.start(directory, all)) {
      int code = demo.await();
      assertThat(code).as("exit code; it said: %s", demo.said()).isIn(0, 1);
      assertThat(demo.directory()).hasValueSatisfying(run -> assertThat(run).doesNotExist());
      return demo.result();
    }
  }

  /**
   * Judges a demo. What it must never do is judged always; how fast and how well it shares only
   * where the machine was its own.
   */
  static void check(Callable<JsonNode> demo) throws Exception {
    ProcessorLoad load = ProcessorLoad.start();
    JsonNode result = demo.call();
    double busy = load.busy();
    checkAlways(result);
    SoftAssertions shared = new SoftAssertions();
    checkSharing(result, shared, busy);
    load.check(shared);
  }

  private static void checkAlways(JsonNode result) {
    assertThat(result.path("released").asBoolean(false)).as("limits gone").isTrue();
    assertThat(result.path("restarts").asInt(-1)).as("services that died").isZero();
  }

  private static void checkSharing(JsonNode result, SoftAssertions all, double busy) {
    JsonNode unmanaged = result.path("unmanaged");
    JsonNode managed = result.path("managed");
    JsonNode deepBefore = byDepth(unmanaged, true);
    JsonNode shallowBefore = byDepth(unmanaged, false);
    double before = total(unmanaged);
    double after = total(managed);
    double takes = iops(deepBefore) / iops(shallowBefore);
    double fair = Math.min(before / unmanaged.path("apps").size(), number(result, "aloneIops"));
    double share = iops(byDepth(managed, false)) / fair;
    all.assertThat(takes).as("deep to shallow, unmanaged").isGreaterThanOrEqualTo(4);
    all.assertThat(share).as("shallow's part of its fair share").isGreaterThanOrEqualTo(0.9);
    all.assertThat(after / before).as("total, managed to unmanaged").isGreaterThanOrEqualTo(0.95);
    all.assertThat(result.path("convergenceIntervals").asInt(Integer.MAX_VALUE))
        .as("intervals to converge")
        .isLessThanOrEqualTo(SETTLE_INTERVALS);
    all.assertThat(number(result, "largestMove")).as("moves after that").isLessThanOrEqualTo(BAND);
    checkEnforcement(result, all);
    System.out.printf(
        Locale.ROOT,
        "deep/shallow %.1f, share %.3f, total %.3f, intervals %s, moves %.3f, learned %s,"
            + " processors busy %.2f%n",
        takes,
        share,
        after / before,
        result.path("convergenceIntervals"),
        number(result, "largestMove"),
        result.path("learnedCapacityIops"),
        busy);
  }

  /** A limit in force is not exceeded, and the one of the deepest application is used up. */
  private static void checkEnforcement(JsonNode result, SoftAssertions all) {
    String deep = byDepth(result.path("managed"), true).path("name").asString();
    for (JsonNode limit : result.path("enforcement")) {
      String app = limit.path("app").asString();
      JsonNode ratio = limit.path("ratio");
      if (ratio.isNumber()) {
        all.assertThat(ratio.asDouble()).as("%s achieved / setting", app).isLessThan(1.05);
        if (app.equals(deep)) {
          all.assertThat(ratio.asDouble()).as("%s achieved / setting", app).isGreaterThan(0.9);
        }
      } else {
        all.assertThat(app).as("the deepest application is limited").isNotEqualTo(deep);
      }
    }
  }

  private static JsonNode byDepth(JsonNode phase, boolean deepest) {
    JsonNode best = phase.path("apps").path(0);
    for (JsonNode app : phase.path("apps")) {
      int difference = app.path("depth").asInt() - best.path("depth").asInt();
      best = (deepest ? difference : -difference) > 0 ? app : best;
    }
    return best;
  }

  private static double total(JsonNode phase) {
    double total = 0;
    for (JsonNode app : phase.path("apps")) {
      total += iops(app);
    }
    return total;
  }

  private static double iops(JsonNode app) {
    return number(app, "iops");
  }

  private static double number(JsonNode node, String field) {
    return node.path(field).asDouble(Double.NaN);
  }
}
