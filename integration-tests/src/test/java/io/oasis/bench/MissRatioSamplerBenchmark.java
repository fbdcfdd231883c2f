package io.oasis.bench;

import io.oasis.brick.mrc.MissRatioSampler;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One reference of a miss-ratio curve, with everything sampled (the worst) and with a part. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MissRatioSamplerBenchmark {
  private static final int REFERENCES = 1 << 20;

  /** All blocks in the sample; sixteen times as many; a hot set within many; never the same. */
  @Param({"uniform-16k", "uniform-256k", "zipf-400k", "scan"})
  public String stream = "";

  private final long[] blocks = new long[REFERENCES];
  private MissRatioSampler sampler = new MissRatioSampler();
  private long base;

  @Setup
  public void prepare() {
    sampler = new MissRatioSampler();
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < REFERENCES; i++) {
      blocks[i] =
          switch (stream) {
            case "uniform-16k" -> random.nextInt(16_384);
            case "uniform-256k" -> random.nextInt(262_144);
            // The inverse of Zipf's distribution with alpha = 1 over 400,000 blocks.
            case "zipf-400k" -> (long) StrictMath.pow(400_000, random.nextDouble());
            case "scan" -> i;
            default -> throw new IllegalArgumentException("stream = " + stream);
          };
    }
  }

  @Benchmark
  @OperationsPerInvocation(REFERENCES)
  public MissRatioSampler reference() {
    base += stream.equals("scan") ? REFERENCES : 0;
    for (long block : blocks) {
      sampler.reference(base + block);
    }
    return sampler;
  }
}
