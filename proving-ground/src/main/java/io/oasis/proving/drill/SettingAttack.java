package io.oasis.proving.drill;

import io.oasis.messaging.trust.Seal;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Authority;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * A setting for this host's adapter from one who has the managers' password of the broker and not
 * their key. Of an application that is not there, so nothing is limited also where it works. It
 * does where the adapter answers it, or says that it knows its version.
 *
 * @param version above the highest that the adapter knows
 */
record SettingAttack(String name, Seal seal, UnaryOperator<Version> version) implements Attack {
  private static final QueueId QUEUE =
      new QueueId(new ApplicationId("drill:/not-there"), new LunId("drill"));

  private static final int LEASE_MILLIS = 15_000;

  /** One may have been under way when the setting came. */
  private static final int HEARTBEATS = 3;

  static List<Attack> all() {
    UnaryOperator<Version> next = last -> new Version(last.epoch(), last.sequence() + 1_000);
    return List.of(
        new SettingAttack("that nobody signed", Seal.NONE, next),
        new SettingAttack("that a stranger's key signed", SigningKey.generate(), next),
        new SettingAttack(
            "of the last epoch there is",
            Seal.NONE,
            _ -> new Version(Version.MOST_PLAUSIBLE_EPOCH, 0)));
  }

  SettingAttack {
    name = "setting: one " + name;
  }

  @Override
  public Verdict attempt(Site site) {
    return site.hearing(Topic.OUTCOMES, said -> attempt(site, said));
  }

  private Verdict attempt(Site site, BlockingQueue<Message> said) throws InterruptedException {
    Optional<AdapterStatus> adapter = Site.first(said, AdapterStatus.class, _ -> true);
    if (adapter.isEmpty()) {
      return new Verdict(false, "not tried: no adapter speaks");
    }
    Version forged = version.apply(adapter.get().highestVersion());
    try {
      site.send(
          "manager", setting(adapter.get(), QUEUE, forged, "oasis-manager"), text -> text, seal);
    } catch (ExecutionException e) {
      return new Verdict(false, "not tried: " + e.getMessage());
    }
    return verdict(said, adapter.get(), forged);
  }

  /** Of a manager of this name, to the adapter that said this. */
  static SettingBatch setting(
      AdapterStatus adapter, QueueId queue, Version version, String manager) {
    return new SettingBatch(
        adapter.domain(),
        adapter.adapter(),
        adapter.session(),
        Instant.now(),
        LEASE_MILLIS,
        List.of(new Setting(queue, version, Optional.of(RateBound.ofIops(1)), 1)),
        Optional.of(new Authority(Mode.ENFORCE, Optional.of(manager))));
  }

  /** What the adapter that said this does about a version, in some heartbeats. */
  static Verdict verdict(BlockingQueue<Message> said, AdapterStatus adapter, Version forged)
      throws InterruptedException {
    int heartbeats = 0;
    while (heartbeats < HEARTBEATS) {
      switch (said.poll(Site.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        case OutcomeBatch batch when answers(batch, forged) -> {
          return new Verdict(false, "the adapter answered it");
        }
        case AdapterStatus status when status.domain().equals(adapter.domain()) -> {
          if (status.highestVersion().compareTo(forged) >= 0) {
            return new Verdict(false, "the adapter takes it for the newest");
          }
          heartbeats++;
        }
        case null -> {
          return new Verdict(false, "the adapter fell silent");
        }
        default -> {}
      }
    }
    return new Verdict(true, "the adapter, which goes on from " + adapter.highestVersion());
  }

  /** Whether it tells what became of this version. */
  static boolean answers(Message said, Version version) {
    return said instanceof OutcomeBatch batch
        && batch.outcomes().stream().anyMatch(outcome -> outcome.version().equals(version));
  }
}
