package io.oasis.messaging;

import java.util.concurrent.ExecutionException;
import javax.security.auth.login.LoginException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.jspecify.annotations.Nullable;

/** What is wrong with the broker, in words for who can mend it. */
public final class Trouble {
  private Trouble() {}

  /** After the words "the broker HOST:PORT". */
  public static String words(Throwable failure) {
    Throwable cause = failure;
    while (cause instanceof ExecutionException && cause.getCause() != null) {
      cause = cause.getCause();
    }
    return switch (cause) {
      case SaslAuthenticationException e -> "refuses our name or password: " + once(e);
      case SslAuthenticationException e -> "and we do not agree on TLS: " + root(e);
      case ClusterAuthorizationException _ ->
          "does not let us administer it; whoever may do that has to";
      case AuthorizationException e ->
          "does not let us: " + e.getMessage() + " (`oasis kafka init` gives the rights)";
      case NotKafkaException e -> "does not answer: " + e.getMessage();
      case KafkaException e when isOfLogin(e) ->
          "cannot be asked, as no login to it was had: " + root(e);
      case KafkaException e when e.getClass() == KafkaException.class && e.getCause() != null ->
          "cannot be asked, as no client could be made: " + root(e);
      default -> "does not answer: " + plain(cause);
    };
  }

  /** The same at the first time and when it is asked for again: connections do either. */
  private static String once(SaslAuthenticationException e) {
    return plain(e).replace("during re-authentication", "during authentication");
  }

  /** To wherever tokens or tickets come from. */
  private static boolean isOfLogin(Throwable failure) {
    @Nullable Throwable cause = failure;
    while (cause != null && !(cause instanceof LoginException)) {
      cause = cause.getCause();
    }
    return cause != null;
  }

  private static String plain(Throwable cause) {
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }

  /** What the certificate's own check says: the alert around it says little. */
  private static String root(Throwable failure) {
    Throwable deepest = failure;
    for (@Nullable Throwable cause = failure; cause != null; cause = cause.getCause()) {
      deepest = cause;
    }
    return plain(deepest);
  }
}
