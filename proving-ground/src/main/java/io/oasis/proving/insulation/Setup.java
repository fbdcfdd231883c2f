package io.oasis.proving.insulation;

import java.util.List;
import java.util.Locale;

/** What is measured: who shares how many bricks. */
enum Setup {
  STREAMS("two streams", 1, List.of(Tenant.stream("first", 0), Tenant.stream("second", 1))),
  MIXED(
      "a stream and random reads",
      1,
      List.of(Tenant.stream("stream", 0), Tenant.random("random", 1, 1))),
  DEPTHS(
      "27 random reads outstanding and one",
      1,
      List.of(Tenant.random("deep", 0, 27), Tenant.random("single", 1, 1))),
  CLUSTER(
      "three workloads striped over three bricks, two with one and one with four outstanding",
      3,
      List.of(
          Tenant.random("first", 0, 1),
          Tenant.random("second", 1, 4),
          Tenant.random("third", 0, 1)));

  private final String words;
  private final int bricks;
  private final List<Tenant> tenants;

  Setup(String words, int bricks, List<Tenant> tenants) {
    this.words = words;
    this.bricks = bricks;
    this.tenants = tenants;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String words() {
    return words;
  }

  int bricks() {
    return bricks;
  }

  List<Tenant> tenants() {
    return tenants;
  }

  /** Tenants have the same share. */
  double share() {
    return 1.0 / tenants.size();
  }
}
