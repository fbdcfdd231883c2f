package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that a followed setting is followed to the write, to the outcome, and no further. */
class SettingTracesTest {
  @TempDir private Path stateDir = Path.of("");

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final Tracing tracing =
      new Tracing(
          SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build());
  private final SettingTraces traces = new SettingTraces(tracing);
  private final Span decision = tracing.root("decide").startSpan();
  private World world;

  @BeforeEach
  void start() throws Exception {
    world = new World(stateDir, traces);
  }

  @Test
  void aSettingIsFollowedToTheTargetAndToTheProofThatItHolds() {
    obey(world.setting("a", 1, 7, 1_000), decision);
    assertThat(told()).containsExactly("write", "apply");
    outcome(Outcome.State.WRITTEN, 7);
    assertThat(told()).as("told again").hasSize(2);
    outcome(Outcome.State.VERIFIED, 7);
    assertThat(told()).containsExactly("write", "apply", "verify");
    outcome(Outcome.State.VERIFIED, 7);
    assertThat(told()).as("told again").hasSize(3);

    SpanData write = span(0);
    SpanData apply = span(1);
    SpanData verify = span(2);
    assertThat(spans.getFinishedSpanItems())
        .allMatch(each -> each.getTraceId().equals(decision.getSpanContext().getTraceId()))
        .allMatch(each -> "h:/a".equals(attribute(each, "oasis.application")));
    assertThat(apply.getParentSpanId()).isEqualTo(decision.getSpanContext().getSpanId());
    assertThat(write.getParentSpanId()).isEqualTo(apply.getSpanId());
    assertThat(verify.getParentSpanId()).isEqualTo(apply.getSpanId());
    assertThat(write.getStartEpochNanos())
        .isBetween(apply.getStartEpochNanos(), apply.getEndEpochNanos());
    assertThat(write.getEndEpochNanos())
        .isBetween(write.getStartEpochNanos(), apply.getEndEpochNanos());
    assertThat(verify.getStartEpochNanos()).isEqualTo(apply.getEndEpochNanos());
    assertThat(attribute(verify, "oasis.state")).isEqualTo("VERIFIED");
  }

  @Test
  void lettingGoIsFollowedToo() {
    obey(world.setting("a", 1, 7, 1_000), null);
    obey(world.setting("a", new Version(1, 8), world.session(), Optional.empty()), decision);
    assertThat(told()).containsExactly("write", "apply");
    assertThat(attribute(span(1), "oasis.state")).isEqualTo("RELEASED");
  }

  @Test
  void whatCannotBeDoneIsSaid() {
    obey(world.setting("nobody", new Version(1, 7), world.session(), Optional.of(5.0)), decision);
    assertThat(told()).containsExactly("apply");
    assertThat(span(0).getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(span(0).getStatus().getDescription()).contains("no such application");
  }

  @Test
  void whatNobodyFollowsIsNotTold() {
    obey(world.setting("a", 1, 7, 1_000), null);
    assertThat(told()).isEmpty();
  }

  /** Else the write of the newer would be told as that of the older. */
  @Test
  void aNewerSettingThatNobodyFollowsEndsThatOfItsQueue() {
    SettingBatch older = world.setting("a", 1, 7, 1_000);
    traces.heard(older, Tracing.headers(decision));
    obey(world.setting("a", 1, 8, 900), null);
    outcome(Outcome.State.WRITTEN, 7);
    assertThat(told()).isEmpty();
  }

  /** As the wire does, before and after the adapter. */
  private void obey(SettingBatch batch, @Nullable Span followed) {
    traces.heard(batch, followed == null ? new RecordHeaders() : Tracing.headers(followed));
    world.sent.clear();
    world.now(batch);
    world.sent.forEach(
        message -> {
          if (message instanceof OutcomeBatch outcomes) {
            traces.told(outcomes);
          }
        });
  }

  private void outcome(Outcome.State state, long sequence) {
    traces.told(
        new OutcomeBatch(
            World.DOMAIN,
            World.ADAPTER,
            world.session(),
            Instant.EPOCH,
            List.of(
                new Outcome(
                    World.queue("a"), new Version(1, sequence), state, Optional.empty(), ""))));
  }

  private List<String> told() {
    return spans.getFinishedSpanItems().stream().map(SpanData::getName).toList();
  }

  private SpanData span(int index) {
    return spans.getFinishedSpanItems().get(index);
  }

  private static String attribute(SpanData span, String name) {
    return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
  }
}
