package io.oasis.lab.zoo.scenario;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.oasis.lab.host.LabHost.Enforcement;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A site and what happens there.
 *
 * @param family scenarios of one kind; the directory that the file is in
 * @param clockSkewSeconds how wrong the calendar of a host is
 */
public record Scenario(
    String name,
    @JsonIgnore String family,
    @JsonUnwrapped Trial trial,
    List<DeviceSpec> devices,
    List<LunSpec> luns,
    List<ApplicationSpec> applications,
    NetworkSpec network,
    SortedMap<String, Double> clockSkewSeconds) {
  /**
   * How it is run.
   *
   * @param seconds how long
   * @param judgedFrom the second from which it is judged
   * @param enforcement where limits act; it is run once for each
   * @param seeds it is run with, unless others are asked for
   */
  public record Trial(
      double seconds, double judgedFrom, List<Enforcement> enforcement, List<Long> seeds) {
    public Trial {
      enforcement = List.copyOf(enforcement);
      seeds = List.copyOf(seeds);
    }
  }

  /** A LUN of a host, on a device. */
  public record LunSpec(String name, String host, String device) {}

  /**
   * How messages of the loop fare.
   *
   * @param lost part of them that are lost
   * @param duplicated part of them that come twice
   * @param delayedMillis mean of what chance adds to their way; above their distance they change
   *     order
   */
  public record NetworkSpec(double lost, double duplicated, double delayedMillis) {
    public static final NetworkSpec FAIR = new NetworkSpec(0, 0, 0);
  }

  public Scenario {
    devices = List.copyOf(devices);
    luns = List.copyOf(luns);
    applications = List.copyOf(applications);
    clockSkewSeconds = new TreeMap<>(clockSkewSeconds);
  }

  public double seconds() {
    return trial.seconds;
  }

  public double judgedFrom() {
    return trial.judgedFrom;
  }

  /** The same with other applications. */
  public Scenario with(List<ApplicationSpec> others) {
    return new Scenario(name, family, trial, devices, luns, others, network, clockSkewSeconds);
  }

  /** The same with other devices. */
  public Scenario on(List<DeviceSpec> others) {
    return new Scenario(name, family, trial, others, luns, applications, network, clockSkewSeconds);
  }

  /** The same on other LUNs. */
  public Scenario onLuns(List<LunSpec> others, List<ApplicationSpec> there) {
    return new Scenario(name, family, trial, devices, others, there, network, clockSkewSeconds);
  }

  /** The same on a network that does nothing wrong, with calendars that are right. */
  public Scenario inFairWeather() {
    return new Scenario(
        name, family, trial, devices, luns, applications, NetworkSpec.FAIR, new TreeMap<>());
  }

  /** The same, shorter. */
  public Scenario lasting(double newSeconds, double newJudgedFrom) {
    return new Scenario(
        name,
        family,
        new Trial(newSeconds, newJudgedFrom, trial.enforcement, trial.seeds),
        devices,
        luns,
        applications,
        network,
        clockSkewSeconds);
  }

  /** The LUN that an application uses. */
  public LunSpec lunOf(ApplicationSpec application) {
    return luns.stream()
        .filter(
            lun -> lun.name().equals(application.lun()) && lun.host().equals(application.host()))
        .findFirst()
        .orElseThrow();
  }
}
