package io.oasis.configuration;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * An event as one object of JSON, by the Elastic Common Schema in the form that its logging
 * libraries have: names with dots, time, level and message first. What is said beside the message
 * ({@code addKeyValue}) is there by its own name.
 *
 * <p>Written by hand: an agent needs no more of a library for it, and nothing here has an inside.
 */
final class EcsLine {
  /** The newest schema whose fields these are. */
  private static final String SCHEMA = "8.11";

  /** Below it a character of JSON is written as its number. */
  private static final char FIRST_PRINTABLE = ' ';

  private static final long PROCESS = ProcessHandle.current().pid();

  private final String service;

  /**
   * @param service as in {@code oasis-agent}
   */
  EcsLine(String service) {
    this.service = service;
  }

  String of(ILoggingEvent event) {
    StringBuilder line = new StringBuilder("{");
    put(line, "@timestamp", event.getInstant().toString());
    put(line, "log.level", event.getLevel().toString());
    put(line, "message", event.getFormattedMessage());
    put(line, "ecs.version", SCHEMA);
    put(line, "service.name", service);
    put(line, "process.pid", PROCESS);
    put(line, "process.thread.name", event.getThreadName());
    put(line, "log.logger", event.getLoggerName());
    List<KeyValuePair> beside = event.getKeyValuePairs();
    if (beside != null) {
      beside.forEach(pair -> put(line, pair.key, pair.value));
    }
    IThrowableProxy error = event.getThrowableProxy();
    if (error != null) {
      put(line, "error.type", error.getClassName());
      put(line, "error.message", error.getMessage());
      put(line, "error.stack_trace", ThrowableProxyUtil.asString(error));
    }
    return line.append('}').toString();
  }

  private static void put(StringBuilder line, String name, @Nullable Object value) {
    if (value == null) {
      return;
    }
    if (line.length() > 1) {
      line.append(',');
    }
    quote(line, name);
    line.append(':');
    if (value instanceof Long || value instanceof Integer || value instanceof Boolean) {
      line.append(value);
    } else {
      quote(line, value.toString());
    }
  }

  private static void quote(StringBuilder line, String text) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> line.append('\\').append(c);
        case '\n' -> line.append("\\n");
        case '\t' -> line.append("\\t");
        case '\r' -> line.append("\\r");
        default -> {
          if (c < FIRST_PRINTABLE || Character.isSurrogate(c) && isAlone(text, i)) {
            line.append("\\u").append(String.format("%04x", (int) c));
          } else {
            line.append(c);
          }
        }
      }
    }
    line.append('"');
  }

  /** Half a character: UTF-8 has no bytes for it. */
  private static boolean isAlone(String text, int i) {
    boolean isHigh = Character.isHighSurrogate(text.charAt(i));
    int other = isHigh ? i + 1 : i - 1;
    return other < 0
        || other >= text.length()
        || Character.isHighSurrogate(text.charAt(other)) == isHigh
        || !Character.isSurrogate(text.charAt(other));
  }
}
