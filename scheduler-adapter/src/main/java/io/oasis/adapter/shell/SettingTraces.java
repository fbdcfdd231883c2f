package io.oasis.adapter.shell;

import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The end of a trace: settings of decisions that are followed, until it is known what became of
 * them.
 *
 * <p>Spans: {@code apply}, from hearing of a setting to its first outcome; below it {@code write},
 * the write at the target and its reading back; and {@code verify}, from there to the outcome that
 * says whether it holds. Of a queue only the newest setting is followed. Thread-safe: settings are
 * heard on one thread, written on another and told of on a third.
 */
public final class SettingTraces {
  /** More queues than an adapter drives. */
  private static final int MOST_FOLLOWED = 20_000;

  private final Tracing tracing;
  private final Map<QueueId, Followed> followed = new HashMap<>();

  /** A setting on its way. */
  private static final class Followed {
    private final SpanContext decision;
    private final DomainId domain;
    private final Version version;
    private final Instant heardAt;
    private @Nullable Instant writeBegan;
    private Instant writeEnded = Instant.MIN;
    private @Nullable SpanContext apply;
    private Instant appliedAt = Instant.MIN;

    Followed(SpanContext decision, DomainId domain, Version version, Instant heardAt) {
      this.decision = decision;
      this.domain = domain;
      this.version = version;
      this.heardAt = heardAt;
    }
  }

  public SettingTraces(Tracing tracing) {
    this.tracing = tracing;
  }

  /** Settings came, followed or not. */
  synchronized void heard(SettingBatch batch, Headers headers) {
    SpanContext decision = Tracing.in(headers);
    Instant now = Instant.now();
    for (Setting setting : batch.settings()) {
      followed.remove(setting.queue());
      if (decision != null && followed.size() < MOST_FOLLOWED) {
        followed.put(
            setting.queue(), new Followed(decision, batch.domain(), setting.version(), now));
      }
    }
  }

  /** What a queue shall have was written by now, or could not be. */
  synchronized void wrote(QueueId queue, Instant began) {
    Followed setting = followed.get(queue);
    if (setting != null && setting.apply == null) {
      setting.writeBegan = began;
      setting.writeEnded = Instant.now();
    }
  }

  synchronized void told(OutcomeBatch batch) {
    for (Outcome outcome : batch.outcomes()) {
      Followed setting = followed.get(outcome.queue());
      if (setting != null && setting.version.equals(outcome.version())) {
        told(setting, outcome, Instant.now());
      }
    }
  }

  private void told(Followed setting, Outcome outcome, Instant now) {
    if (setting.apply == null) {
      setting.apply = applied(setting, outcome, now);
      setting.appliedAt = now;
    } else if (outcome.state() != Outcome.State.WRITTEN) {
      end(span("verify", setting.apply, setting.appliedAt, setting, outcome), outcome, now);
    }
    if (outcome.state() != Outcome.State.WRITTEN) {
      followed.remove(outcome.queue());
    }
  }

  private SpanContext applied(Followed setting, Outcome outcome, Instant now) {
    Span apply = span("apply", setting.decision, setting.heardAt, setting, outcome);
    Instant began = setting.writeBegan;
    if (began != null) {
      span("write", apply.getSpanContext(), began, setting, outcome).end(setting.writeEnded);
    }
    end(apply, outcome, now);
    return apply.getSpanContext();
  }

  private Span span(
      String name, SpanContext parent, Instant start, Followed setting, Outcome outcome) {
    return tracing
        .span(name, parent)
        .setSpanKind(name.equals("apply") ? SpanKind.CONSUMER : SpanKind.INTERNAL)
        .setStartTimestamp(start)
        .setAttribute("oasis.domain", setting.domain.value())
        .setAttribute("oasis.application", outcome.queue().application().value())
        .setAttribute("oasis.lun", outcome.queue().lun().value())
        .startSpan();
  }

  private static void end(Span span, Outcome outcome, Instant now) {
    span.setAttribute("oasis.state", outcome.state().name());
    switch (outcome.state()) {
      case VERIFIED, WRITTEN, RELEASED -> {}
      case INERT, VIOLATED, CONFLICT, STUCK, REFUSED ->
          span.setStatus(StatusCode.ERROR, outcome.cause());
    }
    span.end(now);
  }
}
