package io.oasis.distribution;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The kill switch: lets go of every limit, with or without Kafka and manager. */
@Command(
    name = "release",
    description = {
      "Let go of every limit of this host now, and keep it so until --resume.",
      "Needs neither Kafka nor the manager."
    },
    mixinStandardHelpOptions = true)
final class Release implements Callable<Integer> {
  private static final String RELEASE_MAIN = "io.oasis.adapter.ReleaseMain";

  @Mixin private DataOption data = new DataOption();

  @Option(names = "--resume", description = "Allow limits again.")
  private boolean resume;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    List<String> arguments = new ArrayList<>();
    arguments.add("--state-dir");
    arguments.add(data.directory().resolve("adapter").toString());
    if (resume) {
      arguments.add("--resume");
    }
    if (json) {
      arguments.add("--json");
    }
    return MainClass.run(RELEASE_MAIN, arguments);
  }
}
