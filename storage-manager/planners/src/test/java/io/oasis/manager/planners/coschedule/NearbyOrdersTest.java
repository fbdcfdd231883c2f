package io.oasis.manager.planners.coschedule;

import static io.oasis.manager.planners.coschedule.ClusterTest.workload;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.PrimitiveIterator;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Shows which orders near those of the heuristics are tried, by the coins that are thrown. */
class NearbyOrdersTest {
  /** As it comes the second takes both servers from tick 1 to 2, and the third has no room left. */
  private static final Packing PACKING =
      new Packing(2, 3, Geometry.FREE, List.of(new Box(1, 1), new Box(2, 1), new Box(1, 2)));

  /** The first and the third side by side, then the second. */
  private static final List<Spot> FITTING = List.of(Spot.at(0), Spot.at(2), Spot.at(0));

  private static final Set<Order> AS_GIVEN = EnumSet.of(Order.AS_GIVEN);

  @Test
  void aBoxThatACoinRefusesIsPutLater() {
    assertThat(search(AS_GIVEN, 100, "y ny y"))
        .isEqualTo(new NearbyOrders.Answer.Found(FITTING, Order.AS_GIVEN, 1, 3));
  }

  /** The third, then from the beginning again. */
  @Test
  void afterEachBoxTheFirstOfThoseLeftIsAskedAgain() {
    assertThat(search(AS_GIVEN, 100, "nny y y"))
        .isEqualTo(new NearbyOrders.Answer.Found(FITTING, Order.AS_GIVEN, 1, 3));
  }

  @Test
  void whenCoinsRefuseAllTheFirstIsAskedAgain() {
    assertThat(search(AS_GIVEN, 100, "nnny ny nny"))
        .isEqualTo(new NearbyOrders.Answer.Found(FITTING, Order.AS_GIVEN, 1, 3));
  }

  @Test
  void whatDoesNotFitIsTriedInAnotherOrder() {
    assertThat(search(AS_GIVEN, 100, "y y y  y ny y"))
        .isEqualTo(new NearbyOrders.Answer.Found(FITTING, Order.AS_GIVEN, 2, 6));
  }

  /** BLF-DW begins with the third, which is the longest. */
  @Test
  void theHeuristicsTakeTurns() {
    Set<Order> both = EnumSet.of(Order.AS_GIVEN, Order.DECREASING_WIDTH);
    assertThat(search(both, 100, "y y y  y y y"))
        .isEqualTo(new NearbyOrders.Answer.Found(FITTING, Order.DECREASING_WIDTH, 2, 6));
    assertThat(search(both, 100, "y y y  y nny  y y y"))
        .isEqualTo(new NearbyOrders.Answer.Found(FITTING, Order.DECREASING_WIDTH, 2, 6));
  }

  /** Three boxes were tried, then no more are. */
  @Test
  void itEndsWithTheStepsAllowed() {
    assertThat(search(AS_GIVEN, 3, "y y y")).isEqualTo(new NearbyOrders.Answer.GaveUp(3));
    assertThat(search(AS_GIVEN, 4, "y y y  y ny y")).isInstanceOf(NearbyOrders.Answer.Found.class);
    assertThat(search(AS_GIVEN, 0, "")).isEqualTo(new NearbyOrders.Answer.GaveUp(0));
  }

  /** The first order is another processor's: it is thrown for, but not put. */
  @Test
  void aShareTriesEverySoManyth() {
    String coins = "y y y  y ny y  y y y  y y y  y ny y";
    assertThat(search(new Share(1, 2), 100, coins))
        .isEqualTo(new NearbyOrders.Answer.Found(FITTING, Order.AS_GIVEN, 2, 3));
    assertThat(search(new Share(0, 2), 100, coins))
        .isEqualTo(new NearbyOrders.Answer.Found(FITTING, Order.AS_GIVEN, 5, 9));
  }

  /** Shows that nobody who takes part needs longer than one alone with the same search. */
  @Test
  void theFirstOfSeveralIsNoLaterThanOneAlone() {
    SplittableRandom random = new SplittableRandom(7);
    Limits limits = new Limits(1, 2_000, 0, 0);
    Wish wish = Wish.exactly(Geometry.CONTIGUOUS, new Fraction(9, 10));
    int compared = 0;
    for (int i = 0; i < 200; i++) {
      Cluster cluster = cluster(random);
      Plan alone = new Coscheduler(ExactSolver.NONE, limits).plan(cluster, wish);
      if (alone.result() instanceof Plan.Planned) {
        compared++;
        assertThat(first(cluster, wish, limits)).isLessThanOrEqualTo(alone.steps());
      }
    }
    assertThat(compared).isGreaterThan(100);
  }

  /** Steps of the one of seven that has a schedule first. */
  private static long first(Cluster cluster, Wish wish, Limits limits) {
    return IntStream.range(0, 7)
        .mapToObj(i -> new Share(i, 7))
        .map(share -> new Coscheduler(ExactSolver.NONE, limits, EnumSet.allOf(Order.class), share))
        .map(coscheduler -> coscheduler.plan(cluster, wish))
        .filter(plan -> plan.result() instanceof Plan.Planned)
        .mapToLong(Plan::steps)
        .min()
        .orElse(Long.MAX_VALUE);
  }

  private static Cluster cluster(SplittableRandom random) {
    List<Workload> workloads =
        IntStream.range(0, 9)
            .mapToObj(
                i -> workload("w" + i, 1 + 2 * random.nextInt(4), "1/" + random.nextInt(2, 7)))
            .toList();
    double needed = workloads.stream().mapToDouble(w -> w.servers() * w.share().value()).sum();
    return new Cluster((int) StrictMath.max(7, StrictMath.ceil(needed)), workloads);
  }

  /** Shows a round that only an order near the heuristic's leads to, and that it is told. */
  @Test
  void aPlanSaysThatItIsNearAHeuristics() {
    Cluster cluster =
        new Cluster(
            2, List.of(workload("p", 1, "1/3"), workload("q", 2, "1/3"), workload("r", 1, "2/3")));
    Coscheduler coscheduler =
        new Coscheduler(ExactSolver.NONE, new Limits(1, 1_000, 1, 1), AS_GIVEN);
    Plan plan = coscheduler.plan(cluster, Wish.exactly(Geometry.FREE, Fraction.ONE));
    assertThat(plan.result()).isInstanceOf(Plan.Planned.class);
    assertThat(plan.attempts()).hasSize(2);
    assertThat(plan.attempts().getFirst())
        .isEqualTo(new Plan.Attempt(Fraction.ONE, "heuristics", "nothing found in 4 steps", 4));
    assertThat(plan.attempts().getLast().by()).isEqualTo("near BLF");
    assertThat(plan.attempts().getLast().outcome()).matches("found in order [1-9][0-9]*");
    assertThat(plan.steps()).isEqualTo(4 + plan.attempts().getLast().steps()).isGreaterThan(6);
  }

  private static NearbyOrders.Answer search(Set<Order> orders, long steps, String coins) {
    return search(orders, Share.WHOLE, steps, coins);
  }

  private static NearbyOrders.Answer search(Share share, long steps, String coins) {
    return search(AS_GIVEN, share, steps, coins);
  }

  private static NearbyOrders.Answer search(
      Set<Order> orders, Share share, long steps, String coins) {
    PrimitiveIterator.OfInt thrown = coins.replace(" ", "").chars().iterator();
    RandomGenerator coin = () -> thrown.nextInt() == 'y' ? -1 : 1L << 32;
    return NearbyOrders.search(PACKING, orders, share, steps, coin);
  }
}
