package io.oasis.it;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The browser of Debian, driven by a test; skips the test where it is not installed. */
public final class Chromium implements AutoCloseable {
  private final Playwright playwright;
  private final Browser browser;

  private Chromium(Playwright playwright, Browser browser) {
    this.playwright = playwright;
    this.browser = browser;
  }

  public static Chromium start() {
    Path program = Needs.program("chromium", "/usr/bin/chromium", "/usr/bin/chromium-browser");
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    List<String> arguments = List.of("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu");
    return new Chromium(
        playwright,
        playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions().setExecutablePath(program).setArgs(arguments)));
  }

  public Browser browser() {
    return browser;
  }

  @Override
  public void close() {
    playwright.close(); // and with it the browser
  }
}
