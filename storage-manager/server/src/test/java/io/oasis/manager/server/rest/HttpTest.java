package io.oasis.manager.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Secrets;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.TestViews;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.GuardRails;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shows the HTTP interface as a client meets it: a real server over a registry fed by hand. */
class HttpTest {
  private static final String DOMAIN = "disk:/dev/x";
  private static final String PATH = "/api/v1/domains/disk~3A~2Fdev~2Fx";

  @TempDir static Path directory;

  private static ConfigurableApplicationContext server;
  private static String token;
  private static DomainRegistry registry;
  private static int port;
  private static volatile StreamsStatus status;
  private static volatile boolean brokerTakes;
  private final HttpClient client = HttpClient.newHttpClient();
  private final JsonMapper json = new JsonMapper();

  /** In the place of Kafka: the operator's word is in force as soon as it is said. */
  @Configuration(proxyBeanMethods = false)
  static class ByHand {
    @Bean
    OperatorDesk.Sender sender(DomainRegistry views) {
      return message -> {
        if (brokerTakes) {
          views.publish(TestViews.view((GuardRails) message, 3));
        }
        return brokerTakes;
      };
    }

    @Bean
    Fleet fleet() {
      return Fleet.ALONE;
    }

    @Bean
    Status status() {
      return () -> status;
    }
  }

  @BeforeAll
  static void start() {
    server =
        ManagerMain.start(
            new ManagerComponent()
                .configuration(Map.of("http-port", "0", "state-dir", directory.toString())),
            ByHand.class);
    token = Secrets.read(directory.resolve("access/admin.token"));
    registry = server.getBean(DomainRegistry.class);
    port =
        Integer.parseInt(String.valueOf(server.getEnvironment().getProperty("local.server.port")));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void begin() {
    status = new StreamsStatus(true, "deciding", TestViews.AT);
    brokerTakes = true;
    registry.publish(TestViews.view(TestViews.rails(DOMAIN), 3));
  }

  @Test
  void domainsAreListedWithTheirSlugs() throws Exception {
    JsonNode domain = body(get("/api/v1/domains")).path("domains").path(0);
    assertThat(domain.path("slug").stringValue()).isEqualTo("disk~3A~2Fdev~2Fx");
    assertThat(domain.path("mode").stringValue()).isEqualTo("SHADOW");
    assertThat(domain.path("usageIops").doubleValue()).isEqualTo(303);
    assertThat(domain.path("capacity").path("upperIops").doubleValue()).isEqualTo(1_070);
    assertThat(body(get(PATH))).isEqualTo(domain);
  }

  @Test
  void whereNoHostSpeaksOfFileSystemsThereAreNone() throws Exception {
    assertThat(body(get(PATH + "/space")).toString())
        .isEqualTo("{\"domain\":\"disk:/dev/x\",\"fileSystems\":[]}");
    assertThat(get("/api/v1/domains/disk~3Anone/space").statusCode()).isEqualTo(404);
  }

  @Test
  void queuesComeBusiestFirstAndLimited() throws Exception {
    JsonNode queues = body(get(PATH + "/queues?limit=2"));
    assertThat(queues.path("total").intValue()).isEqualTo(3);
    assertThat(queues.path("queues").size()).isEqualTo(2);
    assertThat(queues.path("queues").path(0).path("application").stringValue())
        .isEqualTo("host:/app-02");
    assertThat(body(get(PATH + "/grants")).path("grants").path(0).path("enforced").booleanValue())
        .isTrue();
  }

  @Test
  void aQueueIsExplainedInSentences() throws Exception {
    String slug = body(get(PATH + "/queues")).path("queues").path(0).path("slug").stringValue();
    assertThat(body(get(PATH + "/queues/" + slug + "/explain")).path("words").toString())
        .contains("at least 102 IOPS", "fair share", "144 IOPS, read back and seen to hold");
  }

  @Test
  void whatIsPlannedByInsulationIsShownAndExplained() throws Exception {
    assertThat(body(get(PATH)).path("insulation").isEmpty()).isTrue();
    registry.publish(TestViews.insulated(TestViews.rails(DOMAIN).by("insulation")));
    JsonNode device = body(get(PATH)).path("insulation").path(0);
    assertThat(device.path("roundMillis").doubleValue()).isEqualTo(280);
    assertThat(device.path("workloads").path(0).path("status").stringValue())
        .isEqualTo("SUPPORTED");
    assertThat(device.path("changes").path(0).path("reasons").path(0).stringValue())
        .isEqualTo("host:/app-00 came");
    String slug = body(get(PATH + "/queues")).path("queues").path(0).path("slug").stringValue();
    assertThat(body(get(PATH + "/queues/" + slug + "/explain")).path("words").toString())
        .contains(
            "On main it has slices of 140 ms and 16 MB of cache: supported, it needs 14 MB",
            "That is not in force: the mode is SHADOW.")
        .doesNotContain("granted");
  }

  @Test
  void aReceiptSaysWhereTheLatencyOfEachMinuteCameFrom() throws Exception {
    String slug = body(get(PATH + "/queues")).path("queues").path(0).path("slug").stringValue();
    JsonNode receipts = body(get(PATH + "/queues/" + slug + "/receipts"));
    assertThat(receipts.path("words").stringValue())
        .isEqualTo(
            "An I/O took 5.0 ms in the last minute: 1.0 ms the device, 1.5 ms waiting for"
                + " neighbours, 2.0 ms held back by our limit, 0.4 ms behind its own I/O, 0.1 ms"
                + " unexplained; what the kernel holds back is estimated, nobody measures it. 32"
                + " I/Os wait behind our limit. The device does others first and does not get to 12"
                + " I/Os, of which some may be its own.");
    JsonNode minute = receipts.path("minutes").path(0);
    assertThat(minute.path("totalMicros").doubleValue()).isEqualTo(5_000);
    assertThat(minute.path("neighboursMicros").doubleValue()).isEqualTo(1_500);
    assertThat(get(PATH + "/queues/nobody/receipts").statusCode()).isEqualTo(404);
  }

  @Test
  void theHarmRailIsSetAndStaysWhenItIsNotGiven() throws Exception {
    put("/guard-rails", "{\"revision\":0,\"rails\":[],\"harm\":{\"mostThroughputLoss\":0.1}}");
    put("/guard-rails", "{\"revision\":1,\"rails\":[]}");
    put("/mode", "{\"mode\":\"ENFORCE\",\"reason\":\"test\"}");
    JsonNode harm = body(get(PATH + "/guard-rails")).path("harm");
    assertThat(harm.path("mostThroughputLoss").doubleValue()).isEqualTo(0.1);
    assertThat(harm.path("mostP99Growth").doubleValue()).isEqualTo(0.5);
    assertThat(body(get(PATH)).path("harm").path("phase").stringValue()).isEqualTo("WATCHING");
  }

  @Test
  void whatAdaptersFoundAboutLimitsIsToldWorstFirst() throws Exception {
    JsonNode doctor = body(get(PATH + "/doctor"));
    assertThat(doctor.path("badge").path("wrong").intValue()).isEqualTo(1);
    JsonNode worst = doctor.path("findings").path(0);
    assertThat(worst.path("verdict").stringValue()).isEqualTo("INERT");
    assertThat(worst.path("cause").stringValue()).contains("page cache");
    assertThat(worst.path("mend").stringValue()).isEqualTo("use cgroup v2");
    for (String figure : new String[] {"desired", "written", "readBack"}) {
      assertThat(worst.path(figure).intValue()).as(figure).isEqualTo(144);
    }
    assertThat(worst.path("observedPerSecond").doubleValue()).isEqualTo(139.5);
    assertThat(body(get("/api/v1/doctor")).path("domains").path(0)).isEqualTo(doctor);
    assertThat(body(get(PATH)).path("doctor")).isEqualTo(doctor.path("badge"));
  }

  @Test
  void decisionsComeInFiguresAndWords() throws Exception {
    JsonNode decision = body(get(PATH + "/decisions")).path("decisions").path(0);
    assertThat(decision.path("version").stringValue()).isEqualTo("2.7");
    assertThat(decision.path("words").path(0).stringValue()).isEqualTo("capacity changed");
    assertThat(decision.path("words").path(1).stringValue()).contains("limit 117 IOPS");
  }

  @Test
  void theModeIsChangedAndInForceWhenAnswered() throws Exception {
    HttpResponse<String> answer = put("/mode", "{\"mode\":\"ENFORCE\",\"reason\":\"shown well\"}");
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(body(answer).path("mode").stringValue()).isEqualTo("ENFORCE");
    assertThat(body(get(PATH + "/mode")).path("reason").stringValue()).isEqualTo("shown well");
    assertThat(body(get(PATH)).path("revision").longValue()).isEqualTo(1);
  }

  @Test
  void guardRailsAreReplacedAsAWhole() throws Exception {
    HttpResponse<String> answer =
        put(
            "/guard-rails",
            """
            {"revision":0,"policy":"oasis","rails":[
              {"scope":"APPLICATION","name":"host:/app-00","weight":2,"limitIops":500}]}
            """);
    assertThat(answer.statusCode()).isEqualTo(200);
    JsonNode rails = body(get(PATH + "/guard-rails"));
    assertThat(rails.path("revision").longValue()).isEqualTo(1);
    assertThat(rails.path("policy").stringValue()).isEqualTo("oasis");
    assertThat(rails.path("rails").path(0).path("limitIops").doubleValue()).isEqualTo(500);
  }

  /** A rail for a name that is written otherwise would limit nothing, and nobody would say so. */
  @Test
  void railsThatNoQueueHasAreNamed() throws Exception {
    HttpResponse<String> answer =
        put(
            "/guard-rails",
            """
            {"revision":0,"rails":[
              {"scope":"GROUP","name":"host:/app-","weight":2},
              {"scope":"APPLICATION","name":"host:/app-00","limitIops":500},
              {"scope":"APPLICATION","name":"host:app-00","limitIops":500},
              {"scope":"QUEUE","name":"host:/app-00|wwid:1","limitIops":400},
              {"scope":"QUEUE","name":"host:/app-00|wwid:2","limitIops":400}]}
            """);
    for (JsonNode rails : List.of(body(answer), body(get(PATH + "/guard-rails")))) {
      assertThat(rails.path("unmatched").valueStream().map(JsonNode::stringValue))
          .containsExactly("host:app-00", "host:/app-00|wwid:2");
    }
  }

  @Test
  void aChangeBasedOnAnOldRevisionIsToldThePresentOne() throws Exception {
    put("/mode", "{\"mode\":\"OBSERVE\",\"reason\":\"x\"}");
    HttpResponse<String> answer = put("/guard-rails", "{\"revision\":0,\"rails\":[]}");
    assertThat(answer.statusCode()).isEqualTo(409);
    assertThat(body(answer).path("present").path("revision").longValue()).isEqualTo(1);
    assertThat(body(answer).path("field").stringValue()).isEqualTo("revision");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/mode|{\"mode\":\"ON\",\"reason\":\"x\"}|mode",
        "/mode|{\"mode\":\"ENFORCE\"}|reason",
        "/mode|{\"mode\":\"ENFORCE\",\"reason\":\" \"}|reason",
        "/guard-rails|{\"rails\":[]}|revision",
        "/guard-rails|{\"revision\":0}|rails",
        "/guard-rails|{\"revision\":0,\"rails\":[null]}|rails[0]",
        "/guard-rails|{\"revision\":0,\"rails\":[],\"policy\":\"best\"}|policy",
        "/guard-rails|{\"revision\":0,\"rails\":[],\"harm\":{\"mostThroughputLoss\":2}}|harm.mostThroughputLoss",
        "/guard-rails|{\"revision\":0,\"rails\":[{\"name\":\"a\"}]}|rails[0].scope",
        "/guard-rails|{\"revision\":0,\"rails\":[{\"scope\":\"QUEUE\",\"name\":\"a\"}]}|rails[0].queue",
        "/guard-rails|{\"revision\":0,\"rails\":[{\"scope\":\"APPLICATION\",\"name\":\"a\",\"weight\":0}]}|rails[0].weight",
        "/guard-rails|{\"revision\":0,\"rails\":[{\"scope\":\"APPLICATION\",\"name\":\"a\",\"limitIops\":-1}]}|rails[0].limitIops",
        "/guard-rails|{\"revision\":0,\"rails\":[{\"scope\":\"APPLICATION\",\"name\":\"a\",\"limt\":1}]}|rails[0].limt",
        "/guard-rails|{\"revision\":0,\"rails\":[],\"movedLuns\":[{\"lun\":\"l\",\"domain\":\"disk:/dev/x\"}]}|movedLuns[0].domain",
        "/guard-rails|[|body",
        "/guard-rails|{|body",
      })
  void aMistakeNamesItsField(String path, String sent, String field) throws Exception {
    HttpResponse<String> answer = put(path, sent);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
    assertThat(answer.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/problem+json");
    assertThat(body(answer).path("field").stringValue()).isEqualTo(field);
    assertThat(body(answer).path("rule").stringValue()).isNotBlank();
  }

  @Test
  void whatIsNotThereIsSaidSo() throws Exception {
    assertThat(get("/api/v1/domains/nope").statusCode()).isEqualTo(404);
    assertThat(get(PATH + "/queues/nope/explain").statusCode()).isEqualTo(404);
    assertThat(get("/api/v1/domains/~zz").statusCode()).isEqualTo(400);
    assertThat(get(PATH + "/queues?limit=0").statusCode()).isEqualTo(400);
    assertThat(get(PATH + "/queues?limit=x").statusCode()).isEqualTo(400);
  }

  @Test
  void whatAnAdapterIsTooOldForIsNamed() throws Exception {
    JsonNode software = body(get(PATH)).path("adapter").path("software");
    assertThat(software.path("release").stringValue()).isEqualTo("0.1.0");
    assertThat(software.path("cannotRead").valueStream().map(JsonNode::stringValue))
        .containsExactly("oasis.lease-renewal 1", "oasis.cache-setting 2");
    assertThat(body(get("/api/v1/managers")).at("/managers/0/release").stringValue()).isNotBlank();
  }

  @Test
  void nothingIsChangedWithoutTheBroker() throws Exception {
    brokerTakes = false;
    assertThat(put("/mode", "{\"mode\":\"OBSERVE\",\"reason\":\"x\"}").statusCode()).isEqualTo(503);
    assertThat(body(get(PATH)).path("revision").longValue()).isZero();
  }

  @Test
  void otherSitesChangeNothing() throws Exception {
    String sent = "{\"mode\":\"ENFORCE\",\"reason\":\"x\"}";
    for (String header : new String[] {"Origin: http://evil", "Sec-Fetch-Site: cross-site"}) {
      String[] parts = header.split(": ");
      HttpResponse<String> answer =
          client.send(
              request("/mode", sent).header(parts[0], parts[1]).build(),
              HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(header).isEqualTo(403);
      assertThat(body(answer).path("field").stringValue()).isEqualTo(parts[0]);
    }
    assertThat(raw("PUT " + PATH + "/mode HTTP/1.1\r\nHost: rebound.example\r\n"))
        .startsWith("HTTP/1.1 403");
    assertThat(body(get(PATH)).path("revision").longValue()).isZero();
  }

  /** A page of another site whose name now stands for our address asks in that name. */
  @Test
  void otherSitesReadNothing() throws Exception {
    for (String path : new String[] {PATH, "/", "/actuator/health", "/api/v1/events"}) {
      assertThat(raw("GET " + path + " HTTP/1.1\r\nHost: rebound.example\r\n"))
          .as(path)
          .startsWith("HTTP/1.1 403");
    }
    for (String header :
        new String[] {"Origin: http://evil", "Sec-Fetch-Mode: cors\r\nSec-Fetch-Site: same-site"}) {
      assertThat(raw("GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\n" + header + "\r\n"))
          .as(header)
          .startsWith("HTTP/1.1 403");
    }
    for (String host : new String[] {"127.0.0.1:1", "localhost", "192.0.2.7:80", "[2001:db8::1]"}) {
      assertThat(raw("GET " + PATH + " HTTP/1.1\r\nHost: " + host + "\r\n"))
          .as(host)
          .startsWith("HTTP/1.1 200");
    }
  }

  /** Shows a round planned, drawn, and refused with the reason; a bad value is named. */
  @Test
  void roundsArePlanned() throws Exception {
    String two = "{\"servers\":%d,\"workloads\":[%s,{\"servers\":2,\"share\":0.5}]}";
    String fits = two.formatted(2, "{\"name\":\"a\",\"servers\":2,\"share\":\"1/2\"}");
    JsonNode planned = body(post("application/json", fits));
    assertThat(planned.path("result").stringValue()).isEqualTo("PLANNED");
    assertThat(planned.path("schedule").path("rClustering").doubleValue()).isEqualTo(1);
    assertThat(planned.path("schedule").path("timeslices").path(1).toString())
        .isEqualTo("{\"workload\":\"workload 2\",\"startTick\":1,\"ticks\":1,\"servers\":[0,1]}");
    assertThat(post("image/svg+xml", fits).body()).startsWith("<svg");

    String tooLarge = two.formatted(1, "{\"servers\":1,\"share\":1}");
    JsonNode impossible = body(post("application/json", tooLarge));
    assertThat(impossible.path("result").stringValue()).isEqualTo("IMPOSSIBLE");
    assertThat(impossible.path("conflict").path("workloads").toString())
        .isEqualTo("[\"workload 2\"]");
    assertThat(post("image/svg+xml", tooLarge).statusCode()).isEqualTo(422);

    HttpResponse<String> bad =
        post("application/json", two.formatted(2, "{\"servers\":1,\"share\":\"3/2\"}"));
    assertThat(bad.statusCode()).isEqualTo(400);
    assertThat(body(bad).path("field").stringValue()).isEqualTo("workloads[0].share");
  }

  @Test
  void eventsTellWhatChanges() throws Exception {
    HttpResponse<java.io.InputStream> answer =
        client.send(
            asked("/api/v1/events?domain=disk~3A~2Fdev~2Fx").build(),
            HttpResponse.BodyHandlers.ofInputStream());
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
      for (String first : new String[] {"heartbeat", "domains", "view"}) {
        readUntil(lines, "event: " + first);
      }
      registry.publish(TestViews.view(TestViews.rails("disk:/dev/new"), 2));
      readUntil(lines, "data: {\"domain\":\"disk:/dev/new\"");
      registry.publish(TestViews.view(TestViews.rails(DOMAIN), 2));
      readUntil(lines, "event: view");
      registry.remove(new io.oasis.protocol.DomainId("disk:/dev/new"));
      readUntil(lines, "event: gone");
    }
  }

  @Test
  void thePageIsServedWithAPolicyAndItsLibrary() throws Exception {
    HttpResponse<String> page = get("/");
    assertThat(page.body()).contains("<title>Oasis</title>");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "script-src 'self'")
        .doesNotContain("unsafe");
    assertThat(get("/webjars/echarts/echarts.esm.min.js").statusCode()).isEqualTo(200);
    assertThat(get("/js/main.js").statusCode()).isEqualTo(200);
  }

  @Test
  void theInterfaceDescribesItself() throws Exception {
    assertThat(get("/v3/api-docs").body()).contains("/api/v1/domains/{domain}/guard-rails");
    assertThat(get("/swagger-ui/index.html").statusCode()).isEqualTo(200);
  }

  @Test
  void healthSaysWhyItDoesNotDecide() throws Exception {
    assertThat(get("/actuator/health").statusCode()).isEqualTo(200);
    status = new StreamsStatus(false, "the broker does not answer", TestViews.AT);
    HttpResponse<String> ill = get("/actuator/health");
    assertThat(ill.statusCode()).isEqualTo(503);
    assertThat(ill.body()).contains("the broker does not answer");
  }

  @Test
  void metricsShowTheDomain() throws Exception {
    assertThat(get("/actuator/prometheus").body())
        .contains(
            "oasis_domain_usage_iops{domain=\"disk:/dev/x\"} 303.0",
            "oasis_domain_mode{domain=\"disk:/dev/x\",mode=\"SHADOW\"} 1.0",
            "# TYPE oasis_domain_pushes_total counter",
            "part=\"limit\"} 0.002",
            "oasis_queue_granted_iops{",
            "oasis_queue_latency_part_seconds{");
  }

  /** Other events may come in between: what an earlier test published. */
  private static void readUntil(BufferedReader lines, String start) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.startsWith(start)) {
      line = lines.readLine();
    }
    assertThat(line).as(start).isNotNull();
  }

  private String raw(String head) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      String request =
          head
              + "Authorization: Bearer "
              + token
              + "\r\n"
              + "Content-Type: application/json\r\n"
              + "Content-Length: 2\r\n"
              + "Connection: close\r\n\r\n"
              + "{}";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(asked(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> put(String path, String sent)
      throws IOException, InterruptedException {
    return client.send(request(path, sent).build(), HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String accepted, String sent)
      throws IOException, InterruptedException {
    return client.send(
        asked("/api/v1/plan/coschedule")
            .header("Content-Type", "application/json")
            .header("Accept", accepted)
            .POST(HttpRequest.BodyPublishers.ofString(sent))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest.Builder request(String path, String sent) {
    return asked(PATH + path)
        .header("Content-Type", "application/json")
        .PUT(HttpRequest.BodyPublishers.ofString(sent));
  }

  private static HttpRequest.Builder asked(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .header("Authorization", "Bearer " + token);
  }

  private JsonNode body(HttpResponse<String> answer) {
    return json.readTree(answer.body());
  }
}
