package io.oasis.brick;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The brick as a service: {@code --config FILE} and {@code --key value}; the latter wins. */
public final class BrickMain {
  private static final Logger LOG = LoggerFactory.getLogger(BrickMain.class);
  private static final int ENVIRONMENT = 3;
  private static final String HELP =
      """
      Serves volumes over NBD, scheduled by a discipline, through a cache.

      usage: oasis brick [--config FILE] [--key value]...

        --listen HOST:PORT,unix:PATH  where clients connect [127.0.0.1:10809]
        --control PATH                socket for statistics and settings
        --volume.NAME.size SIZE       of a volume in memory, or of a file that is not there yet
        --volume.NAME.file PATH       a file or block device instead of memory
        --export.NAME.volume NAME     one application's access to a volume
        --device.NAME.discipline D    none, quanta, quanta-wc, argon, coscheduled,
                                      sfq(DEPTH), edf, edf-wc, leaky-bucket, lottery,
                                      facade, zygaria

      All keys are in docs/brick.md.
      """;

  private BrickMain() {}

  public static void main(String[] arguments) {
    System.exit(run(arguments));
  }

  /** Serves until the process is asked to end. */
  public static int run(String... arguments) {
    try {
      Map<String, String> values = parse(arguments);
      if (values.containsKey("help")) {
        System.out.print(HELP);
        return 0;
      }
      BrickConfig config = BrickConfig.of(values);
      serve(config);
      return 0;
    } catch (ConfigException e) {
      System.err.println("oasis brick: " + e.getMessage());
      return ConfigException.EXIT_CODE;
    } catch (IOException e) {
      System.err.println("oasis brick: " + e);
      return ENVIRONMENT;
    }
  }

  private static void serve(BrickConfig config) throws IOException {
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
  }

  private static Map<String, String> parse(String... arguments) {
    Map<String, String> given = new HashMap<>();
    for (int i = 0; i < arguments.length; i++) {
      String argument = arguments[i];
      if (argument.equals("--help") || argument.equals("-h")) {
        return Map.of("help", "");
      }
      if (!argument.startsWith("--") || argument.length() == 2) {
        throw new ConfigException("argument", argument, "options are written --key value");
      }
      int equals = argument.indexOf('=');
      String key = argument.substring(2, equals < 0 ? argument.length() : equals);
      if (equals < 0 && i + 1 == arguments.length) {
        throw new ConfigException(key, "", "a value must follow");
      }
      String value = equals < 0 ? arguments[++i] : argument.substring(equals + 1);
      if (given.put(key, value) != null) {
        throw new ConfigException(key, value, "is given twice");
      }
    }
    String file = given.remove("config");
    Map<String, String> merged = new HashMap<>();
    if (file != null) {
      merged.putAll(read(file));
    }
    merged.putAll(given);
    return merged;
  }

  private static Map<String, String> read(String file) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(Path.of(file), StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException | IllegalArgumentException e) {
      throw new ConfigException("config", file, "cannot be read: " + e);
    }
    Map<String, String> values = new HashMap<>();
    properties.stringPropertyNames().forEach(key -> values.put(key, properties.getProperty(key)));
    return values;
  }
}
