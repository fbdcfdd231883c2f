package io.oasis.linux;

/** What a cgroup has done on a device since the cgroup or the device is there. */
public record CgroupIo(
    DeviceNumber device, long reads, long writes, long readBytes, long writeBytes) {}
