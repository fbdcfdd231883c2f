package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that the one line that {@code oasis up} prints opens the page, once. */
@Tag("slow")
class UpIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory = Path.of("");

  @Test
  void theLinkThatIsPrintedOpensThePageOnce() throws Exception {
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process up =
        new ProcessBuilder(
                DemoProcess.launcher().toString(),
                "up",
                "--no-adapter",
                "--data-dir",
                directory.resolve("data").toString(),
                "--http-port",
                Integer.toString(Ports.free()),
                "--broker-port",
                Integer.toString(Ports.free()))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      Wait.until(PATIENCE, () -> !up.isAlive() || read(out).contains("Ctrl-C stops it"));
      assertThat(read(out)).as(read(err)).contains("Oasis is up.\n  dashboard       http://");
      PageLink.in(read(out)).orElseThrow().assertOpensOnce();
    } finally {
      up.destroy();
      assertThat(up.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("it ends").isTrue();
    }
    assertThat(read(err)).contains("oasis: stopped");
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
