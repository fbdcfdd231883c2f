package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.plan.AdapterConfig;
import io.oasis.adapter.plan.AdapterCore;
import io.oasis.adapter.plan.Effect;
import io.oasis.adapter.plan.Form;
import io.oasis.adapter.plan.Input;
import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.plan.Now;
import io.oasis.adapter.plan.Verdict;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Extremes;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Mode;
import io.oasis.protocol.OfDomain;
import io.oasis.protocol.Order;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Samples;
import io.oasis.protocol.Schema;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.SettingBatch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Shows of every kind of message that numbers at the ends of what there is throw nothing, stop no
 * domain and leave no limit behind. Seeds are printed.
 */
@Tag("slow")
class ExtremesTest {
  private static final int MESSAGES = 2_000;
  private static final SessionId SESSION = ((SettingBatch) sample(Schema.SETTING_BATCH)).session();

  private final MessageCodec codec = new MessageCodec();
  private final Map<Schema, Integer> valid = new EnumMap<>(Schema.class);
  private Instant now = Instant.parse("2026-03-01T12:00:01Z");

  private static Message sample(Schema schema) {
    return Samples.full().get(schema);
  }

  private Optional<Message> next(SplittableRandom random, Schema schema) {
    String valid = new String(codec.encode(sample(schema)), StandardCharsets.UTF_8);
    // What is measured of a cache stands for what nobody has worked out.
    String begun =
        random.nextBoolean() ? valid : valid.replaceFirst("\"curve\":\\[.*?]", "\"curve\":[]");
    byte[] json = Extremes.next(random, begun.getBytes(StandardCharsets.UTF_8));
    if (codec.decode(schema.topic(), json) instanceof Decoded.Known(Message message)) {
      this.valid.merge(schema, 1, Integer::sum);
      return Optional.of(message);
    }
    return Optional.empty();
  }

  @ParameterizedTest
  @EnumSource
  void aDomainGoesOnWhateverTheNumbers(Schema schema) {
    if (!(sample(schema) instanceof OfDomain of)) {
      return;
    }
    for (long seed = 1; seed <= 4; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      DomainController controller = controller(of.domain());
      controller.on(heard(rails(of.domain(), 1, Mode.ENFORCE)), now);
      for (int i = 0; i < MESSAGES; i++) {
        String what = "%s, seed %d, message %d".formatted(schema, seed, i);
        Optional<io.oasis.manager.core.contract.Input> input =
            next(random, schema).flatMap(io.oasis.manager.core.contract.Input::of);
        input.ifPresent(told -> controller.on(told, now));
        if (i % 20 == 0) {
          assertDecides(controller, what);
        }
      }
      long revision = controller.view(now).rails().revision() + 1;
      controller.on(heard(rails(of.domain(), revision, Mode.OBSERVE)), now);
      assertThat(controller.view(now).rails().mode())
          .as("%s, seed %d: an operator is heard", schema, seed)
          .isEqualTo(Mode.OBSERVE);
    }
  }

  private static DomainController controller(DomainId domain) {
    return new DomainController(domain, ControllerConfig.DEFAULT, Optional.empty(), List.of());
  }

  private static io.oasis.manager.core.contract.Input heard(Message message) {
    return io.oasis.manager.core.contract.Input.of(message).orElseThrow();
  }

  private static GuardRails rails(DomainId domain, long revision, Mode mode) {
    return GuardRails.initial(domain, mode, "proportional-fair")
        .revised(new GuardRails.Change(revision, Instant.EPOCH, Optional.empty()));
  }

  /** An ordinary interval is decided about, and can be shown. */
  private void assertDecides(DomainController controller, String what) {
    for (int i = 0; i < 3; i++) {
      now = now.plusSeconds(1);
      controller.on(heard(requests()), now);
      controller.on(heard(sample(Schema.LUN_REPORT)), now);
      controller.on(new io.oasis.manager.core.contract.Input.Tick(), now.plusMillis(500));
    }
    assertThat(controller.isWaiting()).as(what).isFalse();
    controller
        .view(now)
        .queues()
        .forEach(
            queue -> {
              assertThat(queue.share().target().iops().perSecond()).as(what).isFinite();
              assertThat(queue.measured().usage().iops().perSecond()).as(what).isFinite();
            });
  }

  private static RequestBatch requests() {
    return (RequestBatch) sample(Schema.REQUEST_BATCH);
  }

  @Test
  void everyKindWasAmongThem() {
    SplittableRandom random = new SplittableRandom(5);
    for (Schema schema : Schema.values()) {
      for (int i = 0; i < MESSAGES; i++) {
        next(random, schema);
      }
    }
    System.out.println("valid of " + MESSAGES + " each: " + valid);
    assertThat(valid.keySet()).containsExactlyInAnyOrder(Schema.values());
  }

  @ParameterizedTest
  @EnumSource(names = {"SETTING_BATCH", "LEASE_RENEWAL", "CACHE_SETTING"})
  void anAdapterLetsGoOfEverythingWhateverTheNumbers(Schema schema) {
    for (long seed = 1; seed <= 4; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      Driven driven = new Driven();
      for (int i = 0; i < MESSAGES; i++) {
        next(random, schema).ifPresent(order -> driven.step(new Input.Ordered((Order) order)));
        driven.step(new Input.Settle());
        driven.pass(Duration.ofMillis(50));
      }
      driven.pass(Duration.ofSeconds(16));
      assertThat(driven.core.inForce()).as("%s, seed %d", schema, seed).isEmpty();
      assertThat(driven.core.cachesInForce()).as("%s, seed %d", schema, seed).isEmpty();
    }
  }

  /** An adapter on a target that does what it is told. */
  private static final class Driven {
    private final AdapterCore core;
    private Duration time = Duration.ofSeconds(1_000);

    Driven() {
      SettingBatch batch = (SettingBatch) sample(Schema.SETTING_BATCH);
      CacheSetting cache = (CacheSetting) sample(Schema.CACHE_SETTING);
      QueueId queue = batch.settings().getFirst().queue();
      DeviceRef device = new DeviceRef(8, 0, 1);
      core =
          new AdapterCore(
              new AdapterConfig(
                  batch.adapter(),
                  "fake",
                  Placement.ABOVE_COUNTERS,
                  Form.OF_DIRECTIONS,
                  Duration.ofSeconds(15)),
              Map.of(),
              Set.of(),
              () -> SESSION);
      step(
          new Input.Seen(
              new Inventory(
                  Map.of(queue.application(), new Inventory.Group("/cg/a", 7)),
                  Map.of(queue.lun(), new Inventory.Lun(device, batch.domain())),
                  Map.of(),
                  Map.of(
                      cache.cache().name(),
                      new Inventory.Cache(
                          new Place("cache", 0, device), Map.of(queue, "partition"))))));
    }

    void pass(Duration by) {
      time = time.plus(by);
      step(new Input.Tick());
    }

    void step(Input input) {
      for (Effect effect : core.step(input, new Now(time, Instant.EPOCH))) {
        switch (effect) {
          case Effect.Apply(QueueId queue, Place place, var throttle) ->
              step(new Input.Applied(queue, place, new Verdict.InForce(throttle)));
          case Effect.Release(QueueId queue, Place place) ->
              step(new Input.LetGo(queue, place, false, Optional.empty()));
          default -> {}
        }
      }
    }
  }
}
