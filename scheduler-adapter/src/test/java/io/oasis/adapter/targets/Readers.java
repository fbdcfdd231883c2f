package io.oasis.adapter.targets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Readers in several cgroups on one device, and what each cgroup gets of what passes: counted, so
 * that no clock and no busy processor decides, as long as the device is slower than its readers.
 */
public final class Readers implements AutoCloseable {
  /** They read different blocks, or BFQ takes them for one. */
  private static final int BLOCKS_APART = 1_000;

  private final Target target;
  private final List<Place> places;
  private final List<Process> processes = new ArrayList<>();

  private Readers(KernelLab lab, List<Place> places) {
    this.target = lab.target();
    this.places = places;
  }

  /**
   * @param each so many in each cgroup, with one I/O outstanding each
   */
  public static Readers start(KernelLab lab, List<Place> places, int each) throws IOException {
    Readers readers = new Readers(lab, places);
    for (Place place : places) {
      for (int i = 0; i < each; i++) {
        readers.processes.add(
            new ProcessBuilder(
                    "sh",
                    "-c",
                    ("echo $$ > %s/cgroup.procs;"
                            + " exec dd if=%s of=/dev/null bs=4096 skip=%d iflag=direct")
                        .formatted(
                            place.object(), lab.device(), readers.processes.size() * BLOCKS_APART))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start());
      }
    }
    return readers;
  }

  /** Waits until all have begun and so many more I/Os have passed; gives each cgroup's part. */
  public List<Double> parts(long ios) throws Exception {
    Eventually.is(true, () -> allRead() && reads().stream().allMatch(count -> count > 0));
    List<Long> from = reads();
    List<Long> to = new ArrayList<>();
    Callable<Boolean> done =
        () -> {
          to.clear();
          to.addAll(reads());
          return allRead() && sum(to) - sum(from) >= ios;
        };
    Eventually.is(true, done);
    List<Double> parts = new ArrayList<>();
    for (int i = 0; i < places.size(); i++) {
      parts.add((to.get(i) - from.get(i)) / (double) (sum(to) - sum(from)));
    }
    return parts;
  }

  private boolean allRead() {
    if (!processes.stream().allMatch(Process::isAlive)) {
      throw new IllegalStateException("a reader has ended");
    }
    return true;
  }

  private List<Long> reads() throws TargetException {
    List<Long> reads = new ArrayList<>();
    for (Place place : places) {
      reads.add(target.observe(place).readIos());
    }
    return reads;
  }

  private static long sum(List<Long> counts) {
    return counts.stream().mapToLong(Long::longValue).sum();
  }

  /** Ends them, and waits until their cgroups are empty. */
  @Override
  public void close() throws Exception {
    for (Process process : processes) {
      process.destroyForcibly().waitFor();
    }
    for (Place place : places) {
      Path members = Path.of(place.object(), "cgroup.procs");
      Eventually.is(true, () -> Files.readString(members).isBlank());
    }
  }
}
