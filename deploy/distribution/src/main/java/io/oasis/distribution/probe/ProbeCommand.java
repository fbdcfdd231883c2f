package io.oasis.distribution.probe;

import io.oasis.brick.volume.FileVolume;
import io.oasis.brick.volume.FileVolume.Direct;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.Range;
import io.oasis.linux.HostRoot;
import io.oasis.manager.planners.insulation.DiskTraits;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** {@code oasis probe}: measures what insulation has to know of a disk. */
@Command(
    name = "probe",
    description = {
      "Measure the seeks and the streaming rate of a disk by a few reads that go round the page"
          + " cache, for oasis plan insulation. Nothing is written.",
      "A device that is mounted, swap or part of another one, and any file that lies on a file"
          + " system, is probed only with --in-use: what else is read and written meanwhile is"
          + " slowed down and measured too."
    },
    mixinStandardHelpOptions = true)
public final class ProbeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DEVICE", description = "A block device, or a file as large as a disk.")
  private Path path;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "It takes no longer, but for the last read (default: ${DEFAULT-VALUE}).")
  private int seconds = 10;

  @Option(names = "--in-use", description = "Also when something else uses it.")
  private boolean inUse;

  @Option(names = "--json", description = "Print one JSON object; what goes on goes to stderr.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Range.check("--seconds", seconds, 1, 600);
    Path real = path.toRealPath();
    Optional<String> user = user(real);
    if (user.isPresent() && !inUse) {
      throw new IllegalArgumentException(
          "DEVICE = %s: %s; give --in-use if it is to be probed all the same"
              .formatted(path, user.get()));
    }
    PrintWriter err = spec.commandLine().getErr();
    err.println(
        "will read %s, directly and nothing but reading: %d blocks of 4 KiB anywhere, %d at both"
                .formatted(real, DiskProbe.ANYWHERE + 1, DiskProbe.AT_ENDS + 1)
            + " ends in turn, %d MiB at the beginning, for at most %d s"
                .formatted((DiskProbe.PIECES + 1) * DiskProbe.PIECE_BYTES >> 20, seconds));
    err.flush();
    print(probe(real));
    return 0;
  }

  private static Optional<String> user(Path real) {
    return isDevice(real)
        ? new InUse(HostRoot.REAL).by(String.valueOf(real.getFileName()))
        : Optional.of("a file lies on a device that its file system uses");
  }

  private static boolean isDevice(Path real) {
    return Files.exists(HostRoot.REAL.at("/sys/class/block/" + real.getFileName()))
        && real.startsWith("/dev");
  }

  private DiskTraits probe(Path real) throws IOException {
    try (FileVolume volume = FileVolume.open(real, 0, Direct.ON, true)) {
      if (volume.sizeBytes() < DiskProbe.leastBytes()) {
        throw new IllegalArgumentException(
            "DEVICE = %s: must have at least %d MiB".formatted(path, DiskProbe.leastBytes() >> 20));
      }
      return new DiskProbe(
              new Direct4k(volume), TimeUnit.SECONDS.toNanos(seconds), new SplittableRandom())
          .run();
    } catch (IOException e) {
      throw new MissingException(path + " cannot be probed: " + e.getMessage(), e);
    }
  }

  /** A volume, with the machine's clock. */
  private static final class Direct4k implements DiskProbe.Readable {
    private final FileVolume volume;
    private final ByteBuffer buffer;

    Direct4k(FileVolume volume) {
      this.volume = volume;
      int block = volume.blockBytes();
      buffer = ByteBuffer.allocateDirect(DiskProbe.PIECE_BYTES + block).alignedSlice(block);
    }

    @Override
    public long sizeBytes() {
      return volume.sizeBytes();
    }

    @Override
    public long read(long offset, int bytes) throws IOException {
      long began = System.nanoTime();
      volume.read(offset, buffer, 0, bytes);
      return System.nanoTime() - began;
    }
  }

  private void print(DiskTraits traits) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(new JsonMapper().writeValueAsString(traits));
      return;
    }
    out.println(
        String.format(
            Locale.ROOT,
            "positioning %.2f ms on average, %.2f ms from end to end; streaming %.1f MB/s",
            traits.positioningMicros() / 1e3,
            traits.farthestMicros() / 1e3,
            traits.streamingBytesPerSecond() / 1e6));
  }
}
