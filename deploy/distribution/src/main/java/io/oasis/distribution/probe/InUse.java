package io.oasis.distribution.probe;

import io.oasis.linux.HostRoot;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Who uses a block device: file systems, swap, devices made of it, of it or of its partitions. */
final class InUse {
  private final HostRoot host;

  InUse(HostRoot host) {
    this.host = host;
  }

  /**
   * @param name of the device or partition, such as {@code sda1}
   * @return by what, in words; empty when nothing is known to use it
   */
  Optional<String> by(String name) {
    for (String part : withPartitions(name)) {
      Path directory = host.at("/sys/class/block/" + part);
      Optional<String> number = HostRoot.read(directory.resolve("dev"));
      Optional<String> found =
          number
              .flatMap(this::mount)
              .map(point -> part + " is mounted at " + point)
              .or(() -> holder(directory).map(holder -> part + " is part of " + holder))
              .or(() -> isSwap(part) ? Optional.of(part + " is swap") : Optional.empty());
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private List<String> withPartitions(String name) {
    List<String> names = new ArrayList<>(List.of(name));
    for (String child : children(host.at("/sys/class/block/" + name))) {
      if (Files.exists(host.at("/sys/class/block/" + name + "/" + child + "/partition"))) {
        names.add(child);
      }
    }
    return names;
  }

  private Optional<String> mount(String number) {
    return lines("/proc/self/mountinfo")
        .map(line -> line.split(" "))
        .filter(words -> words.length > 4 && words[2].equals(number))
        .map(words -> words[4])
        .findFirst();
  }

  private static Optional<String> holder(Path directory) {
    return children(directory.resolve("holders")).stream().findFirst();
  }

  private boolean isSwap(String name) {
    return lines("/proc/swaps").anyMatch(line -> line.startsWith("/dev/" + name + " "));
  }

  private Stream<String> lines(String path) {
    return HostRoot.read(host.at(path)).orElse("").lines();
  }

  private static List<String> children(Path directory) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    } catch (IOException | DirectoryIteratorException e) {
      // Not there on this kind of device: nothing is listed.
      return names;
    }
    names.sort(null);
    return names;
  }
}
