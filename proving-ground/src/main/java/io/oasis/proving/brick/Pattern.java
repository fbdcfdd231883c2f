package io.oasis.proving.brick;

import java.util.List;

/** A load that fio makes. */
enum Pattern {
  RANDOM_4K_DEPTH_1("4 KiB random, depth 1", "randread", "4k", 1),
  RANDOM_4K_DEPTH_32("4 KiB random, depth 32", "randread", "4k", 32),
  SEQUENTIAL_256K("256 KiB sequential", "read", "256k", 1);

  final String label;
  private final String direction;
  private final String block;
  private final int depth;

  Pattern(String label, String direction, String block, int depth) {
    this.label = label;
    this.direction = direction;
    this.block = block;
    this.depth = depth;
  }

  List<String> fio(String uri, int bytes, double seconds) {
    return List.of(
        "fio",
        "--name=bench",
        "--ioengine=nbd",
        "--uri=" + uri,
        "--rw=" + direction,
        "--bs=" + block,
        "--iodepth=" + depth,
        "--size=" + bytes,
        "--time_based",
        "--norandommap",
        "--ramp_time=1",
        "--runtime=" + (int) Math.max(1, Math.round(seconds)),
        "--output-format=json");
  }
}
