package io.oasis.lab.cosched;

import io.oasis.manager.planners.coschedule.Cluster;
import io.oasis.manager.planners.coschedule.Fraction;
import io.oasis.manager.planners.coschedule.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Clusters to be planned. */
public final class SampleClusters {
  /** Section 3.6.1: "typical of threshold quorum schemes used for erasure coding". */
  private static final int[] SERVERS = {1, 3, 5, 7, 9};

  private static final Fraction[] SHARES = {
    new Fraction(1, 2),
    new Fraction(1, 3),
    new Fraction(2, 3),
    new Fraction(1, 4),
    new Fraction(1, 5),
    new Fraction(1, 6)
  };

  /** Grid on which rounds are cut: the least common denominator of the shares above. */
  private static final int GRID = 60;

  private SampleClusters() {}

  /**
   * As section 3.6.1 makes them: servers and shares uniformly from its lists, as many servers as
   * the workloads need together, rounded up, but enough for the widest. Whether it can be planned
   * is not known.
   */
  public static Cluster random(int workloads, RandomGenerator random) {
    List<Workload> list = new ArrayList<>();
    long sixtieths = 0;
    int most = 0;
    for (int i = 0; i < workloads; i++) {
      int servers = SERVERS[random.nextInt(SERVERS.length)];
      Fraction share = SHARES[random.nextInt(SHARES.length)];
      list.add(new Workload("w" + i, servers, share));
      sixtieths += (long) servers * share.numerator() * GRID / share.denominator();
      most = StrictMath.max(most, servers);
    }
    return new Cluster(StrictMath.max(most, (int) StrictMath.ceilDiv(sixtieths, GRID)), list);
  }

  /**
   * A whole round cut into workloads, nothing left over, and shuffled: it can be planned with
   * R_clustering 1, on neighbouring servers too.
   */
  public static Cluster cut(int workloads, RandomGenerator random) {
    int servers = workloads * 3 / 2;
    List<int[]> pieces = new ArrayList<>(); // servers, sixtieths
    pieces.add(new int[] {servers, GRID});
    while (pieces.size() < workloads) {
      int[] piece = pieces.get(random.nextInt(pieces.size()));
      int side = random.nextInt(2);
      if (piece[side] >= 2) {
        int[] rest = piece.clone();
        rest[side] = random.nextInt(1, piece[side]);
        piece[side] -= rest[side];
        pieces.add(rest);
      }
    }
    List<Workload> list = new ArrayList<>();
    while (!pieces.isEmpty()) {
      int[] piece = pieces.remove(random.nextInt(pieces.size()));
      list.add(new Workload("w" + list.size(), piece[0], new Fraction(piece[1], GRID)));
    }
    return new Cluster(servers, list);
  }
}
