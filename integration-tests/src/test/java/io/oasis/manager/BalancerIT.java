package io.oasis.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import io.oasis.distribution.ManagerClient;
import io.oasis.it.Chromium;
import io.oasis.protocol.Mode;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows two managers behind a load balancer that sends each call to another one: a link signs in,
 * once, at whichever opens it, and the page works through both.
 */
class BalancerIT {
  private static final HttpResponse.BodyHandler<String> BODY = HttpResponse.BodyHandlers.ofString();
  private static final int ROUNDS = 8;

  /** How many points the live chart holds. */
  private static final String POINTS =
      """
      async () => {
        const echarts = await import('/webjars/echarts/echarts.esm.min.js');
        const box = document.querySelector('.chart');
        const chart = box && echarts.getInstanceByDom(box);
        return chart ? Math.max(...chart.getOption().series.map(s => s.data.length)) : 0;
      }\
      """;

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private Pair pair;
  private Balancer balancer;

  @BeforeEach
  void start() {
    pair = new Pair(directory, Map.of("token-dir", directory.resolve("access").toString()));
    balancer = new Balancer(List.of(pair.address(0), pair.address(1)));
    pair.playUntilShared();
    pair.playUntil(() -> knownToEachOther(0) && knownToEachOther(1));
  }

  @AfterEach
  void stop() {
    balancer.close();
    pair.close();
    client.close();
  }

  @Test
  void aLinkSignsInOnceWhoeverOpensItWhereverItWasMade() throws Exception {
    for (int maker = 0; maker < pair.managers(); maker++) {
      String code = codeOf(pair.uri(maker, "").toString());
      HttpResponse<String> begun = open(1 - maker, code);
      assertThat(begun.statusCode()).as(begun.body()).isEqualTo(200);
      assertThat(open(1 - maker, code).statusCode()).as("again").isEqualTo(401);
      assertThat(open(maker, code).statusCode()).as("again where it was made").isEqualTo(401);
    }
    for (int i = 0; i < ROUNDS; i++) {
      String code = codeOf(balancer.url());
      List<CompletableFuture<HttpResponse<String>>> both =
          Stream.of(0, 1).map(one -> client.sendAsync(opening(one, code), BODY)).toList();
      assertThat(both.stream().map(each -> each.join().statusCode()))
          .as("at both at once")
          .containsExactlyInAnyOrder(200, 401);
    }
    String code = codeOf(pair.uri(1, "").toString());
    pair.stopLast();
    HttpResponse<String> lost = open(0, code);
    assertThat(lost.statusCode()).as(lost.body()).isEqualTo(503);
    assertThat(lost.body()).contains("nobody else can open it: `oasis login` prints another");
  }

  @Test
  void thePageWorksWhicheverManagerAnswers() throws Exception {
    List<String> complaints = new ArrayList<>();
    try (Chromium chromium = Chromium.start()) {
      Browser browser = chromium.browser();
      Page page = browser.newPage(new Browser.NewPageOptions().setViewportSize(1_280, 860));
      page.onConsoleMessage(message -> complaints.add(message.text()));
      page.onPageError(complaints::add);
      page.navigate(linkOf(balancer.url()));
      drive(page, balancer.url(), 0);
      shoot(page, "balanced");
      // Of the domain that the other one decides for.
      page.navigate(linkOf(pair.uri(0, "").toString()));
      drive(page, pair.uri(0, "").toString(), 1);
      shoot(page, "not-the-owner");
      page.close(); // what it shows comes from the one that is stopped now
      sayThatALinkIsLost(browser.newPage());
    }
    assertThat(complaints).as("what the browser complained of").isEmpty();
  }

  /** Has the domain that a manager decides for shown, its mode changed and its chart go on. */
  private void drive(Page page, String address, int owner) {
    String slug = pair.slugAt(owner);
    pair.playUntil(
        () -> page.locator("#domain-list a").count() == Pair.DOMAINS); // of both managers
    page.navigate(address + "/#/d/" + slug);
    pair.playUntil(() -> points(page) > 5);
    page.locator("button[data-mode=ENFORCE]").click();
    page.locator("#reason").fill("from anywhere");
    page.locator("#mode-dialog button[type=submit]").click();
    pair.playUntil(() -> page.locator("button[data-mode=ENFORCE][aria-pressed=true]").count() == 1);
    assertThat(pair.railsAt(owner).mode()).isEqualTo(Mode.ENFORCE);
    int before = points(page);
    pair.playUntil(() -> points(page) > before + 10);
    pair.playUntil(() -> page.locator("#changes").textContent().contains("from anywhere"));
  }

  /** Its maker has gone. */
  private void sayThatALinkIsLost(Page page) {
    String code = codeOf(pair.uri(1, "").toString());
    pair.stopLast();
    page.navigate(pair.uri(0, "/") + "#login=" + code);
    page.getByText("nobody else can open it: `oasis login` prints another").waitFor();
    shoot(page, "lost-link");
  }

  private boolean knownToEachOther(int manager) {
    try {
      String path = "/actuator/health";
      HttpRequest request = HttpRequest.newBuilder(pair.uri(manager, path)).build();
      return client.send(request, BODY).body().contains("\"managers\":2");
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static int points(Page page) {
    return ((Number) page.evaluate(POINTS)).intValue();
  }

  private static void shoot(Page page, String name) {
    page.screenshot(
        new Page.ScreenshotOptions()
            .setPath(Path.of("target", "screenshots", name + ".png"))
            .setFullPage(true));
  }

  /** What {@code oasis login} prints. */
  private String linkOf(String address) {
    String token = pair.token(0, "operator");
    try (ManagerClient asking = new ManagerClient(address, () -> Optional.of(token))) {
      return asking.pageLink();
    }
  }

  private String codeOf(String address) {
    String link = linkOf(address);
    return link.substring(link.indexOf('=') + 1);
  }

  private HttpResponse<String> open(int manager, String code) throws Exception {
    return client.send(opening(manager, code), BODY);
  }

  private HttpRequest opening(int manager, String code) {
    return HttpRequest.newBuilder(pair.uri(manager, "/api/v1/session"))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"proof\":\"" + code + "\"}"))
        .build();
  }
}
