package io.oasis.proving.insulation;

import io.oasis.brick.client.BrickClient;
import io.oasis.brick.device.Disks;
import io.oasis.brick.discipline.Timetable;
import io.oasis.brick.nbd.StripedLoop;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import io.oasis.lab.insulation.InsulatedBrick;
import io.oasis.manager.planners.insulation.DiskTraits;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabBrick;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Bricks that are alike, each with a modelled disk, and an export for every tenant on each. */
final class Bricks implements AutoCloseable {
  static final DiskTraits DISK = InsulatedBrick.traits(Disks.named(InsulatedBrick.DISK));

  private static final String VOLUME = "disk";
  private static final int HEAP_MIB = 96;
  private static final double NANOS_PER_MILLI = 1e6;

  private final List<LabBrick> bricks = new ArrayList<>();

  /**
   * @param options of {@code oasis brick}, without the prefix; those of exports per tenant
   */
  record Options(Map<String, String> device, Map<String, Map<String, String>> exports) {
    /** Nothing but a modelled disk. */
    static Options of(String model) {
      return new Options(Map.of("model", model), Map.of());
    }
  }

  /** Starts them one after the other. */
  static Bricks start(
      Janitor janitor, String name, int count, List<Tenant> tenants, Options options) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--volume." + VOLUME + ".size", Long.toString(size(tenants))));
    options.device.forEach(
        (key, value) -> arguments.addAll(List.of("--device.main." + key, value)));
    for (Tenant tenant : tenants) {
      String prefix = "--export." + tenant.name() + ".";
      arguments.addAll(List.of(prefix + "volume", VOLUME));
      arguments.addAll(List.of(prefix + "request-ids", "true"));
      options
          .exports
          .getOrDefault(tenant.name(), Map.of())
          .forEach((key, value) -> arguments.addAll(List.of(prefix + key, value)));
    }
    Bricks started = new Bricks();
    try {
      for (int i = 0; i < count; i++) {
        started.bricks.add(LabBrick.start(janitor, name + i, HEAP_MIB, arguments));
      }
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private static long size(List<Tenant> tenants) {
    return tenants.stream().mapToLong(t -> t.firstByte() + t.rangeBytes()).max().orElseThrow();
  }

  /** Tells a brick its part of a schedule, in the wall clock that all of them have. */
  void follow(int brick, Timetable table) {
    ObjectNode request =
        BrickClient.request("timetable")
            .put("zeroMillis", table.zeroNanos() / NANOS_PER_MILLI)
            .put("roundMillis", table.roundNanos() / NANOS_PER_MILLI);
    ArrayNode slices = request.putArray("slices");
    for (Timetable.Slice slice : table.slices()) {
      slices
          .addObject()
          .put("application", slice.session())
          .put("startMillis", slice.startNanos() / NANOS_PER_MILLI)
          .put("lengthMillis", slice.lengthNanos() / NANOS_PER_MILLI);
    }
    try (BrickClient client = new BrickClient(bricks.get(brick).control())) {
      client.ask(request);
    } catch (IOException e) {
      throw new MissingException("a brick takes no timetable: " + e, e);
    }
  }

  /**
   * Reads per second of each tenant when these run at the same time, striped over all bricks.
   *
   * @param warmSeconds what passes before it is measured
   */
  List<Double> perSecond(List<Tenant> tenants, double warmSeconds, double seconds) {
    List<SocketAddress> addresses = bricks.stream().map(LabBrick::address).toList();
    List<StripedLoop> loops = new ArrayList<>();
    try {
      for (Tenant tenant : tenants) {
        loops.add(
            StripedLoop.start(
                addresses, tenant.name(), tenant.bytes(), tenant.depth(), tenant.offsets()));
      }
      pause(warmSeconds);
      List<Long> before = loops.stream().map(StripedLoop::answered).toList();
      long began = System.nanoTime();
      pause(seconds);
      double took = (System.nanoTime() - began) / 1e9;
      List<Double> rates = new ArrayList<>();
      for (int i = 0; i < loops.size(); i++) {
        StripedLoop loop = loops.get(i);
        if (loop.failure().isPresent()) {
          throw loop.failure().get();
        }
        rates.add((loop.answered() - before.get(i)) / took);
      }
      return rates;
    } catch (IOException e) {
      throw new MissingException("an application cannot reach its brick: " + e, e);
    } finally {
      loops.forEach(Bricks::close);
    }
  }

  private static void close(StripedLoop loop) {
    try {
      loop.close();
    } catch (IOException e) {
      throw new MissingException("an application cannot leave its brick: " + e, e);
    }
  }

  private static void pause(double seconds) {
    if (!Wait.pause(Duration.ofNanos((long) (seconds * 1e9)))) {
      throw new MissingException("interrupted");
    }
  }

  @Override
  public void close() {
    bricks.forEach(LabBrick::close);
  }
}
