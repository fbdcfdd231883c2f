package io.oasis.proving.rig;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A kernel block device over a file that a daemon shows.
 *
 * @param exported that file, by its real path
 */
public record Loop(String device, Path exported) implements LabDevice {
  /** The kernel detaches a device once nobody has it open any more. */
  private static final Duration DETACHED = Duration.ofSeconds(10);

  /** Columns of the kernel's {@code stat} of a block device. */
  private static final int READS_DONE = 0;

  private static final int WRITES_DONE = 4;

  /**
   * Makes it, past the page cache; whatever ends the run, the janitor detaches it. If somebody else
   * takes the number first, the kernel says so and {@code losetup} takes the next one.
   */
  static Loop attach(Janitor janitor, Path file) throws IOException {
    Path shown = file.toRealPath(); // as the kernel shows it
    Loop loop =
        new Loop(
            Command.output("losetup", "-f", "--show", "--direct-io=on", shown.toString()), shown);
    janitor.loop(loop.device);
    return loop;
  }

  /**
   * Makes it anew under the same name, by which it is known to who used it.
   *
   * @throws MissingException when the number is somebody else's by now
   */
  void attachAgain() {
    if (!Wait.until(DETACHED, () -> !isOurs())) {
      throw new MissingException("%s is still in use by %s".formatted(device, users()));
    }
    Optional<String> other = file();
    if (other.isPresent()) {
      throw new MissingException(
          "%s cannot come back: while it was away its number was taken for %s"
              .formatted(device, other.get()));
    }
    Command.output("losetup", "--direct-io=on", device, exported.toString());
  }

  /** Its number may be somebody else's, once it has been detached. */
  void detach() {
    if (isOurs()) {
      Command.output("losetup", "-d", device);
    }
  }

  @Override
  public Loop loop() {
    return this;
  }

  @Override
  public String majorMinor() {
    return read("dev");
  }

  @Override
  public long completed() {
    String[] words = read("stat").split("\\s+", -1);
    return Long.parseLong(words[READS_DONE]) + Long.parseLong(words[WRITES_DONE]);
  }

  private String read(String file) {
    try {
      return Files.readString(kernels().resolve(file)).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void schedule(String scheduler, Map<String, String> knobs) {
    Path queue = kernels().resolve("queue");
    try {
      Files.writeString(queue.resolve("scheduler"), scheduler);
      for (Map.Entry<String, String> knob : knobs.entrySet()) {
        Files.writeString(queue.resolve("iosched").resolve(knob.getKey()), knob.getValue());
      }
    } catch (IOException e) {
      throw new MissingException("this kernel does not schedule by " + scheduler, e);
    }
  }

  /** Merged requests would pass an array's throttle as one, and its capacity would not be known. */
  void countEachRequest() {
    try {
      Files.writeString(kernels().resolve("queue").resolve("nomerges"), "2");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where the kernel shows it. */
  Path kernels() {
    return Path.of("/sys/block").resolve(Path.of(device).getFileName());
  }

  private boolean isOurs() {
    return file().equals(Optional.of(exported.toString()));
  }

  /** What it is over; empty while it is over nothing. */
  private Optional<String> file() {
    try {
      return Optional.of(
          Files.readString(kernels().resolve("loop").resolve("backing_file")).strip());
    } catch (IOException e) {
      return Optional.empty(); // the kernel shows the file only while there is one
    }
  }

  /** The processes that have it open. */
  private List<String> users() {
    return ProcessHandle.allProcesses().filter(this::uses).map(Loop::words).toList();
  }

  private boolean uses(ProcessHandle process) {
    try (Stream<Path> open = Files.list(Path.of("/proc", "" + process.pid(), "fd"))) {
      return open.anyMatch(this::isDevice);
    } catch (IOException | UncheckedIOException e) {
      return false; // it has ended
    }
  }

  private boolean isDevice(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).equals(Path.of(device));
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  private static String words(ProcessHandle process) {
    return process.pid() + " " + process.info().commandLine().orElse("");
  }
}
