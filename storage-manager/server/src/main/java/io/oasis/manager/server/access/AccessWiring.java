package io.oasis.manager.server.access;

import io.oasis.manager.server.Advertised;
import io.oasis.manager.server.ManagerConfig;
import jakarta.servlet.DispatcherType;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.HeadersConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.access.intercept.AuthorizationFilter;
import org.springframework.security.web.authentication.AnonymousAuthenticationFilter;
import tools.jackson.databind.json.JsonMapper;

/** Spring Security as a resource server over {@link Rules}. */
@Configuration(proxyBeanMethods = false)
@EnableWebSecurity
@Import(SessionController.class)
public class AccessWiring {
  @Bean
  Rules rules(ManagerConfig config) {
    return new Rules(config.access().openMetrics());
  }

  @Bean
  Signed signed(ManagerConfig config) {
    return new Signed(config.access().tokens());
  }

  @Bean
  Sessions sessions(Signed signed, InstantSource clock) {
    return new Sessions(signed, clock);
  }

  @Bean
  Links links(Signed signed, Advertised advertised, InstantSource clock) {
    return new Links(signed, advertised::address, clock);
  }

  @Bean
  Bearers bearers(ManagerConfig config) {
    return new Bearers(config.access(), new Tokens(config.access().tokens()));
  }

  @Bean
  Passes passes(ManagerConfig config, Advertised advertised) {
    return new Passes(
        config.credentials()::callKeys,
        config.streams().applicationId(),
        advertised::address,
        InstantSource.system()); // what the clocks of several hosts agree on
  }

  @Bean
  RateLimit rateLimit(InstantSource clock) {
    return new RateLimit(clock);
  }

  @Bean
  Refusals refusals(Rules rules, RateLimit limit, JsonMapper json) {
    return new Refusals(rules, limit, json);
  }

  /**
   * Nothing is kept between two calls. There is no CSRF token: the cookie is sent by our own pages
   * only (SameSite=Strict), and {@link io.oasis.manager.server.rest.CrossSiteGuard} refuses what
   * does not come from them.
   */
  @Bean
  SecurityFilterChain chain(
      HttpSecurity http,
      ManagerConfig config,
      Rules rules,
      Sessions sessions,
      Bearers bearers,
      Passes passes,
      RateLimit limit,
      Refusals refusals) {
    CertificateRoles certificates = new CertificateRoles(config.access().certificates());
    return http.sessionManagement(s -> s.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
        .csrf(AbstractHttpConfigurer::disable)
        .logout(AbstractHttpConfigurer::disable)
        .requestCache(AbstractHttpConfigurer::disable)
        .headers(
            headers -> headers.httpStrictTransportSecurity(HeadersConfigurer.HstsConfig::disable))
        .oauth2ResourceServer(
            server ->
                server
                    .authenticationManagerResolver(_ -> bearers)
                    .authenticationEntryPoint(refusals)
                    .accessDeniedHandler(refusals))
        .exceptionHandling(
            refused -> refused.authenticationEntryPoint(refusals).accessDeniedHandler(refusals))
        .addFilterBefore(
            new CallerFilter(sessions, certificates, passes, refusals),
            AnonymousAuthenticationFilter.class)
        .addFilterBefore(new RateFilter(limit, refusals), AuthorizationFilter.class)
        .authorizeHttpRequests(
            calls ->
                calls
                    .dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.FORWARD)
                    .permitAll()
                    .anyRequest()
                    .access(rules))
        .build();
  }
}
