package io.oasis.messaging;

import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * How patient each of Kafka's clients is with a broker that is lost: what was asked of it is asked
 * of its successor, which brokers find after three seconds where they are set as advised.
 */
public final class Failover {
  /**
   * A broker that is lost closes no connection, and before this there is nobody else to ask.
   * Kafka's clients wait 30 s by default, and nobody would decide meanwhile.
   */
  private static final int REQUEST_MILLIS = 3_000;

  /**
   * To a machine that is there it takes a millisecond; one that is gone does not answer. Who waits
   * for it has the leader of before, and asks who leads now only then; Kafka's clients wait 10 s by
   * default, and up to 30 s the next time.
   */
  private static final long CONNECT_MILLIS = 2_000;

  /**
   * Who leads is not asked while a connection is being made, and what waits for the leader of
   * before has one made to it as soon as it may: pauses before connecting again must be longer than
   * those before asking again, or it is a matter of chance when somebody is asked. Kafka's clients
   * wait 50 ms and up before they connect, and 100 ms and up before they ask.
   */
  private static final long RECONNECT_MILLIS = 300;

  /** A broker that is back is found within it. */
  private static final long RECONNECT_MAX_MILLIS = 1_000;

  private static final long RETRY_MILLIS = 50;

  /** With Kafka's spread of a fifth to either side less than {@link #RECONNECT_MILLIS}. */
  private static final long RETRY_MAX_MILLIS = 150;

  private Failover() {}

  /** For producers, consumers, administrators' clients and Streams alike. */
  public static Map<String, Object> settings() {
    return Map.of(
        CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
        REQUEST_MILLIS,
        CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MS_CONFIG,
        CONNECT_MILLIS,
        CommonClientConfigs.SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS_CONFIG,
        2 * CONNECT_MILLIS,
        CommonClientConfigs.RECONNECT_BACKOFF_MS_CONFIG,
        RECONNECT_MILLIS,
        CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG,
        RECONNECT_MAX_MILLIS,
        CommonClientConfigs.RETRY_BACKOFF_MS_CONFIG,
        RETRY_MILLIS,
        CommonClientConfigs.RETRY_BACKOFF_MAX_MS_CONFIG,
        RETRY_MAX_MILLIS);
  }
}
