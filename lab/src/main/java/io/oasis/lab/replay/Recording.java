package io.oasis.lab.replay;

import io.oasis.protocol.CacheDecision;
import io.oasis.protocol.Decision;
import io.oasis.protocol.JournalStart;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/** Writes what a controller takes and tells. */
public final class Recording {
  static final String MAGIC = "oasis-recording";
  static final int VERSION = 3;

  /** Versions that are read. */
  static final List<String> READ = List.of("2", Integer.toString(VERSION));

  /** Where controllers that start in this scope are recorded. */
  public static final ScopedValue<Recording> CURRENT = ScopedValue.newInstance();

  private final MessageCodec codec = new MessageCodec();
  private final Appendable out;

  public Recording(Appendable out) {
    this.out = out;
    write("%s %d\n".formatted(MAGIC, VERSION));
  }

  /** A controller starts, in place of the last one. */
  public void begins(JournalStart start) {
    line("start", start, start.at());
  }

  public void takes(Message message, Instant now) {
    line("in", message, now);
  }

  public void ticks(Instant now) {
    write("tick " + nanos(now) + '\n');
  }

  public void falls(boolean behind, Instant now) {
    write("behind " + nanos(now) + ' ' + behind + '\n');
  }

  /** Takes whatever a controller publishes, and keeps decisions. */
  public void tells(Message message, Instant now) {
    if (isDecision(message)) {
      line("out", message, now);
    }
  }

  static boolean isDecision(Message message) {
    return message instanceof Decision || message instanceof CacheDecision;
  }

  private void line(String kind, Message message, Instant now) {
    String json = new String(codec.encode(message), StandardCharsets.UTF_8);
    write(
        kind + ' ' + nanos(now) + ' ' + Schema.of(message).topic().topicName() + ' ' + json + '\n');
  }

  static long nanos(Instant at) {
    return StrictMath.addExact(
        StrictMath.multiplyExact(at.getEpochSecond(), 1_000_000_000L), at.getNano());
  }

  private void write(String text) {
    try {
      out.append(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
