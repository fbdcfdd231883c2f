package io.oasis.it;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.FioLoad;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Shows the dashboard in a real browser while two applications compete: the device's domain
 * appears, its chart fills, ENFORCE is switched on through the page, and limits are shown as
 * verified. Screenshots are in {@code target/screenshots}.
 */
@Tag("slow")
class DashboardIT {
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");
  private static final Duration LEASE = Duration.ofSeconds(15);

  /** For what takes several intervals on a loaded machine. */
  private static final double PATIENCE_MILLIS = 60_000;

  /** How many points the live chart holds. */
  private static final String POINTS =
      """
      async () => {
        const echarts = await import('/webjars/echarts/echarts.esm.min.js');
        const chart = echarts.getInstanceByDom(document.querySelector('.chart'));
        return chart ? Math.max(...chart.getOption().series.map(s => s.data.length)) : 0;
      }\
      """;

  private static Site site;
  private static Chromium chromium;
  private static Browser browser;

  private final List<String> errors = new ArrayList<>();

  @BeforeAll
  static void start() {
    Needs.lab();
    chromium = Chromium.start();
    browser = chromium.browser();
    site = Site.start(1_000, LEASE);
    site.start("deep", FioLoad.randomReads(32));
    site.start("shallow", FioLoad.randomReads(2));
  }

  @AfterAll
  static void stop() {
    if (chromium != null) {
      chromium.close();
    }
    if (site != null) {
      site.close();
    }
  }

  @Test
  void showsTheLoopAndSwitchesItOn() {
    Page page =
        browser.newPage(
            new Browser.NewPageOptions()
                .setViewportSize(1_360, 1_000)
                .setColorScheme(ColorScheme.LIGHT));
    page.onPageError(errors::add);
    page.navigate(site.services().pageLink());
    String slug = slug();
    Locator link = page.locator("a[href='#/d/" + slug + "']").first();
    assertThat(link).isVisible(patient());
    picture(page, "domains");
    link.click();
    assertThat(page.locator("button[data-mode=SHADOW][aria-pressed=true]")).isVisible(patient());
    assertThat(Wait.until(Duration.ofMillis((long) PATIENCE_MILLIS), () -> points(page) >= 5))
        .as("the live chart fills")
        .isTrue();
    assertThat(page.locator("text=deep").first()).isVisible();
    picture(page, "shadow");
    enforce(page);
    assertThat(page.locator(".badge", new Page.LocatorOptions().setHasText("verified")).first())
        .isVisible(patient());
    assertThat(page.locator("ol.decisions li").first()).isVisible();
    Wait.pause(Services.INTERVAL.multipliedBy(15)); // for a picture of allocations at rest
    picture(page, "enforce");
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
    Wait.pause(Services.INTERVAL.multipliedBy(2)); // drawn anew with the next interval
    picture(page, "enforce-dark");
    assertThat(errors).as("errors of the page").isEmpty();
  }

  @Test
  void aManagerThatDoesNotAnswerIsNamed() {
    Page page = browser.newPage();
    page.route(
        "**/api/v1/managers",
        route ->
            route.fulfill(
                new Route.FulfillOptions()
                    .setContentType("application/json")
                    .setBody(
                        "{\"managers\":[],\"unanswered\":"
                            + "[{\"manager\":\"m2:8520\",\"why\":\"does not answer\"}]}")));
    page.navigate(site.services().pageLink());
    assertThat(page.locator("#banner"))
        .hasText(
            "Domains are missing or old: m2:8520 does not answer.",
            new LocatorAssertions.HasTextOptions().setTimeout(PATIENCE_MILLIS));
    picture(page, "unanswered");
  }

  private static void enforce(Page page) {
    page.locator("button[data-mode=ENFORCE]").click();
    page.locator("#reason").fill("browser test");
    assertThat(page.locator("#mode-dialog")).containsText("limit");
    picture(page, "dialog");
    page.locator("#mode-dialog button[type=submit]").click();
    assertThat(page.locator("button[data-mode=ENFORCE][aria-pressed=true]")).isVisible(patient());
  }

  /** The path of the device's domain in the page, as REST says it. */
  private static String slug() {
    String domain = site.domain();
    return site.client().domain(domain).orElseThrow().path("slug").asString();
  }

  private static int points(Page page) {
    return ((Number) page.evaluate(POINTS)).intValue();
  }

  private static void picture(Page page, String name) {
    page.screenshot(
        new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")).setFullPage(true));
  }

  private static LocatorAssertions.IsVisibleOptions patient() {
    return new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE_MILLIS);
  }
}
