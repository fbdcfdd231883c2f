package io.oasis.configuration;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A component of every kind of key, for tests. */
class Pump implements Component<Settings> {
  enum Speed {
    SLOW,
    VERY_FAST
  }

  static final Key<String> HOST = Key.text("host", "name", "", "whose it is");
  static final Key<Duration> INTERVAL = Key.millis("interval-ms", 100, 60_000, 1_000, "a stroke");
  static final Key<Integer> PORT = Key.whole("metrics-port", 0, 65_535, 0, "of metrics");
  static final Key<Boolean> LOUD = Key.flag("loud", true, "says what it does");
  static final Key<Speed> SPEED =
      Key.oneOf("speed", List.of(Speed.values()), Speed.SLOW, "how fast").reloading();
  static final Key<Double> LEAK = Key.number("leak", "l/s", 0.5, 1, "what is lost");
  static final Key<Long> SIZE = Key.bytes("pipe.NAME.size", 1 << 20, 1L << 40, "2M", "of a pipe");
  static final Key<Long> FLOW = Key.bytes("pipe.NAME.tap.TAP.flow", 0, Long.MAX_VALUE, "0", "50%");

  @Override
  public String name() {
    return "pump";
  }

  @Override
  public String purpose() {
    return "Pumps.";
  }

  @Override
  public List<Key<?>> keys() {
    return List.of(
        HOST, INTERVAL, PORT, LOUD, SPEED, LEAK, SIZE, FLOW, Logging.FORMAT, Logging.LEVEL);
  }

  @Override
  public Map<String, String> retired() {
    return Map.of("valve", "a pump has none");
  }

  @Override
  public Settings configuration(Settings settings) {
    return settings;
  }
}
