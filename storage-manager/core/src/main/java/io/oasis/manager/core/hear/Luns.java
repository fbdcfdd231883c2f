package io.oasis.manager.core.hear;

import io.oasis.protocol.LunId;
import io.oasis.protocol.LunReport;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The LUNs of a domain, in the order of arrival. Times are those of {@link Domain#heard}. */
final class Luns {
  private final Map<LunId, LunState> luns = new LinkedHashMap<>();

  /** A LUN is reported; one that is not known only if there is room. */
  void reported(LunReport report, Crowd crowd, Instant heard, Instant now) {
    LunId lun = report.interval().lun();
    String host = report.interval().host().value();
    LunState known = luns.get(lun);
    if (known != null) {
      luns.put(lun, known.next(report, heard));
      return;
    }
    long ofHost = luns.values().stream().filter(each -> each.host().equals(host)).count();
    if (crowd.admitsLun(luns.size(), ofHost, host, heard, now)) {
      luns.put(lun, LunState.of(report, heard));
    }
  }

  /** A decision begins: what hosts say that make it up is not taken. */
  void begin(Crowd crowd, Instant heard) {
    forget(lun -> crowd.isMadeUp(lun.host(), lun.cameAt(), heard));
    luns.replaceAll((_, lun) -> lun.looked(crowd.isDoubted(lun.host(), heard), heard));
  }

  void forget(Predicate<LunState> which) {
    luns.values().removeIf(which);
  }

  void forget(LunId lun) {
    luns.remove(lun);
  }

  /** What was reported up to now has been decided about. */
  void decided() {
    luns.replaceAll((lun, state) -> state.decided());
  }

  Collection<LunState> all() {
    return luns.values();
  }

  @Nullable LunState get(LunId lun) {
    return luns.get(lun);
  }
}
