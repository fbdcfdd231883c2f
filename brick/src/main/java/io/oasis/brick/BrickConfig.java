package io.oasis.brick;

import io.oasis.brick.device.DiskTraits;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.nbd.Limits;
import io.oasis.brick.volume.FileVolume.Direct;
import io.oasis.metrics.MetricsPlace;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Everything a brick is told when it starts. {@link BrickComponent} lists the keys.
 *
 * @param listen where clients connect
 * @param control socket for statistics and settings; empty for none
 * @param metrics where they are to be read
 * @param tls empty when connections are not encrypted
 * @param exports the first is what a client gets that names none
 */
public record BrickConfig(
    List<SocketAddress> listen,
    Optional<Path> control,
    MetricsPlace metrics,
    Optional<TlsFiles> tls,
    Limits limits,
    List<DeviceConfig> devices,
    List<VolumeConfig> volumes,
    List<ExportConfig> exports) {
  /**
   * @param clientAuthorities whose certificates clients have to show; empty: they show none
   * @param required true when nothing is said about exports in the clear
   */
  public record TlsFiles(
      Path keystore, Path passwordFile, Optional<Path> clientAuthorities, boolean required) {}

  /**
   * What one discipline schedules.
   *
   * @param model what delays I/O as a device would, empty for nothing
   * @param workers threads for I/O that is not done at memory speed
   * @param cacheBytes of all partitions together, 0 for no cache
   * @param accessBytes most that is read ahead at once, and written together; 0 for no read-ahead
   * @param traits of the disk, from its model or from a probe; empty when nobody knows
   */
  public record DeviceConfig(
      String name,
      DisciplineSpec discipline,
      String model,
      int workers,
      long cacheBytes,
      boolean writeBack,
      long accessBytes,
      Optional<DiskTraits> traits) {}

  /**
   * @param file empty for memory
   * @param sizeBytes 0 for that of the file
   */
  public record VolumeConfig(
      String name, Optional<Path> file, long sizeBytes, Direct direct, String device) {}

  /**
   * @param cacheBytes the partition of its application, 0 to go round the cache
   * @param requestIds true when clients number their requests by what NBD calls cookies
   */
  public record ExportConfig(
      String name,
      String volume,
      String application,
      String description,
      boolean readOnly,
      Terms terms,
      long cacheBytes,
      boolean requestIds) {}

  public BrickConfig {
    listen = List.copyOf(listen);
    devices = List.copyOf(devices);
    volumes = List.copyOf(volumes);
    exports = List.copyOf(exports);
  }
}
