package io.oasis.lab.zoo.site;

import io.oasis.adapter.targets.Throttle;
import java.util.ArrayList;
import java.util.List;

/** Limits that stand from the beginning to the end, one for each application. */
public record StaticLimits(List<Throttle> throttles) implements Control {
  public StaticLimits {
    throttles = List.copyOf(throttles);
  }

  @Override
  public void begin(Site site) {
    for (int i = 0; i < throttles.size(); i++) {
      site.places().get(i).throttle(throttles.get(i));
    }
  }

  /** The limit of one application replaced. */
  public StaticLimits with(int application, Throttle throttle) {
    List<Throttle> others = new ArrayList<>(throttles);
    others.set(application, throttle);
    return new StaticLimits(others);
  }
}
