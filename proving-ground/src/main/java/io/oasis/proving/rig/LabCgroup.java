package io.oasis.proving.rig;

import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A cgroup that was made for one application.
 *
 * @param directory where it is in the file system
 * @param path its name as processes see it
 */
public record LabCgroup(CgroupTree tree, Path directory, String path) implements AutoCloseable {
  private static final List<String> THROTTLES =
      List.of(
          "blkio.throttle.read_iops_device",
          "blkio.throttle.write_iops_device",
          "blkio.throttle.read_bps_device",
          "blkio.throttle.write_bps_device");

  /** {@code command} run inside, from its first instruction on. */
  public List<String> inside(List<String> command) {
    List<String> all = new ArrayList<>();
    all.add("bash");
    all.add("-c");
    all.add("echo $$ >\"$0\" && exec \"$@\"");
    all.add(directory.resolve("cgroup.procs").toString());
    all.addAll(command);
    return all;
  }

  /** The limits in force on device {@code majorMinor}, one per line as the kernel shows them. */
  public List<String> limits(String majorMinor) {
    List<String> files = tree.unified() ? List.of("io.max") : THROTTLES;
    List<String> limits = new ArrayList<>();
    for (String file : files) {
      try {
        for (String line : Files.readAllLines(directory.resolve(file))) {
          if (line.startsWith(majorMinor + " ")) {
            limits.add(file + " " + line);
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return List.copyOf(limits);
  }

  /**
   * Limits what runs inside by hand.
   *
   * @param iops of reads and of writes; 0 takes the limit away
   */
  public void limit(String majorMinor, long iops) {
    try {
      if (tree.unified()) {
        String most = iops == 0 ? "max" : Long.toString(iops);
        Files.writeString(
            directory.resolve("io.max"), "%s riops=%s wiops=%s".formatted(majorMinor, most, most));
      } else {
        for (String file : THROTTLES.subList(0, 2)) {
          Files.writeString(directory.resolve(file), majorMinor + " " + iops);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** I/Os that were asked for inside since the cgroup was made; 0 where they are not counted. */
  public long operations(String majorMinor) {
    String file = tree.unified() ? "io.stat" : "blkio.throttle.io_serviced";
    long sum = 0;
    try {
      for (String line : Files.readAllLines(directory.resolve(file))) {
        if (line.startsWith(majorMinor + " ")) {
          for (String word : line.substring(majorMinor.length() + 1).split(" ")) {
            boolean counts = word.startsWith("rios=") || word.startsWith("wios=");
            sum += counts ? Long.parseLong(word.substring(word.indexOf('=') + 1)) : 0;
          }
          sum += line.contains(" Total ") ? Long.parseLong(line.split(" ")[2]) : 0;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sum;
  }

  /** Kills what runs inside and removes the cgroup. */
  @Override
  public void close() {
    boolean removed = Wait.until(Duration.ofSeconds(5), this::killAndRemove);
    if (!removed) {
      throw new IllegalStateException("cgroup " + directory + " cannot be removed");
    }
  }

  private boolean killAndRemove() {
    try {
      for (String pid : Files.readAllLines(directory.resolve("cgroup.procs"))) {
        ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
      }
      Files.delete(directory);
      return true;
    } catch (java.nio.file.NoSuchFileException e) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
