package io.oasis.manager.server.fleet;

import java.io.IOException;
import java.net.HttpCookie;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import tools.jackson.databind.json.JsonMapper;

/** Has a code that another manager made used there. */
public final class LinkMakers {
  /** A page waits for it. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final String LOST =
      "; it made this link, and nobody else can open it: `oasis login` prints another";

  private final Fleet fleet;
  private final Peers peers;
  private final JsonMapper json;

  public LinkMakers(Fleet fleet, Peers peers, JsonMapper json) {
    this.fleet = fleet;
    this.peers = peers;
    this.json = json;
  }

  /**
   * The cookie of the session that a code begins; empty when it was used before.
   *
   * @param maker asked only if it is one of the managers
   * @param path where a session is begun
   * @throws Absent when the maker is not there, or does not believe us
   */
  public Optional<String> cookie(String maker, Authentication opener, String path, String code)
      throws InterruptedException {
    if (!fleet.others().contains(maker)) {
      throw Absent.of(maker, "is not known here" + LOST);
    }
    String body = json.writeValueAsString(Map.of("proof", code));
    Map<String, String> headers =
        Map.of(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON_VALUE);
    try (Watched answer =
        peers.send(maker, opener, "POST", path, headers, BodyPublishers.ofString(body), PATIENCE)) {
      return switch (HttpStatus.resolve(answer.status())) {
        case OK ->
            answer
                .headers()
                .firstValue(HttpHeaders.SET_COOKIE)
                .map(cookie -> HttpCookie.parse(cookie).getFirst().getValue());
        case GONE -> Optional.empty();
        case null, default -> throw Absent.of(maker, "answers " + answer.status());
      };
    } catch (Absent e) {
      throw Absent.of(maker, e.why() + LOST);
    } catch (IOException e) {
      throw Absent.of(maker, "broke off: " + e + LOST);
    } catch (IllegalArgumentException e) {
      throw Absent.of(maker, "answers what is no cookie" + LOST);
    }
  }
}
