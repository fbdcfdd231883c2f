package io.oasis.bench;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** What a miss-ratio curve costs per reference. The bar is 100 ns. */
@Tag("bench")
class MissRatioSamplerBenchIT {
  /** Runs the JMH benchmark in a JVM of its own and prints its table. */
  @Test
  void nanosPerReference() throws IOException, RunnerException {
    BenchReport report = new BenchReport("miss-ratio-curve");
    String benchmark = MissRatioSamplerBenchmark.class.getName();
    for (RunResult result : new Runner(new OptionsBuilder().include(benchmark).build()).run()) {
      report.row(
          "stream",
          result.getParams().getParam("stream"),
          "ns per reference",
          result.getPrimaryResult().getScore(),
          "error (99.9 %)",
          result.getPrimaryResult().getScoreError());
    }
    report.write();
  }
}
