package io.oasis.messaging;

import io.oasis.protocol.Version;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * A line of the log that is about one decision of a manager. Its id, as REST and {@code oasis
 * explain} show it, is in the words, and beside them for who searches.
 */
public final class DecisionLine {
  /** The name by which a log in JSON has it. */
  public static final String KEY = "oasis.decision";

  private DecisionLine() {}

  /** As REST shows it. */
  public static String id(Version decision) {
    return decision.epoch() + "." + decision.sequence();
  }

  public static void log(LoggingEventBuilder line, Version decision, String words) {
    String id = id(decision);
    line.addKeyValue(KEY, id).log("{} (decision {})", words, id);
  }
}
