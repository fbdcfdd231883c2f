package io.oasis.adapter.targets;

import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.contract.TargetLab;
import io.oasis.brick.client.BrickClient;
import io.oasis.brick.client.BrickReading;
import io.oasis.brick.nbd.ClientConnection;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Bricks as processes of their own, with the exports {@code a} and {@code b} of one volume. */
public final class BrickLab implements TargetLab {
  /** What the adapter under test tells bricks. */
  public static final Duration LEASE = Duration.ofSeconds(3);

  private final Path directory;
  private final List<String> more;
  private final BrickTarget target;
  private Process brick;
  private Process other;

  public BrickLab(String... more) throws Exception {
    directory = Files.createTempDirectory("oasis-brick-lab");
    this.more = List.of(more);
    target = new BrickTarget(List.of(control()), LEASE);
    brick = start("brick");
    await(brick, control());
  }

  /** The control socket. */
  public Path control() {
    return directory.resolve("brick.control");
  }

  public Process process() {
    return brick;
  }

  private Process start(String name) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx64m"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add("io.oasis.brick.BrickMain");
    command.addAll(List.of("--listen", "unix:" + directory.resolve(name + ".nbd")));
    command.addAll(List.of("--control", directory.resolve(name + ".control").toString()));
    command.addAll(List.of("--volume.v.size", "16M"));
    command.addAll(List.of("--export.a.volume", "v", "--export.b.volume", "v"));
    command.addAll(more);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve(name + ".log").toFile())
        .start();
  }

  /** Waits until the brick answers; gives its incarnation. */
  private long await(Process process, Path control) throws Exception {
    return Eventually.succeeds(
        process,
        () -> {
          try (BrickClient client = new BrickClient(control)) {
            return BrickReading.of(client).incarnation();
          }
        });
  }

  @Override
  public Target target() {
    return target;
  }

  @Override
  public Place place(String name) throws Exception {
    return BrickTarget.export(control(), await(brick, control()), name);
  }

  @Override
  public Place onOtherDevice(Place place) throws Exception {
    Path control = directory.resolve("other.control");
    other = start("other");
    return BrickTarget.export(
        control, await(other, control), place.object().substring("export/".length()));
  }

  @Override
  public void foreignWrite(Place place, Part part, long value) throws Exception {
    ObjectNode request =
        BrickClient.request("set").put("export", place.object().substring("export/".length()));
    switch (part) {
      case IOPS -> request.put("limitIops", value);
      case BYTES -> request.put("limitBytesPerSecond", value);
      case SHARE -> request.put("share", value / (double) Throttle.STANDARD_SHARE);
      case RESERVE -> request.put("reserve", value);
      case READ_IOPS, WRITE_IOPS, READ_BYTES, WRITE_BYTES, WEIGHT, SETTING ->
          throw new IllegalArgumentException(part.label());
    }
    try (BrickClient client = new BrickClient(Path.of(place.device().name()))) {
      client.ask(request);
    }
  }

  /** A brick that was killed and started again has exports of the same names. */
  public Place restart(Place place) throws Exception {
    brick.destroyForcibly().waitFor();
    brick = start("brick");
    return place(place.object().substring("export/".length()));
  }

  @Override
  public Place recreateGroup(Place place) throws Exception {
    return restart(place);
  }

  @Override
  public Place changeDevice(Place place) throws Exception {
    return restart(place);
  }

  /** All of it is another one then, exports and all. */
  @Override
  public Presence afterChange() {
    return Presence.GROUP_GONE;
  }

  @Override
  public void read(Place place, int blocks) throws Exception {
    UnixDomainSocketAddress address =
        UnixDomainSocketAddress.of(place.device().name().replace(".control", ".nbd"));
    String export = place.object().substring("export/".length());
    try (ClientConnection client = ClientConnection.open(address, export, 4_096, 1)) {
      for (int i = 0; i < blocks; i++) {
        client.submit(0, i * 4_096L);
        client.flush();
        client.receive();
      }
    }
  }

  @Override
  public void close() throws Exception {
    brick.destroyForcibly().waitFor();
    if (other != null) {
      other.destroyForcibly().waitFor();
    }
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }
}
