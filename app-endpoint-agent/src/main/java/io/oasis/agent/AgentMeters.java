package io.oasis.agent;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.oasis.protocol.Demand;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** The agent's own metrics; what they mean stands in {@code docs/metrics.md}. */
final class AgentMeters {
  private final Counter late;
  private final Timer work;
  private final AtomicInteger luns = new AtomicInteger();
  private final AtomicLong leftOut = new AtomicLong();
  private final Map<Demand.Quality, AtomicInteger> queues = new EnumMap<>(Demand.Quality.class);

  AgentMeters(MeterRegistry registry) {
    work =
        Timer.builder("oasis.agent.interval")
            .description("time to read, analyse and hand over one interval")
            .register(registry);
    late =
        Counter.builder("oasis.agent.late.intervals")
            .description("intervals that started more than an interval late")
            .register(registry);
    Gauge.builder("oasis.agent.luns", luns, AtomicInteger::get)
        .description("LUNs in the last interval")
        .register(registry);
    FunctionCounter.builder("oasis.agent.queues.left.out", leftOut, AtomicLong::get)
        .description("queue intervals left out because there were too many queues")
        .register(registry);
    for (Demand.Quality quality : Demand.Quality.values()) {
      AtomicInteger count = new AtomicInteger();
      queues.put(quality, count);
      Gauge.builder("oasis.agent.queues", count, AtomicInteger::get)
          .description("queues in the last interval by quality of demand")
          .tag("quality", quality.name().toLowerCase(Locale.ROOT))
          .register(registry);
    }
  }

  void interval(HostAgent agent, int reports, long nanos) {
    work.record(nanos, java.util.concurrent.TimeUnit.NANOSECONDS);
    luns.set(reports);
    leftOut.set(agent.queuesLeftOut());
    queues.forEach((quality, count) -> count.set(agent.queues(quality)));
  }

  void late() {
    late.increment();
  }
}
