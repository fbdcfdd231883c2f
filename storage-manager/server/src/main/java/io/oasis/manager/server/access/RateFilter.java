package io.oasis.manager.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/** Keeps callers who are known to their rate; {@link Refusals} does it for those who are not. */
final class RateFilter extends OncePerRequestFilter {
  private final RateLimit limit;
  private final Refusals refusals;

  RateFilter(RateLimit limit, Refusals refusals) {
    this.limit = limit;
    this.refusals = refusals;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    if (SecurityContextHolder.getContext().getAuthentication() instanceof Caller caller
        && !limit.admits(caller.getName())) {
      refusals.tooMany(response);
      return;
    }
    chain.doFilter(request, response);
  }
}
