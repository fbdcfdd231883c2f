package io.oasis.lab.zoo.scenario;

import io.oasis.lab.zoo.scenario.DeviceSpec.DepthGain;
import io.oasis.lab.zoo.scenario.DeviceSpec.Drift;
import io.oasis.lab.zoo.scenario.DeviceSpec.Order;
import io.oasis.lab.zoo.scenario.DeviceSpec.Peculiarities;
import io.oasis.lab.zoo.scenario.DeviceSpec.Service;
import io.oasis.lab.zoo.scenario.DeviceSpec.Spread;
import io.oasis.lab.zoo.scenario.DeviceSpec.Stall;
import io.oasis.lab.zoo.scenario.DeviceSpec.Store;
import io.oasis.lab.zoo.scenario.DeviceSpec.Wave;
import java.util.List;

/** Reads a device; what its writes do not say is as for its reads. */
final class DeviceReader {
  private static final double MOST_SECONDS = 86_400;

  /** An hour for one I/O. */
  private static final double MOST_MICROS = 3.6e9;

  private static final String UNIFORM = "uniform:";
  private static final int STANDARD_QUEUE = 1_024;

  private DeviceReader() {}

  /** Serves one I/O after the other, a millisecond each. */
  static DeviceSpec standard(String name) {
    return new DeviceSpec(
        name, 1, Order.FIFO, STANDARD_QUEUE, Service.DEFAULT, Service.DEFAULT, Peculiarities.NONE);
  }

  static DeviceSpec device(Fields fields) {
    Service read =
        fields.object("read", service -> service(service, Service.DEFAULT)).orElse(Service.DEFAULT);
    return new DeviceSpec(
        fields.text("name").orElse("d"),
        fields.whole("servers", 1, 10_000, 1),
        fields.oneOf("order", List.of(Order.values()), Order::label, Order.FIFO),
        fields.whole("queue", 1, 1_000_000, STANDARD_QUEUE),
        read,
        fields.object("write", service -> service(service, read)).orElse(read),
        peculiarities(fields));
  }

  private static Peculiarities peculiarities(Fields fields) {
    return new Peculiarities(
        fields.number("sequentialGain", 0.01, 1_000, 1),
        fields.object(
            "depthGain",
            gain -> new DepthGain(gain.whole("at", 2, 10_000), gain.number("gain", 0.01, 1_000))),
        fields.objects("stalls", DeviceReader::stall),
        fields.object("drift", DeviceReader::drift),
        fields.object(
            "wave",
            wave ->
                new Wave(wave.number("part", 0, 0.95), wave.number("seconds", 0.1, MOST_SECONDS))),
        fields.object("writeCache", store -> store(store, 100)),
        fields.object("credits", store -> store(store, 100)));
  }

  private static Service service(Fields fields, Service otherwise) {
    return new Service(
        fields.number("micros", 1, MOST_MICROS, otherwise.micros()),
        fields.number("bytesPerSecond", 1_000, 1e13, otherwise.bytesPerSecond()),
        fields.text("spread").map(text -> spread(fields, text)).orElse(otherwise.spread()));
  }

  private static Spread spread(Fields fields, String text) {
    if (text.equals("fixed")) {
      return new Spread.Fixed();
    }
    if (text.equals("exponential")) {
      return new Spread.Exponential();
    }
    if (text.startsWith(UNIFORM)) {
      try {
        double part = Double.parseDouble(text.substring(UNIFORM.length()));
        if (part >= 0 && part <= 1) {
          return new Spread.Uniform(part);
        }
      } catch (NumberFormatException e) {
        throw wrong(fields, text);
      }
    }
    throw wrong(fields, text);
  }

  private static ScenarioException wrong(Fields fields, String text) {
    return fields.wrong("spread", text, "fixed, exponential, or uniform: and a part from 0 to 1");
  }

  private static Stall stall(Fields fields) {
    double every = fields.number("every", 0.01, MOST_SECONDS);
    double lasts = fields.number("for", 0.001, MOST_SECONDS);
    if (lasts >= every) {
      throw fields.wrong("for", lasts, "below every = " + every);
    }
    return new Stall(every, lasts);
  }

  private static Drift drift(Fields fields) {
    double from = fields.number("from", 0, MOST_SECONDS, 0);
    double to = fields.number("to", 0, MOST_SECONDS, MOST_SECONDS);
    if (to < from) {
      throw fields.wrong("to", to, "at least from = " + from);
    }
    return new Drift(fields.number("perSecond", -0.5, 0.5), from, to);
  }

  private static Store store(Fields fields, double refill) {
    return new Store(
        fields.number("ios", 1, 1e12),
        fields.number("refillPerSecond", 0, 1e9, refill),
        fields.number("micros", 1, MOST_MICROS));
  }
}
