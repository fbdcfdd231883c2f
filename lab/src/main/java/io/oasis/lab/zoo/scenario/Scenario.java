package io.oasis.lab.zoo.scenario;

import io.oasis.lab.host.LabHost.Enforcement;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A site and what happens there.
 *
 * @param family scenarios of one kind; the directory that the file is in
 * @param seconds how long it runs
 * @param judgedFrom the second from which it is judged
 * @param enforcement where limits act; it is run once for each
 * @param seeds it is run with, unless others are asked for
 * @param clockSkewSeconds how wrong the calendar of a host is
 */
public record Scenario(
    String name,
    String family,
    double seconds,
    double judgedFrom,
    List<Enforcement> enforcement,
    List<Long> seeds,
    List<DeviceSpec> devices,
    List<LunSpec> luns,
    List<ApplicationSpec> applications,
    NetworkSpec network,
    SortedMap<String, Double> clockSkewSeconds) {
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
    enforcement = List.copyOf(enforcement);
    seeds = List.copyOf(seeds);
    devices = List.copyOf(devices);
    luns = List.copyOf(luns);
    applications = List.copyOf(applications);
    clockSkewSeconds = new TreeMap<>(clockSkewSeconds);
  }

  /** The same with other applications. */
  public Scenario with(List<ApplicationSpec> others) {
    return new Scenario(
        name,
        family,
        seconds,
        judgedFrom,
        enforcement,
        seeds,
        devices,
        luns,
        others,
        network,
        clockSkewSeconds);
  }

  /** The same with other devices. */
  public Scenario on(List<DeviceSpec> others) {
    return new Scenario(
        name,
        family,
        seconds,
        judgedFrom,
        enforcement,
        seeds,
        others,
        luns,
        applications,
        network,
        clockSkewSeconds);
  }

  /** The same on other LUNs. */
  public Scenario onLuns(List<LunSpec> others, List<ApplicationSpec> there) {
    return new Scenario(
        name,
        family,
        seconds,
        judgedFrom,
        enforcement,
        seeds,
        devices,
        others,
        there,
        network,
        clockSkewSeconds);
  }

  /** The same on a network that does nothing wrong, with calendars that are right. */
  public Scenario inFairWeather() {
    return new Scenario(
        name,
        family,
        seconds,
        judgedFrom,
        enforcement,
        seeds,
        devices,
        luns,
        applications,
        NetworkSpec.FAIR,
        new TreeMap<>());
  }

  /** The same, shorter. */
  public Scenario lasting(double newSeconds, double newJudgedFrom) {
    return new Scenario(
        name,
        family,
        newSeconds,
        newJudgedFrom,
        enforcement,
        seeds,
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
