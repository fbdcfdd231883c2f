package io.oasis.manager.server.rest;

import io.oasis.manager.server.access.Passes;
import io.oasis.manager.server.fleet.Absent;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.fleet.Fleet.Owner;
import io.oasis.manager.server.fleet.Peers;
import io.oasis.manager.server.fleet.Watched;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.DomainId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.HandlerMapping;

/**
 * Has a call about a domain that another manager decides for answered by that one: what is read,
 * what is changed, what is pushed.
 *
 * <p>Law: a call is sent on once at most, by a manager that knows its caller and granted the call.
 */
public final class SendOn implements HandlerInterceptor {
  /** To read takes milliseconds; an owner that lost its power is succeeded soon. */
  private static final Duration TO_READ = Duration.ofSeconds(3);

  /** A change takes 10 s at most: it waits for another, and then for the domain's view. */
  private static final Duration TO_CHANGE = Duration.ofSeconds(15);

  /** RFC 9110: this answer is another manager's. */
  private static final String VIA = "1.1 oasis-manager";

  private static final int BUFFER_BYTES = 16 * 1024;
  private static final List<String> ASKED = List.of(HttpHeaders.ACCEPT, HttpHeaders.CONTENT_TYPE);
  private static final List<String> ANSWERED =
      List.of(
          HttpHeaders.CONTENT_TYPE,
          HttpHeaders.CACHE_CONTROL,
          HttpHeaders.RETRY_AFTER,
          "X-Accel-Buffering");

  private final DomainRegistry registry;
  private final Fleet fleet;
  private final Peers peers;

  public SendOn(DomainRegistry registry, Fleet fleet, Peers peers) {
    this.registry = registry;
    this.fleet = fleet;
    this.peers = peers;
  }

  @Override
  public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
      throws IOException, InterruptedException {
    if (!(request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
            instanceof Map<?, ?> variables)
        || !(variables.get("domain") instanceof String slug)) {
      return true;
    }
    DomainId domain = DomainsController.idOf(slug);
    if (registry.find(domain).isPresent()) {
      return true;
    }
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    return switch (fleet.ownerOf(domain)) {
      case Owner.Here _ -> true;
      case Owner.Nobody(String why) -> throw Absent.nobody(why);
      case Owner.There(String manager) -> {
        if (Passes.isSentOn(caller)) {
          throw Absent.moved(manager);
        }
        send(manager, caller, request, response);
        yield false;
      }
    };
  }

  private void send(
      String manager,
      @Nullable Authentication caller,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    Map<String, String> headers = new LinkedHashMap<>();
    for (String name : ASKED) {
      if (request.getHeader(name) != null) {
        headers.put(name, request.getHeader(name));
      }
    }
    boolean reads = Passes.isReading(request.getMethod());
    BodyPublisher body =
        reads
            ? BodyPublishers.noBody()
            : BodyPublishers.ofByteArray(request.getInputStream().readAllBytes());
    try (Watched answer =
        peers.send(
            manager,
            caller,
            request.getMethod(),
            Passes.target(request),
            headers,
            body,
            reads ? TO_READ : TO_CHANGE)) {
      response.setStatus(answer.status());
      response.setHeader(HttpHeaders.VIA, VIA);
      ANSWERED.forEach(
          name -> answer.headers().firstValue(name).ifPresent(it -> response.setHeader(name, it)));
      copy(answer, response);
    }
  }

  /** As it comes, so that events do not wait for each other. */
  private static void copy(Watched answer, HttpServletResponse response) throws IOException {
    byte[] bytes = new byte[BUFFER_BYTES];
    for (int read; (read = next(answer, bytes, response)) >= 0; ) {
      try {
        response.getOutputStream().write(bytes, 0, read);
        response.flushBuffer();
      } catch (IOException e) {
        return; // who asked has gone, which is how every listener ends
      }
    }
  }

  private static int next(Watched answer, byte[] bytes, HttpServletResponse response)
      throws IOException {
    try {
      return answer.read(bytes, 0, bytes.length);
    } catch (IOException e) {
      String type = String.valueOf(response.getContentType());
      if (type.startsWith(MediaType.TEXT_EVENT_STREAM_VALUE)) {
        return -1; // a stream may end anywhere; whoever listens comes back
      }
      throw e;
    }
  }
}
