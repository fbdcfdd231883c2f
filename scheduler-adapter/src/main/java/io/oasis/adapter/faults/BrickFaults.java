package io.oasis.adapter.faults;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.BrickTarget;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.brick.client.BrickClient;
import io.oasis.protocol.Finding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Shares and reserves of exports whose device has a discipline that does not heed them. */
public final class BrickFaults implements Faults {
  private final Path control;
  private final Map<String, JsonNode> deviceOf = new HashMap<>();

  public BrickFaults(Path control) {
    this.control = control;
  }

  @Override
  public void look(Map<Place, Throttle> limits) throws TargetException {
    try (BrickClient brick = new BrickClient(control)) {
      JsonNode answer = brick.ask(BrickClient.request("statistics").put("histograms", false));
      Map<String, JsonNode> devices = new HashMap<>();
      for (JsonNode device : answer.path("devices")) {
        devices.put(device.path("device").asString(""), device);
      }
      deviceOf.clear();
      for (JsonNode export : answer.path("exports")) {
        deviceOf.put(
            export.path("export").asString(""), devices.get(export.path("device").asString("")));
      }
    } catch (IOException e) {
      throw new TargetException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Optional<Fault> of(Place place, Part part, long value) {
    return switch (part) {
      case SHARE -> unheeded(place, "heedsShares", "shares", "sfq, lottery or quanta-wc");
      case RESERVE -> unheeded(place, "heedsReserves", "reserves", "zygaria");
      default -> Optional.empty();
    };
  }

  private Optional<Fault> unheeded(Place place, String field, String what, String better) {
    return BrickTarget.exportOf(place)
        .map(deviceOf::get)
        .filter(device -> !device.path(field).asBoolean(true))
        .map(
            device ->
                new Fault(
                    Finding.Verdict.INERT,
                    "no arbiter: discipline %s of device %s does not heed %s"
                        .formatted(
                            device.path("discipline").asString(""),
                            device.path("device").asString(""),
                            what),
                    "give the device the discipline " + better));
  }
}
