package io.oasis.brick;

import io.oasis.configuration.Reload;
import io.oasis.configuration.Start;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The brick as a service. */
public final class BrickMain {
  private static final Logger LOG = LoggerFactory.getLogger(BrickMain.class);
  private static final int ENVIRONMENT = 3;

  private BrickMain() {}

  public static void main(String[] arguments) throws Exception {
    System.exit(run(arguments));
  }

  /** Serves until the process is asked to end. */
  public static int run(String... arguments) throws Exception {
    try {
      return Start.of(new BrickComponent(), List.of(arguments), BrickMain::serve);
    } catch (IOException e) {
      System.err.println("oasis brick: " + e);
      return ENVIRONMENT;
    }
  }

  private static int serve(BrickConfig config, Reload<BrickConfig> reload) throws IOException {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    Brick brick = Brick.start(config);
    Thread hook =
        new Thread(
            () -> {
              asked.countDown();
              try {
                closed.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "brick-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
    reload.atHangUp(_ -> {});
    LOG.info("serving {} exports on {}", config.exports().size(), brick.addresses());
    try {
      asked.await();
      brick.close();
      LOG.info("stopped");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closed.countDown();
    }
    return 0;
  }
}
