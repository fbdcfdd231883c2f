package io.oasis.manager.core.decide;

import io.oasis.manager.core.harm.Advice;
import io.oasis.manager.core.harm.HarmGuard;
import io.oasis.manager.core.harm.Phase;
import io.oasis.manager.core.harm.Tenant;
import io.oasis.manager.core.hear.Domain;
import io.oasis.manager.core.hear.HeardQueue;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import java.util.ArrayList;
import java.util.List;

/** Shows the domain's {@link HarmGuard} what happens, and does what it advises. */
final class Harm {
  private final Domain domain;
  private final HarmGuard guard = new HarmGuard();

  Harm(Domain domain) {
    this.domain = domain;
  }

  /** Judges the interval that was decided; limits that are to be let go are set aside. */
  Advice judge(List<Share> shares) {
    List<Tenant> tenants = new ArrayList<>(shares.size());
    boolean limited = false;
    for (Share share : shares) {
      saw(share);
      tenants.add(share.tenant);
      limited |= share.heard.limit() != null;
    }
    boolean enforced = domain.rails().mode() == Mode.ENFORCE;
    Advice advice = guard.interval(enforced, limited, tenants, domain.rails().harmRail());
    switch (advice) {
      case Advice.LetGo(String why) -> {
        domain.note(why);
        shares.forEach(Share::setAside);
        domain.setOnTrial(true);
      }
      case Advice.PutBack(String why) -> putBack(shares, why);
      case Advice.GoOn(), Advice.Demote _ -> {}
    }
    return advice;
  }

  /** For a while nothing is seen: a trial is over without a result; whether there was one. */
  boolean interrupt(List<Share> shares) {
    guard.interrupt(shares.stream().map(share -> share.tenant).toList());
    boolean wasOnTrial = domain.isOnTrial();
    if (wasOnTrial) {
      putBack(shares, "trial: broken off, limits are put back");
    }
    return wasOnTrial;
  }

  private void saw(Share share) {
    HeardQueue queue = share.heard;
    Request request = queue.request();
    if (request == null || domain.isSilent(queue)) {
      share.tenant.isGone();
      return;
    }
    QueueSample sample = request.sample();
    share.tenant.did(
        queue.usage(),
        share.target(),
        sample.completionsPerSecond(),
        sample.bytesPerSecond(),
        sample.meanLatencyMicros());
  }

  /** What everybody had before; does nothing when it was not let go. */
  private void putBack(List<Share> shares, String why) {
    domain.note(why);
    if (domain.isOnTrial()) {
      domain.setOnTrial(false);
      shares.forEach(Share::putBack);
    }
  }

  Phase phase() {
    return guard.phase();
  }

  /** What it found last; empty while it never suspected anything. */
  String last() {
    return guard.last();
  }
}
