package io.oasis.proving.rig;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A block device of the kernel over an NBD export: libnbd's {@code nbdfuse} shows the export as a
 * file, with a loop device over that. (QEMU's own FUSE export mixes up data, see {@link LabLun}.)
 */
public final class NbdDevice implements LabDevice, AutoCloseable {
  private static final Duration START = Duration.ofSeconds(20);

  private final Loop loop;
  private final Process fuse;

  private NbdDevice(Loop loop, Process fuse) {
    this.loop = loop;
    this.fuse = fuse;
  }

  /**
   * @param name of the file in the janitor's directory
   * @param uri of the export
   */
  public static NbdDevice attach(Janitor janitor, String name, String uri) {
    Path file = janitor.directory().resolve(name);
    try {
      Files.createFile(file);
      janitor.backing(file);
      janitor.mount(file);
      Process fuse = show(janitor, name, uri, file);
      if (!Wait.until(START, () -> !fuse.isAlive() || sizeOf(file) > 0) || !fuse.isAlive()) {
        throw new MissingException("nbdfuse does not show " + uri);
      }
      Loop loop = Loop.attach(janitor, file);
      loop.countEachRequest();
      return new NbdDevice(loop, fuse);
    } catch (IOException e) {
      throw new UncheckedIOException("the device cannot be built over " + uri, e);
    }
  }

  /** Has {@code nbdfuse} show an export as a file. */
  static Process show(Janitor janitor, String name, String uri, Path file) throws IOException {
    return janitor.start(name, List.of("nbdfuse", file.toString(), uri));
  }

  /** 0 while there is no such file. */
  static long sizeOf(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  @Override
  public Loop loop() {
    return loop;
  }

  /** Detaches it; nothing may be mounted from it. */
  @Override
  public void close() {
    loop.detach();
    Command.end(fuse, START);
  }
}
