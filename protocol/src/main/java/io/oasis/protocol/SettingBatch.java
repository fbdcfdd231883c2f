package io.oasis.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an adapter shall make true for several queues of a domain: {@link Setting}, one record for
 * many queues.
 *
 * @param settings in the order in which they were decided; a queue may be in it more than once
 */
public record SettingBatch(
    DomainId domain,
    AdapterId adapter,
    SessionId session,
    Instant at,
    long leaseMillis,
    List<QueueSetting> settings)
    implements Message {
  /** As many, with the longest names, stay below what the topic takes. */
  public static final int MOST = 50;

  /** What is to be true for one queue; its components are those of {@link Setting}. */
  public record QueueSetting(
      QueueId queue,
      Version version,
      Optional<RateBound> limit,
      double readShare,
      Optional<RateBound> reserve,
      Optional<Double> weight) {
    public QueueSetting {
      Check.fraction("readShare", readShare);
      weight.ifPresent(GuardRails.GuardRail::checkWeight);
    }
  }

  private record Head(
      DomainId domain, AdapterId adapter, SessionId session, Instant at, long leaseMillis) {
    static Head of(Setting setting) {
      return new Head(
          setting.domain(),
          setting.adapter(),
          setting.session(),
          setting.at(),
          setting.leaseMillis());
    }
  }

  public SettingBatch {
    Check.between("leaseMillis", leaseMillis, 100, 3_600_000);
    settings = Check.list("settings", settings, MOST);
  }

  /** As few batches as it takes; what is said of a queue stays in order. */
  public static List<SettingBatch> of(List<Setting> settings) {
    Map<Head, List<QueueSetting>> together = new LinkedHashMap<>();
    for (Setting setting : settings) {
      together.computeIfAbsent(Head.of(setting), _ -> new ArrayList<>()).add(ofQueue(setting));
    }
    List<SettingBatch> batches = new ArrayList<>();
    together.forEach(
        (head, all) -> {
          for (int from = 0; from < all.size(); from += MOST) {
            batches.add(
                new SettingBatch(
                    head.domain(),
                    head.adapter(),
                    head.session(),
                    head.at(),
                    head.leaseMillis(),
                    all.subList(from, Math.min(from + MOST, all.size()))));
          }
        });
    return batches;
  }

  private static QueueSetting ofQueue(Setting setting) {
    return new QueueSetting(
        setting.queue(),
        setting.version(),
        setting.limit(),
        setting.readShare(),
        setting.reserve(),
        setting.weight());
  }

  @Override
  public List<Setting> apart() {
    List<Setting> apart = new ArrayList<>(settings.size());
    for (QueueSetting setting : settings) {
      apart.add(
          new Setting(
              setting.queue(),
              domain,
              setting.version(),
              adapter,
              session,
              at,
              setting.limit(),
              setting.readShare(),
              leaseMillis,
              setting.reserve(),
              setting.weight()));
    }
    return apart;
  }
}
