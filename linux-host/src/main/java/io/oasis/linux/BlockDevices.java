package io.oasis.linux;

import io.oasis.protocol.HostId;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Finds the block devices of the host: whole devices with a size, without RAM disks. What vanishes
 * while being looked at is left out. What is known of a device is kept while its number, {@code
 * diskseq} and size stay the same, so that looking again costs little.
 *
 * <p>Not for several threads.
 */
public final class BlockDevices {
  private static final int SECTOR_BYTES = 512;

  /** What a device says of itself. */
  record Seen(
      String name,
      DeviceNumber number,
      long sizeBytes,
      long generation,
      Identity identity,
      List<DeviceNumber> partitions,
      List<String> members,
      Optional<String> backingFile) {}

  private final HostRoot host;
  private final HostId name;
  private final Map<String, Seen> known = new TreeMap<>();

  /**
   * @param host what is looked at
   * @param name of it, for domains that no other host has
   */
  public BlockDevices(HostRoot host, HostId name) {
    this.host = host;
    this.name = name;
  }

  /** All devices, by name. */
  public List<BlockDevice> discover() {
    Map<String, Seen> found = new TreeMap<>();
    for (String name : names(host.at("/sys/block"))) {
      see(name).ifPresent(seen -> found.put(name, seen));
    }
    known.clear();
    known.putAll(found);
    return new Domains(name, MountInfo.read(host), found.values()).propose();
  }

  /** What is mounted from the devices that were found last; see {@link FileSystem}. */
  public List<FileSystem> fileSystems() {
    return FileSystems.of(host, known.values());
  }

  private Optional<Seen> see(String name) {
    if (name.startsWith("ram") || name.startsWith("zram")) {
      return Optional.empty();
    }
    Path directory = host.at("/sys/block/" + name);
    long sectors = HostRoot.readLong(directory.resolve("size"), 0);
    Optional<DeviceNumber> number =
        HostRoot.read(directory.resolve("dev")).flatMap(DeviceNumber::parse);
    if (sectors <= 0 || number.isEmpty()) {
      return Optional.empty();
    }
    long generation = HostRoot.readLong(directory.resolve("diskseq"), 0);
    Seen before = known.get(name);
    if (before != null
        && generation != 0
        && before.generation == generation
        && before.sizeBytes == sectors * SECTOR_BYTES
        && before.number.equals(number.get())
        && !isStacked(name)) {
      return Optional.of(before);
    }
    return Optional.of(
        new Seen(
            name,
            number.get(),
            sectors * SECTOR_BYTES,
            generation,
            Identity.of(name, directory),
            partitionsOf(directory),
            names(directory.resolve("slaves")),
            HostRoot.read(directory.resolve("loop/backing_file"))));
  }

  /** Their table or backing file can be changed while diskseq stays. */
  private static boolean isStacked(String name) {
    return name.startsWith("dm-") || name.startsWith("md") || name.startsWith("loop");
  }

  private static List<DeviceNumber> partitionsOf(Path directory) {
    List<DeviceNumber> partitions = new ArrayList<>();
    for (String child : names(directory)) {
      Path candidate = directory.resolve(child);
      if (child.startsWith(String.valueOf(directory.getFileName()))
          && Files.exists(candidate.resolve("partition"))) {
        HostRoot.read(candidate.resolve("dev"))
            .flatMap(DeviceNumber::parse)
            .ifPresent(partitions::add);
      }
    }
    return partitions;
  }

  private static List<String> names(Path directory) {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    } catch (IOException | java.nio.file.DirectoryIteratorException e) {
      // Vanished, or not there on this kind of device: whatever was listed so far.
      return names;
    }
    names.sort(null);
    return names;
  }
}
