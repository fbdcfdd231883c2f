package io.oasis.manager.server;

import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.core.harm.Phase;
import io.oasis.manager.core.partition.InsulationView;
import io.oasis.manager.core.receipt.Parts;
import io.oasis.manager.core.receipt.Receipt;
import io.oasis.manager.planners.insulation.InsulationPlan;
import io.oasis.manager.planners.insulation.Profile;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.CapacityEstimate;
import io.oasis.protocol.Decision;
import io.oasis.protocol.DecisionHeader;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Software;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Views made by hand. */
public final class TestViews {
  public static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  private TestViews() {}

  public static DomainView view(GuardRails rails, int queues) {
    return view(rails, queues, List.of());
  }

  /** Whose first application is a stream that has been planned. */
  public static DomainView insulated(GuardRails rails) {
    InsulationPlan plan =
        new InsulationPlan(
            8e6,
            280e3,
            List.of(
                new InsulationPlan.Place(
                    new Profile.Streaming("host:/app-00", 1),
                    InsulationPlan.Status.SUPPORTED,
                    140e3,
                    16e6,
                    0.94,
                    1,
                    "it needs 14 MB of cache")));
    return view(
        rails,
        1,
        List.of(
            new InsulationView(
                "main",
                0.9,
                "",
                false,
                Optional.of(plan),
                List.of(new InsulationView.PlanChange(AT, List.of("host:/app-00 came"))))));
  }

  private static DomainView view(GuardRails rails, int queues, List<InsulationView> insulation) {
    List<DomainView.QueueView> list = new ArrayList<>();
    for (int i = 0; i < queues; i++) {
      list.add(queue("host:/app-%02d".formatted(i), 100 + i));
    }
    return new DomainView(
        rails.domain(),
        new Version(2, 7),
        AT,
        rails,
        new CapacityEstimate(
            1_000,
            Optional.of(1_100.0),
            970,
            Optional.of(1_070.0),
            131_072,
            true,
            CapacityEstimate.Source.KNEE,
            1_000),
        list,
        new DomainView.Decided(Optional.of(0.002), List.of(decision(rails)), insulation),
        new DomainView.Enforcement(
            Optional.of(
                new DomainView.AdapterView(
                    new AdapterId("host:cgroup-v1"),
                    new SessionId("s"),
                    "cgroup-v1",
                    AT,
                    true,
                    Optional.of(new Software("0.1.0", Map.of("oasis.setting-batch", 1))))),
            List.of(findings(rails)),
            new DomainView.HarmView(Phase.WATCHING, ""),
            new DomainView.Stability(true, 12, 1, 4)));
  }

  public static GuardRails rails(String domain) {
    return GuardRails.initial(new DomainId(domain), Mode.SHADOW, "proportional-fair");
  }

  private static DomainView.QueueView queue(String application, double iops) {
    return new DomainView.QueueView(
        QueueId.parse(application + "|wwid:1"),
        1,
        new DomainView.QueueView.Measured(
            Bandwidth.of(iops, iops * 4_096),
            new Demand(
                Demand.Quality.CENSORED,
                Bandwidth.of(iops, iops * 4_096),
                Optional.of(Bandwidth.of(iops * 2, iops * 8_192)),
                "at its limit"),
            2_500,
            1.5,
            Optional.of(32.0),
            Optional.of(12.0),
            List.of(
                new Receipt(AT, 6_000, 3_000, 5_000, new Parts(1_000, 1_500, 2_000, 400, 100)))),
        new DomainView.QueueView.Share(
            Bandwidth.of(150, 614_400),
            Optional.of(Bandwidth.of(140, 573_440)),
            Optional.of(RateBound.ofIops(144)),
            Decision.Bound.FAIR_SHARE,
            DomainView.Standing.SHARING),
        new DomainView.QueueView.InForce(
            Optional.of(RateBound.ofIops(144)),
            Optional.of(
                new Decision.Earned(
                    AT, List.of(new Decision.Gain(QueueId.parse("host:/other|wwid:1"), 30, 470)))),
            Optional.of(Outcome.State.VERIFIED),
            ""));
  }

  private static Findings findings(GuardRails rails) {
    return new Findings(
        rails.domain(),
        new AdapterId("host:cgroup-v1"),
        new SessionId("s"),
        AT,
        2,
        1,
        1,
        List.of(
            finding("riops", Finding.Verdict.VERIFIED, "", ""),
            finding(
                "wiops",
                Finding.Verdict.INERT,
                "its processes wrote through the page cache",
                "use cgroup v2")));
  }

  private static Finding finding(String limit, Finding.Verdict verdict, String cause, String mend) {
    return new Finding(
        Optional.of(QueueId.parse("host:/app-00|wwid:1")),
        new Finding.Where("cgroup-v1", "/sys/fs/cgroup/blkio/app-00", "8:16", limit),
        new Finding.Figures(
            Optional.of(144L), Optional.of(144L), Optional.of(144L), Optional.of(139.5)),
        verdict,
        cause,
        mend);
  }

  private static Decision decision(GuardRails rails) {
    return new Decision(
        new DecisionHeader(rails.domain(), new Version(2, 7), AT, rails.mode(), rails.policy()),
        "0123456789abcdef",
        new CapacityEstimate(
            1_000,
            Optional.empty(),
            970,
            Optional.empty(),
            131_072,
            false,
            CapacityEstimate.Source.UNSATURATED,
            0),
        new Decision.Certificate(1_000, Optional.of(0.002), 0.1),
        false,
        1,
        List.of(
            new Decision.QueueDecision(
                QueueId.parse("host:/app-00|wwid:1"),
                new Decision.Terms(1, 0, Optional.empty()),
                new Decision.Need(Demand.Quality.CENSORED, Optional.empty(), 100),
                new Decision.Step(
                    Optional.of(100.0),
                    150,
                    Optional.of(120.0),
                    Optional.of(RateBound.ofIops(117))),
                new Decision.Why(
                    Decision.Bound.FAIR_SHARE,
                    Decision.Bound.STEP,
                    "on its way to its fair share"))),
        List.of("capacity changed"));
  }
}
