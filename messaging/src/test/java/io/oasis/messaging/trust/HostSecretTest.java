package io.oasis.messaging.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.configuration.UsageException;
import io.oasis.messaging.MessageSerializer;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Speaker;
import io.oasis.protocol.Topic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that a host is heard as itself, and as nobody else. */
class HostSecretTest {
  private static final Speaker.Host DB1 = new Speaker.Host(new HostId("db1"), List.of());
  private static final Speaker.Host DB2 = new Speaker.Host(new HostId("db2"), List.of());

  @TempDir Path directory;

  private final HostSecret secret = HostSecret.generate();

  private static Message inventory(String host) {
    return new HostInventory(new HostId(host), Instant.EPOCH, List.of(), List.of());
  }

  private static Optional<String> verdict(Gate gate, Seal seal, Message message, Topic topic) {
    RecordHeaders headers = new RecordHeaders();
    byte[] value = new MessageSerializer(seal).serialize(topic.topicName(), headers, message);
    return gate.refusal(topic, headers, value).or(() -> gate.objection(topic, headers, message));
  }

  private Optional<String> verdict(Seal seal, String host) {
    return verdict(secret, seal, inventory(host), Topic.INVENTORY);
  }

  @Test
  void aHostIsHeardAsItself() {
    assertThat(verdict(secret.token(DB1), "db1")).isEmpty();
  }

  @Test
  void aHostIsNotHeardAsAnother() {
    assertThat(verdict(secret.token(DB2), "db1")).hasValue("host db2 speaks as host db1");
  }

  @Test
  void aTokenThatWasTakenBackIsRefusedWithoutARestartAndTheNextSecretsCounts() throws Exception {
    KeyDirectory keys = new KeyDirectory(directory.resolve("taken"));
    keys.make();
    AtomicLong nanos = new AtomicLong();
    HostSecret read = HostSecret.read(keys.hosts(), nanos::get);
    Seal taken = read.token(DB1);
    Seal other = read.token(DB2);
    assertThat(verdict(read, taken, inventory("db1"), Topic.INVENTORY)).isEmpty();
    keys.revoke(DB1.host());
    nanos.addAndGet(TrustedKeys.LOOK.toNanos());
    assertThat(verdict(read, taken, inventory("db1"), Topic.INVENTORY))
        .hasValue("the token of host db1 was taken back");
    assertThat(verdict(read, other, inventory("db2"), Topic.INVENTORY)).isEmpty();

    keys.rotateHosts();
    nanos.addAndGet(TrustedKeys.LOOK.toNanos());
    Seal fresh = HostToken.read(keys.token(DB1, Optional.empty()));
    assertThat(verdict(read, fresh, inventory("db1"), Topic.INVENTORY)).isEmpty();
    assertThat(verdict(read, other, inventory("db2"), Topic.INVENTORY)).isEmpty();
    assertThat(verdict(read, taken, inventory("db1"), Topic.INVENTORY)).isPresent();
  }

  @Test
  void whoHasNoTokenIsNotHeard() {
    assertThat(verdict(Seal.NONE, "db1")).isPresent();
    assertThat(verdict(HostSecret.generate().token(DB1), "db1")).isPresent();
  }

  @Test
  void aNameInTheSealThatIsNotTheTokensIsFoundOut() {
    Seal stolen = secret.token(DB2);
    Seal renamed =
        (topic, headers, value) -> {
          stolen.put(topic, headers, value);
          String seal = Envelope.text(headers, HostToken.HEADER).orElseThrow();
          Envelope.put(headers, HostToken.HEADER, seal.replace(":db2:", ":db1:"));
        };
    assertThat(verdict(renamed, "db1")).isPresent();
    Seal grown =
        (topic, headers, value) -> {
          stolen.put(topic, headers, value);
          String seal = Envelope.text(headers, HostToken.HEADER).orElseThrow();
          Envelope.put(headers, HostToken.HEADER, seal.replace(":db2:", ":*:"));
        };
    assertThat(verdict(grown, "db1")).isPresent();
  }

  @Test
  void aSealHoldsForItsBytesOnly() {
    Seal late =
        (topic, headers, value) -> {
          byte[] other = value.clone();
          other[other.length - 2] ^= 1;
          secret.token(DB1).put(topic, headers, other);
        };
    assertThat(verdict(late, "db1")).isPresent();
  }

  @Test
  void whatIsNoSealIsRefusedAndThrowsNothing() {
    for (String header : new String[] {"", ":", "::", "a:b:!", "a:b:AAAA", "a:b:c:d"}) {
      RecordHeaders headers = new RecordHeaders();
      headers.add(HostToken.HEADER, header.getBytes(StandardCharsets.UTF_8));
      assertThat(secret.refusal(Topic.USAGE, headers, new byte[] {1})).as(header).isPresent();
    }
  }

  @Test
  void onlyManagersSayWhatOperatorsSaid() {
    Message rails = GuardRails.initial(new DomainId("d"), Mode.ENFORCE, "even");
    assertThat(verdict(secret, secret.token(DB1), rails, Topic.GUARD_RAILS))
        .hasValueSatisfying(reason -> assertThat(reason).contains("only managers"));
    assertThat(verdict(secret, secret.ofManagers(), rails, Topic.GUARD_RAILS)).isEmpty();
  }

  @Test
  void aSecretIsChangedWhileOldTokensStillCount() {
    HostSecret next = secret.rotated();
    assertThat(verdict(next, secret.token(DB1), inventory("db1"), Topic.INVENTORY)).isEmpty();
    assertThat(verdict(next, next.token(DB1), inventory("db1"), Topic.INVENTORY)).isEmpty();
    HostSecret last = next.rotated();
    assertThat(verdict(last, secret.token(DB1), inventory("db1"), Topic.INVENTORY)).isPresent();
  }

  @Test
  void tokensAndSecretsAreReadAsTheyWereWritten() throws IOException {
    KeyDirectory keys = new KeyDirectory(directory.resolve("keys"));
    keys.make();
    HostToken token = HostToken.read(keys.token(DB1, Optional.empty()));
    HostSecret read = HostSecret.read(keys.hosts());
    assertThat(verdict(read, token, inventory("db1"), Topic.INVENTORY)).isEmpty();
    assertThatThrownBy(() -> TrustKeys.seal(Optional.of(token), new HostId("db2")))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("host-token");
  }

  @Test
  void aNameThatCouldBeTakenForAnotherGetsNoToken() {
    for (String name : List.of("db1:x", "a+b", "*", "a,b")) {
      assertThatThrownBy(() -> new Speaker.Host(new HostId(name), List.of()))
          .as(name)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
