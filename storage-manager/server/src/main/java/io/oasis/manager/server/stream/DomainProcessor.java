package io.oasis.manager.server.stream;

import io.oasis.manager.core.ControllerStart;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.MessageCodec;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One partition of the manager: every record in, decoded, to the controller of its domain; the
 * controller's effects out and into the stores, in order, in the transaction of the record.
 *
 * <p>Law: no record stops it. What cannot be decoded goes to the dead letters; a controller that
 * throws loses the record to the dead letters too and is built anew from the stores, which hold
 * what its last good input left.
 */
final class DomainProcessor implements Processor<byte[], byte[], String, Outgoing> {
  /** Resolution of everything that the controllers do by time. */
  static final Duration TICK = Duration.ofMillis(100);

  /** A domain nobody speaks of any more and no operator ever touched is forgotten after this. */
  static final Duration ABANDONED = Duration.ofHours(1);

  private static final Duration SWEEP = Duration.ofMinutes(1);

  private static final String FULL =
      "domain = %s: this partition has " + Intake.MAX_DOMAINS + " domains already";
  private static final String CHAIN =
      "domain = %s: its LUN was moved here and is moved on from here; moves must not form a chain";

  private static final Logger LOG = LoggerFactory.getLogger(DomainProcessor.class);

  private final ControllerConfig config;
  private final Decider.Factory factory;
  private final Common common;
  private final StreamMeters meters;
  private final MessageCodec codec = new MessageCodec();
  private final Map<DomainId, HostedDomain> domains = new LinkedHashMap<>();
  private final @Nullable Tracing tracing;
  private @Nullable ProcessorContext<String, Outgoing> context;
  private @Nullable Output output;
  private @Nullable DomainMemory memory;
  private @Nullable Backlog backlog;
  private Instant nextSweep = Instant.MIN;

  DomainProcessor(ControllerConfig config, Decider.Factory factory, Common common) {
    this.config = config;
    this.factory = factory;
    this.common = common;
    this.meters = common.surroundings().meters();
    this.tracing = common.surroundings().tracing().orElse(null);
  }

  @Override
  public void init(ProcessorContext<String, Outgoing> context) {
    this.context = context;
    backlog = new Backlog(context.taskId().partition(), common.waiting());
    memory =
        new DomainMemory(
            context.getStateStore(DomainMemory.HEADERS),
            context.getStateStore(DomainMemory.QUEUES));
    output = new Output(context, memory, common);
    memory.all().forEach(this::restore);
    context.schedule(TICK, PunctuationType.WALL_CLOCK_TIME, at -> tick());
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    Origin origin = Origin.of(context());
    meters.received(origin.topic());
    backlog().look(origin.topic(), now());
    Intake intake = common.intake();
    switch (intake.read(codec, origin, record.headers(), record.key(), record.value())) {
      case Intake.Accepted(DomainId domain, Input input, Optional<Intake.Rejected> besides) -> {
        besides.ifPresent(rejected -> reject(origin, record, rejected));
        take(origin, record, domain, input);
      }
      case Intake.Rejected rejected -> reject(origin, record, rejected);
    }
  }

  private void reject(Origin origin, Record<byte[], byte[]> record, Intake.Rejected rejected) {
    meters.refused(origin.topic().topicName(), rejected.kind());
    if (registry()
        .trespasses()
        .add(rejected.host(), rejected.domain(), rejected.kind(), rejected.reason(), now())) {
      output().deadLetter(origin, record.value(), rejected.kind(), rejected.reason());
    }
  }

  @Override
  public void close() {
    domains.values().forEach(HostedDomain::hide);
    domains.clear();
  }

  private void take(Origin origin, Record<byte[], byte[]> record, DomainId domain, Input input) {
    if (!domains.containsKey(domain) && domains.size() >= Intake.MAX_DOMAINS) {
      refuse(origin, record, FULL.formatted(domain.value()));
      return;
    }
    Instant now = now();
    boolean isBehind = backlog().isThere(now);
    HostedDomain hosted;
    List<Effect> effects;
    try {
      hosted = hosted(domain, now);
      effects = hosted.on(origin, input, isBehind, now);
    } catch (RuntimeException e) {
      if (isOfStreams(e)) {
        throw e;
      }
      LOG.error("the controller of {} failed on a record of {}", domain, origin.topic(), e);
      domains.remove(domain);
      meters.quarantined(origin.topic());
      String reason = "the controller of its domain failed: " + e;
      output().deadLetter(origin, record.value(), DeadLetter.Kind.MALFORMED, reason);
      return;
    }
    boolean moved = effects.stream().anyMatch(Effect.Reroute.class::isInstance);
    if (moved && record.headers().lastHeader(Output.MOVED) != null) {
      refuse(origin, record, CHAIN.formatted(domain.value()));
      effects.removeIf(Effect.Reroute.class::isInstance);
    } else if (moved) {
      meters.rerouted(origin.topic());
    } else {
      meters.used(origin.topic());
      hosted.hears(input, record.headers());
    }
    if (input instanceof Input.LunReported(LunReport report) && !isBehind) {
      meters.clocks().heard(report.interval().host(), report.interval().at());
    }
    carryOut(hosted, effects, moved ? passing(record.headers()) : hosted.decision(), now);
  }

  /** A followed request is followed to the domain that it is sent on to. */
  private @Nullable Span passing(Headers headers) {
    SpanContext passing = tracing == null ? null : Tracing.in(headers);
    return passing == null ? null : Span.wrap(passing);
  }

  private void refuse(Origin origin, Record<byte[], byte[]> record, String reason) {
    meters.refused(origin.topic().topicName(), DeadLetter.Kind.MALFORMED);
    output().deadLetter(origin, record.value(), DeadLetter.Kind.MALFORMED, reason);
  }

  private void tick() {
    Instant now = now();
    boolean isBehind = backlog().look(now);
    for (HostedDomain hosted : new ArrayList<>(domains.values())) {
      try {
        List<Effect> effects = hosted.tick(isBehind, now);
        carryOut(hosted, effects, hosted.decision(), now);
      } catch (RuntimeException e) {
        if (isOfStreams(e)) {
          throw e;
        }
        LOG.error("the controller of {} failed on a tick", hosted.domain(), e);
        meters.controllerFailure("tick");
        domains.remove(hosted.domain());
      }
    }
    sweep(now);
  }

  private void sweep(Instant now) {
    if (now.isBefore(nextSweep)) {
      return;
    }
    nextSweep = now.plus(SWEEP);
    for (HostedDomain hosted : new ArrayList<>(domains.values())) {
      if (hosted.abandoned(now, ABANDONED)) {
        domains.remove(hosted.domain());
        memory().forget(hosted.domain());
        hosted.hide();
      }
    }
  }

  private void carryOut(
      HostedDomain hosted, List<Effect> effects, @Nullable Span span, Instant now) {
    output().apply(hosted.domain(), effects, span);
    hosted.journal().due(effects, now).forEach(output()::send);
    if (span != null) {
      span.end();
    }
    show(hosted, now);
  }

  /** A view that cannot be made leaves the last one standing; what was decided is not lost. */
  private void show(HostedDomain hosted, Instant now) {
    try {
      hosted.showIfDue(now);
    } catch (RuntimeException e) {
      meters.controllerFailure("view");
      LOG.error("{} cannot be shown", hosted.domain(), e);
    }
  }

  private HostedDomain hosted(DomainId domain, Instant now) {
    HostedDomain hosted = domains.get(domain);
    if (hosted == null) {
      hosted = begun(domain, memory().of(domain), now);
      domains.put(domain, hosted);
    }
    return hosted;
  }

  private void restore(DomainId domain, DomainMemory.Kept kept) {
    Instant now = now();
    try {
      HostedDomain hosted = begun(domain, kept, now);
      domains.put(domain, hosted);
      show(hosted, now);
    } catch (RuntimeException e) {
      LOG.error("cannot go on from what was kept of {}; it starts anew", domain, e);
      meters.controllerFailure("restore");
      memory().forget(domain);
    }
  }

  private HostedDomain begun(DomainId domain, DomainMemory.Kept kept, Instant now) {
    ControllerStart start = new ControllerStart(domain, config, kept.header(), kept.queues());
    DomainTrace trace = tracing == null ? null : new DomainTrace(tracing, domain);
    return new HostedDomain(
        factory.create(start), new DomainJournal(start, now), domain, registry(), trace, now);
  }

  private Instant now() {
    return common.now();
  }

  private DomainRegistry registry() {
    return common.surroundings().registry();
  }

  /** What Streams itself throws out of a forward or a put is not a fault of a controller. */
  private static boolean isOfStreams(RuntimeException e) {
    return e instanceof org.apache.kafka.common.KafkaException;
  }

  private ProcessorContext<String, Outgoing> context() {
    return Optional.ofNullable(context).orElseThrow();
  }

  private Output output() {
    return Optional.ofNullable(output).orElseThrow();
  }

  private Backlog backlog() {
    return Optional.ofNullable(backlog).orElseThrow();
  }

  private DomainMemory memory() {
    return Optional.ofNullable(memory).orElseThrow();
  }
}
