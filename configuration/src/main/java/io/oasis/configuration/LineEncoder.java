package io.oasis.configuration;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;

/**
 * An event as a line of text by the pattern, or as a line of JSON, as {@code log-format} has it. It
 * is one encoder because Logback is set up before the configuration is read.
 */
public final class LineEncoder extends PatternLayoutEncoder {
  private static volatile LogFormat format = LogFormat.TEXT;
  private static volatile EcsLine ecs = new EcsLine("oasis");

  private boolean journal;

  /** From now on, in this process. */
  static void use(LogFormat wanted, String service) {
    ecs = new EcsLine(service);
    format = wanted;
  }

  /** Whether each event begins with its level as the system's journal reads it. */
  public void setJournal(boolean journal) {
    this.journal = journal;
  }

  @Override
  public byte[] encode(ILoggingEvent event) {
    String line =
        switch (format) {
          case TEXT -> plain(getLayout().doLayout(event), event.getThrowableProxy() != null);
          case ECS -> ecs.of(event) + "\n";
        };
    return ((journal ? priority(event.getLevel()) : "") + line).getBytes(StandardCharsets.UTF_8);
  }

  /** What others have named or said moves no cursor and begins no line. */
  private static String plain(String line, boolean hasLines) {
    StringBuilder plain = new StringBuilder(line.length());
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean isEnd = c == '\n' && (hasLines || i == line.length() - 1);
      plain.append(Character.isISOControl(c) && c != '\t' && !isEnd ? ' ' : c);
    }
    return plain.toString();
  }

  /** Syslog's numbers: 3 an error, 4 a warning, 6 news, 7 for who looks for a fault. */
  private static String priority(Level level) {
    return switch (level.toInt()) {
      case Level.ERROR_INT -> "<3>";
      case Level.WARN_INT -> "<4>";
      case Level.INFO_INT -> "<6>";
      default -> "<7>";
    };
  }
}
