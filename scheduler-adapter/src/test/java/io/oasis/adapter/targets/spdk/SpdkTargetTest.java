package io.oasis.adapter.targets.spdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shows what becomes of limits on an SPDK that is busy, hangs, was started again or is another. */
class SpdkTargetTest {
  private static final Throttle LIMIT = Throttle.ofBoth(3_000, 5 << 20);

  private FakeSpdk fake;
  private SpdkTarget target;
  private SpdkClient other;
  private Place place;

  @BeforeEach
  void open() throws Exception {
    fake = new FakeSpdk(false);
    target = new SpdkTarget(List.of(fake.address()));
    other = new SpdkClient(fake.address());
    other.ask("bdev_malloc_create", SpdkClient.parameters().put("name", "b"));
    place = target.place(fake.address(), "b");
  }

  @AfterEach
  void close() throws IOException {
    target.close();
    other.close();
    fake.close();
  }

  @Test
  void isPatientWhileAChangeIsInProgress() throws Exception {
    fake.bdevs().busy(2);
    target.apply(place, Throttle.NONE, LIMIT);

    assertThat(target.read(place)).isEqualTo(LIMIT);
    assertThat(fake.bdevs().sets()).isEqualTo(3);
  }

  @Test
  void givesUpOnAChangeThatDoesNotEndAndSaysWhatMayHelp() {
    fake.bdevs().busy(1_000);

    assertThatThrownBy(() -> target.apply(place, Throttle.NONE, LIMIT))
        .isInstanceOf(TargetException.class)
        .hasMessageContaining("temporarily unavailable")
        .hasMessageContaining("closing and opening it");
    assertThat(fake.bdevs().sets()).isEqualTo(4);
  }

  @Test
  void asksForNothingThatIsInForce() throws Exception {
    target.apply(place, LIMIT, LIMIT);
    assertThat(fake.bdevs().sets()).isZero();
  }

  @Test
  void writesNothingThatWouldBeRoundedUp() {
    assertThatThrownBy(() -> target.apply(place, Throttle.NONE, Throttle.ofBoth(1_500, 0)))
        .hasMessageContaining("no multiple of 1000");
    assertThatThrownBy(() -> target.apply(place, Throttle.NONE, Throttle.ofBoth(0, 1_000_000)))
        .hasMessageContaining("no multiple of 1048576");
    assertThat(fake.bdevs().sets()).isZero();
  }

  @Test
  void oneThatHangsIsTakenToBeWhatItWas() throws Exception {
    fake.hang(true);
    assertThatThrownBy(() -> target.read(place)).hasMessageContaining("does not answer");
    assertThat(target.presence(place)).isEqualTo(Presence.SAME);
    fake.hang(false);
    try (SpdkTarget fresh = new SpdkTarget(List.of())) {
      assertThat(fresh.read(place)).isEqualTo(Throttle.NONE);
    }
  }

  @Test
  void oneThatWasStartedAgainIsAnotherAndHasNoLimits() throws Exception {
    target.apply(place, Throttle.NONE, LIMIT);
    fake.restart();

    assertThat(target.presence(place)).isEqualTo(Presence.GROUP_GONE);
    Place fresh = target.place(fake.address(), "b");
    assertThat(fresh).isNotEqualTo(place);
    assertThat(target.read(fresh)).isEqualTo(Throttle.NONE);
    target.apply(fresh, Throttle.NONE, LIMIT);
    assertThat(target.read(fresh)).isEqualTo(LIMIT);
  }

  @Test
  void oneThatEndedIsGone() throws Exception {
    fake.stop();
    assertThat(target.presence(place)).isEqualTo(Presence.GROUP_GONE);
  }

  @ParameterizedTest
  @EnumSource
  void readsTheCountersOfEveryVersion(FakeBdevs.Version version) throws Exception {
    Counters counters = new Counters(5, 6, 7, 8);
    fake.bdevs().version(version);
    fake.bdevs().count("b", counters);

    assertThat(target.observe(place)).isEqualTo(counters);
  }

  @Test
  void namesWhoUsesABdev() throws Exception {
    fake.bdevs()
        .consumers(
            "nvmf_get_subsystems",
            "[{\"nqn\":\"nqn.x\",\"namespaces\":[{\"nsid\":1,\"bdev_name\":\"b\",\"name\":\"b\"}]}]");
    fake.bdevs()
        .consumers(
            "vhost_get_controllers",
            "[{\"ctrlr\":\"vhost.0\",\"backend_specific\":{\"block\":{\"bdev\":\"b\"}}}]");

    assertThat(Consumers.of(other)).isEqualTo(Map.of("b", List.of("nqn.x", "vhost.0")));
  }

  @Test
  void keepsACapOfOneDirectionThatSomebodyElseSet() throws Exception {
    other.ask(
        "bdev_set_qos_limit", SpdkClient.parameters().put("name", "b").put("r_mbytes_per_sec", 50));
    Throttle before = target.read(place);
    assertThat(before).isEqualTo(Throttle.NONE.with(Part.READ_BYTES, 50L << 20));
    target.apply(place, before, before.with(Part.IOPS, 2_000));

    assertThat(target.read(place)).isEqualTo(before.with(Part.IOPS, 2_000));
  }
}
