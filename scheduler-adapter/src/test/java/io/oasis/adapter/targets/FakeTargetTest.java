package io.oasis.adapter.targets;

import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.contract.TargetLab;

/** Shows that the in-memory target keeps the contract that the kernel's targets keep. */
class FakeTargetTest extends TargetContract {
  @Override
  protected TargetLab open() {
    return new Lab();
  }

  private static final class Lab implements TargetLab {
    private final FakeTarget target = new FakeTarget();
    private long inode = 100;

    @Override
    public Target target() {
      return target;
    }

    @Override
    public Place place(String name) {
      inode++;
      return new Place("/fake/" + name, inode, new DeviceRef(7, 0, 1));
    }

    @Override
    public Place onOtherDevice(Place place) {
      return new Place(place.object(), place.inode(), new DeviceRef(7, 1, 2));
    }

    @Override
    public void foreignWrite(Place place, Part part, long value) {
      target.set(place, target.read(place).with(part, value));
    }

    @Override
    public Place recreateGroup(Place place) {
      target.become(place, Presence.GROUP_GONE);
      inode++;
      return new Place(place.object(), inode, place.device());
    }

    @Override
    public Place changeDevice(Place place) {
      target.become(place, Presence.DEVICE_CHANGED);
      return place; // the kernel keeps the limit with the number, and so does this place
    }

    @Override
    public void read(Place place, int blocks) {
      Counters before = target.observe(place);
      target.count(
          place,
          new Counters(
              before.readIos() + blocks,
              before.writeIos(),
              before.readBytes() + blocks * 4_096L,
              before.writeBytes()));
    }

    @Override
    public void close() {}
  }
}
