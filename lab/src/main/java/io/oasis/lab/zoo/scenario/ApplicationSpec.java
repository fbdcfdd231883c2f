package io.oasis.lab.zoo.scenario;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;

/**
 * An application on a LUN.
 *
 * @param fromSeconds when it begins
 * @param weight its importance
 * @param repeat whether it begins anew after its last stage; otherwise it is over then
 */
public record ApplicationSpec(
    String name,
    String host,
    String lun,
    @JsonProperty("from") double fromSeconds,
    double weight,
    List<StageSpec> stages,
    boolean repeat) {
  /**
   * What it does for a time.
   *
   * @param seconds infinite for ever
   * @param bytes of each I/O
   * @param reads part of them that read
   * @param sequential part of them that continue the one before
   */
  public record StageSpec(
      @JsonInclude(value = Include.CUSTOM, valueFilter = ScenarioWriter.Endless.class)
          double seconds,
      @JsonIgnore Load load,
      int bytes,
      double reads,
      double sequential) {
    @JsonAnyGetter
    Map<String, Object> named() {
      return switch (load) {
        case Load.Closed closed -> Map.of("closed", closed);
        case Load.Open open -> Map.of("open", open);
        case Load.Idle() -> Map.of("idle", true);
      };
    }

    public StageSpec lasting(double newSeconds) {
      return new StageSpec(newSeconds, load, bytes, reads, sequential);
    }
  }

  /** When it makes I/Os. */
  public sealed interface Load {
    /** So many at a time, each followed by the next after a time of thinking, exponential. */
    record Closed(int depth, double thinkMillis) implements Load {}

    /** At a rate, whatever becomes of them; evenly, or at random. */
    record Open(double perSecond, boolean poisson) implements Load {}

    /** None. */
    record Idle() implements Load {}
  }

  public ApplicationSpec {
    stages = List.copyOf(stages);
  }

  /** The same with other stages. */
  public ApplicationSpec doing(List<StageSpec> others, boolean repeated) {
    return new ApplicationSpec(name, host, lun, fromSeconds, weight, others, repeated);
  }

  /** The same on another LUN. */
  public ApplicationSpec on(String otherHost, String otherLun) {
    return new ApplicationSpec(name, otherHost, otherLun, fromSeconds, weight, stages, repeat);
  }

  /** The same, there from the first second on, of no more importance than others. */
  public ApplicationSpec fromTheBeginning() {
    return new ApplicationSpec(name, host, lun, 0, 1, stages, repeat);
  }

  /** Whether it does one thing from the beginning to the end. */
  public boolean isSteady() {
    return fromSeconds == 0 && stages.getFirst().seconds() == Double.POSITIVE_INFINITY;
  }
}
