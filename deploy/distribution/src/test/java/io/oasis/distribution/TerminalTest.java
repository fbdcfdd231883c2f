package io.oasis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.oasis.manager.server.rest.Slug;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that what a manager says of others moves no cursor of the terminal where it is read. */
class TerminalTest {
  /** Clears the screen, sets the title, turns the line round. */
  private static final String HOSTILE = "x\\u001b[2J\\u009b1m\\u001b]0;owned\\u0007\\u202ey";

  private static final String DOMAIN = "disk:" + unescaped();
  private static final String QUEUE = DOMAIN + "|l";

  /** What is asked for, and the answer. */
  private static final Map<String, String> ANSWERS =
      Map.of(
          "/api/v1/domains",
          "{\"domains\":[{\"domain\":\"disk:%1$s\",\"mode\":\"%1$s\"}]}",
          "/api/v1/domains/" + Slug.of(DOMAIN) + "/queues",
          "{\"queues\":[{\"queue\":\"disk:%1$s|l\",\"application\":\"%1$s\",\"reason\":\"%1$s\"}]}",
          "/api/v1/domains/" + Slug.of(DOMAIN) + "/queues/" + Slug.of(QUEUE) + "/explain",
          "{\"words\":[\"%1$s\"]}",
          "/api/v1/domains/" + Slug.of(DOMAIN) + "/guard-rails",
          "{\"detail\":\"%1$s\"}",
          "/api/v1/session/link",
          "{\"code\":\"%1$s\"}");

  private HttpServer manager;

  private static String unescaped() {
    return "x\u001b[2J\u009b1m\u001b]0;owned\u0007\u202ey";
  }

  @BeforeEach
  void start() throws IOException {
    manager = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    manager.createContext(
        "/",
        call -> {
          String path = call.getRequestURI().getRawPath();
          byte[] answer =
              ANSWERS.getOrDefault(path, "{}").formatted(HOSTILE).getBytes(StandardCharsets.UTF_8);
          call.sendResponseHeaders(path.endsWith("/guard-rails") ? 500 : 200, answer.length);
          call.getResponseBody().write(answer);
          call.close();
        });
    manager.start();
  }

  @AfterEach
  void stop() {
    manager.stop(0);
  }

  @Test
  void noCommandPrintsWhatMovesTheCursor(@TempDir Path directory) throws IOException {
    Path word = Files.writeString(directory.resolve("word.yaml"), "version: 1\ndomains: {}\n");
    assertThat(said("top", "--once")).contains("x?[2J?1m?]0;owned??y").contains("IOPS");
    assertThat(said("explain", "x")).contains("x?[2J?1m?]0;owned??y");
    assertThat(said("login")).contains("#login=x?[2J");
    assertThat(said("export")).as("a problem that the manager tells").contains("answers 500: x?");
    assertThat(said("import", "--dry-run", word.toString())).contains("disk:x?[2J");
  }

  private String said(String... command) {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said, true);
    String[] asked = Arrays.copyOf(command, command.length + 2);
    asked[command.length] = "--url";
    asked[command.length + 1] = "http://127.0.0.1:" + manager.getAddress().getPort();
    Oasis.commandLine().setOut(out).setErr(out).execute(asked);
    out.flush();
    assertThat(said.toString())
        .as(String.join(" ", command))
        .doesNotContain("\u001b", "\u009b", "\u0007", "\u202e");
    return said.toString();
  }
}
