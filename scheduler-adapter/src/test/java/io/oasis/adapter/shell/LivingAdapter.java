package io.oasis.adapter.shell;

import io.oasis.adapter.targets.Eventually;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An adapter process, and the manager that talks to it. */
final class LivingAdapter implements AutoCloseable {
  private final Process process;
  private final Duration lease;
  private final MessageCodec codec = new MessageCodec();
  private final LinkedBlockingQueue<Object> heard = new LinkedBlockingQueue<>();
  private Version version = new Version(1, 0);

  LivingAdapter(Path stateDir, Duration lease, String... more) throws IOException {
    this.lease = lease;
    process = start(stateDir, lease, more);
    Thread.ofPlatform().daemon().start(this::listen);
  }

  /** Another adapter process on the state directory; nobody listens to it. */
  static Process start(Path stateDir, Duration lease, String... more) throws IOException {
    String classPath =
        Optional.ofNullable(System.getProperty("surefire.test.class.path"))
            .orElseGet(() -> System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-Xmx48m",
            "-cp",
            classPath,
            AdapterProcess.class.getName(),
            "--state-dir",
            stateDir.toString(),
            "--host",
            "h",
            "--lease-ms",
            Long.toString(lease.toMillis())));
    command.addAll(List.of(more));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.appendTo(stateDir.resolve("adapter.log").toFile()))
        .start();
  }

  private void listen() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        byte[] json = line.getBytes(StandardCharsets.UTF_8);
        for (Topic topic : List.of(Topic.OUTCOMES, Topic.USAGE)) {
          if (codec.decode(topic, json) instanceof Decoded.Known(Message message)) {
            heard.addAll(
                message instanceof OutcomeBatch batch ? batch.outcomes() : List.of(message));
          }
        }
      }
    } catch (IOException e) {
      heard.clear(); // it was killed
    }
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  Process process() {
    return process;
  }

  /** The first message from now on that is of the type and matches. */
  <M> M await(Class<M> type, Predicate<M> matches) throws InterruptedException {
    long deadline = System.nanoTime() + Eventually.PATIENCE.toNanos();
    List<Object> others = new ArrayList<>();
    while (true) {
      Object message = heard.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (message == null) {
        throw new AssertionError("waited in vain for " + type + "; heard " + others);
      }
      if (type.isInstance(message) && matches.test(type.cast(message))) {
        return type.cast(message);
      }
      others.add(message);
    }
  }

  /** Asks for a limit, of the present session, or to let go. */
  void ask(QueueId queue, DomainId domain, Optional<Double> iops)
      throws IOException, InterruptedException {
    ask(queue, domain, iops, Optional.empty(), Optional.empty());
  }

  private void ask(
      QueueId queue,
      DomainId domain,
      Optional<Double> iops,
      Optional<Double> reserve,
      Optional<Double> weight)
      throws IOException, InterruptedException {
    heard.clear();
    AdapterStatus status = await(AdapterStatus.class, beat -> beat.domain().equals(domain));
    if (status.highestVersion().isAfter(version)) {
      version = new Version(status.highestVersion().epoch() + 1, 0);
    }
    version = new Version(version.epoch(), version.sequence() + 1);
    say(
        new SettingBatch(
            domain,
            status.adapter(),
            status.session(),
            Instant.now(),
            lease.toMillis(),
            List.of(
                new Setting(
                    queue,
                    version,
                    iops.map(RateBound::ofIops),
                    1,
                    reserve.map(RateBound::ofIops),
                    weight))));
  }

  Outcome limit(QueueId queue, DomainId domain, double iops)
      throws IOException, InterruptedException {
    ask(queue, domain, Optional.of(iops));
    return outcome(queue);
  }

  /** Asks for a limit with a reserve and a weight beside it. */
  Outcome limit(QueueId queue, DomainId domain, double iops, double reserve, double weight)
      throws IOException, InterruptedException {
    ask(queue, domain, Optional.of(iops), Optional.of(reserve), Optional.of(weight));
    return outcome(queue);
  }

  private Outcome outcome(QueueId queue) throws InterruptedException {
    return await(
        Outcome.class,
        outcome -> outcome.queue().equals(queue) && outcome.version().equals(version));
  }

  /** Answers a report of a cache. */
  void divide(CacheReport report, List<CacheSetting.Size> sizes) throws IOException {
    version = new Version(version.epoch(), version.sequence() + 1);
    say(
        new CacheSetting(
            report.cache(), version, Instant.now(), sizes, lease.toMillis(), Optional.empty()));
  }

  void renew(DomainId domain, AdapterStatus status) throws IOException {
    version = new Version(version.epoch(), version.sequence() + 1);
    AdapterId adapter = status.adapter();
    say(
        new LeaseRenewal(
            domain, version, adapter, status.session(), Instant.now(), lease.toMillis()));
  }

  private void say(Message message) throws IOException {
    OutputStream out = process.getOutputStream();
    out.write(codec.encode(message));
    out.write('\n');
    out.flush();
  }

  /** Ends as one that is started anew. */
  void leave(Path stateDir) throws Exception {
    Files.createFile(stateDir.resolve(HandOver.WANTED));
    close();
  }

  @Override
  public void close() throws Exception {
    process.destroy();
    if (!process.waitFor(10, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
