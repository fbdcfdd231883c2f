package io.oasis.proving.rig;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What an array made of {@code qemu-storage-daemon} can do, as nodes of its block graph: the one
 * that is exported is called {@link #NODE}.
 *
 * @param iops in order of arrival, reads and writes together
 * @param bytesPerSecond together with that; 0: does not matter
 * @param serverMillis how long an I/O takes by itself, however many there are; 0: no longer than
 *     its turn
 */
public record ArrayModel(int sizeMiB, double iops, double bytesPerSecond, int serverMillis) {
  static final String NODE = "array";

  private static final double MILLIS = 1_000;
  private static final long MIB = 1 << 20;
  private static final long NANOS_PER_MILLI = 1_000_000;

  /** Serves one I/O after the other. */
  public static ArrayModel of(int sizeMiB, double iops) {
    return new ArrayModel(sizeMiB, iops, 0, 0);
  }

  /** So many servers, each of which takes so long for an I/O; it keeps nothing. */
  public static ArrayModel parallel(int sizeMiB, int servers, int serverMillis) {
    return new ArrayModel(sizeMiB, servers * MILLIS / serverMillis, 0, serverMillis);
  }

  boolean isParallel() {
    return serverMillis > 0;
  }

  /** How many it serves at once. */
  int servers() {
    return (int) Math.max(1, Math.round(iops * serverMillis / MILLIS));
  }

  /**
   * @param backing file of a model that keeps what is written
   * @param use {@code read-only} or {@code writable}
   */
  List<String> arguments(Path backing, String use) throws IOException {
    String access = use.equals("read-only") ? ",read-only=on" : "";
    List<String> arguments = new ArrayList<>();
    arguments.add("--object");
    arguments.add(
        "throttle-group,id=capacity,x-iops-total="
            + Math.round(iops)
            + (bytesPerSecond > 0 ? ",x-bps-total=" + Math.round(bytesPerSecond) : ""));
    arguments.add("--blockdev");
    arguments.add(isParallel() ? servers(access) : file(backing) + access);
    arguments.add("--blockdev");
    arguments.add(
        "driver=throttle,node-name=" + NODE + ",throttle-group=capacity,file=file" + access);
    return arguments;
  }

  private String servers(String access) {
    return "driver=null-co,node-name=file,size="
        + sizeMiB * MIB
        + ",latency-ns="
        + serverMillis * NANOS_PER_MILLI
        + access;
  }

  /** In memory there is no cache to go around, and older kernels refuse to open a file so. */
  private static String file(Path backing) throws IOException {
    return "driver=file,node-name=file,filename="
        + backing
        + (LabDirectory.isMemory(backing) ? "" : ",cache.direct=on");
  }
}
