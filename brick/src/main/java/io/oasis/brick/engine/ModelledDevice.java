package io.oasis.brick.engine;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import io.oasis.brick.device.DiskParameters;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.FixedRate;
import io.oasis.brick.device.HardDisk;
import io.oasis.brick.device.SolidState;
import io.oasis.brick.discipline.Discipline;
import io.oasis.brick.discipline.Io;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Delays I/O as one of the lab's device models would. The model's time is the server's own, so what
 * the model takes 10 ms for takes 10 ms, and the real transfer behind it comes on top.
 */
public final class ModelledDevice {
  private static final String RATE = "rate:";
  private static final String ELEVATOR = "elevator:";

  /** What a host's block layer sends to a disk at once. */
  private static final int MERGED_BYTES = 256 << 10;

  private final Device<Delayed> device;
  private final long capacityBytes;
  private final ArrayDeque<Io> done = new ArrayDeque<>();

  /** The device's view of an I/O: offsets wrap round at the end of the modelled device. */
  private record Delayed(Io io, long offset, int bytes) implements DeviceRequest {
    @Override
    public boolean isWrite() {
      return io.isWrite();
    }
  }

  private ModelledDevice(Device<Delayed> device, long capacityBytes) {
    this.device = device;
    this.capacityBytes = capacityBytes;
  }

  /**
   * @param name a disk of {@code disks.properties}, {@code elevator:} and a hard disk for one
   *     behind a block layer that sorts and merges, or {@code rate:IOPS}
   * @throws IllegalArgumentException that says what is known
   */
  public static ModelledDevice named(String name) {
    if (name.startsWith(RATE)) {
      String iops = name.substring(RATE.length());
      if (!iops.matches("[1-9][0-9]{0,8}")) {
        throw new IllegalArgumentException("'" + name + "' must be rate: and a number of IOPS");
      }
      // So many bytes per second that only the number of I/Os counts.
      Device<Delayed> device = new FixedRate<>(Integer.parseInt(iops), 1e15);
      return new ModelledDevice(device, Long.MAX_VALUE);
    }
    String behind = name.startsWith(ELEVATOR) ? name.substring(ELEVATOR.length()) : "";
    if (Disks.names().contains(behind)) {
      HardDisk<Elevator.Run<Delayed>> disk = new HardDisk<>(Disks.named(behind));
      return new ModelledDevice(new Elevator<>(disk, 1, MERGED_BYTES), disk.capacityBytes());
    }
    if (Disks.names().contains(name)) {
      HardDisk<Delayed> disk = new HardDisk<>(Disks.named(name));
      return new ModelledDevice(disk, disk.capacityBytes());
    }
    try {
      SolidState.Parameters parameters = Disks.solidState(name);
      return new ModelledDevice(new SolidState<>(parameters), parameters.capacityBytes());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "'" + name + "' is no device model; known are rate:IOPS, elevator:DISK, " + Disks.names(),
          e);
    }
  }

  /** The hard disk of that name, with an elevator or without; empty when it is something else. */
  public static Optional<DiskParameters> hardDisk(String name) {
    String disk = name.startsWith(ELEVATOR) ? name.substring(ELEVATOR.length()) : name;
    return Disks.names().contains(disk) ? Optional.of(Disks.named(disk)) : Optional.empty();
  }

  void submit(Io io, long now) {
    advance(now);
    int bytes = Math.max(1, io.lengthBytes());
    long offset = Math.min(io.offset() % capacityBytes, capacityBytes - bytes);
    device.submit(new Delayed(io, offset, bytes), now);
  }

  /** An I/O that is done at {@code now}; null when none is. */
  @Nullable Io poll(long now) {
    if (device.nextEventNanos() <= now) {
      advance(now);
    }
    return done.poll();
  }

  /** When the next one will be done; {@link Discipline#NEVER} when there is none. */
  long nextNanos() {
    return device.nextEventNanos();
  }

  private void advance(long now) {
    device.advance(now, (delayed, at) -> done.add(delayed.io()));
  }
}
