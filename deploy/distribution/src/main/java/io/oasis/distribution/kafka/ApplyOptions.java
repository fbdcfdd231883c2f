package io.oasis.distribution.kafka;

import picocli.CommandLine.Option;

/** Whether what would be changed at the broker is done, or only printed. */
final class ApplyOptions {
  @Option(names = "--apply", description = "Do it, rather than print it.")
  private boolean apply;

  @Option(names = "--print", description = "Print it (as without --apply).")
  private boolean print;

  boolean apply() {
    if (apply && print) {
      throw new IllegalArgumentException("--print: cannot be given with --apply");
    }
    return apply;
  }
}
