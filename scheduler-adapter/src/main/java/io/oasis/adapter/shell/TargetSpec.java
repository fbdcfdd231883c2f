package io.oasis.adapter.shell;

import io.oasis.adapter.targets.Bfq;
import io.oasis.adapter.targets.BrickTarget;
import io.oasis.adapter.targets.CgroupV1;
import io.oasis.adapter.targets.CgroupV2;
import io.oasis.adapter.targets.IoCost;
import io.oasis.adapter.targets.qmp.QmpTarget;
import io.oasis.adapter.targets.spdk.SpdkAddress;
import io.oasis.adapter.targets.spdk.SpdkTarget;
import io.oasis.configuration.Key;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Which scheduler an adapter drives: a kind, and where it listens if it is another process.
 *
 * @param address empty for this host's kernel
 */
public record TargetSpec(String kind, String address) {
  /** Takes the hierarchy that has the controller. */
  public static final String AUTO = "auto";

  public static final Key<TargetSpec> KEY =
      new Key<>(
          "target",
          "target",
          "auto, cgroup-v1, cgroup-v2, iocost, bfq, brick:/CONTROL-SOCKET, qmp:/MONITOR-SOCKET or"
              + " spdk:/RPC-SOCKET (or spdk:HOST:PORT)",
          AUTO,
          "the scheduler that is driven",
          TargetSpec::parse);

  private static final List<String> KERNEL =
      List.of(AUTO, CgroupV1.KIND, CgroupV2.KIND, IoCost.KIND, Bfq.KIND);
  private static final List<String> PROCESSES =
      List.of(BrickTarget.KIND, QmpTarget.KIND, SpdkTarget.KIND);

  private static TargetSpec parse(String text) {
    int colon = text.indexOf(':');
    String kind = colon < 0 ? text : text.substring(0, colon);
    String address = colon < 0 ? "" : text.substring(colon + 1);
    boolean known =
        colon < 0
            ? KERNEL.contains(kind)
            : PROCESSES.contains(kind)
                && (address.startsWith("/") || (kind.equals(SpdkTarget.KIND) && isSpdk(address)));
    if (!known) {
      throw new IllegalArgumentException(text);
    }
    return new TargetSpec(kind, address);
  }

  private static boolean isSpdk(String address) {
    try {
      return !new SpdkAddress(address).text().isEmpty();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  boolean isKernel() {
    return address.isEmpty();
  }

  /** The control socket of the brick to be driven, if it is one. */
  Optional<Path> brick() {
    return kind.equals(BrickTarget.KIND) ? Optional.of(Path.of(address)) : Optional.empty();
  }

  /** A brick counts the lease itself: nobody has to outlive the adapter. */
  boolean isGuarded() {
    return !kind.equals(BrickTarget.KIND);
  }

  @Override
  public String toString() {
    return isKernel() ? kind : kind + ":" + address;
  }
}
