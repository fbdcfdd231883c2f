/**
 * How a service is watched from outside: its metrics where Prometheus reads them and where a
 * collector takes them, and the traces of single requests.
 *
 * <p>Nothing of OTLP is loaded while no receiver is given. A receiver that is away costs what waits
 * for it, which is bounded, and one line of log when it goes; the service never waits for it.
 */
@NullMarked
package io.oasis.messaging.telemetry;

import org.jspecify.annotations.NullMarked;
