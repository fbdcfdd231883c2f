package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The link to the page that a command prints. */
record PageLink(URI page, String code) {
  private static final Pattern LINK = Pattern.compile("(http://\\S+/)#login=(\\S+)");

  /** The first one of what was said. */
  static Optional<PageLink> in(String said) {
    Matcher link = LINK.matcher(said);
    return link.find()
        ? Optional.of(new PageLink(URI.create(link.group(1)), link.group(2)))
        : Optional.empty();
  }

  /** Does what a browser does that follows it, and what somebody does who finds it later. */
  void assertOpensOnce() throws IOException, InterruptedException {
    try (HttpClient browser = browser();
        HttpClient later = browser()) {
      assertThat(status(browser, get(""))).as("the page").isEqualTo(200);
      assertThat(status(browser, get("api/v1/domains"))).as("before").isEqualTo(401);
      assertThat(status(browser, begin())).as("the code").isEqualTo(200);
      assertThat(status(browser, get("api/v1/domains"))).as("with the cookie").isEqualTo(200);
      assertThat(status(later, begin())).as("the code once more").isEqualTo(401);
      assertThat(status(later, get("api/v1/domains"))).as("without").isEqualTo(401);
    }
  }

  private static HttpClient browser() {
    return HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
  }

  private HttpRequest get(String path) {
    return HttpRequest.newBuilder(page.resolve(path)).build();
  }

  /** As the page's script begins a session. */
  private HttpRequest begin() {
    return HttpRequest.newBuilder(page.resolve("api/v1/session"))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"proof\":\"" + code + "\"}"))
        .build();
  }

  private static int status(HttpClient client, HttpRequest request)
      throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }
}
