package io.oasis.lab.loop;

import io.oasis.lab.sim.Chance;
import io.oasis.lab.sim.Timeline;
import io.oasis.protocol.Message;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What lies between the parts: delays, and on demand loses, doubles, reorders, cuts off. */
public final class Network {
  /** The ways messages go. */
  public enum Way {
    AGENT_TO_MANAGER,
    ADAPTER_TO_MANAGER,
    MANAGER_TO_AGENT,
    MANAGER_TO_ADAPTER
  }

  /**
   * How a way treats messages.
   *
   * @param lose probability that one is lost
   * @param twice probability that one comes twice, the second time up to 30 s later
   * @param delayMillis least time on the way
   * @param jitterMillis mean of what chance adds; above the distance of messages they change order
   */
  public record Weather(double lose, double twice, double delayMillis, double jitterMillis) {
    /** What was measured through a broker: some 10 ms. */
    public static final Weather FAIR = new Weather(0, 0, 6, 4);
  }

  private static final double LATEST_REPEAT_SECONDS = 30;

  private record Cut(Way way, long from, long until) {}

  private final Timeline time;
  private final Chance chance;
  private final Map<Way, Weather> weather = new EnumMap<>(Way.class);
  private final Map<Way, Long> lastArrival = new EnumMap<>(Way.class);
  private final List<Cut> cuts = new ArrayList<>();

  public Network(Timeline time, long seed) {
    this.time = time;
    this.chance = new Chance(seed, "network");
  }

  public void weather(Way way, Weather newWeather) {
    weather.put(way, newWeather);
  }

  /** Nothing gets through on this way for a time. */
  public void cut(Way way, double fromSeconds, double untilSeconds) {
    cuts.add(
        new Cut(
            way, (long) (fromSeconds * Timeline.SECOND), (long) (untilSeconds * Timeline.SECOND)));
  }

  void send(Way way, Message message, Consumer<Message> receiver) {
    Weather today = weather.getOrDefault(way, Weather.FAIR);
    if (isCut(way) || chance.happens(today.lose())) {
      return;
    }
    deliver(way, today, message, receiver);
    if (chance.happens(today.twice())) {
      long later = (long) (chance.even() * LATEST_REPEAT_SECONDS * Timeline.SECOND);
      time.after(later, () -> receiver.accept(message));
    }
  }

  private boolean isCut(Way way) {
    for (Cut cut : cuts) {
      if (cut.way == way && time.now() >= cut.from && time.now() < cut.until) {
        return true;
      }
    }
    return false;
  }

  private void deliver(Way way, Weather today, Message message, Consumer<Message> receiver) {
    double jitter = today.jitterMillis() > 0 ? chance.exponential(today.jitterMillis()) : 0;
    long at = time.now() + (long) ((today.delayMillis() + jitter) * Timeline.MILLI);
    if (today.equals(Weather.FAIR)) {
      // A partition of the broker keeps its order.
      at = StrictMath.max(at, lastArrival.getOrDefault(way, 0L));
      lastArrival.put(way, at);
    }
    time.at(at, () -> receiver.accept(message));
  }
}
