package io.oasis.containers;

import java.net.URI;
import org.testcontainers.dockerclient.DockerClientProviderStrategy;
import org.testcontainers.dockerclient.TransportConfig;

/** Tells Testcontainers, which finds it by its name in {@code META-INF}, of our engine. */
public final class EngineStrategy extends DockerClientProviderStrategy {
  private static final int BEFORE_ALL_OTHERS = 1_000;

  @Override
  public TransportConfig getTransportConfig() {
    URI socket = Engine.socket().orElseThrow();
    return TransportConfig.builder().dockerHost(socket).build();
  }

  @Override
  public String getDescription() {
    return "the engine at " + Engine.socket();
  }

  @Override
  protected boolean isApplicable() {
    return Engine.socket().isPresent();
  }

  @Override
  protected boolean isPersistable() {
    return false;
  }

  @Override
  protected int getPriority() {
    return BEFORE_ALL_OTHERS;
  }
}
