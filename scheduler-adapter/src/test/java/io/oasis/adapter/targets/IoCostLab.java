package io.oasis.adapter.targets;

import io.oasis.adapter.targets.Throttle.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A kernel with cgroup v2, whose cost model divides the loop devices of the test. */
final class IoCostLab extends KernelLab {
  /**
   * A device of 100 I/Os per second, whatever they are, at a rate that does not adapt: so slow that
   * even an emulated machine beside busy neighbours keeps it at work.
   */
  private static final String MODEL =
      "ctrl=user model=linear rbps=10000000000 rseqiops=100 rrandiops=100 wbps=10000000000"
          + " wseqiops=100 wrandiops=100";

  private static final String QOS = "enable=1 ctrl=user rpct=0.00 wpct=0.00 min=100.00 max=100.00";

  private final List<String> on = new ArrayList<>();

  IoCostLab() throws Exception {
    switchOn(device());
  }

  private void switchOn(String device) throws Exception {
    String number =
        Files.readString(Path.of("/sys/block", device.substring("/dev/".length()), "dev")).strip();
    write("io.cost.model", number + " " + MODEL);
    write("io.cost.qos", number + " " + QOS);
    on.add(number);
  }

  private void write(String file, String line) throws Exception {
    CgroupFiles.writeLine(mount().directory().resolve(file), line);
  }

  @Override
  public Target target() {
    return new IoCost(mount().directory(), Path.of("/sys"));
  }

  @Override
  public Place onOtherDevice(Place place) throws Exception {
    Place other = super.onOtherDevice(place);
    write("io.cost.qos", other.device().name() + " enable=1");
    on.add(other.device().name());
    return other;
  }

  @Override
  public void foreignWrite(Place place, Part part, long value) throws Exception {
    CgroupFiles.writeLine(
        Path.of(place.object(), "io.weight"), place.device().name() + " " + value);
  }

  @Override
  public void close() throws Exception {
    for (String number : on) {
      write("io.cost.qos", number + " enable=0");
    }
    super.close();
  }
}
