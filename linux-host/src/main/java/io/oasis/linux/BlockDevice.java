package io.oasis.linux;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import java.util.List;

/**
 * A whole block device of this host. Its number and name may be given to another device later; its
 * identity and, while it is there, its {@code generation} are not.
 *
 * @param name such as {@code sda} or {@code loop0}
 * @param sizeBytes more than zero
 * @param generation {@code diskseq}: never used twice on a running host; 0 where the kernel (before
 *     5.15) has none
 * @param below the whole devices of this host that carry its I/O: members of a dm or md device, the
 *     disk that holds a loop device's backing file
 * @param domain what is proposed as the shared bottleneck
 * @param domainReason why, in words
 */
public record BlockDevice(
    String name,
    DeviceNumber number,
    Identity identity,
    long sizeBytes,
    long generation,
    List<DeviceNumber> below,
    DomainId domain,
    String domainReason) {
  public BlockDevice {
    below = List.copyOf(below);
  }

  public LunId lun() {
    return identity.lun();
  }
}
