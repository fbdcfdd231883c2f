package io.oasis.distribution;

import io.oasis.manager.server.rest.Slug;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The manager's REST interface, as far as the command line needs it. */
public final class ManagerClient implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(8);

  private final String base;
  private final Supplier<Optional<String>> token;
  private final HttpClient http;
  private final JsonMapper mapper = new JsonMapper();

  /**
   * @param base such as {@code http://127.0.0.1:8520}
   * @param token shown with every call; empty: none, which is enough for a manager's health only
   */
  public ManagerClient(String base, Supplier<Optional<String>> token) {
    this(base, token, HttpClient.newBuilder());
  }

  private ManagerClient(String base, Supplier<Optional<String>> token, HttpClient.Builder client) {
    this.base = base.endsWith("/") ? base.substring(0, base.length() - 1) : base;
    this.token = token;
    this.http = client.connectTimeout(TIMEOUT).build();
  }

  /** One that believes these authorities, and no others. */
  public static ManagerClient believing(
      SSLContext authorities, String base, Supplier<Optional<String>> token) {
    return new ManagerClient(base, token, HttpClient.newBuilder().sslContext(authorities));
  }

  /** All domains that there are, as far as managers answer. */
  public List<JsonNode> domains() {
    return get("/api/v1/domains").map(ManagerClient::elements).orElse(List.of());
  }

  /**
   * All domains that there are.
   *
   * @throws MissingException when a manager does not answer, so that some may be missing
   */
  public List<JsonNode> domainsOfAll() {
    Optional<JsonNode> list = get("/api/v1/domains");
    list.map(found -> found.path("unanswered").path(0))
        .filter(JsonNode::isObject)
        .ifPresent(
            silent -> {
              throw new MissingException(
                  "domains are missing: the manager %s %s"
                      .formatted(
                          silent.path("manager").asString(""), silent.path("why").asString("")));
            });
    return list.map(ManagerClient::elements).orElse(List.of());
  }

  /** The one that a LUN is in; empty while no agent has reported it. */
  public Optional<String> domainOf(String lun) {
    return domains().stream()
        .map(node -> node.path("domain").asString(""))
        .filter(id -> queues(id).stream().anyMatch(queue -> isOn(lun, queue)))
        .findFirst();
  }

  /** Whether a queue is one of a LUN. */
  public static boolean isOn(String lun, JsonNode queue) {
    return queue.path("lun").asString("").equals(lun);
  }

  /** A domain; empty while it is not known, or no manager decides for it. */
  public Optional<JsonNode> domain(String domain) {
    return presentDomain(askDomain(domain));
  }

  /** A domain, if the manager that is asked decides for it itself. */
  public Optional<JsonNode> ownDomain(String domain) {
    return Optional.of(askDomain(domain))
        .filter(answer -> answer.headers().firstValue("Via").isEmpty())
        .flatMap(this::presentDomain);
  }

  private HttpResponse<String> askDomain(String domain) {
    return ask("/api/v1/domains/" + Slug.of(domain));
  }

  private Optional<JsonNode> presentDomain(HttpResponse<String> answer) {
    return answer.statusCode() == 503 ? Optional.empty() : body(answer);
  }

  /** The queues of a domain; empty when it is not known. */
  public List<JsonNode> queues(String domain) {
    return get("/api/v1/domains/" + Slug.of(domain) + "/queues")
        .map(ManagerClient::elements)
        .orElse(List.of());
  }

  /** Why a queue gets what it gets. */
  public Optional<JsonNode> explain(String domain, String queue) {
    return get("/api/v1/domains/" + Slug.of(domain) + "/queues/" + Slug.of(queue) + "/explain");
  }

  /**
   * Changes what Oasis may do in a domain.
   *
   * @return what the manager said if it refused
   */
  public Optional<String> setMode(String domain, String mode, String reason) {
    return put(domain, "mode", new Mode(mode, reason));
  }

  /**
   * Has a domain's shares computed by another policy, without guard rails.
   *
   * @return what the manager said if it refused
   */
  public Optional<String> setPolicy(String domain, String policy, String reason) {
    return put(
        domain, "guard-rails", new Rails(revision(domain), policy, List.of(), List.of(), reason));
  }

  /**
   * Has a LUN decided about in another domain than agents propose, without guard rails.
   *
   * @param proposed its domain as agents have it
   * @return what the manager said if it refused
   */
  public Optional<String> moveLun(String proposed, String lun, String domain, String reason) {
    List<Moved> moved = List.of(new Moved(lun, domain));
    return put(
        proposed, "guard-rails", new Rails(revision(proposed), null, List.of(), moved, reason));
  }

  private long revision(String domain) {
    return guardRails(domain).map(rails -> rails.path("revision").asLong(0)).orElse(0L);
  }

  /** Mode and guard rails of a domain, with their revision. */
  public Optional<JsonNode> guardRails(String domain) {
    return get("/api/v1/domains/" + Slug.of(domain) + "/guard-rails");
  }

  /**
   * Changes the {@code mode} or the {@code guard-rails} of a domain.
   *
   * @return the revision from then on
   * @throws MissingException with what the manager said if it refused
   */
  public long change(String domain, String what, Object said) {
    HttpResponse<String> answer = sendPut(domain, what, said);
    if (answer.statusCode() / 100 != 2) {
      throw new MissingException(
          "%s of %s: the manager at %s answers %s".formatted(what, domain, base, problem(answer)));
    }
    return mapper.readTree(answer.body()).path("revision").asLong();
  }

  /** The address of the page with a code that signs in whoever opens it first. */
  public String pageLink() {
    HttpResponse<String> answer =
        send(
            request("/api/v1/session/link")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    if (answer.statusCode() != 200) {
      throw new MissingException("the manager at " + base + " answers " + problem(answer));
    }
    return base + "/#login=" + mapper.readTree(answer.body()).path("code").asString("");
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path)).timeout(TIMEOUT);
    token.get().ifPresent(shown -> request.header("Authorization", "Bearer " + shown));
    return request;
  }

  private Optional<String> put(String domain, String what, Object said) {
    HttpResponse<String> answer = sendPut(domain, what, said);
    return answer.statusCode() / 100 == 2 ? Optional.empty() : Optional.of(problem(answer));
  }

  private HttpResponse<String> sendPut(String domain, String what, Object said) {
    return send(
        request("/api/v1/domains/" + Slug.of(domain) + "/" + what)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(mapper.writeValueAsString(said)))
            .build());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }

  private record Mode(String mode, String reason) {}

  private record Moved(String lun, String domain) {}

  private record Rails(
      long revision,
      @Nullable String policy,
      List<String> rails,
      List<Moved> movedLuns,
      String reason) {}

  private Optional<JsonNode> get(String path) {
    return body(ask(path));
  }

  private HttpResponse<String> ask(String path) {
    return send(request(path).header("Accept", "application/json").build());
  }

  /** The resource; empty when there is none of that name. */
  private Optional<JsonNode> body(HttpResponse<String> answer) {
    if (answer.statusCode() == 404) {
      return Optional.empty();
    }
    if (answer.statusCode() != 200) {
      throw new MissingException("the manager at " + base + " answers " + problem(answer));
    }
    try {
      return Optional.of(mapper.readTree(answer.body()));
    } catch (JacksonException e) {
      throw new MissingException("what answers at " + base + " is not an Oasis manager", e);
    }
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (ConnectException e) {
      throw new MissingException(
          "no manager answers at " + base + "; start one with `oasis up`, or name it with --url",
          e);
    } catch (IOException e) {
      throw new MissingException("the manager at " + base + " does not answer: " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MissingException("interrupted while asking the manager at " + base, e);
    }
  }

  /** The words of a problem document, or the bare status. */
  private String problem(HttpResponse<String> answer) {
    try {
      JsonNode problem = mapper.readTree(answer.body());
      String detail = problem.path("detail").asString("");
      return answer.statusCode()
          + (detail.isEmpty() ? "" : ": " + detail)
          + (answer.statusCode() == 401 ? " Name a file with a token by --token-file." : "");
    } catch (JacksonException e) {
      return Integer.toString(answer.statusCode());
    }
  }

  private static List<JsonNode> elements(JsonNode node) {
    JsonNode array = node;
    if (!node.isArray()) {
      array = node.values().stream().filter(JsonNode::isArray).findFirst().orElse(node);
    }
    List<JsonNode> elements = new ArrayList<>();
    array.forEach(elements::add);
    return List.copyOf(elements);
  }
}
