package io.oasis.proving.drill;

import io.oasis.distribution.process.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory of an attack's own, for its owner only, which is removed after it. */
final class Scratch {
  private Scratch() {}

  /** What is done there. */
  interface Deed {
    Attack.Verdict in(Path directory) throws IOException, InterruptedException;
  }

  static Attack.Verdict with(Deed deed) {
    try {
      Path directory = Files.createTempDirectory("oasis-drill");
      Attack.Verdict verdict = deed.in(directory);
      Trees.erase(directory);
      return verdict;
    } catch (IOException e) {
      return new Attack.Verdict(false, "not tried: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Attack.Verdict(false, "interrupted");
    }
  }
}
