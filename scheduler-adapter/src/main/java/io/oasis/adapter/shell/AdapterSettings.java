package io.oasis.adapter.shell;

import io.oasis.adapter.plan.Reach;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.telemetry.Telemetry;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.HostId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How an adapter runs; {@link io.oasis.adapter.AdapterComponent} lists the keys.
 *
 * @param stateDir where its journal and locks are
 * @param shareHost whether another adapter may drive the same target of this host
 */
public record AdapterSettings(
    LinkConfig link,
    HostId host,
    Path stateDir,
    Timing timing,
    boolean shareHost,
    Driven driven,
    Allowed allowed,
    Telemetry telemetry) {
  /** How often it looks, and the longest a limit stays without word from the manager. */
  public record Timing(Duration interval, Duration lease) {}

  /**
   * Who may say what is limited, and where.
   *
   * @param trust whose settings are obeyed, and what is shown to managers
   * @param reach what may be touched, whoever wants it
   */
  public record Allowed(Trust trust, Reach reach) {}

  /**
   * What is driven, and how.
   *
   * @param queues names the queues of a process that is driven; see {@link QueueNames}
   * @param device what a device is told while weights are in force on it
   */
  public record Driven(TargetSpec target, Optional<Path> queues, DeviceSettings device) {}

  /** Tells it from other adapters, on this host and elsewhere, before its target is known. */
  public String instance() {
    return host.value() + ':' + driven.target();
  }

  Duration interval() {
    return timing.interval();
  }

  Duration lease() {
    return timing.lease();
  }

  TargetSpec target() {
    return driven.target();
  }
}
