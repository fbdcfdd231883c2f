package io.oasis.adapter.shell;

import io.oasis.adapter.journal.Entry;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.targets.DeviceFiles;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells devices what they are to be told while something is in force on them, and puts back what
 * was there before.
 *
 * <p>Law: the journal is on the disk before anything is written. A device is told once, when the
 * first of its places comes into force, and not again until it has been let go, so what somebody
 * else writes meanwhile stays. What cannot be told is logged; weights are in force without it.
 */
final class DeviceTuning {
  private static final Logger LOG = LoggerFactory.getLogger(DeviceTuning.class);

  private final DeviceFiles files;
  private final DeviceSettings settings;
  private final Journal journal;
  private final BooleanSupplier mayWrite;
  private final Set<DeviceRef> told = new HashSet<>();

  /**
   * @param mayWrite false once the kill switch is set
   */
  DeviceTuning(
      DeviceFiles files, DeviceSettings settings, Journal journal, BooleanSupplier mayWrite) {
    this.files = files;
    this.settings = settings;
    this.journal = journal;
    this.mayWrite = mayWrite;
  }

  /** Something is in force on the device. */
  void hold(DeviceRef device) {
    if (settings.numbers().isEmpty() || !mayWrite.getAsBoolean() || !told.add(device)) {
      return;
    }
    for (Map.Entry<String, Long> number : settings.numbers().entrySet()) {
      try {
        tell(files.place(device, number.getKey()), Throttle.ofSetting(number.getValue()));
      } catch (TargetException e) {
        LOG.warn("{} is left as it is: {}", device, e.getMessage());
      }
    }
  }

  private void tell(Place place, Throttle wanted) throws TargetException {
    Throttle before = files.read(place);
    Optional<Entry> earlier = journal.entry(place);
    if (before.equals(wanted) || earlier.isPresent()) {
      return;
    }
    journal.announce(DeviceFiles.KIND, place, before, wanted);
    try {
      journal.force();
    } catch (JournalException e) {
      journal.retract(place, earlier);
      throw new TargetException("journal: " + e.getMessage(), e);
    }
    files.apply(place, before, wanted);
    Throttle after = files.read(place);
    if (!after.equals(wanted)) {
      throw new TargetException(
          "wrote %s to %s and read back %s".formatted(wanted, place.object(), after));
    }
  }

  /** Only on these devices something is in force still. The journal is the caller's to force. */
  void keepOnly(Set<DeviceRef> devices) {
    told.retainAll(devices);
    for (Entry entry : journal.entries()) {
      Place place = entry.place();
      if (!entry.kind().equals(DeviceFiles.KIND) || devices.contains(place.device())) {
        continue;
      }
      try {
        List<Throttle.Part> foreign = files.release(place, entry.written());
        if (!foreign.isEmpty()) {
          LOG.warn("left in {} what somebody else wrote", place.object());
        }
        journal.restored(place);
      } catch (TargetException e) {
        LOG.warn("cannot let go: {}", e.getMessage());
      }
    }
  }
}
