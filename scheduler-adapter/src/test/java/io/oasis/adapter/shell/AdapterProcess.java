package io.oasis.adapter.shell;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.adapter.AdapterComponent;
import io.oasis.configuration.Settings;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/**
 * A real adapter in a process of its own that hears settings on its standard input, one JSON a
 * line, and says what it has to say on its standard output: so that it can be killed and stopped
 * without a broker.
 */
final class AdapterProcess {
  private AdapterProcess() {}

  public static void main(String[] args) throws Exception {
    AdapterComponent component = new AdapterComponent();
    AdapterSettings settings = component.configuration(Settings.of(component, List.of(args)));
    try {
      Adapter adapter =
          Adapter.start(
              settings, HostRoot.REAL, new SimpleMeterRegistry(), null, () -> {}, _ -> new Lines());
      Runtime.getRuntime().addShutdownHook(new Thread(adapter::close));
      adapter.await();
    } catch (EnvironmentException e) {
      System.err.println(e.getMessage());
      System.exit(EnvironmentException.EXIT_CODE);
    }
  }

  private static final class Lines implements Wire {
    private final MessageCodec codec = new MessageCodec();
    private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

    @Override
    public void deliver(BlockingQueue<Message> inbox) {
      Thread.ofPlatform().daemon().start(() -> read(inbox));
    }

    private void read(BlockingQueue<Message> inbox) {
      try (BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          if (codec.decode(Topic.SETTINGS, line.getBytes(StandardCharsets.UTF_8))
              instanceof Decoded.Known(Message message)) {
            inbox.put(message);
          }
        }
      } catch (IOException | InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void send(Message message) {
      out.println(new String(codec.encode(message), StandardCharsets.UTF_8));
    }

    @Override
    public void close() {
      out.flush();
    }
  }
}
