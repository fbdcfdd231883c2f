package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ConnectException;
import java.security.cert.CertificateExpiredException;
import java.util.concurrent.ExecutionException;
import javax.security.auth.login.LoginException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** Shows in which words it is said what is wrong with a broker. */
class TroubleTest {
  /** Old connections are asked again and new ones for the first time: one trouble, one line. */
  @Test
  void aPasswordIsWrongInTheSameWordsAtTheFirstTimeAndLater() {
    String first =
        refused("Authentication failed during authentication due to invalid credentials");
    String later =
        refused("Authentication failed during re-authentication due to invalid credentials");
    assertThat(later)
        .isEqualTo(first)
        .isEqualTo(
            "refuses our name or password: Authentication failed during authentication due to"
                + " invalid credentials");
  }

  private static String refused(String message) {
    return Trouble.words(new ExecutionException(new SaslAuthenticationException(message)));
  }

  @Test
  void aCertificateIsWrongInTheWordsOfItsOwnCheck() {
    Exception expired = new CertificateExpiredException("NotAfter: yesterday");
    assertThat(
            Trouble.words(
                new SslAuthenticationException("SSL handshake failed", new Exception(expired))))
        .isEqualTo("and we do not agree on TLS: NotAfter: yesterday");
  }

  @Test
  void aRightThatIsMissingNamesWhatGivesIt() {
    assertThat(Trouble.words(new TopicAuthorizationException("not for oasis.grants")))
        .isEqualTo("does not let us: not for oasis.grants (`oasis kafka init` gives the rights)");
  }

  /** Kafka wraps each of them until nothing is left of the cause but "failed to construct". */
  @Test
  void whyThereIsNoClientIsSaid() {
    Exception refused = new ConnectException("Connection refused");
    LoginException login = new LoginException("java.net.ConnectException: Connection refused");
    login.initCause(refused);
    assertThat(Trouble.words(new KafkaException("Failed to construct", new KafkaException(login))))
        .isEqualTo("cannot be asked, as no login to it was had: Connection refused");
    assertThat(Trouble.words(new KafkaException("Failed to construct", refused)))
        .isEqualTo("cannot be asked, as no client could be made: Connection refused");
  }
}
