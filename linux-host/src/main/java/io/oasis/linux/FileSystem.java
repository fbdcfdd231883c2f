package io.oasis.linux;

import java.util.Optional;

/**
 * A file system that this host has mounted as a whole from one of its block devices.
 *
 * @param device the whole device that it or its partition is on
 * @param place where, as this process sees it
 * @param type such as {@code ext4}
 * @param room absent where it cannot be read, or nobody may write to it
 * @param trouble why there is no room; else empty
 */
public record FileSystem(
    DeviceNumber device, String place, String type, Optional<Room> room, String trouble) {
  /**
   * See statvfs(3).
   *
   * @param freeBytes not used, by root's right
   * @param usableBytes that any application may still write
   */
  public record Room(long totalBytes, long freeBytes, long usableBytes) {}
}
