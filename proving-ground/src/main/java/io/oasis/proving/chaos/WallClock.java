package io.oasis.proving.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The wall clock of one service, which can be stepped while it runs: libfaketime looks into a file
 * once a second. Its monotonic clock goes on undisturbed, as in a machine whose time is set.
 */
record WallClock(Path file) {
  private static final Path LIBRARIES = Path.of("/usr/lib");
  private static final String LIBRARY = "faketime/libfaketimeMT.so.1";

  /** A clock that is right. */
  static WallClock right(Path file) {
    WallClock clock = new WallClock(file);
    clock.step(Duration.ZERO);
    return clock;
  }

  /** The library; absent where it is not installed. */
  static Optional<Path> library() {
    try (Stream<Path> directories = Files.list(LIBRARIES)) {
      return directories.map(each -> each.resolve(LIBRARY)).filter(Files::exists).findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** What a process is started with to go by this clock. */
  Map<String, String> environment() {
    return Map.of(
        "LD_PRELOAD",
        library().orElseThrow().toString(),
        "FAKETIME_TIMESTAMP_FILE",
        file.toString(),
        "FAKETIME_CACHE_DURATION",
        "1",
        "FAKETIME_DONT_FAKE_MONOTONIC",
        "1",
        "FAKETIME_FORCE_MONOTONIC_FIX", // would make the JVM's timed waits end at once
        "0");
  }

  /** Sets it so far before the machine's clock. */
  void step(Duration ahead) {
    Path written = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.writeString(written, "%+d".formatted(ahead.toSeconds()));
      Files.move(written, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
