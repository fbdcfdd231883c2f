package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.messaging.MessageSerializer;
import io.oasis.messaging.trust.KeyDirectory;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.messaging.trust.TrustedKeys;
import io.oasis.protocol.Authority;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows signed orders from their bytes to the limit: said again, and with a key that changes. */
class SignedOrdersTest {
  private static final Duration RENEWAL = World.LEASE.dividedBy(3);

  @TempDir Path directory;

  private final MessageCodec codec = new MessageCodec();
  private KeyDirectory keys;
  private TrustedKeys trusted;
  private World world;
  private long sequence;

  /** As it lies in the topic. */
  private record Sent(Headers headers, byte[] value) {}

  @BeforeEach
  void start() throws Exception {
    keys = new KeyDirectory(directory.resolve("keys"));
    keys.make();
    trusted = TrustedKeys.read(keys.trust());
    world = new World(directory);
  }

  private Sent signed(SigningKey key, Message message) {
    RecordHeaders headers = new RecordHeaders();
    byte[] value =
        new MessageSerializer(key).serialize(Topic.SETTINGS.topicName(), headers, message);
    return new Sent(headers, value);
  }

  /** As a reader of the topic does; whether it was let in. */
  private boolean hear(Sent sent) {
    boolean letIn = trusted.refusal(Topic.SETTINGS, sent.headers(), sent.value()).isEmpty();
    if (letIn) {
      world.now(((Decoded.Known) codec.decode(Topic.SETTINGS, sent.value())).message());
    }
    return letIn;
  }

  private LeaseRenewal renewal() {
    return new LeaseRenewal(
        World.DOMAIN,
        new Version(1, ++sequence),
        World.ADAPTER,
        world.session(),
        Instant.EPOCH,
        World.LEASE.toMillis(),
        Optional.of(new Authority(Mode.ENFORCE, Optional.of("m"))));
  }

  private SigningKey key() {
    return SigningKey.read(keys.signing());
  }

  private boolean isLimited() {
    return !world.target.read(world.place("a")).isNone();
  }

  @Test
  void aSignedRecordThatIsSaidAgainChangesNothing() {
    Sent first = signed(key(), world.setting("a", 1, 1, 500));
    Sent second = signed(key(), world.setting("a", 1, 2, 300));
    Sent release =
        signed(key(), world.setting("a", new Version(1, 3), world.session(), Optional.empty()));
    assertThat(hear(first)).isTrue();
    assertThat(hear(second)).isTrue();
    int told = world.outcomes().size();

    assertThat(hear(second)).as("it is signed").isTrue();
    assertThat(world.outcomes()).as("and known").hasSize(told);
    assertThat(hear(first)).isTrue();
    assertThat(world.lastOutcome("a").cause()).contains("version 1.1 is not newer than 1.2");
    assertThat(world.lastOutcome("a").applied().orElseThrow().iops().orElseThrow().perSecond())
        .isEqualTo(300);

    assertThat(hear(release)).isTrue();
    assertThat(isLimited()).isFalse();
    assertThat(hear(second)).isTrue();
    assertThat(isLimited()).as("what was let go of stays so").isFalse();
  }

  @Test
  void aSignedRecordOfASessionThatIsOverChangesNothing() {
    Sent setting = signed(key(), world.setting("a", 1, 1, 500));
    Sent renewal = signed(key(), renewal());
    hear(setting);
    world.pass(World.LEASE.plusSeconds(1));
    assertThat(isLimited()).isFalse();

    assertThat(hear(setting)).isTrue();
    assertThat(hear(renewal)).isTrue();
    assertThat(isLimited()).isFalse();
    assertThat(world.lastOutcome("a").cause()).contains("for session");
  }

  @Test
  void aKeyIsChangedAndNoLimitIsLetGo() throws IOException {
    assertThat(hear(signed(key(), world.setting("a", 1, ++sequence, 500)))).isTrue();
    for (int i = 0; i < 12; i++) {
      if (i == 3) {
        keys.prepare();
        trusted = TrustedKeys.read(keys.trust()); // as it is seen after a moment
      }
      if (i == 6) {
        keys.use();
      }
      if (i == 9) {
        trusted = TrustedKeys.read(keys.trust().resolve(key().id() + ".pem"));
      }
      assertThat(hear(signed(key(), renewal()))).as("renewal %d", i).isTrue();
      world.pass(RENEWAL);
    }
    assertThat(isLimited()).isTrue();
    assertThat(world.outcomes())
        .extracting(Outcome::state)
        .doesNotContain(Outcome.State.RELEASED, Outcome.State.REFUSED);
  }

  @Test
  void aKeyThatNobodyHandedOutLetsTheLimitsGoWithTheLease() throws IOException {
    hear(signed(key(), world.setting("a", 1, ++sequence, 500)));
    keys.prepare();
    keys.use();
    for (int i = 0; i < 4; i++) {
      assertThat(hear(signed(key(), renewal()))).isFalse();
      world.pass(RENEWAL);
    }
    assertThat(isLimited()).isFalse();
  }
}
