package io.oasis.agent;

import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.telemetry.Telemetry;
import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.HostId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The agent's settings; {@link AgentComponent} lists their keys.
 *
 * @param interval from one measurement to the next, 100 ms to 60 s
 * @param brick control socket of the brick whose applications are watched, if it is one
 * @param root where {@code /proc} and {@code /sys} are
 * @param seal shows managers which host speaks
 */
public record AgentConfig(
    LinkConfig link,
    HostId host,
    Duration interval,
    Telemetry telemetry,
    Optional<Path> brick,
    Path root,
    Seal seal) {}
