package io.oasis.distribution.broker;

import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.ChildProcess;
import io.oasis.distribution.process.JvmService;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Wait;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/**
 * A real Kafka broker (KRaft, one node) as a child process, bound to the loopback address. It can
 * be stopped, killed and started again on the same data and port.
 */
public final class Broker implements AutoCloseable {
  /** Resident about 175 MB. */
  private static final int HEAP_MIB = 224;

  /** A start takes about 1.5 s on an idle core; this is for loaded machines. */
  private static final Duration START = Duration.ofSeconds(60);

  private static final Duration STOP = Duration.ofSeconds(10);

  private final BrokerConfig config;
  private ChildProcess process;

  private Broker(BrokerConfig config) {
    this.config = config;
    this.process = launch(config);
  }

  /** Starts a broker in {@code directory} on free ports and waits until it answers. */
  public static Broker start(Path directory) {
    return start(new BrokerConfig(directory, Ports.free(), Ports.free()));
  }

  /** Starts a broker and waits until it answers. */
  public static Broker start(BrokerConfig config) {
    Broker broker = new Broker(config);
    try {
      broker.awaitReady();
      return broker;
    } catch (RuntimeException e) {
      broker.close();
      throw e;
    }
  }

  /** The broker as a service for a supervisor. */
  public static JvmService service(BrokerConfig config) {
    List<String> arguments = new ArrayList<>();
    arguments.add(config.directory().toString());
    arguments.add(Integer.toString(config.port()));
    arguments.add(Integer.toString(config.controllerPort()));
    config.listeners().forEach(listener -> arguments.add(listener.toString()));
    return new JvmService("broker", BrokerMain.class.getName(), HEAP_MIB, arguments);
  }

  /** Whether a broker answers at {@code bootstrap} within {@code patience}. */
  public static boolean answers(String bootstrap, Duration patience) {
    int millis = (int) patience.toMillis();
    Map<String, Object> client =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
            AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, 50,
            AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 200,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
    try (Admin admin = Admin.create(client)) {
      return !admin.describeCluster().nodes().get(millis, TimeUnit.MILLISECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  public String bootstrap() {
    return config.bootstrap();
  }

  public long pid() {
    return process.pid();
  }

  public boolean alive() {
    return process.alive();
  }

  /** Ends it at once, as {@code kill -9} does. */
  public void kill() {
    process.kill();
  }

  /** Ends it in its orderly way. */
  public void stop() {
    process.stop(STOP);
  }

  /** Starts it again after it ended, on the same data and ports, and waits until it answers. */
  public void restart() {
    if (process.alive()) {
      throw new IllegalStateException("the broker is running");
    }
    process = launch(config);
    awaitReady();
  }

  @Override
  public void close() {
    stop();
  }

  private static ChildProcess launch(BrokerConfig config) {
    return ChildProcess.start(service(config), log(config));
  }

  private static Path log(BrokerConfig config) {
    return config.directory().resolve("broker.log");
  }

  private void awaitReady() {
    boolean ready =
        Wait.until(
            START,
            () ->
                !process.alive()
                    || (Ports.answers(config.port())
                        && answers(config.bootstrap(), Duration.ofSeconds(5))));
    if (!ready || !process.alive()) {
      throw new MissingException(
          "the broker on %s does not start; it said: %s; more in %s"
              .formatted(bootstrap(), process.lastWords(), log(config)));
    }
  }
}
