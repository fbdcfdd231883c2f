package io.oasis.manager;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import io.oasis.configuration.Secrets;
import io.oasis.distribution.ManagerClient;
import io.oasis.it.Chromium;
import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.rest.OperatorDesk;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import io.oasis.manager.server.view.AuditLog;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.manager.server.view.Inventory;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.RailsChange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Shows the dashboard in a real browser, over real controllers that play in their own time: what it
 * draws, that the mode is changed from it, and that it fits a desk and a telephone.
 */
class DashboardIT {
  /** The law that learns a capacity, an interval a second. */
  private static final ControllerConfig CONFIG =
      new ControllerConfig(
          Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "proportional-fair");

  private static final Path SHOTS = Path.of("target", "screenshots");

  @TempDir private Path directory = Path.of("");

  private final SyntheticArray array =
      new SyntheticArray("db1", "naa.1", 1_000, new SplittableRandom(5))
          .with("system.slice/postgresql.service", 1, 5_000)
          .with("system.slice/backup.service", 32, 5_000);
  private final DomainController controller =
      new DomainController(
          array.domain(),
          CONFIG,
          Optional.empty(),
          List.<io.oasis.manager.core.contract.QueueMemory>of());
  private final List<RailsChange> changes = new ArrayList<>();
  private Instant now = Instant.parse("2026-01-01T12:00:00Z");

  /** In the place of Kafka: what the operator says is kept until the test plays it. */
  @Configuration(proxyBeanMethods = false)
  static class ByHand {
    static final List<GuardRails> SAID = new ArrayList<>();

    @Bean
    OperatorDesk.Sender sender() {
      return message -> {
        synchronized (SAID) {
          return SAID.add((GuardRails) message);
        }
      };
    }

    @Bean
    Fleet fleet() {
      return Fleet.ALONE;
    }

    @Bean
    Status status() {
      return () -> new StreamsStatus(true, "deciding", Instant.EPOCH);
    }
  }

  @Test
  void aDomainIsShownAndItsModeChanged() throws Exception {
    Files.createDirectories(SHOTS);
    ConfigurableApplicationContext server =
        ManagerMain.start(
            new ManagerComponent()
                .configuration(Map.of("http-port", "0", "state-dir", directory.toString())),
            ByHand.class);
    try (server;
        Chromium chromium = Chromium.start()) {
      String address =
          "http://127.0.0.1:" + server.getEnvironment().getProperty("local.server.port") + "/";
      drive(server, chromium.browser(), address);
    }
  }

  private void drive(ConfigurableApplicationContext server, Browser browser, String address) {
    List<String> complaints = new ArrayList<>();
    Page page = page(browser, 1_280, ColorScheme.LIGHT, complaints);
    signIn(page, address);
    seeTheDomain(server, page);
    enforce(server, page);
    seeWhatIsWrong(server, page, address);

    Page phone = page(browser, 390, ColorScheme.DARK, complaints);
    phone.navigate(link(address));
    phone.locator(".chart canvas").first().waitFor();
    assertThat(phone.evaluate("document.documentElement.scrollWidth")).isEqualTo(390);
    shoot(phone, "phone-dark");
    assertThat(complaints).as("what the browser complained of").isEmpty();
  }

  private void signIn(Page page, String address) {
    String link = link(address);
    page.navigate(address);
    page.getByText("Who is looking?").waitFor();
    shoot(page, "sign-in");
    page.navigate(link);
    page.getByText("No agent has reported yet").waitFor();
    assertThat(page.url()).as("the code is gone").doesNotContain("login");
    shoot(page, "empty");
  }

  private void seeTheDomain(ConfigurableApplicationContext server, Page page) {
    server.getBean(Inventory.class).put(array.inventory(now));
    play(server, 120);
    page.locator(".chart canvas").first().waitFor();
    page.getByRole(
            com.microsoft.playwright.options.AriaRole.HEADING,
            new Page.GetByRoleOptions().setName("sdb on db1"))
        .waitFor();
    assertThat(page.locator(".queues tbody tr").count()).isEqualTo(2);
  }

  private void enforce(ConfigurableApplicationContext server, Page page) {
    page.locator("button[data-mode=ENFORCE]").click();
    page.locator("#reason").fill("looks right");
    shoot(page, "enforce-dialog");
    page.locator("dialog button[type=submit]").click();
    page.waitForCondition(() -> !ByHand.SAID.isEmpty());
    play(server, 180);
    page.locator("button[data-mode=ENFORCE][aria-pressed=true]").waitFor();
    page.getByText("verified").first().waitFor();
    assertThat(page.locator("#doctor .badge").first().textContent()).isEqualTo("nothing wrong");
    page.locator("#receipts canvas").waitFor();
    assertThat(page.locator("#receipts .note").textContent())
        .contains("in the last minute", "the device", "held back by our limit", "unexplained");
    page.locator("#changes").getByText("mode: SHADOW → ENFORCE").first().waitFor();
    assertThat(page.locator("#changes").textContent())
        .contains("admin token of this host: looks right", "mode: SHADOW → ENFORCE");
    shoot(page, "desk-light");
  }

  private void seeWhatIsWrong(ConfigurableApplicationContext server, Page page, String address) {
    misspell(address);
    play(server, 3);
    page.getByText("Guard rails for names that no queue has: db1:backpu.service.").waitFor();
    shoot(page, "misspelt");

    array.state("system.slice/backup.service", Outcome.State.INERT);
    play(server, 3);
    page.getByText("1 of 1 limits needs attention").first().waitFor();
    assertThat(page.locator("#doctor li").first().textContent())
        .contains(
            "inert", "backup", "desired", "read back", "observed", "buffered writes", "O_DIRECT");
    shoot(page, "doctor");
  }

  /** What {@code oasis login} prints. */
  private String link(String address) {
    try (ManagerClient client = client(address)) {
      return client.pageLink();
    }
  }

  private ManagerClient client(String address) {
    String token = Secrets.read(directory.resolve("access/admin.token"));
    return new ManagerClient(address, () -> Optional.of(token));
  }

  /** A limit for an application that is not called so. */
  private void misspell(String address) {
    try (ManagerClient client = client(address)) {
      String lun = array.inventory(now).luns().getFirst().lun().value();
      String domain = client.domainOf(lun).orElseThrow();
      long revision = client.guardRails(domain).orElseThrow().path("revision").asLong();
      Map<String, Object> rail =
          Map.of("scope", "APPLICATION", "name", "db1:backpu.service", "limitIops", 50.0);
      var _ =
          client.change(
              domain,
              "guard-rails",
              Map.of("revision", revision, "rails", List.of(rail), "reason", "tried"));
    }
  }

  private static Page page(
      Browser browser, int width, ColorScheme scheme, List<String> complaints) {
    Page page =
        browser.newPage(
            new Browser.NewPageOptions().setViewportSize(width, 860).setColorScheme(scheme));
    page.onConsoleMessage(message -> complaints.add(message.text()));
    page.onPageError(complaints::add);
    return page;
  }

  private static void shoot(Page page, String name) {
    page.screenshot(
        new Page.ScreenshotOptions().setPath(SHOTS.resolve(name + ".png")).setFullPage(true));
  }

  /** Intervals one after the other in the controller's own time. */
  private void play(ConfigurableApplicationContext server, int intervals) {
    DomainRegistry registry = server.getBean(DomainRegistry.class);
    for (int i = 0; i < intervals; i++) {
      synchronized (ByHand.SAID) {
        ByHand.SAID.forEach(rails -> tell(new Input.RailsChanged(rails)));
      }
      for (Message message : array.messages(now)) {
        Input.of(message).ifPresent(this::tell);
      }
      now = now.plusSeconds(1);
      tell(new Input.Tick());
      changes.forEach(server.getBean(AuditLog.class)::put);
      registry.publish(controller.view(now));
    }
  }

  private void tell(Input input) {
    for (Effect effect : controller.on(input, now)) {
      if (effect instanceof Effect.Publish(Message message)) {
        array.take(message);
        if (message instanceof RailsChange change) {
          changes.add(change);
        }
      }
    }
  }
}
