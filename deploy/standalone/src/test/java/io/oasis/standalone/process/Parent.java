package io.oasis.standalone.process;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A process with a supervisor and one {@link Sleeper}: {@code Parent DATA-DIRECTORY ENDED-FILE}.
 */
public final class Parent {
  private Parent() {}

  public static void main(String[] arguments) throws Exception {
    Supervisor supervisor =
        new Supervisor(DataDirectory.open(Path.of(arguments[0])), System.out::println);
    supervisor.start(new JvmService("sleeper", Sleeper.class.getName(), 16, List.of(arguments[1])));
    Thread.sleep(Duration.ofMinutes(5));
  }
}
