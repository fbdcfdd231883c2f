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
import java.util.stream.Stream;

/** A kernel block device over a file that a daemon shows. */
public record Loop(String device, Path exported) implements LabDevice {
  /** The kernel detaches a device once nobody has it open any more. */
  private static final Duration DETACHED = Duration.ofSeconds(10);

  /** Columns of the kernel's {@code stat} of a block device. */
  private static final int READS_DONE = 0;

  private static final int WRITES_DONE = 4;

  /** Makes it, past the page cache; whatever ends the run, the janitor detaches it. */
  static Loop attach(Janitor janitor, Path file) {
    Loop loop =
        new Loop(
            Command.output(
                "losetup", "-f", "--show", "--direct-io=on", file.toAbsolutePath().toString()),
            file);
    janitor.loop(loop.device);
    return loop;
  }

  /** Makes it anew under the same name. */
  void attachAgain(Path file) {
    if (!Wait.until(DETACHED, () -> !isAttached())) {
      throw new MissingException("%s is still in use by %s".formatted(device, users()));
    }
    Command.output("losetup", "--direct-io=on", device, file.toAbsolutePath().toString());
  }

  void detach() {
    Command.output("losetup", "-d", device);
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

  private boolean isAttached() {
    return Files.exists(kernels().resolve("loop").resolve("backing_file"));
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
