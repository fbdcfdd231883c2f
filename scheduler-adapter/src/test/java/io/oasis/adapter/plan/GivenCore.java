package io.oasis.adapter.plan;

import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** An adapter's core with one disk and one application on it, in virtual time. */
final class GivenCore {
  static final AdapterId ADAPTER = new AdapterId("h:fake");
  static final DomainId DOMAIN = new DomainId("disk:x");
  static final QueueId QUEUE = new QueueId(new ApplicationId("h:/a"), new LunId("x"));
  static final Place PLACE = new Place("/cg/a", 11, new DeviceRef(7, 1, 3));
  static final Inventory HERE = new Inventory(Map.of(), Map.of(), Map.of(QUEUE, PLACE), Map.of());
  static final Duration LEASE = Duration.ofSeconds(15);

  final AdapterCore core;
  private Duration time = Duration.ofSeconds(100);
  private int sessions;
  private long sequence;

  /**
   * @param conflicts that the journal knows
   */
  GivenCore(Form form, Set<Place> conflicts) {
    core =
        new AdapterCore(
            new AdapterConfig(ADAPTER, "fake", Placement.ABOVE_COUNTERS, form, LEASE),
            Map.of(),
            conflicts,
            () -> new SessionId("s" + ++sessions));
    step(new Input.Seen(HERE));
  }

  List<Effect> step(Input input) {
    return core.step(input, new Now(time, Instant.EPOCH));
  }

  Duration time() {
    return time;
  }

  List<Effect> tickAfter(long millis) {
    time = time.plusMillis(millis);
    return step(new Input.Tick());
  }

  /** The next word of a manager; 0 lets go. */
  List<Effect> ask(double iops) {
    return ask("m", iops);
  }

  List<Effect> ask(String manager, double iops) {
    sequence++;
    Setting setting =
        new Setting(
            QUEUE,
            new Version(1, sequence),
            Optional.of(iops).filter(rate -> rate > 0).map(RateBound::ofIops),
            1);
    return step(
        new Input.Ordered(
            new SettingBatch(
                DOMAIN,
                ADAPTER,
                core.session(),
                Instant.EPOCH,
                LEASE.toMillis(),
                List.of(setting),
                Optional.of(new Authority(Mode.ENFORCE, Optional.of(manager))))));
  }

  /** Asked for, written and read back. */
  void put(long iops) {
    ask(iops);
    step(new Input.Settle());
    applied(new Verdict.InForce(Throttle.ofBoth(iops, 0)));
  }

  List<Effect> applied(Verdict verdict) {
    return step(new Input.Applied(QUEUE, PLACE, verdict));
  }

  static List<Effect> releases(List<Effect> effects) {
    return effects.stream().filter(Effect.Release.class::isInstance).toList();
  }

  static List<Throttle> writes(List<Effect> effects) {
    return effects.stream()
        .filter(Effect.Apply.class::isInstance)
        .map(effect -> ((Effect.Apply) effect).throttle())
        .toList();
  }

  static List<String> notes(List<Effect> effects) {
    return effects.stream()
        .filter(Effect.Note.class::isInstance)
        .map(effect -> ((Effect.Note) effect).text())
        .toList();
  }

  static List<Outcome> outcomes(List<Effect> effects) {
    return effects.stream()
        .filter(Effect.Tell.class::isInstance)
        .map(effect -> ((Effect.Tell) effect).message())
        .filter(OutcomeBatch.class::isInstance)
        .flatMap(message -> ((OutcomeBatch) message).outcomes().stream())
        .toList();
  }
}
