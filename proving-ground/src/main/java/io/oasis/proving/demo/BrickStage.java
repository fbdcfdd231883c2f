package io.oasis.proving.demo;

import io.oasis.brick.client.BrickNames;
import io.oasis.distribution.Services;
import io.oasis.protocol.HostId;
import io.oasis.proving.rig.BrickApplication;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabBrick;
import io.oasis.proving.rig.LoadApplication;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A brick with a device model of the plan's speed, an export per application. */
final class BrickStage implements Stage {
  private static final String VOLUME = "disk";
  private static final int HEAP_MIB = 64;

  private final DemoPlan plan;
  private final LabBrick brick;

  private BrickStage(DemoPlan plan, LabBrick brick) {
    this.plan = plan;
    this.brick = brick;
  }

  static BrickStage build(DemoPlan plan, Janitor janitor) {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--volume." + VOLUME + ".size", plan.sizeMiB() + "M"));
    options.addAll(
        List.of(
            "--device.main.model",
            String.format(Locale.ROOT, "rate:%d", Math.round(plan.capacityIops()))));
    for (int i = 0; i < plan.applications().size(); i++) {
      options.addAll(List.of("--export." + export(i) + ".volume", VOLUME));
      options.addAll(
          List.of("--export." + export(i) + ".application", plan.applications().get(i).name()));
    }
    return new BrickStage(plan, LabBrick.start(janitor, HEAP_MIB, options));
  }

  private static String export(int index) {
    return "app" + (index + 1);
  }

  @Override
  public String device() {
    return "the brick at " + brick.control();
  }

  @Override
  public String lun() {
    return new BrickNames(new HostId(Services.hostName()), brick.control()).lun(VOLUME).value();
  }

  @Override
  public Optional<Path> brick() {
    return Optional.of(brick.control());
  }

  @Override
  public LoadApplication start(int index) {
    DemoPlan.Application application = plan.applications().get(index);
    return BrickApplication.start(
        application.name(), application.load(), 0, brick.address(), export(index));
  }

  @Override
  public boolean isReleased() {
    return brick.limits().isEmpty();
  }

  @Override
  public void close() {
    brick.close();
  }
}
