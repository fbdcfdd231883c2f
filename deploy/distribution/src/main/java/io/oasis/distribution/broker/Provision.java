package io.oasis.distribution.broker;

import io.oasis.distribution.process.Wait;
import io.oasis.messaging.ClusterSetup;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Trouble;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialAlteration;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a broker that has just started is given: its clients' passwords, their rights, the topics. A
 * broker that comes back empty has all of it again, and a password file that was deleted is a
 * password that was changed.
 */
final class Provision {
  /** The least that Kafka takes: the passwords are random, so that nothing is gained by more. */
  private static final int ITERATIONS = 4_096;

  private static final int PARTITIONS = 4;
  private static final long PATIENCE_SECONDS = 30;

  /** Between two attempts: a disk may be full, or the machine busy. */
  private static final Duration RETRY = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(Provision.class);

  private Provision() {}

  /** Tries until it has worked. */
  static void giveUntilTaken(BrokerConfig config, BrokerSecrets secrets) {
    do {
      try {
        give(config, secrets);
        return;
      } catch (ExecutionException | TimeoutException | KafkaException e) {
        LOG.warn("rules and topics cannot be made, trying again: {}", Trouble.words(e));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    } while (Wait.pause(RETRY));
  }

  /** Topics come last: who sees them can do everything else. */
  private static void give(BrokerConfig config, BrokerSecrets secrets)
      throws InterruptedException, ExecutionException, TimeoutException {
    LinkConfig link =
        LinkConfig.of(config.bootstrap(), "oasis-broker")
            .withClient(secrets.client(BrokerSecrets.BROKER));
    try (Admin admin = KafkaLink.admin(link)) {
      List<UserScramCredentialAlteration> passwords = new ArrayList<>();
      for (Map.Entry<String, String> client : secrets.clients().entrySet()) {
        passwords.add(
            new UserScramCredentialUpsertion(
                client.getKey(),
                new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, ITERATIONS),
                client.getValue()));
      }
      admin.alterUserScramCredentials(passwords).all().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      new ClusterSetup(admin).apply(ClusterSetup.Plan.embedded(PARTITIONS));
    }
  }
}
