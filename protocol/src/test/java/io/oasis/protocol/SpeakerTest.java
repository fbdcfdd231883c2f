package io.oasis.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows of every kind of message who may say it. */
class SpeakerTest {
  private static final MessageCodec CODEC = new MessageCodec();

  /** Whose words the samples are. */
  private static final String HOST = Samples.HOST.value();

  static List<Message> messages() {
    return List.copyOf(Samples.full().values());
  }

  @ParameterizedTest
  @MethodSource("messages")
  void managersMaySayEverything(Message message) {
    assertThat(Speaker.parse(Speaker.MANAGER).objection(message)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aHostMaySayOfItselfWhatHostsSay(Message message) {
    boolean isOfHosts =
        switch (Schema.of(message).topic()) {
          case REQUESTS, USAGE, OUTCOMES, INVENTORY, DEAD_LETTERS -> true;
          case GRANTS, SETTINGS, DECISIONS, GUARD_RAILS, JOURNAL, AUDIT -> false;
        };
    assertThat(Speaker.parse(HOST).objection(message).isEmpty())
        .as(Schema.of(message).schemaName())
        .isEqualTo(isOfHosts);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void aStolenHostMaySayNothingOfThisOne(Message message) {
    if (!(message instanceof DeadLetter)) {
      assertThat(Speaker.parse("stolen").objection(message))
          .as(Schema.of(message).schemaName())
          .isPresent();
      assertThat(Speaker.parse(HOST.substring(0, HOST.length() - 1)).objection(message))
          .isPresent();
    }
  }

  @ParameterizedTest
  @MethodSource("messages")
  void anAdapterThatServesOthersSpeaksAsItselfOnly(Message message) {
    if (!(message instanceof DeadLetter)) {
      assertThat(Speaker.parse("array+" + HOST).objection(message)).isPresent();
    }
  }

  /** Of an application of another host: its agent's word, or that of its adapters. */
  @ParameterizedTest
  @EnumSource(names = {"REQUEST_BATCH", "USAGE_BATCH", "OUTCOME_BATCH", "FINDINGS", "CACHE_REPORT"})
  void aHostMaySayNothingOfAnothersApplication(Schema schema) {
    Message message = ofApplicationOf("web1", schema);
    for (String speaker : List.of(HOST, HOST + "+web", HOST + "+web2", HOST + "+web11")) {
      assertThat(Speaker.parse(speaker).objection(message))
          .as(speaker)
          .contains("host db1 speaks of application web1:pg.service");
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"USAGE_BATCH", "OUTCOME_BATCH", "FINDINGS", "CACHE_REPORT"})
  void anAdapterThatServesAnotherHostMaySayWhatItsApplicationsGot(Schema schema) {
    Message message = ofApplicationOf("web1", schema);
    assertThat(Speaker.parse(HOST + "+db2+web1").objection(message)).isEmpty();
  }

  /** What another host's applications ask for is for that host's agent to say. */
  @Test
  void anAdapterThatServesAnotherHostMayNotAskForIt() {
    assertThat(
            Speaker.parse(HOST + "+web1").objection(ofApplicationOf("web1", Schema.REQUEST_BATCH)))
        .contains("host db1 speaks of application web1:pg.service");
  }

  @Test
  void anObjectionNamesBoth() {
    Speaker stolen = Speaker.parse("stolen");
    assertThat(stolen.objection(sample(Schema.LUN_REPORT)))
        .contains("host stolen speaks as host db1");
    assertThat(stolen.objection(sample(Schema.ADAPTER_STATUS)))
        .contains("host stolen speaks as adapter db1:cgroup-v1");
    assertThat(stolen.objection(sample(Schema.GUARD_RAILS)))
        .contains("only managers say that, not host stolen");
  }

  @ParameterizedTest
  @ValueSource(strings = {"*", "db1", "db1+web1+web2"})
  void aScopeIsReadAsItIsWritten(String scope) {
    assertThat(Speaker.parse(scope).scope()).isEqualTo(scope);
  }

  @Test
  void hostsThatAreSpokenForAreWrittenInOrderAndOnce() {
    assertThat(Speaker.parse("db1+web2+web1+web2").scope()).isEqualTo("db1+web1+web2");
  }

  /** With such a name one host could be taken for another, for two, or for a manager. */
  @ParameterizedTest
  @ValueSource(strings = {":", "+", "*", ","})
  void aHostsNameHasNoSignThatSeparates(String sign) {
    HostId odd = new HostId("db1" + sign);
    HostId plain = new HostId("db1");
    String refusal = "host = db1%s: must not contain any of :+*,".formatted(sign);
    assertThatThrownBy(() -> new Speaker.Host(odd, List.of())).hasMessage(refusal);
    assertThatThrownBy(() -> new Speaker.Host(plain, List.of(plain, odd))).hasMessage(refusal);
  }

  private static Message sample(Schema schema) {
    return Objects.requireNonNull(Samples.full().get(schema));
  }

  /** The sample, with the applications of {@link #HOST} called another host's. */
  private static Message ofApplicationOf(String host, Schema schema) {
    String json = new String(CODEC.encode(sample(schema)), StandardCharsets.UTF_8);
    byte[] of =
        json.replace("\"" + HOST + ":pg.service", "\"" + host + ":pg.service")
            .getBytes(StandardCharsets.UTF_8);
    return ((Decoded.Known) CODEC.decode(schema.topic(), of)).message();
  }
}
