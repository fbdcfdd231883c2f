package io.oasis.adapter.targets;

import java.util.Map;

/** A target that knows all places where a limit can be put, limited or not. */
public interface Survey {
  /** They, with what passed each so far. */
  Map<Place, Counters> survey() throws TargetException;
}
