package io.oasis.lab.loop;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.device.FixedRate;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What an operator says is kept, and nobody is squeezed for what is not Oasis's to limit: in the
 * whole loop, with limits in the hosts' kernel and in the array. What the law by capacity breaks of
 * it is shown beside it.
 */
class PromisesTest {
  private static final String DEFAULT = "proportional-fair";
  private static final String CAPACITY = "capacity";
  private static final double IOPS = 1_000;
  private static final double BYTES_PER_SECOND = 10e9;

  private final List<LabHost.Place> places = new ArrayList<>();
  private final World world = new World(1);

  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void aCapIsInForceFromTheFirstSecondAlsoWhereNobodyWaits(Enforcement where) {
    assertThat(mostUnderCap(DEFAULT, where)).isLessThanOrEqualTo(50.5);
  }

  @Test
  void byCapacityACapWaitsForSaturation() {
    assertThat(mostUnderCap(CAPACITY, Enforcement.HOST)).isGreaterThan(290);
  }

  /** Most I/Os per second, from a second after ENFORCE on, under a cap of 50. */
  private double mostUnderCap(String policy, Enforcement where) {
    applications(where, Stage.random(Stage.rate(300)), Stage.random(Stage.rate(100)));
    world.manage(policy, 1, List.of());
    world.rails(Mode.SHADOW, policy, List.of());
    world.runUntil(10);
    world.rails(
        Mode.ENFORCE,
        policy,
        List.of(rail(0, Optional.empty(), Optional.of(RateBound.ofIops(50)), false)));
    world.runUntil(12); // it is decided within a second, and written within one
    double most = 0;
    for (int second = 12; second < 60; second++) {
      most = Math.max(most, rates(second, second + 1)[0]);
    }
    return most;
  }

  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void noLimitIsEverBelowAReserve(Enforcement where) {
    assertThat(leastLimit(DEFAULT, where)).isFinite().isGreaterThanOrEqualTo(699);
  }

  /** The tightest limit, in I/Os per second, of a deep application with a reserve of 700. */
  private double leastLimit(String policy, Enforcement where) {
    applications(
        where,
        Stage.random(Stage.closed(32)),
        Stage.random(Stage.closed(4)),
        Stage.random(Stage.closed(1)));
    world.manage(policy, 1, List.of());
    world.rails(
        Mode.ENFORCE,
        policy,
        List.of(rail(0, Optional.of(RateBound.ofIops(700)), Optional.empty(), false)));
    double least = Double.POSITIVE_INFINITY;
    for (int tenth = 1; tenth <= 1_800; tenth++) {
      world.runUntil(tenth / 10.0);
      Throttle throttle = places.getFirst().throttle();
      double reads = throttle.get(Throttle.Part.READ_IOPS);
      double bytes = throttle.get(Throttle.Part.READ_BYTES) / 4_096.0;
      double limit = reads > 0 && bytes > 0 ? Math.min(reads, bytes) : Math.max(reads, bytes);
      least = limit > 0 ? Math.min(least, limit) : least;
    }
    return least;
  }

  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void nobodyIsSqueezedForWhoIsExcluded(Enforcement where) {
    assertThat(leastOfUnmanaged(DEFAULT, where, true)).isGreaterThan(0.95);
  }

  @Test
  void byCapacityTheNeighboursOfWhoIsExcludedAreSqueezed() {
    assertThat(leastOfUnmanaged(CAPACITY, Enforcement.HOST, true)).isLessThan(0.6);
  }

  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void nobodyIsSqueezedForWhomSomebodyElseLimits(Enforcement where) {
    assertThat(leastOfUnmanaged(DEFAULT, where, false)).isGreaterThan(0.95);
  }

  @Test
  void byCapacityTheNeighboursOfAForeignLimitAreSqueezed() {
    assertThat(leastOfUnmanaged(CAPACITY, Enforcement.HOST, false)).isLessThan(0.6);
  }

  /**
   * The least that a neighbour of a deep application has, by what it has where nobody manages, once
   * that one is excluded, or somebody has written a limit of his own over Oasis's.
   */
  private double leastOfUnmanaged(String policy, Enforcement where, boolean isExcluded) {
    int[] depths = {32, 4, 1, 16};
    applications(
        where,
        IntStream.of(depths).mapToObj(Stage::closed).map(Stage::random).toArray(Stage[]::new));
    world.manage(policy, 1, List.of());
    world.rails(Mode.ENFORCE, policy, List.of());
    world.runUntil(60);
    if (isExcluded) {
      world.rails(Mode.ENFORCE, policy, List.of(rail(0, Optional.empty(), Optional.empty(), true)));
    } else {
      places.getFirst().throttle(Throttle.ofEach(990, 990, 0, 0));
    }
    world.runUntil(90);
    assertThat(isExcluded && !places.getFirst().throttle().isNone()).isFalse();
    double least = Double.POSITIVE_INFINITY;
    for (int second = 90; second < 180; second += 10) {
      double[] rates = rates(second, second + 10);
      for (int i = 1; i < depths.length; i++) {
        double unmanaged = IOPS * depths[i] / IntStream.of(depths).sum();
        least = Math.min(least, rates[i] / unmanaged);
      }
    }
    return least;
  }

  /** It may begin with half of its limit, and has its share once that was seen. */
  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void aReaderThatBeginsToWriteIsNotHeldToAHandful(Enforcement where) {
    assertThat(leastWrites(DEFAULT, where, 4, 32, 1, 16)).isGreaterThan(0.45 * IOPS / 4);
  }

  /** Also where its reads were limited, so that their limit was split over both directions. */
  @ParameterizedTest
  @EnumSource(Enforcement.class)
  void aLimitedReaderThatBeginsToWriteIsNotHeldToAHandful(Enforcement where) {
    assertThat(leastWrites(DEFAULT, where, 32, 4)).isGreaterThan(0.45 * IOPS / 2);
  }

  /** Least writes per second in the first 5 s of a reader that turns writer, the first of them. */
  private double leastWrites(String policy, Enforcement where, int... depths) {
    Stage[] stages =
        IntStream.of(depths).mapToObj(Stage::closed).map(Stage::random).toArray(Stage[]::new);
    stages[0] = stages[0].lasting(60);
    applications(where, stages);
    world.manage(policy, 1, List.of());
    world.rails(Mode.ENFORCE, policy, List.of());
    double least = Double.POSITIVE_INFINITY;
    for (int second = 60; second < 65; second++) {
      least = Math.min(least, rates(second, second + 1)[0]);
    }
    return least;
  }

  /** I/Os per second of each; runs up to the end. */
  private double[] rates(double from, double to) {
    world.runUntil(from);
    double[] rates = new double[places.size()];
    for (int i = 0; i < rates.length; i++) {
      rates[i] = -places.get(i).worker().tally().completed();
    }
    world.runUntil(to);
    for (int i = 0; i < rates.length; i++) {
      rates[i] = (rates[i] + places.get(i).worker().tally().completed()) / (to - from);
    }
    return rates;
  }

  /** One application for each of the stages; one that ends goes on with writes. */
  private void applications(Enforcement where, Stage... stages) {
    LabHost host = world.host("h", where);
    Backend backend = new Backend(world.time(), new FixedRate<>(IOPS, BYTES_PER_SECOND));
    Lun lun = world.lun(host, "sda", backend, 0);
    for (int i = 0; i < stages.length; i++) {
      Stage writes = stages[i].reading(0).lasting(Double.POSITIVE_INFINITY);
      places.add(world.run(host, lun, "app" + i, 0, stages[i], writes));
    }
  }

  private GuardRail rail(
      int application, Optional<RateBound> reserve, Optional<RateBound> limit, boolean isExcluded) {
    return new GuardRail(
        Scope.APPLICATION,
        places.get(application).queue().application().value(),
        Optional.empty(),
        reserve,
        limit,
        isExcluded);
  }
}
