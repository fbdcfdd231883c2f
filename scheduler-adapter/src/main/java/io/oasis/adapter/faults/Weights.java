package io.oasis.adapter.faults;

import io.oasis.adapter.plan.Fault;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Weights of cgroups that somebody set and that nothing obeys: {@code io.weight} needs the cost
 * model, those of BFQ need BFQ as the device's scheduler.
 */
final class Weights {
  private static final String STANDARD = "100";
  private static final String COST = "io.weight";

  private static final List<String> FILES =
      List.of(COST, "io.bfq.weight", "blkio.bfq.weight", "blkio.bfq.weight_device");

  private final HostRoot host;
  private final CgroupMount mount;

  Weights(HostRoot host, CgroupMount mount) {
    this.host = host;
    this.mount = mount;
  }

  /** One finding for each weight that does nothing. */
  List<Finding> withoutArbiter() {
    List<Finding> findings = new ArrayList<>();
    Set<String> byCost = byCostModel();
    Set<String> byBfq = byBfq();
    try (Stream<Path> tree = Files.walk(mount.directory())) {
      for (Path group : (Iterable<Path>) tree.filter(Files::isDirectory)::iterator) {
        if (group.equals(mount.directory())) {
          continue;
        }
        for (String file : FILES) {
          Set<String> divided = file.equals(COST) ? byCost : byBfq;
          weights(group.resolve(file))
              .forEach(
                  (device, weight) -> {
                    boolean obeyed =
                        device.isEmpty() ? !divided.isEmpty() : divided.contains(device);
                    if (!obeyed) {
                      findings.add(finding(group, file, device, weight));
                    }
                  });
        }
      }
    } catch (IOException | UncheckedIOException e) {
      return findings; // a cgroup vanished while it was looked at: what was found until then
    }
    return findings;
  }

  /** Weights that are not the standard, by device; one for all devices has no name. */
  private static Map<String, String> weights(Path file) {
    Map<String, String> weights = new TreeMap<>();
    for (String line : HostRoot.read(file).orElse("").lines().toList()) {
      String[] words = line.strip().split(" +", -1);
      boolean forAll = words.length == 1 || words[0].equals("default");
      String weight = words[words.length - 1];
      boolean twice = forAll && file.endsWith("blkio.bfq.weight_device");
      if (!weight.isEmpty() && !weight.equals(STANDARD) && !twice) {
        weights.put(forAll ? "" : words[0], weight);
      }
    }
    return weights;
  }

  private Set<String> byCostModel() {
    Set<String> devices = new HashSet<>();
    HostRoot.read(mount.directory().resolve("io.cost.qos"))
        .orElse("")
        .lines()
        .filter(line -> line.contains(" enable=1"))
        .forEach(line -> devices.add(line.substring(0, line.indexOf(' '))));
    return devices;
  }

  private Set<String> byBfq() {
    Set<String> devices = new HashSet<>();
    try (DirectoryStream<Path> blocks = Files.newDirectoryStream(host.at("/sys/block"))) {
      for (Path block : blocks) {
        if (HostRoot.read(block.resolve("queue/scheduler")).orElse("").contains("[bfq]")) {
          HostRoot.read(block.resolve("dev")).ifPresent(devices::add);
        }
      }
    } catch (IOException e) {
      return devices;
    }
    return devices;
  }

  private static Finding finding(Path group, String file, String device, String weight) {
    boolean cost = file.equals(COST);
    String where = device.isEmpty() ? "any device" : device;
    Fault fault =
        new Fault(
            Finding.Verdict.INERT,
            "no arbiter for weights: nothing divides "
                + where
                + (cost ? " by io.weight" : ", because BFQ is not its scheduler"),
            cost
                ? "echo 'MAJ:MIN enable=1' > io.cost.qos of the root cgroup"
                : "echo bfq > /sys/block/DEVICE/queue/scheduler");
    return new Finding(
        Optional.empty(),
        new Finding.Where(cost ? "iocost" : "bfq", group.toString(), where, file),
        new Finding.Figures(
            Optional.empty(),
            Optional.empty(),
            Optional.of(Long.parseLong(weight)),
            Optional.empty()),
        fault.verdict(),
        fault.cause(),
        fault.mend());
  }
}
