package io.oasis.proving.fairness;

import io.oasis.distribution.Services;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.HostRoot;
import io.oasis.linux.ThrottleAccounting;
import io.oasis.proving.rig.ArrayModel;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabBrick;
import io.oasis.proving.rig.LabCgroup;
import io.oasis.proving.rig.LabDevice;
import io.oasis.proving.rig.LabLun;
import io.oasis.proving.rig.NbdDevice;
import io.oasis.proving.rig.QemuArray;
import io.oasis.proving.rig.ServedArray;
import io.oasis.proving.rig.SpdkArray;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What applications work on: one block device for all of them, which this kernel limits; or a
 * device for each, of an array that holds limits itself.
 *
 * @param served the array, if it holds them
 */
record Testbed(List<LabDevice> devices, Optional<ServedArray> served) {
  private static final int SIZE_MIB = 256;
  private static final int BRICK_HEAP_MIB = 64;

  /** What an array carries besides its I/Os per second: 100 MiB/s. */
  private static final double ARRAY_BYTES_PER_SECOND = 100 << 20;

  private static final int SERVERS = 64;
  private static final int SERVER_MILLIS = 8;

  /** What it is made of. */
  enum Kind {
    ARRAY("array"),
    PARALLEL("parallel"),
    BRICK_HDD("brick-hdd"),
    BRICK_SSD("brick-ssd");

    final String label;

    Kind(String label) {
      this.label = label;
    }
  }

  /** Who holds the limits. */
  enum Enforcement {
    KERNEL("kernel"),
    QEMU("qemu"),
    SPDK("spdk");

    final String label;

    Enforcement(String label) {
      this.label = label;
    }

    /** Whether it can have limits of a device of that kind here. */
    boolean carries(Kind kind) {
      return switch (this) {
        case KERNEL -> true;
        case QEMU -> kind == Kind.ARRAY || kind == Kind.PARALLEL;
        case SPDK -> kind == Kind.ARRAY;
      };
    }
  }

  /**
   * @param iops of an array
   * @param applications at most
   */
  record Plan(Kind kind, Enforcement enforcement, int iops, int applications) {
    String label() {
      String what = kind == Kind.ARRAY ? kind.label + " of " + iops : kind.label;
      return enforcement == Enforcement.KERNEL ? what : what + " in " + enforcement.label;
    }
  }

  Testbed {
    devices = List.copyOf(devices);
  }

  /** Builds it; the janitor takes it away. */
  static Testbed build(Janitor janitor, Plan plan) {
    return switch (plan.enforcement) {
      case KERNEL -> inKernel(device(janitor, plan), plan.applications);
      case QEMU -> below(QemuArray.create(janitor, model(plan), plan.applications), plan);
      case SPDK -> below(SpdkArray.create(janitor, SIZE_MIB, plan.iops, plan.applications), plan);
    };
  }

  private static Testbed inKernel(LabDevice device, int applications) {
    List<LabDevice> devices = new ArrayList<>();
    for (int i = 0; i < applications; i++) {
      devices.add(device);
    }
    return new Testbed(devices, Optional.empty()).prepared();
  }

  private static Testbed below(ServedArray array, Plan plan) {
    List<LabDevice> devices = new ArrayList<>();
    for (int i = 0; i < plan.applications; i++) {
      devices.add(array.device(i));
    }
    return new Testbed(devices, Optional.of(array)).prepared();
  }

  /** The kernel shall neither sort nor merge, and count from the first I/O on. */
  private Testbed prepared() {
    for (LabDevice device : devices) {
      device.schedule("none", Map.of());
      ThrottleAccounting.switchOn(
          CgroupMount.find(HostRoot.REAL), DeviceNumber.parse(device.majorMinor()).orElseThrow());
    }
    return this;
  }

  private static ArrayModel model(Plan plan) {
    return plan.kind == Kind.PARALLEL
        ? ArrayModel.parallel(SIZE_MIB, SERVERS, SERVER_MILLIS)
        : new ArrayModel(SIZE_MIB, plan.iops, ARRAY_BYTES_PER_SECOND, 0);
  }

  private static LabDevice device(Janitor janitor, Plan plan) {
    return switch (plan.kind) {
      case ARRAY, PARALLEL -> LabLun.create(janitor, "lun", model(plan));
      case BRICK_HDD -> brick(janitor, "elevator:barracuda-7200-8");
      case BRICK_SSD -> brick(janitor, "ssd-sata");
    };
  }

  private static LabDevice brick(Janitor janitor, String model) {
    LabBrick brick =
        LabBrick.start(
            janitor,
            BRICK_HEAP_MIB,
            List.of(
                "--volume.disk.size",
                SIZE_MIB + "M",
                "--device.main.model",
                model,
                "--export.app.volume",
                "disk"));
    return NbdDevice.attach(janitor, "lun", brick.uri("app"));
  }

  /** As the agent names the LUN of an application, counted from 0. */
  String lun(int application) {
    return "loop:" + devices.get(application).exported();
  }

  /** As the agent names the domain of a LUN before anybody says more. */
  String proposedDomain(int application) {
    return "disk:" + Services.hostName() + ":" + lun(application);
  }

  /**
   * What an adapter is told by its environment to drive the array; nothing where the kernel is
   * driven.
   *
   * @param file is made, with the names of queues
   */
  Map<String, String> adapterEnvironment(List<LabCgroup> cgroups, Path file) {
    if (served.isEmpty()) {
      return Map.of();
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < devices.size(); i++) {
      lines.add(
          "%s %s:%s %s %s %s"
              .formatted(
                  served.get().place(i),
                  Services.hostName(),
                  cgroups.get(i).path(),
                  lun(i),
                  proposedDomain(0),
                  devices.get(i).device()));
    }
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Map.of("OASIS_TARGET", served.get().target(), "OASIS_QUEUES", file.toString());
  }

  /**
   * Limits an application by hand.
   *
   * @param iops 0: no limit
   */
  void limit(int application, LabCgroup cgroup, double iops) {
    if (served.isPresent()) {
      served.get().limit(application, iops);
    } else {
      long whole = iops == 0 ? 0 : Math.max(1, Math.round(iops));
      cgroup.limit(devices.get(application).majorMinor(), whole);
    }
  }
}
