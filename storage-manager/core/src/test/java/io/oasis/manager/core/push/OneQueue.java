package io.oasis.manager.core.push;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.manager.core.decide.GivenLaw;
import io.oasis.manager.core.decide.Share;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A domain with one queue and one adapter, and a law that decides what a test says. */
final class OneQueue {
  private static final double BYTES = 4_096;
  private static final AdapterId ADAPTER = new AdapterId("h/cgroup-v2");
  private static final LunId LUN = new LunId("serial:a");

  final GivenLaw law = new GivenLaw();
  final Pusher pusher;
  final HeardQueue heard;
  final Share share;
  Instant now = Instant.parse("2026-03-01T12:00:00Z");

  private final Domain domain;
  private final Mode mode;

  OneQueue(Mode mode) {
    this.mode = mode;
    domain =
        new Domain(
            new DomainId("d"),
            new ControllerConfig(
                Duration.ofSeconds(1), Duration.ofSeconds(15), mode, "proportional-fair"),
            Optional.empty());
    pusher = new Pusher(domain, law);
    heard = domain.add(new QueueId(new ApplicationId("h:/a"), LUN));
    heard.servedBy(ADAPTER);
    share = law.join(heard);
    pusher.add(share);
    asks(1_000, 0);
    holds(0);
  }

  List<Effect> push() {
    return pusher.push(now);
  }

  List<Effect> renew() {
    return pusher.renew(now);
  }

  void passes(Duration time) {
    now = now.plus(time);
  }

  /** It is to have so much, by this limit. */
  void decides(RateBound limit, double allocation) {
    share.remember(
        new QueueMemory(heard.id(), Optional.of(allocation), heard.meanBytes(), heard.readShare()));
    law.limit = Optional.of(limit);
  }

  /** Its agent speaks of so many operations. */
  void asks(double reads, double writes) {
    heard.take(request(heard.id(), reads, writes), now);
  }

  private static Request request(QueueId queue, double reads, double writes) {
    return new Request(
        queue.application(),
        new QueueSample(
            flow(reads), flow(writes), 0.1, Optional.empty(), QueueSample.LatencySource.LUN),
        new Demand(
            Demand.Quality.OBSERVED,
            Bandwidth.of(reads + writes, (reads + writes) * BYTES),
            Optional.empty(),
            "test"),
        Optional.empty(),
        Optional.empty());
  }

  private static Flow flow(double iops) {
    return iops == 0 ? Flow.NONE : new Flow(iops, iops, iops * BYTES, 100);
  }

  /** The adapter speaks of so many limits. */
  void holds(int limits) {
    domain
        .adapters()
        .beat(
            new AdapterStatus(
                ADAPTER,
                new SessionId("s"),
                domain.id(),
                now,
                Version.NONE,
                limits,
                new AdapterStatus.Target("cgroup-v2", 1, Optional.empty())),
            now,
            now);
  }

  /** Another queue, without a limit. */
  void another() {
    domain.add(new QueueId(new ApplicationId("h:/b"), LUN));
  }

  /** A queue that a former controller knew, and no agent has spoken of. */
  void another(RateBound wouldBe) {
    pusher.add(law.join(domain.add(new QueueId(new ApplicationId("h:/c"), LUN))));
    law.wouldBe = Optional.of(wouldBe);
  }

  void weighs(double weight) {
    domain.rail(
        new GuardRails(
            domain.id(),
            1,
            now,
            mode,
            "proportional-fair",
            List.of(
                new GuardRail(
                    GuardRails.Scope.QUEUE,
                    heard.id().toString(),
                    Optional.of(weight),
                    Optional.empty(),
                    Optional.empty(),
                    false)),
            List.of()));
  }

  /** Its adapter says what became of its setting. */
  void becomes(Outcome.State state, String cause) {
    heard.settle(
        new Outcome(heard.id(), domain.version(), state, Optional.empty(), cause),
        Duration.ofSeconds(1),
        now);
  }
}
