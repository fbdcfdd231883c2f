package io.oasis.proving;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The counts of bars are in what people read and in the JSON; one that is missed fails a bench. */
class BenchOutputTest {
  /** Measures a number of seconds. */
  @Command(name = "bench")
  private static final class Bench implements Callable<Integer> {
    private final Bars bars;

    @Mixin private BenchOutput output = new BenchOutput();

    private Bench(Bars bars) {
      this.bars = bars;
    }

    @Override
    public Integer call() {
      return output.print(Map.of("seconds", 3), "3 s\n" + bars.text(), bars);
    }
  }

  private final StringWriter said = new StringWriter();

  private int run(Bars bars, String... arguments) {
    CommandLine command = new CommandLine(new Bench(bars)).setOut(new PrintWriter(said));
    return command.execute(arguments);
  }

  @Test
  void theCountsAreInTheJson() {
    Bars bars = new Bars(List.of(List.of(), List.of(), List.of("too long", "and too wide")));
    assertThat(run(bars, "--json")).isEqualTo(1);
    assertThat(said)
        .hasToString("{\"seconds\":3,\"counts\":{\"held\":2,\"missed\":1,\"excused\":0}}\n");
  }

  @Test
  void theCountsAreInTheText() {
    assertThat(run(new Bars(List.of(List.of())))).isZero();
    assertThat(said).hasToString("3 s\nbars: 1 held, 0 missed, 0 excused\n");
  }

  @Test
  void whereThereAreNoBarsThereAreNoCounts() {
    assertThat(run(new Bars(List.of()), "--json")).isZero();
    assertThat(said).hasToString("{\"seconds\":3}\n");
  }
}
