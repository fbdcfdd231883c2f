package io.oasis.distribution.broker;

import io.oasis.messaging.ClusterSetup;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
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

  private Provision() {}

  /** Topics come last: who sees them can do everything else. */
  static void give(BrokerConfig config, BrokerSecrets secrets)
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
