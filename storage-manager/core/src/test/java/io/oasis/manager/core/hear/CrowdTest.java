package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Shows that made-up names take neither memory nor shares without end. */
class CrowdTest {
  private static final DomainId DOMAIN = new DomainId("d");
  private static final LunId LUN = new LunId("lun");

  private final DomainController controller =
      new DomainController(DOMAIN, ControllerConfig.DEFAULT, Optional.empty(), List.of());
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private long sequence;

  private static Request request(String application, double iops) {
    Bandwidth rate = Bandwidth.of(iops, iops * 4_096);
    return new Request(
        new ApplicationId(application),
        new QueueSample(
            new Flow(iops, iops, iops * 4_096, 1_000),
            Flow.NONE,
            4,
            Optional.empty(),
            QueueSample.LatencySource.QUEUE),
        new Demand(Demand.Quality.CENSORED, rate, Optional.empty(), "at its limit"),
        Optional.empty(),
        Optional.empty());
  }

  private LunInterval interval(String host, LunId lun) {
    return new LunInterval(DOMAIN, lun, new HostId(host), sequence, now, 1_000);
  }

  private void say(String host, List<Request> requests) {
    RequestBatch.of(interval(host, LUN), requests)
        .forEach(batch -> controller.on(new Input.Requested(batch), now));
  }

  private List<Effect> report(String host, LunId lun) {
    return controller.on(
        new Input.LunReported(
            new LunReport(
                interval(host, lun),
                new Flow(1_000, 1_000, 4_096_000, 4_000),
                Flow.NONE,
                8,
                1,
                1_000,
                LunReport.Pressure.SATURATED,
                2)),
        now);
  }

  private void pass(Duration time) {
    now = now.plus(time);
    sequence++;
    controller.on(new Input.Tick(), now);
  }

  private DomainView view() {
    return controller.view(now);
  }

  private Map<String, Double> weights() {
    return view().queues().stream()
        .collect(
            Collectors.toMap(
                queue -> queue.queue().application().value(), DomainView.QueueView::weight));
  }

  @Test
  void sixtyThousandMadeUpQueuesAreLeftOutAndTheirHostIsNamed() {
    List<Request> made = new ArrayList<>();
    for (int i = 0; i < 60_000; i++) {
      made.add(request("bad:/q" + i, 1));
    }
    say("good", List.of(request("good:/a", 500)));
    say("bad", made);
    say("good", List.of(request("good:/b", 500)));
    report("good", LUN);

    assertThat(view().queues()).hasSize(Crowd.MOST_OF_HOST + 2);
    assertThat(weights()).containsKeys("good:/a", "good:/b");
    assertThat(view().enforcement().findings())
        .flatExtracting(found -> found.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.cause()).contains("host bad", "50000");
              assertThat(finding.mend()).isNotEmpty();
            });
  }

  @Test
  void aDomainHasAnEndAlsoWhereHostsAreMadeUp() {
    for (int host = 0; host < 60; host++) {
      List<Request> made = new ArrayList<>();
      for (int i = 0; i < 1_000; i++) {
        made.add(request("h" + host + ":/q" + i, 1));
      }
      say("h" + host, made);
    }
    report("h0", LUN);
    assertThat(view().queues()).hasSize(Crowd.MOST_OF_DOMAIN);
    assertThat(view().enforcement().findings()).isNotEmpty();
  }

  @Test
  void whatOnlyAnAdapterSpeaksOfIsForgottenToo() {
    for (int i = 0; i < 100; i++) {
      Outcome outcome =
          new Outcome(
              QueueId.parse("bad:/o" + i + "|lun"),
              new Version(1, 1),
              Outcome.State.WRITTEN,
              Optional.empty(),
              "");
      controller.on(
          new Input.Settled(
              new OutcomeBatch(
                  DOMAIN, new AdapterId("bad:x"), new SessionId("s"), now, List.of(outcome))),
          now);
    }
    assertThat(view().queues()).hasSize(100);
    for (int i = 0; i < 90; i++) {
      say("good", List.of(request("good:/a", 500)));
      report("good", LUN);
      pass(Duration.ofSeconds(1));
    }
    assertThat(weights().keySet()).containsExactly("good:/a");
  }

  @Test
  void madeUpLunsAndAdaptersHaveAnEndAndTheDomainDecides() {
    for (int i = 0; i < 10_000; i++) {
      report("bad", new LunId("made-up-" + i));
      controller.on(
          new Input.AdapterBeat(
              new AdapterStatus(
                  new AdapterId("bad:" + i),
                  new SessionId("s"),
                  DOMAIN,
                  now,
                  Version.NONE,
                  0,
                  new AdapterStatus.Target("x", 1, Optional.empty()))),
          now);
    }
    long decided = view().version().sequence();
    for (int i = 0; i < 5; i++) {
      say("good", List.of(request("good:/a", 500)));
      pass(Duration.ofSeconds(1));
    }
    assertThat(view().version().sequence()).isGreaterThan(decided);
    assertThat(view().enforcement().findings()).isNotEmpty();
  }

  @Test
  void anApplicationThatMakesCgroupsHasTheShareOfOne() {
    List<Request> all = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      all.add(request("h:/system.slice/greedy.service/worker" + i, 100));
    }
    all.add(request("h:greedy.service", 100));
    all.add(request("h:modest.service", 100));
    all.add(request("h:/not-in-a-unit", 100));
    say("h", all);
    report("h", LUN);

    assertThat(weights())
        .containsEntry("h:modest.service", 1.0)
        .containsEntry("h:/not-in-a-unit", 1.0)
        .containsEntry("h:greedy.service", 0.1)
        .containsEntry("h:/system.slice/greedy.service/worker8", 0.1);
  }

  @Test
  void whoIsIdleLeavesTheUnitsShareToTheOthers() {
    for (int i = 0; i < 40; i++) {
      say(
          "h",
          List.of(
              request("h:/a.scope/works", 100), request("h:/a.scope/sleeps", i == 0 ? 100 : 0)));
      report("h", LUN);
      pass(Duration.ofSeconds(1));
      if (i == 0) {
        assertThat(weights()).containsEntry("h:/a.scope/works", 0.5);
      }
    }
    assertThat(weights()).containsEntry("h:/a.scope/works", 1.0);
  }

  /** A group that has no unit of its own, such as an application's containers. */
  @Test
  void aGroupSharesTheWeightThatAnOperatorGaveIt() {
    String group = "h:/pods/shop/";
    List<GuardRail> rails =
        List.of(weight(Scope.GROUP, group, 2), weight(Scope.APPLICATION, group + "database", 3));
    controller.on(
        new Input.RailsChanged(
            new GuardRails(DOMAIN, 1, now, Mode.SHADOW, "proportional-fair", rails, List.of())),
        now);
    List<Request> all = new ArrayList<>();
    for (String name : List.of("cart", "pay", "search", "mail", "database")) {
      all.add(request(group + name, 100));
    }
    all.add(request("h:/alone", 100));
    say("h", all);
    report("h", LUN);

    assertThat(weights())
        .containsEntry(group + "cart", 0.5)
        .containsEntry(group + "mail", 0.5)
        .containsEntry(group + "database", 3.0)
        .containsEntry("h:/alone", 1.0);
  }

  private static GuardRail weight(Scope scope, String name, double weight) {
    return new GuardRail(
        scope, name, Optional.of(weight), Optional.empty(), Optional.empty(), false);
  }
}
