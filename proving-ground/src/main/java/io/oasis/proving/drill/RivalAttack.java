package io.oasis.proving.drill;

import io.oasis.distribution.process.Wait;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Findings;
import io.oasis.protocol.Message;
import io.oasis.protocol.Version;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;

/**
 * A second manager, with the managers' own key and another application id, where a first one holds
 * the lease. It works where the adapter answers it, and is refused where the adapter finds it.
 */
record RivalAttack(String name) implements Attack {
  private static final String FIRST = "oasis-drill-first";
  private static final String SECOND = "oasis-drill-second";

  private static final Version OF_FIRST = new Version(1, 1);

  /** Its epoch is the later one. */
  private static final Version OF_SECOND = new Version(2, 1);

  static List<Attack> all() {
    return List.of(new RivalAttack("setting: one of a second manager, of another application id"));
  }

  @Override
  public Verdict attempt(Site site) {
    return Scratch.with(directory -> attempt(site, directory));
  }

  private static Verdict attempt(Site site, Path directory)
      throws IOException, InterruptedException {
    try (LoneAdapter adapter = new LoneAdapter(directory, site)) {
      if (!Wait.until(Site.TOLD, adapter::hears)) {
        return new Verdict(false, "not tried: the adapter does not hear the broker");
      }
      Optional<AdapterStatus> status =
          Site.first(
              adapter.said(), AdapterStatus.class, each -> each.domain().equals(adapter.domain()));
      if (status.isEmpty()) {
        return new Verdict(false, "not tried: the adapter finds no brick");
      }
      say(site, adapter, status.get(), OF_FIRST, FIRST);
      if (Site.first(adapter.said(), Message.class, said -> SettingAttack.answers(said, OF_FIRST))
          .isEmpty()) {
        return new Verdict(false, "not tried: the adapter does not obey a first manager");
      }
      say(site, adapter, status.get(), OF_SECOND, SECOND);
      return verdict(adapter, status.get());
    } catch (ExecutionException e) {
      return new Verdict(false, "not tried: " + e.getMessage());
    }
  }

  private static void say(
      Site site, LoneAdapter adapter, AdapterStatus status, Version version, String manager)
      throws ExecutionException, InterruptedException {
    site.send(
        "manager",
        SettingAttack.setting(status, adapter.queue(), version, manager),
        text -> text,
        SigningKey.read(site.keys().signing()));
  }

  private static boolean isAbout(Message said) {
    return SettingAttack.answers(said, OF_SECOND) || conflict(said).isPresent();
  }

  /** That it finds a conflict is not all: it must not do it either. */
  private static Verdict verdict(LoneAdapter adapter, AdapterStatus status)
      throws InterruptedException {
    Optional<Message> first = Site.first(adapter.said(), Message.class, RivalAttack::isAbout);
    Optional<Finding> conflict = first.flatMap(RivalAttack::conflict);
    if (conflict.isEmpty()) {
      return new Verdict(
          false, first.isEmpty() ? "the adapter says nothing of it" : "the adapter answered it");
    }
    Verdict after = SettingAttack.verdict(adapter.said(), status, OF_SECOND);
    return after.refused() ? new Verdict(true, "adapter: " + conflict.get().cause()) : after;
  }

  private static Optional<Finding> conflict(Message said) {
    return said instanceof Findings findings
        ? findings.findings().stream()
            .filter(found -> found.verdict() == Finding.Verdict.CONFLICT)
            .filter(found -> found.cause().contains(SECOND))
            .findFirst()
        : Optional.empty();
  }
}
