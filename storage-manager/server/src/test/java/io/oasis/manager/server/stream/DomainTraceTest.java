package io.oasis.manager.server.stream;

import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.slf4j.event.KeyValuePair;

/**
 * Shows that a followed request is followed through the decision to the settings, and that what is
 * decided and sent is the same to the last byte whether anybody follows or not.
 */
class DomainTraceTest {
  private static final int INTERVALS = 10;

  private final InMemorySpanExporter spans = InMemorySpanExporter.create();
  private final Tracing tracing =
      new Tracing(
          SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build());
  private final List<SpanContext> requests = new ArrayList<>();

  @Test
  void aDecisionGoesOnWithTheNewestAndIsLinkedToTheOthers() {
    try (Bench bench = new Bench(tracing)) {
      enforce(bench);
      List<Bench.Published> settings = new ArrayList<>();
      for (int i = 1; i <= INTERVALS; i++) {
        followed(bench, i);
        settings.addAll(bench.published(Topic.SETTINGS));
      }
      List<SpanData> decisions = named("decide");
      assertThat(decisions).hasSize(INTERVALS);
      assertThat(named("wait")).hasSize(INTERVALS);
      for (int i = 0; i < INTERVALS; i++) {
        SpanContext older = requests.get(2 * i);
        SpanContext newest = requests.get(2 * i + 1);
        SpanData wait = named("wait").get(i);
        SpanData decide = decisions.get(i);
        assertThat(List.of(wait, decide))
            .allMatch(span -> span.getTraceId().equals(newest.getTraceId()))
            .allMatch(span -> span.getParentSpanId().equals(newest.getSpanId()));
        assertThat(wait.getEndEpochNanos()).isEqualTo(decide.getStartEpochNanos());
        assertThat(decide.getLinks())
            .singleElement()
            .matches(link -> link.getSpanContext().getTraceId().equals(older.getTraceId()));
      }
      assertThat(settings)
          .filteredOn(each -> each.message() instanceof SettingBatch)
          .isNotEmpty()
          .allSatisfy(
              each -> {
                SpanContext carried = Optional.ofNullable(Tracing.in(each.headers())).orElseThrow();
                assertThat(decisions).extracting(SpanData::getSpanId).contains(carried.getSpanId());
              });
      assertThat(decisions)
          .extracting(span -> span.getAttributes().get(stringKey("oasis.decision")))
          .contains("1.1");
    }
  }

  @Test
  void theSameIsDecidedAndSentWhetherAnybodyFollowsOrNot() {
    try (Bench with = new Bench(tracing);
        Bench without = new Bench()) {
      for (Bench bench : List.of(with, without)) {
        enforce(bench);
        for (int i = 1; i <= INTERVALS; i++) {
          followed(bench, i);
        }
      }
      Map<Topic, List<String>> expected = new TreeMap<>();
      Map<Topic, List<String>> found = new TreeMap<>();
      for (Topic topic : Topic.values()) {
        List<Bench.Published> plain = without.published(topic);
        expected.put(topic, bytes(plain));
        found.put(topic, bytes(with.published(topic)));
        assertThat(plain).allMatch(each -> each.headers().lastHeader(Tracing.HEADER) == null);
      }
      assertThat(found).isEqualTo(expected);
      assertThat(expected.get(Topic.SETTINGS)).isNotEmpty();
      assertThat(expected.get(Topic.DECISIONS)).isNotEmpty();
      assertThat(expected.get(Topic.JOURNAL)).isNotEmpty();
    }
  }

  @Test
  void whatNobodyFollowsIsNotTold() {
    try (Bench bench = new Bench(tracing)) {
      enforce(bench);
      bench.interval(1);
      assertThat(spans.getFinishedSpanItems()).isEmpty();
    }
  }

  @Test
  void aDecisionsLineNamesItsTrace() {
    Logger log = (Logger) LoggerFactory.getLogger(DecisionLog.NAME);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    log.addAppender(lines);
    log.setLevel(Level.DEBUG);
    try (Bench bench = new Bench(tracing)) {
      enforce(bench);
      for (int i = 1; i <= INTERVALS; i++) {
        followed(bench, i);
      }
      assertThat(lines.list)
          .isNotEmpty()
          .allSatisfy(
              line ->
                  assertThat(named("decide"))
                      .extracting(span -> new KeyValuePair("trace.id", span.getTraceId()))
                      .containsAnyElementsOf(line.getKeyValuePairs()));
    } finally {
      log.setLevel(null);
      log.detachAppender(lines);
    }
  }

  /** It is decided about in another domain, perhaps by another manager. */
  @Test
  void aRequestOfALunThatWasMovedIsFollowedToWhereItIsSentOn() {
    DomainId other = new DomainId("disk:other");
    try (Bench bench = new Bench(tracing)) {
      bench.say(
          Said.rails(
              Said.DOMAIN, 1, Mode.SHADOW, List.of(new GuardRails.MovedLun(Said.LUN, other))));
      followed(bench, 1);
      assertThat(bench.published(Topic.REQUESTS))
          .filteredOn(each -> Tracing.in(each.headers()) != null)
          .hasSize(2)
          .allMatch(each -> each.headers().lastHeader(Output.MOVED) != null);
      assertThat(named("decide"))
          .isNotEmpty()
          .allMatch(
              span -> "disk:other".equals(span.getAttributes().get(stringKey("oasis.domain"))));
    }
  }

  private void enforce(Bench bench) {
    bench.say(Said.rails(Said.DOMAIN, 1, Mode.ENFORCE, List.of()));
  }

  /** As {@link Bench#interval}, each request followed. */
  private void followed(Bench bench, long sequence) {
    bench.say(Said.beat());
    bench.say(Said.usage(970));
    ask(bench, Said.request(Said.DEEP, Said.DOMAIN, sequence, 970, 32));
    ask(bench, Said.request(Said.SHALLOW, Said.DOMAIN, sequence, 30, 1));
    bench.say(Said.report(Said.LUN, Said.DOMAIN, sequence));
    bench.pass(Duration.ofSeconds(1));
  }

  private void ask(Bench bench, Message request) {
    Span span = tracing.root("send").startSpan();
    requests.add(span.getSpanContext());
    bench.say(request, Tracing.headers(span));
  }

  private List<SpanData> named(String name) {
    return spans.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(name))
        .toList();
  }

  private static List<String> bytes(List<Bench.Published> published) {
    return published.stream().map(each -> HexFormat.of().formatHex(each.value())).toList();
  }
}
