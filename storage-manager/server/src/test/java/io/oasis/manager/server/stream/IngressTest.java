package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.server.Credentials;
import io.oasis.messaging.trust.HostSecret;
import io.oasis.messaging.trust.HostToken;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.messaging.trust.TrustedKeys;
import io.oasis.protocol.Authority;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Findings;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Order;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Speaker;
import io.oasis.protocol.Topic;
import io.oasis.protocol.UsageBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows who is heard by a manager that has hosts' secret, and how others hear the manager. */
class IngressTest {
  private static final int MOST_RECORDS = 100;

  @TempDir Path directory;

  private final HostSecret secret = HostSecret.generate();
  private final SigningKey signing = SigningKey.generate();
  private final HostToken own = token("h");
  private final HostToken stolen = token("stolen");

  private HostToken token(String host) {
    return secret.token(new Speaker.Host(new HostId(host), List.of()));
  }

  private Bench bench() {
    return new Bench(
        Decider::controller,
        1,
        new Credentials("m", Optional.of(signing), Optional.of(secret), MOST_RECORDS));
  }

  private TrustedKeys trusting(SigningKey key) throws IOException {
    return TrustedKeys.read(Files.writeString(directory.resolve("trust.pem"), key.publicPem()));
  }

  private void interval(Bench bench, long sequence) {
    bench.say(Said.request(Said.DEEP, Said.DOMAIN, sequence, 970, 32), own);
    bench.say(Said.request(Said.SHALLOW, Said.DOMAIN, sequence, 30, 1), own);
    bench.say(Said.report(Said.LUN, Said.DOMAIN, sequence), own);
    bench.pass(Duration.ofSeconds(1));
  }

  private static List<Finding> findings(Bench bench) {
    return bench
        .registry
        .find(Said.DOMAIN)
        .map(view -> view.enforcement().findings())
        .orElse(List.of())
        .stream()
        .map(Findings::findings)
        .flatMap(List::stream)
        .toList();
  }

  @Test
  void whoHasNoTokenIsNotHeard() {
    try (Bench bench = bench()) {
      bench.interval(1);
      assertThat(bench.registry.all()).isEmpty();
      assertThat(bench.deadLetters())
          .hasSize(3)
          .allSatisfy(letter -> assertThat(letter.kind()).isEqualTo(DeadLetter.Kind.UNTRUSTED));
    }
  }

  @Test
  void aHostThatSpeaksAsAnotherIsNotHeardAndNamedInAFinding() {
    try (Bench bench = bench()) {
      interval(bench, 1);
      bench.say(Said.request(Said.DEEP, Said.DOMAIN, 2, 1, 1), stolen);
      bench.say(Said.beat(), stolen);
      bench.say(Said.usage(1), stolen);
      interval(bench, 2);
      assertThat(bench.counted("oasis.manager.records.refused")).isEqualTo(3);
      assertThat(bench.counted("oasis.manager.records.used")).isEqualTo(6);
      assertThat(findings(bench))
          .singleElement()
          .satisfies(
              finding -> assertThat(finding.cause()).contains("refused 3 records", "host stolen"));
    }
  }

  @Test
  void onlyAManagerSaysWhatAnOperatorSaid() {
    try (Bench bench = bench()) {
      interval(bench, 1);
      Message rails = Said.rails(Said.DOMAIN, 1, Mode.ENFORCE, List.of());
      bench.say(rails, own);
      interval(bench, 2);
      assertThat(bench.registry.find(Said.DOMAIN).orElseThrow().rails().mode())
          .isEqualTo(Mode.SHADOW);
      bench.say(rails, secret.ofManagers());
      interval(bench, 3);
      assertThat(bench.registry.find(Said.DOMAIN).orElseThrow().rails().mode())
          .isEqualTo(Mode.ENFORCE);
    }
  }

  @Test
  void whatAHostSaidOnceIsNotHeardAgain() {
    try (Bench bench = bench()) {
      interval(bench, 1);
      Instant before = Said.AT.minus(HostTimes.OLD).minusSeconds(1);
      bench.say(new UsageBatch(Said.DOMAIN, Said.LUN, Said.ADAPTER, before, 1_000, List.of()), own);
      bench.say(Said.usage(1), own);
      bench.say(new UsageBatch(Said.DOMAIN, Said.LUN, Said.ADAPTER, before, 1_000, List.of()), own);
      assertThat(bench.deadLetters())
          .singleElement()
          .satisfies(letter -> assertThat(letter.reason()).contains("host h", "says it again"));
    }
  }

  @Test
  void whatAManagerPassedOnOnceIsNotHeardAgainEither() {
    try (Bench bench = bench()) {
      RequestBatch now = Said.request(Said.DEEP, Said.DOMAIN, 1, 970, 32);
      Instant before = Said.AT.minus(HostTimes.OLD).minusSeconds(1);
      LunInterval old = new LunInterval(Said.DOMAIN, Said.LUN, new HostId("h"), 1, before, 1_000);
      bench.say(now, secret.ofManagers());
      bench.say(new RequestBatch(old, now.requests()), secret.ofManagers());
      assertThat(bench.deadLetters())
          .singleElement()
          .satisfies(letter -> assertThat(letter.reason()).contains("says it again"));
    }
  }

  @Test
  void oneThatMakesUpDomainsGetsAFewAndIsNamedWhereItIsKnown() {
    try (Bench bench = bench()) {
      interval(bench, 1);
      for (int i = 0; i < 2 * HostNames.MOST_DOMAINS; i++) {
        bench.say(Said.beat("stolen:cgroup-v1", new DomainId("made-up-" + i)), stolen);
        bench.pass(Duration.ofMillis(20));
      }
      assertThat(bench.counted("oasis.manager.records.refused"))
          .isEqualTo(1.0 * HostNames.MOST_DOMAINS);
      assertThat(bench.registry.all()).hasSizeLessThanOrEqualTo(1 + HostNames.MOST_DOMAINS);
      interval(bench, 2);
      assertThat(bench.counted("oasis.manager.records.refused"))
          .as("of the other host nothing is refused")
          .isEqualTo(1.0 * HostNames.MOST_DOMAINS);
    }
  }

  @Test
  void oneThatFloodsIsCutOffAndTheOthersAreHeard() {
    try (Bench bench = bench()) {
      interval(bench, 1);
      bench.deadLetters();
      DomainId made = new DomainId("made-up");
      for (int i = 0; i < 50 * MOST_RECORDS; i++) {
        bench.say(Said.report(Said.LUN, made, i), token("stolen"));
      }
      double refused = bench.counted("oasis.manager.records.refused");
      assertThat(refused).isEqualTo(50.0 * MOST_RECORDS);
      assertThat(bench.deadLetters()).as("not a letter for each").hasSizeLessThan(50);
      for (int i = 0; i < 50 * MOST_RECORDS; i++) {
        bench.say(Said.beat("stolen:cgroup-v1", Said.DOMAIN), stolen);
      }
      assertThat(bench.counted("oasis.manager.records.used") - 3)
          .isLessThanOrEqualTo(5.0 * MOST_RECORDS);
      interval(bench, 2);
      assertThat(bench.counted("oasis.manager.records.refused") - refused)
          .isGreaterThan(40.0 * MOST_RECORDS);
      assertThat(findings(bench))
          .anySatisfy(
              finding -> assertThat(finding.cause()).contains("host stolen", "more than 100"));
      assertThat(bench.registry.find(Said.DOMAIN).orElseThrow().queues()).hasSize(2);
    }
  }

  @Test
  void howMuchIsTakenMayChangeWhileItRuns() {
    try (Bench bench = bench()) {
      bench.ingress.take(10);
      for (int i = 0; i < MOST_RECORDS; i++) {
        bench.say(Said.beat("stolen:cgroup-v1", Said.DOMAIN), stolen);
      }
      assertThat(bench.counted("oasis.manager.records.refused")).isEqualTo(MOST_RECORDS - 4 * 10.0);
    }
  }

  @Test
  void whatAdaptersObeyIsSignedAndSaysOnWhoseWord() throws IOException {
    try (Bench bench = bench()) {
      bench.say(Said.rails(Said.DOMAIN, 1, Mode.ENFORCE, List.of()), secret.ofManagers());
      for (int i = 1; i <= 10; i++) {
        bench.say(Said.beat(), own);
        bench.say(Said.usage(970), own);
        interval(bench, i);
      }
      List<Bench.Published> orders = bench.published(Topic.SETTINGS);
      assertThat(orders).isNotEmpty();
      for (Bench.Published order : orders) {
        assertThat(order.refusal(trusting(signing))).isEmpty();
        assertThat(order.refusal(trusting(SigningKey.generate()))).isPresent();
        assertThat(((Order) order.message()).authority())
            .hasValue(new Authority(Mode.ENFORCE, Optional.of("m")));
      }
    }
  }

  @Test
  void recordsOfAMovedLunAreHeardWhereTheyAreSentOnTo() {
    DomainId other = new DomainId("pool");
    try (Bench bench = bench()) {
      bench.say(
          Said.rails(
              Said.DOMAIN, 1, Mode.SHADOW, List.of(new GuardRails.MovedLun(Said.LUN, other))),
          secret.ofManagers());
      interval(bench, 1);
      assertThat(bench.deadLetters()).isEmpty();
      assertThat(bench.registry.find(other).orElseThrow().queues()).hasSize(2);
    }
  }
}
