package io.oasis.distribution;

import picocli.CommandLine.Option;

/** The option that says which manager is asked. */
final class UrlOption {
  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The manager to ask (default: ${DEFAULT-VALUE}).")
  private String url = "http://127.0.0.1:" + Deployment.HTTP_PORT;

  ManagerClient client() {
    if (!url.startsWith("http://") && !url.startsWith("https://")) {
      throw new IllegalArgumentException(
          "--url = " + url + ": must start with http:// or https://");
    }
    return new ManagerClient(url);
  }
}
