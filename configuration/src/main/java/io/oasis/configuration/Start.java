package io.oasis.configuration;

import java.util.List;
import java.util.Map;

/** What every component's main does before its own work. */
public final class Start {
  /** A component at work. */
  @FunctionalInterface
  public interface Service<C> {
    /**
     * Gives the exit code.
     *
     * @param reload for what may change while it runs
     */
    int run(C configuration, Reload<C> reload) throws Exception;
  }

  private Start() {}

  /**
   * Shows the help, or reads the configuration and runs the service.
   *
   * @return the exit code: the service's, or 2 after one line that says what is wrong
   */
  public static <C> int of(Component<C> component, List<String> arguments, Service<C> service)
      throws Exception {
    return of(component, arguments, System.getenv(), service);
  }

  /** As {@link #of(Component, List, Service)}, of another environment. */
  public static <C> int of(
      Component<C> component,
      List<String> arguments,
      Map<String, String> environment,
      Service<C> service)
      throws Exception {
    try {
      Arguments line = new Arguments(component, arguments);
      if (line.isHelpWanted()) {
        System.out.print(line.help());
        return 0;
      }
      Settings settings = Settings.of(component, line.values(), environment);
      C configuration = component.configuration(settings);
      Reload<C> reload = new Reload<>(component, line.values(), environment, settings);
      reload.listen();
      return service.run(configuration, reload);
    } catch (UsageException e) {
      System.err.println("oasis " + component.name() + ": " + e.getMessage());
      return UsageException.EXIT_CODE;
    }
  }
}
