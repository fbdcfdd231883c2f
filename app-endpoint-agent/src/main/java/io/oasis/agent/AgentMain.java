package io.oasis.agent;

import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.configuration.Reload;
import io.oasis.configuration.Start;
import io.oasis.configuration.Supervisor;
import io.oasis.linux.HostRoot;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.telemetry.Receiver;
import io.oasis.messaging.telemetry.ServiceMeters;
import io.oasis.messaging.telemetry.Telemetry;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SpaceGrant;
import io.oasis.protocol.Topic;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agent as a process: one thread that measures at every interval and takes grants in between.
 *
 * <p>Intervals are as long as configured, and shorter while the manager of a domain wishes so. They
 * are counted on the monotonic clock. One that starts late is counted and not made up for. Ends at
 * SIGTERM with 0, at a wrong option with 2.
 */
public final class AgentMain {
  private static final Logger LOG = LoggerFactory.getLogger(AgentMain.class);
  private static final int INBOX_CAPACITY = 1_000;
  private static final long INVENTORY_NANOS = Duration.ofSeconds(30).toNanos();

  /** Who begins later than by this part of an interval counts the next one from there. */
  private static final double BEHIND = 0.25;

  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  private final AgentConfig config;
  private final HostAgent agent;
  private final AgentMeters meters;
  private final @Nullable RequestTraces traces;
  private final Supervisor supervisor = Supervisor.ofProcess();
  private final BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(INBOX_CAPACITY);
  private int sentCensus = -1;
  private long inventorySent;
  private int reports;

  private AgentMain(AgentConfig config, MeterRegistry registry, @Nullable Tracing tracing) {
    this.config = config;
    this.agent = new HostAgent(config.host(), config.interval());
    this.meters = new AgentMeters(registry);
    this.traces = tracing == null ? null : new RequestTraces(tracing);
  }

  public static void main(String[] arguments) throws Exception {
    int code = run(List.of(arguments));
    if (code != 0) {
      System.exit(code);
    }
  }

  static int run(List<String> arguments) throws Exception {
    return Start.of(new AgentComponent(), arguments, AgentMain::serve);
  }

  private static int serve(AgentConfig config, Reload<AgentConfig> reload) {
    Telemetry telemetry = config.telemetry();
    Optional<Receiver> receiver = telemetry.receiver("oasis-agent", config.host().value());
    try (ServiceMeters meters = new ServiceMeters(telemetry.scraped(), receiver);
        Tracing tracing =
            telemetry.share() > 0 ? Tracing.to(receiver.orElseThrow(), telemetry.share()) : null) {
      serve(new AgentMain(config, meters.registry(), tracing), meters.registry(), reload);
    }
    return 0;
  }

  private static void serve(AgentMain main, MeterRegistry registry, Reload<AgentConfig> reload) {
    AgentConfig config = main.config;
    Thread loop = Thread.currentThread();
    Thread hook = Thread.ofPlatform().unstarted(() -> stop(loop));
    Runtime.getRuntime().addShutdownHook(hook);
    try (Source source = source(config);
        KafkaLink link =
            KafkaLink.open(config.link(), registry, new Trust(config.seal(), Gate.OPEN))) {
      // A grant that holds is repeated at least twice a minute.
      link.read(Set.of(Topic.GRANTS), TopicReader.From.RECENT, main.inbox);
      LOG.info("agent of {} measures every {} ms", config.host(), config.interval().toMillis());
      reload.atHangUp(_ -> {});
      main.supervisor.ready();
      main.loop(source, link);
    } catch (InterruptedException e) {
      // From the hook: everything is closed by now.
      LOG.info("agent of {} stopped", config.host());
    }
  }

  private static Source source(AgentConfig config) {
    return config
        .brick()
        .<Source>map(control -> new BrickReader(config.host(), control))
        .orElseGet(() -> new HostReader(new HostRoot(config.root()), config.host()));
  }

  private static void stop(Thread loop) {
    loop.interrupt();
    try {
      loop.join(STOP_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void loop(Source source, KafkaLink link) throws InterruptedException {
    long last = System.nanoTime() - config.interval().toNanos();
    while (!Thread.currentThread().isInterrupted()) {
      supervisor.alive();
      takeGrantsUntilDue(last);
      long start = System.nanoTime();
      long interval = agent.interval().toNanos();
      long late = start - last - interval;
      if (late > config.interval().toNanos()) {
        meters.late();
      }
      last = late > BEHIND * interval ? start : last + interval;
      measure(source, start, link);
      meters.interval(agent, reports, System.nanoTime() - start);
    }
  }

  private void measure(Source source, long nanos, KafkaLink link) {
    Instant at = Instant.now();
    reports = 0;
    for (Message message : source.interval(agent, nanos, at)) {
      reports += message instanceof LunReport ? 1 : 0;
      link.send(message, follow(message));
    }
    boolean due = source.census() != sentCensus || nanos - inventorySent >= INVENTORY_NANOS;
    if (due && link.send(source.inventory(agent, at))) {
      sentCensus = source.census();
      inventorySent = nanos;
    }
  }

  private @Nullable Span follow(Message message) {
    return traces != null && message instanceof RequestBatch batch ? traces.follow(batch) : null;
  }

  /** A grant may shorten the present interval. */
  private void takeGrantsUntilDue(long last) throws InterruptedException {
    for (long left = left(last); left > 0; left = left(last)) {
      long patience = Math.min(left, supervisor.patience().toNanos());
      Message message = inbox.poll(patience, TimeUnit.NANOSECONDS);
      if (message instanceof GrantBatch grants) {
        agent.take(grants).forEach(AgentMain::tell);
      }
      supervisor.alive();
    }
  }

  /** The administrator of the host reads it; nobody resizes anything by it. */
  private static void tell(SpaceGrant answer) {
    LOG.info(
        "{} on {} asked for {} bytes of space and may have {}: {}",
        answer.fileSystem(),
        answer.lun(),
        answer.askedBytes(),
        answer.grantedBytes(),
        answer.reason());
  }

  private long left(long last) {
    return last + agent.interval().toNanos() - System.nanoTime();
  }
}
