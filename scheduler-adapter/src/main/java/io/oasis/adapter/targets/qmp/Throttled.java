package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.client.wire.RefusedException;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** One kind of thing in QEMU that can be throttled; each is known by a name. */
interface Throttled {
  /** The code of the refusal when there is none of that name. */
  String NOT_FOUND = "DeviceNotFound";

  /** All of them, with what holds each now. */
  Map<String, Throttle> all(QmpSession qemu) throws IOException;

  /** What holds it now. */
  Throttle read(QmpSession qemu, String name) throws IOException;

  /** Makes these limits hold it and nothing else. */
  void write(QmpSession qemu, String name, Throttle wanted) throws IOException;

  /** Ends what {@link #write} arranged to hold it alone; says whether there was anything. */
  boolean moveBack(QmpSession qemu, String name) throws IOException;

  /** What passed, where QEMU counts it. */
  Optional<Counters> counters(QmpSession qemu, String name) throws IOException;

  static RefusedException notFound(String what) {
    return new RefusedException(NOT_FOUND, "there is no " + what);
  }
}
