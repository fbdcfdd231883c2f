package io.oasis.configuration;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The signal by which a service is asked to read its configuration again, SIGHUP. Java's only words
 * for signals are in {@code sun.misc}, of which the compiler warns wherever they are used, and that
 * cannot be allowed at one place: so they are found by their names.
 */
final class HangUp {
  private static final Logger LOG = LoggerFactory.getLogger(HangUp.class);

  private HangUp() {}

  /** At each from now on, in a thread of its own; the process does not end of it any more. */
  static void then(Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object ours =
          Proxy.newProxyInstance(
              handler.getClassLoader(),
              new Class<?>[] {handler},
              (_, _, _) -> {
                action.run();
                return null;
              });
      Object hangUp = signal.getConstructor(String.class).newInstance("HUP");
      signal.getMethod("handle", signal, handler).invoke(null, hangUp, ours);
    } catch (InvocationTargetException e) { // -Xrs leaves signals to the system
      LOG.warn("SIGHUP cannot be heard: {}", e.getCause() == null ? e : e.getCause().getMessage());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a Java without signals", e);
    }
  }
}
