package io.oasis.adapter;

import io.oasis.adapter.plan.Reach;
import io.oasis.adapter.shell.AdapterSettings;
import io.oasis.adapter.shell.DeviceSettings;
import io.oasis.adapter.shell.TargetSpec;
import io.oasis.configuration.Component;
import io.oasis.configuration.Key;
import io.oasis.configuration.Logging;
import io.oasis.configuration.Settings;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Party;
import io.oasis.messaging.ServiceKeys;
import io.oasis.messaging.telemetry.Telemetry;
import io.oasis.messaging.trust.Trust;
import io.oasis.messaging.trust.TrustKeys;
import io.oasis.metrics.MetricsPlace;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The adapter's keys. */
public final class AdapterComponent implements Component<AdapterSettings> {
  static final String STATE_DIR_STANDARD = "/var/lib/oasis/adapter";

  private static final Key<Path> STATE_DIR =
      Key.path("state-dir", STATE_DIR_STANDARD, "of its journal, locks and guardian");

  private static final Key<Boolean> SHARE_HOST =
      Key.flag("share-host", false, "run beside another adapter, each on devices of its own");

  private static final Key<Optional<Path>> QUEUES =
      Key.file("queues", "names the queues of a qmp or spdk target, one a line");

  private static final Key<List<String>> ONLY =
      patterns("only", "nothing else is touched: cgroups, bdevs, nodes, devices, ids").reloading();

  private static final Key<List<String>> NEVER =
      patterns("never", "never touched, as --only").reloading();

  @Override
  public String name() {
    return "adapter";
  }

  @Override
  public String purpose() {
    return "Applies limits on this host, verifies them and lets go of them.";
  }

  @Override
  public List<Key<?>> keys() {
    return Stream.of(
            LinkConfig.KEYS,
            List.of(
                ServiceKeys.HOST,
                STATE_DIR,
                ServiceKeys.INTERVAL,
                ServiceKeys.LEASE,
                SHARE_HOST,
                TargetSpec.KEY,
                QUEUES,
                TrustKeys.TRUST,
                TrustKeys.HOST_TOKEN,
                ONLY,
                NEVER),
            DeviceSettings.KEYS,
            List.of(
                MetricsPlace.ADDRESS,
                MetricsPlace.PORT,
                ServiceKeys.OTLP_ENDPOINT,
                Logging.FORMAT,
                Logging.LEVEL))
        .<Key<?>>flatMap(List::stream)
        .toList();
  }

  @Override
  public AdapterSettings configuration(Settings settings) {
    TargetSpec target = settings.get(TargetSpec.KEY);
    return new AdapterSettings(
        LinkConfig.of(settings, Party.ADAPTER, "oasis-adapter"),
        settings.get(ServiceKeys.HOST),
        settings.get(STATE_DIR),
        new AdapterSettings.Timing(
            settings.get(ServiceKeys.INTERVAL), settings.get(ServiceKeys.LEASE)),
        settings.get(SHARE_HOST),
        new AdapterSettings.Driven(
            target, settings.get(QUEUES), DeviceSettings.from(settings, target)),
        allowed(settings),
        Telemetry.of(settings));
  }

  /** For commands that need no adapter running. */
  static Path stateDir(Optional<Path> config, Map<String, String> environment) {
    Map<String, String> options = new HashMap<>();
    config.ifPresent(file -> options.put("config", file.toString()));
    return Settings.of(new AdapterComponent(), options, environment).get(STATE_DIR);
  }

  private static AdapterSettings.Allowed allowed(Settings settings) {
    return new AdapterSettings.Allowed(
        new Trust(
            TrustKeys.seal(settings.get(TrustKeys.HOST_TOKEN), settings.get(ServiceKeys.HOST)),
            TrustKeys.obeyed(settings.get(TrustKeys.TRUST), settings.get(ServiceKeys.BOOTSTRAP))),
        Reach.of(settings.get(ONLY), settings.get(NEVER)));
  }

  private static Key<List<String>> patterns(String name, String meaning) {
    return new Key<>(
        name,
        "patterns",
        "patterns separated by commas, with * and ?",
        "",
        meaning,
        text ->
            Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .toList());
  }
}
