package io.oasis.distribution.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;

/**
 * Runs a main class in a process that ends when its parent does: {@code Child MAIN-CLASS
 * ARGUMENT...}. The end of standard input is the end of the parent.
 */
public final class Child {
  /** For shutdown hooks after the parent's end: releasing limits takes far less. */
  private static final Duration GRACE = Duration.ofSeconds(10);

  private Child() {}

  public static void main(String[] arguments) throws Exception {
    InputStream parent = System.in;
    System.setIn(InputStream.nullInputStream());
    Thread.ofPlatform().daemon().name("parent-watch").start(() -> endWith(parent));
    Method main = Class.forName(arguments[0]).getMethod("main", String[].class);
    try {
      main.invoke(null, (Object) Arrays.copyOfRange(arguments, 1, arguments.length));
    } catch (InvocationTargetException e) {
      Objects.requireNonNullElse(e.getCause(), e).printStackTrace();
      System.exit(1);
    }
  }

  private static void endWith(InputStream parent) {
    try {
      parent.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      // A broken pipe says the same as a closed one.
    }
    Thread.ofPlatform().daemon().name("grace").start(Child::haltAfterGrace);
    System.exit(0);
  }

  private static void haltAfterGrace() {
    try {
      Thread.sleep(GRACE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(1);
  }
}
