package io.oasis.lab.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.LabCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command prints the contract, the same for the same seed, and names what is wrong. */
class ZooCommandTest {
  private static final String SCENARIO =
      """
      {"seconds": 60, "judgedFrom": 20, "seeds": [1, 2],
       "applications": [{"name": "deep", "stages": [{"closed": {"depth": 32}}]},
                        {"name": "shallow", "stages": [{"closed": {"depth": 1}}]}]}
      """;

  private StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path directory;

  @SuppressWarnings("NullAway.Init") // JUnit sets the annotated field
  ZooCommandTest() {}

  private int execute(String... arguments) {
    out = new StringWriter();
    return new CommandLine(new LabCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  private Path scenario() throws IOException {
    Path file = Files.createDirectories(directory.resolve("family")).resolve("one.json");
    Files.writeString(file, SCENARIO);
    return file;
  }

  @Test
  void theJsonIsThatOfTheContract() throws IOException {
    scenario();
    assertThat(execute("zoo", directory.toString(), "--json")).isZero();
    JsonNode json = JsonMapper.builder().build().readTree(out.toString());
    assertThat(json.get("scenarios").size()).isEqualTo(5 * 2 * 2);
    JsonNode first = json.get("scenarios").get(0);
    assertThat(first.propertyNames())
        .containsExactly(
            "name",
            "family",
            "policy",
            "enforcement",
            "seed",
            "totalToUnmanaged",
            "leastShare",
            "attainable",
            "meanShare",
            "p99ToUnmanaged",
            "p99ToAlone",
            "reversalsPerTenMinutes",
            "pushesPerHour",
            "convergenceSeconds",
            "lawViolations");
    assertThat(first.get("name").asString()).isEqualTo("one");
    assertThat(first.get("family").asString()).isEqualTo("family");
    assertThat(first.get("p99ToAlone").propertyNames()).containsExactly("deep", "shallow");
    JsonNode even = json.get("summary").get("even").get("host");
    assertThat(even.get("leastShareAtLeast90").asInt()).isEqualTo(1);
    assertThat(even.get("count").asInt()).isEqualTo(1);
    assertBars(even);
    assertThat(json.get("summary").get("best-effort").get("array").get("meanTotal").asDouble())
        .isEqualTo(1);
  }

  private static void assertBars(JsonNode even) {
    assertThat(even.propertyNames())
        .containsExactly(
            "meanTotal",
            "worstTotal",
            "totalAtLeast95",
            "meanLeastShare",
            "leastShareAtLeast90",
            "attainableAtLeast90",
            "count",
            "fairWhereAttainable",
            "nearAttainableElsewhere",
            "totalLostInVain",
            "onFrontier",
            "totalBelow90",
            "totalBelow70",
            "hurt",
            "hurtTwice",
            "worstHurt",
            "content",
            "contentHurt",
            "contentHurtTwice",
            "steady",
            "steadyTurning",
            "steadyPushing",
            "lawsBroken");
    assertThat(even.get("fairWhereAttainable").asInt()).isEqualTo(1);
    assertThat(even.get("onFrontier").asInt()).isEqualTo(1);
    assertThat(even.get("steady").asInt()).isEqualTo(1);
    assertThat(even.get("content").asInt()).isZero();
  }

  @Test
  void theSameSeedGivesTheSameBytes() throws IOException {
    String file = scenario().toString();
    assertThat(execute("run", file, "--policy", "capacity", "--seed", "3", "--json")).isZero();
    String first = out.toString();
    assertThat(first).contains("\"seed\":3");
    assertThat(execute("run", file, "--policy", "capacity", "--seed", "3", "--json")).isZero();
    assertThat(out.toString()).isEqualTo(first);
  }

  @Test
  void curvesAreWritten() throws IOException {
    Path plots = directory.resolve("plots");
    String[] arguments = {
      "zoo", scenario().toString(), "--policy=even", "--enforcement=host", "--seeds=1..1", "--plot"
    };
    assertThat(
            execute(
                java.util.stream.Stream.concat(
                        java.util.Arrays.stream(arguments),
                        java.util.stream.Stream.of(plots.toString()))
                    .toArray(String[]::new)))
        .isZero();
    assertThat(plots.resolve("one-even-host-seed-1.svg")).content().contains("shallow");
    assertThat(out.toString()).contains("even", "least share 1.000");
  }

  /** The bar of those who are content is one number: nobody is limited, nobody is hurt. */
  @Test
  void thoseWhoAreContentAreCounted() {
    assertThat(
            execute("zoo", "--random=3", "--seed=5", "--content", "--policy=best-effort", "--json"))
        .isZero();
    JsonNode json = JsonMapper.builder().build().readTree(out.toString());
    JsonNode summary = json.get("summary").get("best-effort").get("host");
    assertThat(summary.get("content").asInt()).isEqualTo(3);
    assertThat(summary.get("contentHurt").asInt()).isZero();
    assertThat(summary.has("fairWhereAttainable")).isFalse();
  }

  @Test
  void whatIsWrongIsNamed() throws IOException {
    Path file = scenario();
    assertRefused("policy = x: must be one of best-effort", "zoo", file.toString(), "--policy=x");
    assertRefused("enforcement = x: must be host", "zoo", file.toString(), "--enforcement=x");
    assertRefused("--content goes with --random", "zoo", file.toString(), "--content");
    assertRefused("seeds = 3..1: must be", "zoo", file.toString(), "--seeds=3..1");
    assertRefused("nowhere: there is no such directory", "zoo", directory + "/nowhere");
    assertRefused("nowhere.json: there is no such file", "run", directory + "/nowhere.json");
    Files.writeString(file, "{\"aplications\": []}");
    assertRefused("one.json: aplications: there is no such field", "zoo", directory.toString());
  }

  private void assertRefused(String said, String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(execute(arguments)).isEqualTo(2);
    assertThat(err.toString()).contains(said);
  }
}
