package io.oasis.proving.drill;

import io.oasis.distribution.Services;
import io.oasis.messaging.trust.HostToken;
import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.RecordTooLargeException;

/**
 * A record that comes the authorised way, from one who has a password of the broker and mostly the
 * token of this host: it lies about who speaks, or has a name or number that is none. Refused when
 * it is written to the dead letters, this very record. All speak of a domain that is not there.
 *
 * @param principal whose password was stolen
 * @param isSealed by this host's token
 * @param spoiled the JSON that is sent
 */
record RecordAttack(
    String name, String principal, boolean isSealed, Message message, UnaryOperator<String> spoiled)
    implements Attack {
  private static final DomainId DOMAIN = new DomainId("drill:not-there");
  private static final LunId LUN = new LunId("drill");
  private static final String OTHER = "drill-another-host";
  private static final double IOPS = 123_456;

  /** The last revision that is read as one. */
  private static final long LAST = 1L << 53;

  static List<Attack> all() {
    String host = Services.hostName();
    List<Attack> attacks = new ArrayList<>();
    attacks.add(new RecordAttack("no seal", "agent", false, request(host, host), s -> s));
    attacks.add(sealed("another host's request", request(OTHER, OTHER)));
    attacks.add(sealed("another host's application", request(host, OTHER)));
    attacks.add(
        new RecordAttack("another host's outcome", "adapter", true, outcome(OTHER, OTHER), s -> s));
    attacks.add(
        new RecordAttack(
            "an outcome of another host's application",
            "adapter",
            true,
            outcome(host, OTHER),
            s -> s));
    for (long revision : new long[] {LAST, Long.MAX_VALUE}) {
      attacks.add(
          new RecordAttack(
              "an operator's word of revision " + revision,
              "manager",
              true,
              rails(),
              text -> text.replace(Long.toString(LAST), Long.toString(revision))));
    }
    attacks.add(
        new RecordAttack(
            "a version of epoch " + Long.MAX_VALUE,
            "adapter",
            true,
            outcome(host, host),
            text -> text.replace("\"epoch\":0", "\"epoch\":" + Long.MAX_VALUE)));
    attacks.addAll(spoiled(host));
    return attacks;
  }

  /** Of this host, with numbers and names that are none. */
  private static List<Attack> spoiled(String host) {
    List<Attack> attacks = new ArrayList<>();
    for (String number : List.of("1.8e308", "1e309", "-1", "\"NaN\"", "null", "1e16")) {
      attacks.add(
          spoiled("a rate of " + number, host, s -> s.replace(Double.toString(IOPS), number)));
    }
    String name = host + ":/drill";
    attacks.add(spoiled("a name of 600 signs", host, s -> s.replace(name, name + "x".repeat(600))));
    attacks.add(spoiled("a name with a line break", host, s -> s.replace(name, name + "\\n")));
    attacks.add(spoiled("a name that separates", host, s -> s.replace(name, name + "|")));
    attacks.add(
        spoiled("a name that reads backwards", host, s -> s.replace(name, name + "\\u202e")));
    attacks.add(spoiled("half a sign in a name", host, s -> s.replace(name, name + "\\ud800")));
    attacks.add(spoiled("no name", host, s -> s.replace(name, "")));
    attacks.add(spoiled("no message", host, s -> "[".repeat(5_000)));
    attacks.add(
        spoiled(
            "another topic's message",
            host,
            s -> s.replace("oasis.request-batch", "oasis.guard-rails")));
    return attacks;
  }

  RecordAttack {
    name = "record: " + name;
  }

  private static Attack sealed(String name, Message message) {
    return new RecordAttack(name, "agent", true, message, text -> text);
  }

  private static Attack spoiled(String name, String host, UnaryOperator<String> spoiled) {
    return new RecordAttack(name, "agent", true, request(host, host), spoiled);
  }

  private static Message request(String host, String of) {
    return requests(host, List.of(of + ":/drill")).getFirst();
  }

  /** What such a host says of such applications. */
  static List<RequestBatch> requests(String host, List<String> applications) {
    Flow flow = new Flow(IOPS, IOPS, IOPS * 4_096, 100);
    QueueSample sample =
        new QueueSample(flow, Flow.NONE, 1, Optional.empty(), QueueSample.LatencySource.LUN);
    Demand demand =
        new Demand(Demand.Quality.OBSERVED, Bandwidth.of(1, 1), Optional.empty(), "drill");
    List<Request> requests =
        applications.stream()
            .map(
                application ->
                    new Request(
                        new ApplicationId(application),
                        sample,
                        demand,
                        Optional.empty(),
                        Optional.empty()))
            .toList();
    LunInterval interval = new LunInterval(DOMAIN, LUN, new HostId(host), 1, Instant.now(), 1_000);
    return RequestBatch.of(interval, requests);
  }

  private static Message outcome(String host, String of) {
    Outcome outcome =
        new Outcome(
            new QueueId(new ApplicationId(of + ":/drill"), LUN),
            Version.NONE,
            Outcome.State.RELEASED,
            Optional.empty(),
            "");
    return new OutcomeBatch(
        DOMAIN,
        new AdapterId(host + ":drill"),
        new SessionId("drill"),
        Instant.now(),
        List.of(outcome));
  }

  private static Message rails() {
    return new GuardRails(DOMAIN, LAST, Instant.now(), Mode.OBSERVE, "even", List.of(), List.of());
  }

  @Override
  public Verdict attempt(Site site) {
    return site.hearing(Topic.DEAD_LETTERS, letters -> attempt(site, letters));
  }

  private Verdict attempt(Site site, BlockingQueue<Message> letters) throws InterruptedException {
    Path token = site.keys().hosts().resolveSibling("host.token");
    Seal seal = isSealed ? HostToken.read(token) : Seal.NONE;
    try {
      RecordMetadata sent = site.send(principal, message, spoiled, seal);
      return Site.first(letters, DeadLetter.class, letter -> isOf(letter, sent))
          .map(letter -> new Verdict(true, letter.reader() + ": " + letter.reason()))
          .orElseGet(() -> new Verdict(false, "nobody refused it"));
    } catch (ExecutionException e) {
      boolean isTold =
          e.getCause() instanceof AuthorizationException
              || e.getCause() instanceof RecordTooLargeException;
      return new Verdict(isTold, "broker: " + e.getMessage());
    }
  }

  /** Whether it is about this very record, and not of a reader of our own. */
  private static boolean isOf(DeadLetter letter, RecordMetadata sent) {
    return !letter.reader().equals(Site.CLIENT)
        && letter.topic().equals(sent.topic())
        && letter.partition() == sent.partition()
        && letter.offset() == sent.offset();
  }
}
