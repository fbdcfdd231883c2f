package io.oasis.distribution.word;

import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.UrlOption;
import io.oasis.protocol.Check;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compares a file with the operator's word that is in force, and brings what differs into force.
 *
 * <p>Law: what does not differ is not sent, so that a second import changes nothing; a domain that
 * was changed since it was looked at is left alone.
 */
@Command(
    name = "import",
    description = {
      "Show how modes and guard rails differ from a file, and bring what differs into force."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing differs, or no longer",
      "1:with --dry-run: something differs",
      "2:the file or an option is wrong",
      "3:a domain is not known or the manager refuses"
    },
    mixinStandardHelpOptions = true)
public final class WordImport implements Callable<Integer> {
  private static final int DIFFERS = 1;

  @Parameters(paramLabel = "FILE", description = "As oasis export writes it.")
  private Path file;

  @Option(names = "--dry-run", description = "Only show what differs.")
  private boolean dryRun;

  @Option(
      names = "--reason",
      paramLabel = "WHY",
      description = "Kept with each change beside who made it; needed without --dry-run.")
  private @Nullable String reason;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Mixin private UrlOption url = new UrlOption();

  @Spec private CommandSpec spec;

  /** A domain of the file that differs. */
  private record Differing(InForce present, Word wanted, Difference difference) {}

  /**
   * @param unknown domains of the file that the manager does not know
   * @param unnamed domains of the manager that the file does not name
   */
  private record Comparison(
      int domains, List<Differing> differing, List<String> unknown, List<String> unnamed) {
    boolean isNone() {
      return differing.isEmpty() && unknown.isEmpty();
    }
  }

  /** A comparison in JSON. */
  private record Answer(
      boolean differs, List<AnswerDomain> domains, List<String> unknown, List<String> unnamed) {}

  private record AnswerDomain(String domain, long revision, List<Difference.Change> changes) {}

  @Override
  public Integer call() throws IOException {
    SortedMap<String, Word> wanted = WordFile.read(file);
    String why = dryRun ? "" : why();
    try (ManagerClient client = url.client()) {
      Comparison comparison = compare(client, wanted);
      say(comparison);
      if (dryRun) {
        return comparison.isNone() ? 0 : DIFFERS;
      }
      if (!comparison.unknown().isEmpty()) {
        throw new MissingException(
            "no agent has reported "
                + String.join(", ", comparison.unknown())
                + " to this manager; nothing was changed");
      }
      for (Differing differing : comparison.differing()) {
        apply(client, differing, why);
      }
      return 0;
    }
  }

  private String why() {
    if (reason == null || reason.isBlank()) {
      throw new IllegalArgumentException(
          "--reason: must say why, it is kept with each change; --dry-run only shows");
    }
    return reason.strip();
  }

  private static Comparison compare(ManagerClient client, SortedMap<String, Word> wanted) {
    List<Differing> differing = new ArrayList<>();
    List<String> unknown = new ArrayList<>();
    wanted.forEach(
        (domain, word) ->
            InForce.of(client, domain)
                .ifPresentOrElse(
                    present -> {
                      Difference difference = Difference.of(present.word(), word);
                      if (!difference.isNone()) {
                        differing.add(new Differing(present, word, difference));
                      }
                    },
                    () -> unknown.add(domain)));
    List<String> unnamed =
        InForce.domains(client).stream().filter(domain -> !wanted.containsKey(domain)).toList();
    return new Comparison(wanted.size(), differing, unknown, unnamed);
  }

  private void say(Comparison comparison) {
    if (json) {
      spec.commandLine().getOut().println(new JsonMapper().writeValueAsString(answer(comparison)));
      return;
    }
    for (Differing each : comparison.differing()) {
      say(each.present().domain() + " (revision " + each.present().revision() + ")");
      each.difference().changes().forEach(change -> say("  " + change.line()));
    }
    comparison.unknown().forEach(domain -> say(domain + ": not known to this manager"));
    comparison.unnamed().forEach(domain -> say(domain + ": not in " + file + ", left as it is"));
    say(
        "%d of %d domains differ"
            .formatted(
                comparison.differing().size() + comparison.unknown().size(), comparison.domains()));
  }

  private static Answer answer(Comparison comparison) {
    return new Answer(
        !comparison.isNone(),
        comparison.differing().stream()
            .map(
                each ->
                    new AnswerDomain(
                        each.present().domain(),
                        each.present().revision(),
                        each.difference().changes()))
            .toList(),
        comparison.unknown(),
        comparison.unnamed());
  }

  private void apply(ManagerClient client, Differing differing, String why) {
    Update update = new Update(client, differing.present(), differing.wanted(), why);
    long revision = update.send(differing.difference());
    if (json) {
      return;
    }
    String domain = differing.present().domain();
    say(domain + ": in force, revision " + revision);
    client.guardRails(domain).stream()
        .flatMap(rails -> rails.path("unmatched").valueStream())
        .forEach(name -> say("  " + name.asString() + ": no such queue is there now"));
  }

  /** A line with what others said. */
  private void say(String line) {
    spec.commandLine().getOut().println(Check.printable(line));
  }
}
