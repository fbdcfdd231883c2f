package io.oasis.lab.replay;

import io.oasis.manager.core.ControllerConfig;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/** Writes what a controller takes and tells. */
public final class Recording {
  static final String MAGIC = "oasis-recording";
  static final int VERSION = 1;

  /** Where controllers that start in this scope are recorded. */
  public static final ScopedValue<Recording> CURRENT = ScopedValue.newInstance();

  private final MessageCodec codec = new MessageCodec();
  private final Appendable out;

  public Recording(Appendable out) {
    this.out = out;
  }

  /** A controller starts with nothing. */
  public void begins(DomainId domain, ControllerConfig config) {
    write(
        "%s %d %s %d %d %s %s\n"
            .formatted(
                MAGIC,
                VERSION,
                domain,
                config.interval().toMillis(),
                config.lease().toMillis(),
                config.initialMode(),
                config.initialPolicy()));
  }

  public void takes(Message message, Instant now) {
    line("in", message, now);
  }

  public void ticks(Instant now) {
    write("tick " + nanos(now) + '\n');
  }

  public void tells(Message message, Instant now) {
    line("out", message, now);
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
