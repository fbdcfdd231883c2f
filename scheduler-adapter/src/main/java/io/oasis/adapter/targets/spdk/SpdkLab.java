package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.contract.CannotException;
import io.oasis.adapter.targets.contract.TargetLab;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * A living SPDK process, with memory bdevs of 4 MiB that are made for the contract and removed
 * after it. Nothing else of the process is touched.
 */
public class SpdkLab implements TargetLab {
  private static final int BLOCK_BYTES = 512;
  private static final int BLOCKS = 8_192;

  private final SpdkAddress address;
  private final SpdkClient other;
  private final SpdkTarget target;
  private final String prefix = "oasis-contract-" + UUID.randomUUID() + "-";
  private final Set<String> made = new LinkedHashSet<>();

  public SpdkLab(SpdkAddress address) {
    this.address = address;
    this.other = new SpdkClient(address);
    this.target = new SpdkTarget(List.of(address));
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public Place place(String name) throws Exception {
    return make(prefix + name);
  }

  private Place make(String bdev) throws Exception {
    other.ask(
        "bdev_malloc_create",
        SpdkClient.parameters()
            .put("name", bdev)
            .put("num_blocks", BLOCKS)
            .put("block_size", BLOCK_BYTES));
    made.add(bdev);
    return target.place(address, bdev);
  }

  private static String name(Place place) {
    return place.object().substring("bdev/".length());
  }

  @Override
  public Place onOtherDevice(Place place) throws Exception {
    return make(name(place) + "-other");
  }

  @Override
  public void foreignWrite(Place place, Part part, long value) throws Exception {
    other.ask(
        "bdev_set_qos_limit",
        SpdkClient.parameters()
            .put("name", name(place))
            .put(
                part == Part.IOPS ? "rw_ios_per_sec" : "rw_mbytes_per_sec",
                part == Part.IOPS ? value : value / target.step(part)));
  }

  @Override
  public Place recreateGroup(Place place) throws Exception {
    remove(name(place));
    return make(name(place));
  }

  @Override
  public Place changeDevice(Place place) throws Exception {
    return recreateGroup(place);
  }

  @Override
  public Presence afterChange() {
    return Presence.GROUP_GONE;
  }

  @Override
  public void read(Place place, int blocks) throws Exception {
    throw new CannotException("SPDK's RPC does no I/O: that it counts is not shown here");
  }

  private void remove(String bdev) throws Exception {
    other.ask("bdev_malloc_delete", SpdkClient.parameters().put("name", bdev));
    made.remove(bdev);
  }

  @Override
  public void close() throws Exception {
    for (String bdev : List.copyOf(made)) {
      remove(bdev);
    }
    other.close();
    target.close();
  }
}
