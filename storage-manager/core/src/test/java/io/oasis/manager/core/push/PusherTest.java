package io.oasis.manager.core.push;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.contract.Effect;
import io.oasis.protocol.Grant;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Shows what is sent, when it is sent again, and what is let go. */
class PusherTest {
  private final OneQueue queue = new OneQueue(Mode.ENFORCE);

  private static <T> List<T> published(List<Effect> effects, Class<T> kind) {
    return effects.stream()
        .flatMap(
            effect -> effect instanceof Effect.Publish(Message sent) ? parts(sent) : Stream.empty())
        .filter(kind::isInstance)
        .map(kind::cast)
        .toList();
  }

  private static Stream<?> parts(Message message) {
    return switch (message) {
      case SettingBatch batch -> batch.settings().stream();
      case GrantBatch batch -> batch.grants().stream();
      default -> Stream.of(message);
    };
  }

  private List<Setting> settings() {
    return published(queue.push(), Setting.class);
  }

  private List<Grant> grants() {
    return published(queue.push(), Grant.class);
  }

  @Test
  void aLimitIsSentOnceAndKept() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    List<Effect> effects = queue.push();
    assertThat(published(effects, Setting.class))
        .singleElement()
        .satisfies(
            setting -> {
              assertThat(setting.limit()).contains(RateBound.ofIops(1_000));
              assertThat(setting.reserve()).isEmpty();
            });
    assertThat(effects).contains(new Effect.SaveQueue(queue.share.memory()));
    assertThat(queue.pusher.pushes()).isEqualTo(1);
    assertThat(settings()).isEmpty();
    assertThat(queue.pusher.pushes()).isEqualTo(1);
  }

  /** By an allocation of its own each time: 1 % less or more is the same. */
  @Test
  void aLimitThatDiffersByMoreThanOnePercentIsSent() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    queue.push();
    queue.decides(RateBound.ofIops(1_010), 1_010);
    assertThat(settings()).isEmpty();
    queue.decides(RateBound.ofIops(1_011), 1_011);
    assertThat(settings()).hasSize(1);
    queue.decides(RateBound.ofBytesPerSecond(1e6), 1_011);
    assertThat(settings()).as("in another unit").hasSize(1);
    queue.decides(RateBound.ofBytesPerSecond(1.02e6), 1_030);
    assertThat(settings()).as("in bytes").hasSize(1);
    queue.decides(RateBound.ofBytesPerSecond(1.021e6), 1_031);
    assertThat(settings()).as("in bytes, by less").isEmpty();
  }

  /**
   * Queues that share a reserve have parts by what they use: a quarter more or less is the same.
   */
  @Test
  void termsAreNearWhenWeightReserveAndCapAre() {
    Terms terms = terms(100, Optional.of(2.0), Optional.empty());
    assertThat(terms.isNear(terms(120, Optional.of(2.0), Optional.empty()), 0.25)).isTrue();
    assertThat(terms.isNear(terms(130, Optional.of(2.0), Optional.empty()), 0.25)).isFalse();
    Terms unreserved = new Terms(Optional.empty(), Optional.of(2.0), Optional.empty());
    assertThat(terms.isNear(unreserved, 0.25)).isFalse();
    assertThat(unreserved.isNear(terms, 0.25)).isFalse();
    assertThat(terms.isNear(terms(100, Optional.empty(), Optional.empty()), 0.25)).isFalse();
    Terms capped = terms(100, Optional.of(2.0), Optional.of(RateBound.ofIops(500)));
    assertThat(capped.isNear(terms, 0.25)).isFalse();
    assertThat(terms.isNear(capped, 0.25)).isFalse();
    assertThat(Terms.NONE.isNear(Terms.NONE, 0.25)).isTrue();
  }

  private static Terms terms(double reserve, Optional<Double> weight, Optional<RateBound> cap) {
    return new Terms(Optional.of(RateBound.ofIops(reserve)), weight, cap);
  }

  /** While the allocation stays only the size of the I/Os has drifted. */
  @Test
  void aLimitOfTheSameAllocationMayDifferByFivePercent() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    queue.push();
    queue.decides(RateBound.ofIops(1_040), 1_000);
    assertThat(settings()).isEmpty();
    queue.decides(RateBound.ofIops(1_060), 1_000);
    assertThat(settings()).hasSize(1);
  }

  @Test
  void anotherWeightOrReserveIsSent() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    queue.push();
    queue.weighs(2);
    assertThat(settings())
        .singleElement()
        .satisfies(setting -> assertThat(setting.weight()).contains(2.0));
    assertThat(settings()).isEmpty();
  }

  @Test
  void anotherMixOfReadsAndWritesIsSent() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    queue.push();
    queue.asks(900, 100);
    assertThat(settings()).as("three writes more in a hundred").isEmpty();
    queue.asks(0, 1_000);
    assertThat(settings()).hasSize(1);
  }

  /** An adapter that says it holds none after three seconds has not got it. */
  @Test
  void whatGotLostIsSentAgain() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    queue.push();
    queue.passes(Duration.ofSeconds(4));
    queue.holds(1);
    queue.another();
    assertThat(settings()).as("it holds as many as were sent").isEmpty();
    queue.holds(0);
    assertThat(settings()).hasSize(1);
  }

  /** As many are held as were sent: one that is in force would be shown as open for ever. */
  @Test
  void aSettingWhoseAnswerGotLostIsSentAgain() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    queue.push();
    queue.passes(Duration.ofSeconds(29));
    queue.holds(1);
    assertThat(settings()).isEmpty();
    queue.passes(Duration.ofSeconds(2));
    queue.holds(1);
    assertThat(settings()).hasSize(1);
    queue.becomes(Outcome.State.VERIFIED, "");
    queue.passes(Duration.ofSeconds(31));
    queue.holds(1);
    assertThat(settings()).isEmpty();
  }

  /** Where leases go on, as with another policy, nothing else would end it. */
  @Test
  void aReleaseOfAllThatGotLostIsSentAgain() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    queue.push();
    assertThat(queue.pusher.releaseAll(queue.now, "policy is even")).isNotEmpty();
    queue.law.limit = Optional.empty();
    assertThat(settings()).as("it may be under way").isEmpty();
    queue.passes(Duration.ofSeconds(4));
    queue.holds(1);
    assertThat(settings()).hasSize(1);
    queue.becomes(Outcome.State.RELEASED, "the device is gone");
    assertThat(queue.heard.cause()).isEqualTo("the device is gone");
    queue.passes(Duration.ofSeconds(4));
    queue.holds(0);
    assertThat(settings()).isEmpty();
  }

  @Test
  void aGrantIsRepeatedAfterFiveSecondsWhileItIsInForceAndThirtyElse() {
    assertThat(grants()).singleElement().satisfies(grant -> assertThat(grant.enforced()).isFalse());
    queue.passes(Duration.ofMillis(29_999));
    assertThat(grants()).isEmpty();
    queue.passes(Duration.ofMillis(1));
    assertThat(grants()).hasSize(1);

    queue.holds(0);
    queue.decides(RateBound.ofIops(1_000), 1_000);
    assertThat(grants()).singleElement().satisfies(grant -> assertThat(grant.enforced()).isTrue());
    queue.passes(Duration.ofMillis(4_999));
    assertThat(grants()).isEmpty();
    queue.passes(Duration.ofMillis(1));
    assertThat(grants()).hasSize(1);
  }

  @Test
  void aGrantThatChangesIsSentAtOnce() {
    queue.law.wouldBe = Optional.of(RateBound.ofIops(500));
    assertThat(grants())
        .singleElement()
        .satisfies(grant -> assertThat(grant.bound()).contains(RateBound.ofIops(500)));
    queue.law.wouldBe = Optional.of(RateBound.ofIops(504));
    assertThat(grants()).isEmpty();
    queue.law.wouldBe = Optional.of(RateBound.ofIops(510));
    assertThat(grants()).hasSize(1);
    queue.law.wouldBe = Optional.empty();
    assertThat(grants())
        .singleElement()
        .satisfies(grant -> assertThat(grant.reason()).isEqualTo("not bounded"));
  }

  @Test
  void whoseAgentIsSilentIsGrantedNothing() {
    queue.push();
    queue.another(RateBound.ofIops(500));
    assertThat(grants())
        .singleElement()
        .satisfies(grant -> assertThat(grant.queue()).isEqualTo(queue.heard.id()));
  }

  @Test
  void aGrantSaysWhatItIsBoundBy() {
    queue.law.wouldBe = Optional.of(RateBound.ofIops(500));
    assertThat(grants())
        .singleElement()
        .satisfies(grant -> assertThat(grant.reason()).isEqualTo("bound by the policy's rule"));
  }

  @Test
  void theHeaderIsKeptEveryHalfMinuteAndWhenTheCapacityIsAnother() {
    assertThat(queue.push()).contains(new Effect.SaveHeader(queue.pusher.header()));
    queue.passes(Duration.ofSeconds(30));
    assertThat(queue.push()).noneMatch(effect -> effect instanceof Effect.SaveHeader);
    queue.passes(Duration.ofMillis(1));
    assertThat(queue.push()).anyMatch(effect -> effect instanceof Effect.SaveHeader);
    queue.law.memory = new CapacityMemory(1_000, 1, 900);
    assertThat(queue.push()).anyMatch(effect -> effect instanceof Effect.SaveHeader);
    assertThat(queue.push()).noneMatch(effect -> effect instanceof Effect.SaveHeader);
  }

  @Test
  void aLeaseIsRenewedThreeTimesALease() {
    assertThat(renewals()).hasSize(1);
    queue.passes(Duration.ofMillis(4_999));
    queue.holds(0);
    assertThat(renewals()).isEmpty();
    queue.passes(Duration.ofMillis(1));
    assertThat(renewals()).hasSize(1);
    queue.passes(Duration.ofSeconds(10));
    assertThat(renewals()).as("it is taken for dead").isEmpty();
    assertThat(new OneQueue(Mode.SHADOW).renew()).isEmpty();
  }

  private List<LeaseRenewal> renewals() {
    return published(queue.renew(), LeaseRenewal.class);
  }

  @Test
  void whatIsLimitedIsLetGo() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    queue.push();
    List<Effect> effects = queue.pusher.releaseAll(queue.now, "told so");
    assertThat(published(effects, Setting.class))
        .singleElement()
        .satisfies(setting -> assertThat(setting.limit()).isEmpty());
    assertThat(queue.share.isLimited()).isFalse();
    assertThat(queue.heard.cause()).isEqualTo("told so");
    assertThat(effects).contains(new Effect.SaveQueue(queue.share.memory()));
    assertThat(queue.pusher.releaseAll(queue.now, "again")).isEmpty();
  }

  /** Nothing was sent of it: there is nothing to take back from the adapter. */
  @Test
  void whatOnlyHasAShareLosesIt() {
    queue.decides(RateBound.ofIops(1_000), 1_000);
    assertThat(queue.pusher.releaseAll(queue.now, "told so"))
        .containsExactly(new Effect.SaveQueue(queue.share.memory()));
    assertThat(queue.share.isLimited()).isFalse();
  }

  @Test
  void aConflictIsForgotten() {
    queue.becomes(Outcome.State.CONFLICT, "");
    assertThat(published(queue.pusher.releaseAll(queue.now, "told so"), Setting.class)).hasSize(1);
    assertThat(queue.heard.isExcluded()).isFalse();
  }
}
