package io.oasis.distribution;

import java.lang.reflect.InvocationTargetException;
import java.util.List;

/** Runs a main class in this process. */
final class MainClass {
  private MainClass() {}

  /**
   * Returns when the main method does; services live on in their own threads, and end the process
   * themselves when something is wrong.
   */
  static int run(String name, List<String> arguments) throws Exception {
    try {
      Class.forName(name)
          .getMethod("main", String[].class)
          .invoke(null, (Object) arguments.toArray(String[]::new));
      return 0;
    } catch (ClassNotFoundException e) {
      throw new MissingException("this installation is without " + name, e);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
