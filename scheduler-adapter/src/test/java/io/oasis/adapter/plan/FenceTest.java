package io.oasis.adapter.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.CacheRef;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows which versions and epochs are heard, and that a new session begins above all of them. */
class FenceTest {
  private static final AdapterId ADAPTER = new AdapterId("h:fake");
  private static final DomainId ONE = new DomainId("one");
  private static final DomainId OTHER = new DomainId("other");

  private int sessions;
  private final Fence fence = new Fence(ADAPTER, Map.of(), () -> new SessionId("s" + ++sessions));

  private static Setting setting(String application, Version version) {
    return new Setting(
        new QueueId(new ApplicationId(application), new LunId("l")), version, Optional.empty(), 1);
  }

  private SettingBatch batch(DomainId domain, Setting setting) {
    return new SettingBatch(
        domain, ADAPTER, fence.session(), Instant.EPOCH, 1_000, List.of(setting));
  }

  private Optional<String> refusal(DomainId domain, Setting setting) {
    return fence.refusal(batch(domain, setting), setting);
  }

  private CacheSetting cache(DomainId domain, Version version) {
    return new CacheSetting(
        new CacheRef(domain, ADAPTER, fence.session(), "main"),
        version,
        Instant.EPOCH,
        List.of(),
        1_000,
        Optional.empty());
  }

  private LeaseRenewal renewal(Version version) {
    return new LeaseRenewal(ONE, version, ADAPTER, fence.session(), Instant.EPOCH, 1_000);
  }

  @Test
  void ioNobodyCanBeChargedWithIsNotLimited() {
    Setting setting = setting("h:" + QueueId.UNATTRIBUTED, new Version(1, 1));
    assertThat(refusal(ONE, setting))
        .hasValueSatisfying(why -> assertThat(why).contains("charged"));
  }

  @Test
  void theLastEpochThatCanBeIsHeardAndNoneBeyond() {
    Version last = new Version(Version.MOST_PLAUSIBLE_EPOCH, 1);
    assertThat(refusal(ONE, setting("a", last))).isEmpty();
    Version beyond = new Version(Version.MOST_PLAUSIBLE_EPOCH + 1, 1);
    assertThat(refusal(ONE, setting("a", beyond))).isPresent();
  }

  @Test
  void whicheverWordHasALaterEpochEndsTheEarlierForAllOthers() {
    assertThat(fence.accept(cache(ONE, new Version(3, 7)))).isTrue();
    assertThat(fence.highest(ONE)).isEqualTo(new Version(3, 7));
    assertThat(fence.accept(renewal(new Version(2, 9)))).isFalse();

    assertThat(fence.accept(renewal(new Version(4, 1)))).isTrue();
    assertThat(fence.highest(ONE)).isEqualTo(new Version(4, 1));
    assertThat(refusal(ONE, setting("a", new Version(3, 8)))).isPresent();

    fence.accept(ONE, setting("a", new Version(4, 9)));
    fence.accept(ONE, setting("b", new Version(4, 5)));
    assertThat(fence.highest(ONE)).as("of all queues").isEqualTo(new Version(4, 9));
  }

  /** What a queue or cache heard for one domain is no word about its next one. */
  @Test
  void aNewSessionKnowsTheHighestOfEachDomainOnly() {
    Setting setting = setting("a", new Version(9, 1));
    fence.accept(ONE, setting);
    assertThat(fence.accept(cache(ONE, new Version(9, 2)))).isTrue();
    assertThat(fence.accept(renewal(new Version(9, 3)))).isTrue();
    assertThat(fence.isRepeat(batch(ONE, setting), setting)).isTrue();

    fence.newSession();

    assertThat(fence.isRepeat(batch(ONE, setting), setting)).as("it is refused aloud").isFalse();
    assertThat(refusal(ONE, setting)).isPresent();
    assertThat(refusal(OTHER, setting("a", new Version(1, 1)))).isEmpty();
    assertThat(fence.accept(cache(ONE, new Version(9, 3)))).isFalse();
    assertThat(fence.accept(cache(OTHER, new Version(1, 1)))).isTrue();
    assertThat(fence.accept(renewal(new Version(9, 3)))).isTrue();
  }
}
