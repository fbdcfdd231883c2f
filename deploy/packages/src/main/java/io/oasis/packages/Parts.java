package io.oasis.packages;

import io.oasis.adapter.shell.Guardian;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files beside these classes: units, scripts, licences. */
final class Parts {
  private Parts() {}

  static String read(String name) {
    try (InputStream in = Parts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** For where no Java runs; that in a state directory is whose who may write there. */
  static String guardian() {
    try {
      return Guardian.script();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
