package io.oasis.manager.server.stream;

import io.oasis.manager.core.contract.Effect;
import io.oasis.messaging.DecisionLine;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Decision;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.Message;
import io.oasis.protocol.Order;
import io.opentelemetry.api.trace.Span;
import java.util.List;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a processor does with effects: into the stores, and out to the sink, in order. */
final class Output {
  /** Marks a record that was sent on because its LUN was moved; it is not sent on again. */
  static final String MOVED = "oasis-moved";

  private static final Logger LOG = LoggerFactory.getLogger(Output.class);

  private final ProcessorContext<String, Outgoing> context;
  private final DomainMemory memory;
  private final Common common;
  private final SpaceWord space;

  Output(ProcessorContext<String, Outgoing> context, DomainMemory memory, Common common) {
    this.context = context;
    this.memory = memory;
    this.common = common;
    this.space = new SpaceWord(common.surroundings().space());
  }

  /**
   * @param span whose part the effects are, if anybody follows
   */
  void apply(DomainId domain, List<Effect> effects, @Nullable Span span) {
    if (effects.isEmpty()) {
      return;
    }
    for (Effect effect : Together.of(effects)) {
      switch (effect) {
        case Effect.Publish(Order order) ->
            forward(Outgoing.of(order.of(common.manager())), headers(span));
        case Effect.Publish(Decision decision) -> {
          tell(decision, span);
          send(decision);
        }
        case Effect.Publish(GrantBatch grants) -> {
          send(grants);
          aboutSpace(grants).forEach(this::send);
        }
        case Effect.Publish(Message message) -> send(message);
        case Effect.Reroute(DomainId other, Message message) ->
            forward(Outgoing.to(other, message), headers(span).add(MOVED, new byte[0]));
        case Effect.SaveHeader save -> memory.save(save.header());
        case Effect.SaveQueue save -> memory.save(domain, save.memory());
        case Effect.ForgetQueue forget -> memory.forget(domain, forget.queue());
      }
    }
    memory.write(domain);
  }

  /** What fails of it takes no domain's decisions along. */
  private List<GrantBatch> aboutSpace(GrantBatch grants) {
    try {
      return space.after(grants, common.now());
    } catch (RuntimeException e) {
      common.surroundings().meters().controllerFailure("space");
      LOG.error("who asks for space in {} is not answered", grants.domain(), e);
      return List.of();
    }
  }

  private static Headers headers(@Nullable Span span) {
    return span == null ? new RecordHeaders() : Tracing.headers(span);
  }

  private static void tell(Decision decision, @Nullable Span span) {
    if (span != null) {
      span.setAttribute(DecisionLine.KEY, DecisionLine.id(decision.header().version()));
    }
    DecisionLog.tell(decision, span);
  }

  void deadLetter(Origin origin, byte @Nullable [] value, DeadLetter.Kind kind, String reason) {
    send(origin.deadLetter(common.now(), value, kind, reason));
  }

  void send(Message message) {
    forward(Outgoing.of(message), new RecordHeaders());
  }

  private void forward(Outgoing outgoing, Headers headers) {
    common.surroundings().meters().published(outgoing.topicName());
    context.forward(new Record<>(outgoing.key(), outgoing, common.now().toEpochMilli(), headers));
  }
}
