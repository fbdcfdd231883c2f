package io.oasis.messaging.trust;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.messaging.MessageSerializer;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Authority;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that an adapter lets in what a manager it trusts has signed, and nothing else. */
class TrustedKeysTest {
  @TempDir Path directory;

  private KeyDirectory keys;
  private long nanos;

  private record Sent(Headers headers, byte[] value) {}

  @BeforeEach
  void make() throws IOException {
    keys = new KeyDirectory(directory.resolve("keys"));
    assertThat(keys.make()).isTrue();
  }

  private static Message renewal(long sequence) {
    return new LeaseRenewal(
        new DomainId("d"),
        new Version(1, sequence),
        new AdapterId("h:cgroup-v1"),
        new SessionId("s"),
        Instant.EPOCH,
        15_000,
        Optional.of(new Authority(Mode.ENFORCE, Optional.of("m"))));
  }

  private static Sent sent(Seal seal, Message message) {
    RecordHeaders headers = new RecordHeaders();
    byte[] value =
        new MessageSerializer(seal).serialize(Topic.SETTINGS.topicName(), headers, message);
    return new Sent(headers, value);
  }

  private Optional<String> refusal(Gate gate, Sent sent) {
    return gate.refusal(Topic.SETTINGS, sent.headers(), sent.value());
  }

  private TrustedKeys trusted() {
    return TrustedKeys.read(keys.trust(), () -> nanos);
  }

  @Test
  void whatATrustedManagerSignedIsLetIn() {
    assertThat(refusal(trusted(), sent(SigningKey.read(keys.signing()), renewal(1)))).isEmpty();
  }

  @Test
  void whatNobodySignedIsRefused() {
    assertThat(refusal(trusted(), sent(Seal.NONE, renewal(1))))
        .hasValueSatisfying(reason -> assertThat(reason).contains("not signed"));
  }

  @Test
  void whatAnotherManagerSignedIsRefused() {
    assertThat(refusal(trusted(), sent(SigningKey.generate(), renewal(1))))
        .hasValueSatisfying(reason -> assertThat(reason).contains("not trusted"));
  }

  @Test
  void aSignatureHoldsForItsBytesOnly() {
    SigningKey key = SigningKey.read(keys.signing());
    Sent one = sent(key, renewal(1));
    Sent other = sent(key, renewal(2));
    assertThat(refusal(trusted(), new Sent(one.headers(), other.value()))).isPresent();
    for (int i = 0; i < one.value().length; i++) {
      byte[] changed = one.value().clone();
      changed[i] ^= 1;
      assertThat(refusal(trusted(), new Sent(one.headers(), changed))).as("byte " + i).isPresent();
    }
  }

  @Test
  void whatIsNoSignatureIsRefusedAndThrowsNothing() {
    String id = SigningKey.read(keys.signing()).id();
    for (String header : new String[] {"", ":", id, id + ':', id + ":!", id + ":AAAA", "é:|"}) {
      RecordHeaders headers = new RecordHeaders();
      headers.add(SigningKey.HEADER, header.getBytes(StandardCharsets.UTF_8));
      assertThat(trusted().refusal(Topic.SETTINGS, headers, new byte[] {1})).as(header).isPresent();
    }
    RecordHeaders headers = new RecordHeaders();
    headers.add(SigningKey.HEADER, new byte[1 << 20]);
    assertThat(trusted().refusal(Topic.SETTINGS, headers, new byte[] {1})).isPresent();
    headers.add(SigningKey.HEADER, null);
    assertThat(trusted().refusal(Topic.SETTINGS, headers, new byte[] {1})).isPresent();
  }

  @Test
  void aKeyIsChangedWithoutAMomentInWhichNothingIsTrusted() throws IOException {
    TrustedKeys adapter = trusted();
    Sent before = sent(SigningKey.read(keys.signing()), renewal(1));
    String next = keys.prepare();
    assertThat(SigningKey.read(keys.signing()).id()).as("not in use yet").isNotEqualTo(next);

    assertThat(keys.use()).hasValue(next);
    Sent after = sent(SigningKey.read(keys.signing()), renewal(2));
    nanos += TrustedKeys.LOOK.toNanos();
    assertThat(refusal(adapter, after)).isEmpty();
    assertThat(refusal(adapter, before)).isEmpty();

    for (Path shown : keys.shown()) {
      if (!shown.endsWith(next + ".pem")) {
        Files.delete(shown);
      }
    }
    nanos += TrustedKeys.LOOK.toNanos();
    assertThat(refusal(adapter, before)).as("the old key is out").isPresent();
    assertThat(refusal(adapter, after)).isEmpty();
  }

  @Test
  void filesThatCannotBeReadLeaveTheKeysThatAreKnown() throws IOException {
    TrustedKeys adapter = trusted();
    for (Path shown : keys.shown()) {
      Files.writeString(shown, "nonsense");
    }
    nanos += TrustedKeys.LOOK.toNanos();
    assertThat(refusal(adapter, sent(SigningKey.read(keys.signing()), renewal(1)))).isEmpty();
    assertThatThrownBy(this::trusted).isInstanceOf(KeyException.class);
  }

  /** Whoever could put a key there would command an adapter that is root. */
  @Test
  void keysThatOthersMayWriteAreNotTrusted() throws IOException {
    TrustedKeys before = trusted();
    Path file = keys.shown().getFirst();
    Sent stranger = sent(SigningKey.generate(), renewal(1));
    for (Path open : List.of(file, keys.trust())) {
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(open);
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
      for (Path source : List.of(file, keys.trust())) {
        assertThatThrownBy(() -> TrustedKeys.read(source))
            .isInstanceOf(KeyException.class)
            .hasMessageContaining("others may write to " + open);
      }
      nanos += TrustedKeys.LOOK.toNanos();
      assertThat(refusal(before, stranger)).isPresent();
      assertThat(refusal(before, sent(SigningKey.read(keys.signing()), renewal(1))))
          .as("those that are known stay")
          .isEmpty();
      Files.setPosixFilePermissions(open, permissions);
    }
    assertThat(trusted().ids()).isEqualTo(before.ids());
  }

  @Test
  void aSecretThatOthersCanReadIsNotUsed() throws IOException {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(keys.signing())))
        .isEqualTo("rw-------");
    assertThat(
            PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("keys"))))
        .isEqualTo("rwx------");
    Files.setPosixFilePermissions(keys.signing(), PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(() -> SigningKey.read(keys.signing()))
        .isInstanceOf(KeyException.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void keysThatAreThereStay() throws IOException {
    String id = SigningKey.read(keys.signing()).id();
    assertThat(keys.make()).isFalse();
    assertThat(SigningKey.read(keys.signing()).id()).isEqualTo(id);
  }
}
