package io.oasis.adapter;

import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.adapter.shell.Adapter;
import io.oasis.adapter.shell.AdapterSettings;
import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.adapter.shell.SettingTraces;
import io.oasis.adapter.shell.Wire;
import io.oasis.configuration.Reload;
import io.oasis.configuration.Start;
import io.oasis.configuration.Supervisor;
import io.oasis.linux.HostRoot;
import io.oasis.messaging.telemetry.Receiver;
import io.oasis.messaging.telemetry.ServiceMeters;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.messaging.trust.Gate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The adapter service; stops on SIGTERM after letting go. */
public final class AdapterMain {
  private static final Logger LOG = LoggerFactory.getLogger(AdapterMain.class);

  private AdapterMain() {}

  public static void main(String[] args) throws Exception {
    int code = run(List.of(args));
    if (code != 0) {
      System.exit(code);
    }
  }

  /** Runs until stopped; gives the exit code. */
  static int run(List<String> args) throws Exception {
    try {
      return Start.of(new AdapterComponent(), args, AdapterMain::serve);
    } catch (EnvironmentException e) {
      System.err.println("oasis adapter: " + e.getMessage());
      return EnvironmentException.EXIT_CODE;
    }
  }

  private static int serve(AdapterSettings settings, Reload<AdapterSettings> reload)
      throws EnvironmentException, InterruptedException {
    Optional<Receiver> receiver =
        settings.telemetry().receiver("oasis-adapter", settings.instance());
    try (ServiceMeters meters = new ServiceMeters(settings.telemetry().scraped(), receiver);
        Tracing tracing = receiver.isPresent() ? Tracing.to(receiver.get(), 0) : null) {
      SettingTraces traces = tracing == null ? null : new SettingTraces(tracing);
      return run(settings, meters.registry(), traces, reload);
    }
  }

  private static int run(
      AdapterSettings settings,
      MeterRegistry registry,
      @Nullable SettingTraces traces,
      Reload<AdapterSettings> reload)
      throws EnvironmentException, InterruptedException {
    Supervisor supervisor = Supervisor.ofProcess();
    Adapter adapter =
        Adapter.start(
            settings,
            HostRoot.REAL,
            registry,
            traces,
            supervisor::alive,
            id -> Wire.kafka(id, settings.link(), registry, settings.allowed().trust(), traces));
    if (settings.allowed().trust().gate().equals(Gate.OPEN)) {
      LOG.warn("no --trust: whoever can write to {} limits this host", settings.link().bootstrap());
    }
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("oasis-stop").unstarted(adapter::close));
    reload.atHangUp(fresh -> adapter.reach(fresh.allowed().reach()));
    supervisor.ready();
    return adapter.await() ? 0 : 1; // 1: a defect ended it, and whoever watches may start it again
  }
}
