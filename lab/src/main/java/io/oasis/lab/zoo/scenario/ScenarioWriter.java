package io.oasis.lab.zoo.scenario;

import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.ApplicationSpec.StageSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec.Service;
import io.oasis.lab.zoo.scenario.DeviceSpec.Spread;
import io.oasis.lab.zoo.scenario.DeviceSpec.Store;
import io.oasis.lab.zoo.scenario.Scenario.NetworkSpec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes a scenario as {@link ScenarioReader} reads it. */
public final class ScenarioWriter {
  private static final JsonMapper MAPPER =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private ScenarioWriter() {}

  public static String text(Scenario scenario) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("name", scenario.name());
    json.put("seconds", scenario.seconds());
    json.put("judgedFrom", scenario.judgedFrom());
    scenario.enforcement().stream()
        .map(ScenarioReader::label)
        .forEach(json.putArray("enforcement")::add);
    scenario.seeds().forEach(json.putArray("seeds")::add);
    var devices = json.putArray("devices");
    scenario.devices().forEach(device -> write(devices.addObject(), device));
    var luns = json.putArray("luns");
    scenario
        .luns()
        .forEach(
            lun ->
                luns.addObject()
                    .put("name", lun.name())
                    .put("host", lun.host())
                    .put("device", lun.device()));
    var applications = json.putArray("applications");
    scenario.applications().forEach(one -> write(applications.addObject(), one));
    NetworkSpec network = scenario.network();
    json.putObject("network")
        .put("lost", network.lost())
        .put("duplicated", network.duplicated())
        .put("delayedMillis", network.delayedMillis());
    scenario.clockSkewSeconds().forEach(json.putObject("clockSkewSeconds")::put);
    return MAPPER.writeValueAsString(json);
  }

  private static void write(ObjectNode json, DeviceSpec device) {
    json.put("name", device.name());
    json.put("servers", device.servers());
    json.put("order", device.order().label());
    json.put("queue", device.queue());
    write(json.putObject("read"), device.read());
    write(json.putObject("write"), device.write());
    json.put("sequentialGain", device.sequentialGain());
    device
        .depthGain()
        .ifPresent(
            gain -> json.putObject("depthGain").put("at", gain.at()).put("gain", gain.gain()));
    var stalls = json.putArray("stalls");
    device
        .stalls()
        .forEach(
            stall ->
                stalls
                    .addObject()
                    .put("every", stall.everySeconds())
                    .put("for", stall.forSeconds()));
    device
        .drift()
        .ifPresent(
            drift ->
                json.putObject("drift")
                    .put("perSecond", drift.perSecond())
                    .put("from", drift.fromSeconds())
                    .put("to", drift.toSeconds()));
    device
        .wave()
        .ifPresent(
            wave -> json.putObject("wave").put("part", wave.part()).put("seconds", wave.seconds()));
    device.writeCache().ifPresent(store -> write(json.putObject("writeCache"), store));
    device.credits().ifPresent(store -> write(json.putObject("credits"), store));
  }

  private static void write(ObjectNode json, Service service) {
    json.put("micros", service.micros());
    if (service.bytesPerSecond() < Double.POSITIVE_INFINITY) {
      json.put("bytesPerSecond", service.bytesPerSecond());
    }
    json.put(
        "spread",
        switch (service.spread()) {
          case Spread.Fixed() -> "fixed";
          case Spread.Uniform(double part) -> "uniform:" + part;
          case Spread.Exponential() -> "exponential";
        });
  }

  private static void write(ObjectNode json, Store store) {
    json.put("ios", store.ios());
    json.put("refillPerSecond", store.refillPerSecond());
    json.put("micros", store.micros());
  }

  private static void write(ObjectNode json, ApplicationSpec application) {
    json.put("name", application.name());
    json.put("host", application.host());
    json.put("lun", application.lun());
    json.put("from", application.fromSeconds());
    json.put("weight", application.weight());
    var stages = json.putArray("stages");
    application.stages().forEach(stage -> write(stages.addObject(), stage));
    json.put("repeat", application.repeat());
  }

  private static void write(ObjectNode json, StageSpec stage) {
    if (stage.seconds() < Double.POSITIVE_INFINITY) {
      json.put("seconds", stage.seconds());
    }
    switch (stage.load()) {
      case Load.Closed(int depth, double think) ->
          json.putObject("closed").put("depth", depth).put("thinkMillis", think);
      case Load.Open(double perSecond, boolean poisson) ->
          json.putObject("open").put("perSecond", perSecond).put("poisson", poisson);
      case Load.Idle() -> json.put("idle", true);
    }
    json.put("bytes", stage.bytes());
    json.put("reads", stage.reads());
    json.put("sequential", stage.sequential());
  }
}
