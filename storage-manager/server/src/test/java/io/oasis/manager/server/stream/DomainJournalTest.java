package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.ControllerStart;
import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.protocol.Decision;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Journal;
import io.oasis.protocol.JournalStart;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows that the journal and the records it points to give every decision again. */
class DomainJournalTest {
  private final List<Message> requests = new ArrayList<>();
  private final List<Message> decisions = new ArrayList<>();

  @Test
  void everyDecisionFollowsFromTheJournal() {
    try (Bench bench = new Bench()) {
      for (int second = 0; second < 30; second++) {
        bench.waiting = second >= 12 && second < 18 ? 1_000 : 0;
        if (second == 10) {
          bench.say(
              GuardRails.initial(Said.DOMAIN, Mode.ENFORCE, "capacity")
                  .revised(new GuardRails.Change(1, bench.now(), Optional.of("test"))));
        }
        say(bench, Said.request(Said.DEEP, Said.DOMAIN, second, 970 + second, 32));
        bench.pass(Duration.ofMillis(3));
        say(bench, Said.request(Said.SHALLOW, Said.DOMAIN, second, 30, 1));
        say(bench, Said.report(Said.LUN, Said.DOMAIN, second));
        bench.pass(Duration.ofMillis(second == 20 ? 2_000 : 997));
      }
      List<Message> told = bench.heard(Topic.DECISIONS);
      List<Message> journal = bench.heard(Topic.JOURNAL);
      replay(journal);
      assertThat(told).hasSizeGreaterThan(3);
      assertThat(decisions).isEqualTo(told);
      assertThat(told).anyMatch(decision -> decision.toString().contains("nothing was decided"));
      assertThat(journal).as("a record per decision or ten seconds").hasSizeLessThan(40);
    }
  }

  @Test
  void withoutInputsNothingIsJournaled() {
    try (Bench bench = new Bench()) {
      bench.interval(1);
      bench.pass(Duration.ofSeconds(20));
      bench.heard(Topic.JOURNAL);
      bench.pass(Duration.ofMinutes(5));
      assertThat(bench.heard(Topic.JOURNAL)).isEmpty();
    }
  }

  private void say(Bench bench, Message message) {
    bench.say(message);
    requests.add(message);
  }

  private void replay(List<Message> journal) {
    JournalStart start = (JournalStart) journal.getFirst();
    DomainController controller = ControllerStart.of(start).controller();
    for (Message record : journal.subList(1, journal.size())) {
      for (Journal.Entry entry : ((Journal) record).entries()) {
        for (Input input : inputs(entry)) {
          controller.on(input, entry.at()).forEach(this::take);
        }
      }
    }
  }

  private List<Input> inputs(Journal.Entry entry) {
    if (entry.behind().isPresent()) {
      return List.of(new Input.Behind(entry.behind().get()));
    }
    if (entry.rails().isPresent()) {
      return List.of(new Input.RailsChanged(entry.rails().get()));
    }
    return entry
        .records()
        .map(
            records ->
                requests.subList((int) records.first(), (int) records.last() + 1).stream()
                    .map(message -> Input.of(message).orElseThrow())
                    .toList())
        .orElseGet(() -> List.of(new Input.Tick()));
  }

  private void take(Effect effect) {
    if (effect instanceof Effect.Publish(Decision decision)) {
      decisions.add(decision);
    }
  }
}
