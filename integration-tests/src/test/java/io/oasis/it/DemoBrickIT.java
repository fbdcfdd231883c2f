package io.oasis.it;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that the demo keeps the promises of its JSON on a brick too, which needs neither root nor
 * packages: with two applications, and with three that read and write.
 */
@Tag("slow")
@Tag("settling")
class DemoBrickIT {
  @TempDir private Path directory = Path.of("");

  @Test
  void theShallowApplicationGetsItsShareBesideTheDeepOne() throws Exception {
    DemoIT.check(() -> DemoIT.run(directory, "--on", "brick", "--depths", "32,1"));
  }

  @Test
  void threeApplicationsThatReadAndWrite() throws Exception {
    DemoIT.check(
        () -> DemoIT.run(directory, "--on", "brick", "--depths", "1,32,8", "--rw", "randrw"));
  }
}
