package io.oasis.brick.bench;

import java.util.OptionalDouble;

/** What a ratio must reach. */
final class Bar {
  private Bar() {}

  /** The bar of a contender for a pattern, as part of its baseline; empty where there is none. */
  static OptionalDouble of(String label, Pattern pattern) {
    return switch (label) {
      case "brick memory" ->
          OptionalDouble.of(
              switch (pattern) {
                case RANDOM_4K_DEPTH_1 -> 0.9;
                case RANDOM_4K_DEPTH_32 -> 1.5;
                case SEQUENTIAL_256K -> 1.0;
              });
      case "brick cache + sfq(32)", "brick sfq(32)" ->
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
