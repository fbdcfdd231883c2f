package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertificateExpiredException;
import java.util.concurrent.ExecutionException;
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
}
