package io.oasis.lab.zoo.scenario;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.List;
import java.util.Optional;

/**
 * What a device is like; {@link io.oasis.lab.zoo.device.ZooDevice} says what that means.
 *
 * @param servers how many I/Os it serves at a time
 * @param queue how many I/Os it knows of at a time; more wait before it, in their order
 */
public record DeviceSpec(
    String name,
    int servers,
    Order order,
    int queue,
    Service read,
    Service write,
    @JsonUnwrapped Peculiarities peculiar) {
  /**
   * In what it is unlike a plain server.
   *
   * @param sequentialGain by which a read or write is quicker that continues the one before
   */
  @JsonInclude(Include.NON_ABSENT)
  public record Peculiarities(
      double sequentialGain,
      Optional<DepthGain> depthGain,
      List<Stall> stalls,
      Optional<Drift> drift,
      Optional<Wave> wave,
      Optional<Store> writeCache,
      Optional<Store> credits) {
    public static final Peculiarities NONE =
        new Peculiarities(
            1,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    public Peculiarities {
      stalls = List.copyOf(stalls);
    }

    boolean changeWithTime() {
      return drift.isPresent() || wave.isPresent() || writeCache.isPresent() || credits.isPresent();
    }
  }

  /** Which of the waiting I/Os is next. */
  public enum Order {
    FIFO("fifo"),
    ELEVATOR("elevator"),
    SHORTEST_FIRST("shortest-first");

    private final String label;

    Order(String label) {
      this.label = label;
    }

    /** As the file calls it. */
    @JsonValue
    public String label() {
      return label;
    }
  }

  /** How service times of like I/Os differ. */
  public sealed interface Spread {
    /** Not at all. */
    record Fixed() implements Spread {}

    /** Evenly, by this part of the mean to both sides. */
    record Uniform(double part) implements Spread {}

    /** Exponentially. */
    record Exponential() implements Spread {}

    /** As the file calls it. */
    @JsonValue
    default String text() {
      return switch (this) {
        case Fixed() -> "fixed";
        case Uniform(double part) -> "uniform:" + part;
        case Exponential() -> "exponential";
      };
    }
  }

  /**
   * How long an I/O takes.
   *
   * @param micros of one without bytes
   * @param bytesPerSecond infinite where bytes do not count
   */
  public record Service(
      double micros,
      @JsonInclude(value = Include.CUSTOM, valueFilter = ScenarioWriter.Endless.class)
          double bytesPerSecond,
      Spread spread) {
    public static final Service DEFAULT =
        new Service(1_000, Double.POSITIVE_INFINITY, new Spread.Fixed());

    /** Its mean for this size, in nanoseconds. */
    public double nanos(int bytes) {
      return micros * 1e3 + bytes / bytesPerSecond * 1e9;
    }
  }

  /** From this number of I/Os on the device is so many times as quick as with one. */
  public record DepthGain(int at, double gain) {}

  /** Every so many seconds nothing is served for some time. */
  public record Stall(
      @JsonProperty("every") double everySeconds, @JsonProperty("for") double forSeconds) {}

  /** The speed changes by a part each second, compounded, between two times. */
  public record Drift(
      double perSecond,
      @JsonProperty("from") double fromSeconds,
      @JsonProperty("to") double toSeconds) {}

  /** The speed swings by a part of itself, a full wave in so many seconds. */
  public record Wave(double part, double seconds) {}

  /**
   * A store that I/Os draw from: as long as it is not empty they take only so many microseconds.
   *
   * @param ios it holds at most, and at the beginning
   */
  public record Store(double ios, double refillPerSecond, double micros) {}

  /** Whether its speed depends on the time or on what went before. */
  public boolean changesWithTime() {
    return peculiar.changeWithTime();
  }
}
