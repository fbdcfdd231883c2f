package io.oasis.proving.brick;

import java.util.OptionalDouble;

/** What a ratio must reach, and what a request may cost. */
final class Bar {
  /** The brick without discipline or cache. */
  static final String BARE = "brick memory";

  private static final String CACHED = "brick cache + sfq(32)";
  private static final double MORE_CPU_MICROS = 2;

  private Bar() {}

  /** How much more processor time than {@link #BARE} an I/O may take; empty where nothing says. */
  static OptionalDouble moreCpuMicros(String label, Pattern pattern) {
    return label.equals(CACHED) && pattern != Pattern.SEQUENTIAL_256K
        ? OptionalDouble.of(MORE_CPU_MICROS)
        : OptionalDouble.empty();
  }

  /** The bar of a contender for a pattern, as part of its baseline; empty where there is none. */
  static OptionalDouble of(String label, Pattern pattern) {
    return switch (label) {
      case BARE ->
          OptionalDouble.of(
              switch (pattern) {
                case RANDOM_4K_DEPTH_1 -> 0.9;
                case RANDOM_4K_DEPTH_32 -> 1.5;
                case SEQUENTIAL_256K -> 1.0;
              });
      case CACHED, "brick sfq(32)" ->
          switch (pattern) {
            case RANDOM_4K_DEPTH_1 -> OptionalDouble.of(0.85);
            case RANDOM_4K_DEPTH_32 -> OptionalDouble.of(1.2);
            case SEQUENTIAL_256K -> OptionalDouble.empty();
          };
      case "brick file" ->
          pattern == Pattern.RANDOM_4K_DEPTH_32 ? OptionalDouble.of(1.5) : OptionalDouble.empty();
      default -> OptionalDouble.empty();
    };
  }
}
