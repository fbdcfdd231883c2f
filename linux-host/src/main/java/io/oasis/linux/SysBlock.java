package io.oasis.linux;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Where sysfs has a block device. */
public final class SysBlock {
  private SysBlock() {}

  /**
   * By its number, as {@code 7:0}. The shortest way, {@code dev/block}, is hidden from containers
   * by podman: there a disk that has the number is looked for.
   *
   * @param sys where sysfs is mounted
   */
  public static Optional<Path> directory(Path sys, String number) {
    Path shortest = sys.resolve("dev/block").resolve(number);
    if (Files.isDirectory(shortest)) {
      return Optional.of(shortest);
    }
    try (DirectoryStream<Path> disks = Files.newDirectoryStream(sys.resolve("block"))) {
      for (Path disk : disks) {
        if (HostRoot.read(disk.resolve("dev")).filter(number::equals).isPresent()) {
          return Optional.of(disk);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return Optional.empty();
    }
    return Optional.empty();
  }
}
