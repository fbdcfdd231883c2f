package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.CacheRef;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows how many names a host may say, and that those it has said are heard. */
class HostNamesTest {
  private final HostNames names = new HostNames();
  private Instant now = Said.AT;

  private Optional<String> objection(Message message, Instant at) {
    HostNames.Heard heard = names.hear(message, at);
    assertThat(heard.message().isPresent()).isEqualTo(heard.objection().isEmpty());
    return heard.objection();
  }

  private Optional<String> report(int domain, int lun) {
    return objection(Said.report(new LunId("wwid:" + lun), new DomainId("d" + domain), 1), now);
  }

  private Optional<String> request(int domain, int application) {
    QueueId queue = QueueId.parse("h:" + application + "|wwid:1");
    return objection(Said.request(queue, new DomainId("d" + domain), 1, 1, 1), now);
  }

  private Optional<String> cache(int name) {
    return objection(
        new CacheReport(
            new CacheRef(Said.DOMAIN, new AdapterId("h:brick"), new SessionId("s"), "c" + name),
            now,
            1_000,
            1e9,
            List.of(),
            Optional.empty()),
        now);
  }

  @Test
  void oneMoreDomainIsNotTakenAndThoseItHadAre() {
    for (int i = 0; i < HostNames.MOST_DOMAINS; i++) {
      assertThat(report(i, 1)).isEmpty();
    }
    assertThat(report(HostNames.MOST_DOMAINS, 1))
        .contains("brings more than 1000 domains within 60 min");
    assertThat(report(0, 2)).isEmpty();
  }

  @Test
  void oneMoreQueueIsNotTakenWhateverItsDomain() {
    for (int i = 0; i < HostNames.MOST_QUEUES; i++) {
      assertThat(request(i % 4, i)).isEmpty();
    }
    assertThat(request(4, HostNames.MOST_QUEUES)).isPresent();
    assertThat(request(1, 1)).isEmpty();
  }

  @Test
  void whatIsKnownIsHeardBesideWhatIsNot() {
    for (int i = 0; i < HostNames.MOST_QUEUES; i++) {
      request(0, i);
    }
    RequestBatch known = Said.request(QueueId.parse("h:5|wwid:1"), new DomainId("d0"), 1, 1, 1);
    RequestBatch fresh = Said.request(QueueId.parse("h:fresh|wwid:1"), new DomainId("d0"), 1, 1, 1);
    HostNames.Heard heard =
        names.hear(
            new RequestBatch(
                known.interval(),
                List.of(fresh.requests().getFirst(), known.requests().getFirst())),
            now);
    assertThat(heard.message()).contains(known);
    assertThat(heard.objection()).isPresent();
  }

  @Test
  void oneMoreLunOrAdapterIsNotTaken() {
    for (int i = 0; i < HostNames.MOST_DEVICES; i++) {
      assertThat(report(i % 4, i)).isEmpty();
    }
    assertThat(report(4, HostNames.MOST_DEVICES)).isPresent();
    assertThat(objection(Said.beat(), now)).isPresent();
    assertThat(report(1, 1)).isEmpty();
  }

  @Test
  void oneMoreCacheIsNotTaken() {
    for (int i = 0; i < HostNames.MOST_CACHES; i++) {
      assertThat(cache(i)).isEmpty();
    }
    assertThat(cache(HostNames.MOST_CACHES)).isPresent();
    assertThat(cache(0)).isEmpty();
  }

  @Test
  void whatWasNotSaidForLongMakesRoomAndWhatWasSaidDoesNot() {
    for (int i = 0; i < HostNames.MOST_CACHES; i++) {
      cache(i);
    }
    now = now.plus(HostNames.KEPT.dividedBy(2));
    assertThat(cache(0)).isEmpty();
    now = now.plus(HostNames.KEPT.dividedBy(2)).plusMillis(1);
    for (int i = 0; i < HostNames.MOST_CACHES - 1; i++) {
      assertThat(cache(100 + i)).isEmpty();
    }
    assertThat(cache(200)).isPresent();
    assertThat(cache(0)).isEmpty();
  }
}
