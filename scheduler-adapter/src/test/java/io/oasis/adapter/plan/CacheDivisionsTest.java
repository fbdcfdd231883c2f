package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Division;
import io.oasis.adapter.targets.Place;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Authority;
import io.oasis.protocol.CacheRef;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Grain;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows that a cache is divided by its manager only, and let go when nobody gives word. */
class CacheDivisionsTest {
  private static final AdapterId ADAPTER = new AdapterId("h:brick");
  private static final DomainId DOMAIN = new DomainId("brick:d");
  private static final QueueId QUEUE = new QueueId(new ApplicationId("h:a"), new LunId("v"));
  private static final Duration LEASE = Duration.ofSeconds(15);

  private int sessions;
  private Duration time = Duration.ofSeconds(100);
  private AdapterCore core;

  @BeforeEach
  void start() {
    core =
        new AdapterCore(
            new AdapterConfig(
                ADAPTER,
                "brick",
                Placement.BELOW_COUNTERS,
                Form.ofBoth(Grain.from(2, 8_192)),
                LEASE),
            Map.of(),
            Set.of(),
            () -> new SessionId("s" + ++sessions));
    step(new Input.Seen(inventory(1)));
  }

  private static Place cache(long incarnation) {
    return new Place("cache/main", 0, new DeviceRef("/control", incarnation));
  }

  private static Inventory inventory(long incarnation) {
    return new Inventory(
        Map.of(),
        Map.of(),
        Map.of(),
        Map.of("main", new Inventory.Cache(cache(incarnation), Map.of(QUEUE, "a"))));
  }

  /** Divisions asked for and let go of, in order. */
  private List<Effect> step(Input input) {
    return core.step(input, new Now(time, Instant.EPOCH)).stream()
        .filter(effect -> effect instanceof Effect.Divide || effect instanceof Effect.Undivide)
        .toList();
  }

  private Input asked(String session, long sequence, Optional<Double> bytes) {
    return new Input.Ordered(
        new CacheSetting(
            new CacheRef(DOMAIN, ADAPTER, new SessionId(session), "main"),
            new Version(1, sequence),
            Instant.EPOCH,
            bytes.map(size -> List.of(new CacheSetting.Size(QUEUE, size))).orElse(List.of()),
            LEASE.toMillis(),
            Optional.empty()));
  }

  /** Shows that slices go to the partitions that queues stand for, with the sizes. */
  @Test
  void slicesOfADeviceAreSetWithTheSizesOfItsCache() {
    CacheSetting setting =
        new CacheSetting(
            new CacheRef(DOMAIN, ADAPTER, new SessionId("s1"), "main"),
            new Version(1, 2),
            Instant.EPOCH,
            List.of(new CacheSetting.Size(QUEUE, 5)),
            LEASE.toMillis(),
            Optional.of(
                new CacheSetting.Slices(280, 8e6, List.of(new CacheSetting.Slice(QUEUE, 140.5)))));
    Division.Slices slices = new Division.Slices(280, 8_000_000, Map.of("a", 140.5));
    assertThat(step(new Input.Ordered(setting)))
        .containsExactly(
            new Effect.Divide(cache(1), new Division(Map.of("a", 5L), Optional.of(slices))));
  }

  @Test
  void onlyWhatIsNewAndOfThisSessionCounts() {
    Effect divided = new Effect.Divide(cache(1), new Division(Map.of("a", 5L), Optional.empty()));
    assertThat(step(asked("s1", 2, Optional.of(5.9)))).containsExactly(divided);
    assertThat(step(asked("s1", 2, Optional.of(7.0)))).isEmpty();
    assertThat(step(asked("s1", 1, Optional.of(7.0)))).isEmpty();
    assertThat(step(asked("s0", 9, Optional.of(7.0)))).isEmpty();
    assertThat(core.cachesInForce()).containsExactly(cache(1));
  }

  private static Input by(String manager, DomainId domain, long epoch, List<CacheSetting.Size> of) {
    return new Input.Ordered(
        new CacheSetting(
            new CacheRef(domain, ADAPTER, new SessionId("s1"), "main"),
            new Version(epoch, 1),
            Instant.EPOCH,
            of,
            LEASE.toMillis(),
            Optional.empty(),
            Optional.of(new Authority(Mode.ENFORCE, Optional.of(manager)))));
  }

  @Test
  void anotherManagerDoesNotDivideItByAnotherName() {
    DomainId theirs = new DomainId("theirs");
    List<CacheSetting.Size> sizes = List.of(new CacheSetting.Size(QUEUE, 5));
    assertThat(step(by("first", DOMAIN, 1, sizes))).hasSize(1);
    assertThat(step(by("second", theirs, 9, sizes))).isEmpty();
    assertThat(step(by("second", theirs, 10, List.of()))).isEmpty();
    assertThat(core.cachesInForce()).containsExactly(cache(1));
    assertThat(step(by("first", DOMAIN, 2, sizes))).hasSize(1);
    assertThat(step(by("first", theirs, 3, sizes))).as("it moves it itself").hasSize(1);
  }

  @Test
  void withoutWordItIsLetGoAndTheSessionEnds() {
    step(asked("s1", 1, Optional.of(5.0)));
    time = time.plusSeconds(14);
    step(
        new Input.Ordered(
            new LeaseRenewal(
                DOMAIN,
                new Version(1, 2),
                ADAPTER,
                new SessionId("s1"),
                Instant.EPOCH,
                LEASE.toMillis())));
    time = time.plusSeconds(14);
    assertThat(step(new Input.Tick())).isEmpty();
    time = time.plusSeconds(1);
    assertThat(step(new Input.Tick())).containsExactly(new Effect.Undivide(cache(1)));
    assertThat(step(asked("s1", 3, Optional.of(5.0)))).isEmpty();
    assertThat(core.session()).isEqualTo(new SessionId("s2"));
  }

  @Test
  void itIsLetGoWhenAskedByHandAndWhenItIsAnotherOne() {
    step(asked("s1", 1, Optional.of(5.0)));
    assertThat(step(asked("s1", 2, Optional.empty())))
        .containsExactly(new Effect.Undivide(cache(1)));
    step(asked("s1", 3, Optional.of(5.0)));
    assertThat(step(new Input.Seen(inventory(2)))).containsExactly(new Effect.Undivide(cache(1)));
    step(asked("s1", 4, Optional.of(5.0)));
    assertThat(step(new Input.ByHand(true))).containsExactly(new Effect.Undivide(cache(2)));
    assertThat(step(asked("s2", 5, Optional.of(5.0)))).isEmpty();
  }

  private static Input reaches(List<String> never) {
    return new Input.Reaches(Reach.of(List.of(), never));
  }

  @Test
  void itIsLetGoWhenItMayNotBeTouchedAnyMoreAndThenNotDivided() {
    step(asked("s1", 1, Optional.of(5.0)));
    assertThat(step(reaches(List.of("cache/other")))).isEmpty();
    assertThat(step(reaches(List.of("cache/*")))).containsExactly(new Effect.Undivide(cache(1)));
    assertThat(core.cachesInForce()).isEmpty();
    assertThat(core.step(asked("s1", 2, Optional.of(5.0)), new Now(time, Instant.EPOCH)))
        .filteredOn(Effect.Note.class::isInstance)
        .singleElement()
        .satisfies(note -> assertThat(note.toString()).contains("--never"));
  }

  @Test
  void oneThatIsGoneIsLetGoAndIsNotDivided() {
    step(asked("s1", 1, Optional.of(5.0)));
    assertThat(step(new Input.Seen(inventory(1)))).as("it is the same").isEmpty();
    assertThat(step(new Input.Seen(Inventory.EMPTY)))
        .containsExactly(new Effect.Undivide(cache(1)));
    assertThat(core.step(asked("s1", 2, Optional.of(5.0)), new Now(time, Instant.EPOCH)))
        .filteredOn(Effect.Note.class::isInstance)
        .singleElement()
        .satisfies(note -> assertThat(note.toString()).contains("no cache main"));
  }

  private static Input inMode(Mode mode, long sequence, List<CacheSetting.Size> sizes) {
    return new Input.Ordered(
        new CacheSetting(
            new CacheRef(DOMAIN, ADAPTER, new SessionId("s1"), "main"),
            new Version(1, sequence),
            Instant.EPOCH,
            sizes,
            LEASE.toMillis(),
            Optional.empty(),
            Optional.of(new Authority(mode, Optional.of("m")))));
  }

  @Test
  void outsideOfEnforceItIsOnlyLetGo() {
    List<CacheSetting.Size> sizes = List.of(new CacheSetting.Size(QUEUE, 5));
    assertThat(step(inMode(Mode.OBSERVE, 1, sizes))).isEmpty();
    assertThat(step(inMode(Mode.ENFORCE, 2, sizes))).hasSize(1);
    assertThat(step(inMode(Mode.OBSERVE, 3, List.of())))
        .containsExactly(new Effect.Undivide(cache(1)));
  }

  /** Only what is divided is at stake when enforcing becomes impossible. */
  @Test
  void itIsLetGoWhenEnforcingIsNotPossible() {
    step(asked("s1", 1, Optional.of(5.0)));
    assertThat(step(new Input.Able(Optional.of("the guardian is gone"))))
        .containsExactly(new Effect.Undivide(cache(1)));
  }

  @Test
  void theLeaseOfAnotherDomainIsNotItsOwn() {
    step(asked("s1", 1, Optional.of(5.0)));
    time = time.plusSeconds(10);
    DomainId theirs = new DomainId("theirs");
    step(
        new Input.Ordered(
            new LeaseRenewal(
                theirs, new Version(1, 1), ADAPTER, new SessionId("s1"), Instant.EPOCH, 1_000)));
    time = time.plusSeconds(2);
    assertThat(step(new Input.Tick())).isEmpty();
    assertThat(core.cachesInForce()).containsExactly(cache(1));
  }
}
