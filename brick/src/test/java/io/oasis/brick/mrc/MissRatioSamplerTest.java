package io.oasis.brick.mrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** What holds for every stream, and the worked example of the package. */
class MissRatioSamplerTest {
  private static final int RUNS = 200;

  /** Shows that nothing is lost while all blocks fit in the sample: it is exact LRU. */
  @Test
  void isExactWhileEverythingIsSampled() {
    for (long seed = 0; seed < RUNS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int blocks = 1 + random.nextInt(60);
      int references = 1 + random.nextInt(5_000);
      MissRatioSampler sampler = new MissRatioSampler(64);
      ExactLru exact = new ExactLru(references);
      for (int i = 0; i < references; i++) {
        long block = (long) (blocks * StrictMath.pow(random.nextDouble(), 3));
        sampler.reference(block);
        exact.reference(block);
      }
      double[] truth = exact.missRatios(exact.footprint());
      MissRatioCurve curve = sampler.curve(exact.footprint(), exact.footprint());
      assertThat(sampler.footprintBlocks()).isEqualTo(exact.footprint());
      for (int i = 0; i < truth.length; i++) {
        assertThat(curve.missRatio(i))
            .as("seed " + seed + ", size " + i)
            .isCloseTo(truth[i], within(1e-9));
      }
    }
  }

  /** Shows that the row of slots counts what a plain list of blocks by recency counts. */
  @Test
  void countsDistancesLikeAListByRecency() {
    for (long seed = 0; seed < RUNS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      SampledBlocks blocks = new SampledBlocks(64);
      List<Long> byRecency = new ArrayList<>();
      for (int i = 0; i < 2_000; i++) {
        // Many hashes share their low bits, so that they collide in the table.
        long hash = (random.nextLong(40) << 32) + random.nextLong(3);
        if (byRecency.size() == 64 || (!byRecency.isEmpty() && random.nextInt(8) == 0)) {
          blocks.remove(byRecency.remove(random.nextInt(byRecency.size())));
          continue;
        }
        int expected = byRecency.indexOf(hash);
        byRecency.remove(hash);
        byRecency.addFirst(hash);
        assertThat(blocks.touch(hash)).as("seed " + seed + ", step " + i).isEqualTo(expected);
        assertThat(blocks.size()).isEqualTo(byRecency.size());
      }
    }
  }

  /** Shows that a curve starts at 1, never rises and stays between 0 and 1. */
  @Test
  void curvesNeverRise() {
    for (long seed = 0; seed < RUNS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      MissRatioSampler sampler = new MissRatioSampler(64);
      LongSupplier stream = Streams.phases(1 + random.nextInt(3_000), seed);
      for (int i = 0; i < 6_000; i++) {
        sampler.reference(stream.getAsLong());
        if (random.nextInt(1_000) == 0) {
          sampler.age(random.nextDouble());
        }
      }
      MissRatioCurve curve = sampler.curve(1 + random.nextInt(300_000), 50);
      assertThat(curve.missRatio(0)).isEqualTo(1);
      for (int i = 1; i < curve.points(); i++) {
        assertThat(curve.missRatio(i)).as("seed " + seed).isBetween(0.0, curve.missRatio(i - 1));
      }
    }
  }

  /** Shows the worked example: a loop is all misses up to its length and all hits from there. */
  @Test
  void aLoopIsOneStep() {
    MissRatioSampler sampler = new MissRatioSampler();
    LongSupplier loop = Streams.loop(1_000_000, 5);
    for (int i = 0; i < 4_000_000; i++) {
      sampler.reference(loop.getAsLong());
    }
    assertThat(sampler.rate()).isCloseTo(0.0164, within(0.0005));
    assertThat(sampler.footprintBlocks()).isCloseTo(1_000_000, within(25_000.0));
    MissRatioCurve curve = sampler.curve(1_200_000, 1_200);
    assertThat(missRatioAt(curve, 970_000)).isGreaterThan(0.97);
    assertThat(missRatioAt(curve, 1_030_000)).isLessThan(0.28);
  }

  /** Of the largest point that is not larger than the cache: never too hopeful. */
  private static double missRatioAt(MissRatioCurve curve, double cacheBlocks) {
    int point = 0;
    while (point + 1 < curve.points() && curve.sizeBlocks(point + 1) <= cacheBlocks) {
      point++;
    }
    return curve.missRatio(point);
  }

  /**
   * "Our correction simply adds the difference, E[Ns] - Ns, to the first histogram bucket before
   * computing final miss ratios" (SHARDS-adj): one hot block, sampled or not, does not bend the
   * curve.
   */
  @Test
  void aHotBlockCountsWhetherItIsSampledOrNot() {
    for (long seed = 0; seed < 20; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      long hot = random.nextLong();
      MissRatioSampler sampler = new MissRatioSampler(1_024);
      for (int i = 0; i < 300_000; i++) {
        sampler.reference(random.nextInt(10) < 8 ? hot : random.nextInt(50_000));
      }
      double missRatio = sampler.curve(50, 1).missRatio(1);
      assertThat(missRatio).as("seed " + seed).isCloseTo(0.2, within(0.03));
    }
  }

  /**
   * "A further refinement runs in constant space by lowering the sampling rate adaptively" (SHARDS,
   * abstract): a stream of new blocks only, the worst for memory, does not make it grow.
   */
  @Test
  void memoryIsBounded() {
    MissRatioSampler sampler = new MissRatioSampler();
    for (long i = 0; i < 3_000_000; i++) {
      sampler.reference(i * 31);
    }
    assertThat(sampler.footprintBlocks()).isCloseTo(3_000_000, within(75_000.0));
    assertThat(sampler.maxBytes()).isLessThan(1_000_000);
  }

  /** Shows that the past can be let go: after ageing by 0 only the new stream counts. */
  @Test
  void forgetsWhatItIsToldToForget() {
    MissRatioSampler sampler = new MissRatioSampler(1_024);
    for (int i = 0; i < 100_000; i++) {
      sampler.reference(i % 1_000);
    }
    sampler.age(0);
    assertThat(sampler.references()).isZero();
    assertThat(sampler.curve(2_000, 1).missRatio(1)).isEqualTo(1);
    for (int i = 0; i < 100_000; i++) {
      sampler.reference(i % 100);
    }
    assertThat(sampler.curve(100, 1).missRatio(1)).isLessThan(0.01);
  }

  /** 99 of 100 references hit; of these half are left, and 50 misses come to them. */
  @Test
  void thePastCountsAsMuchAsItIsToldTo() {
    MissRatioSampler sampler = new MissRatioSampler(64);
    for (int i = 0; i < 100; i++) {
      sampler.reference(0);
    }
    sampler.age(1);
    assertThat(sampler.references()).isEqualTo(100);
    sampler.age(0.5);
    assertThat(sampler.references()).isEqualTo(50);
    for (int i = 1; i <= 50; i++) {
      sampler.reference(i);
    }
    assertThat(sampler.curve(1, 1).missRatio(1)).isCloseTo(0.505, within(1e-9));
  }

  /** As the limit on the sample's size has it. */
  @Test
  void eachSampledBlockTakes41Bytes() {
    long more = new MissRatioSampler(2_048).maxBytes() - new MissRatioSampler(1_024).maxBytes();
    assertThat(more / 1_024.0).isCloseTo(41, within(0.5));
  }

  /** Shows that wrong sizes are refused by name. */
  @Test
  void refusesWrongSizes() {
    assertThatThrownBy(() -> new MissRatioSampler(1_000))
        .hasMessage("sample = 1000: must be a power of two between 64 and 4194304");
    assertThatThrownBy(() -> new MissRatioSampler().curve(0, 1))
        .hasMessageContaining("mostBlocks = 0");
    assertThatThrownBy(() -> new MissRatioSampler().age(1.5)).hasMessageContaining("keep = 1.5");
  }
}
