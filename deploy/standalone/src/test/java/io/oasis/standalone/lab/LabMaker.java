package io.oasis.standalone.lab;

import java.nio.file.Path;
import java.time.Duration;

/** Makes a device with an application on it and waits to be killed: {@code LabMaker PARENT}. */
public final class LabMaker {
  private LabMaker() {}

  public static void main(String[] arguments) throws Exception {
    Janitor janitor = Janitor.start(Path.of(arguments[0]));
    LabLun lun = LabLun.create(janitor, "lun", 16, 300);
    LabCgroup cgroup = CgroupTree.find().orElseThrow().create(janitor, "oasis-lab-killed", "app");
    FioApplication application = FioApplication.start("app", FioLoad.randomReads(4), cgroup, lun);
    application.awaitRunning(Duration.ofSeconds(10));
    System.out.println("made " + lun.device());
    Thread.sleep(Duration.ofMinutes(5));
  }
}
