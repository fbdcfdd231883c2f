package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.CausalLaw;
import io.oasis.protocol.Mode;
import org.junit.jupiter.api.Test;

/** Shows that settings that got lost are sent again. */
class LostSettingsTest {
  @Test
  void aSettingThatNobodyAnsweredIsSentAgainWhileTheAdaptersHoldFewerLimits() {
    ModelDomain model = ModelDomain.competing(13);
    model.isMute = true;
    ModelDomain.App deep = model.first();
    model.run(30);
    deep.cap = Double.POSITIVE_INFINITY;
    model.run(5);
    assertThat(deep.cap).isFinite();
  }

  /** Leases are renewed for all limits of an adapter: nothing else would end it. */
  @Test
  void aReleaseThatNobodyAnsweredIsSentAgain() {
    ModelDomain model = new ModelDomain(1_000, 14);
    ModelDomain.App deep = model.closedLoop("deep", 32);
    ModelDomain.App shallow = model.closedLoop("shallow", 2);
    model.mode(Mode.ENFORCE, CausalLaw.NAME, 1);
    model.run(60);
    double limit = deep.cap;
    assertThat(limit).isFinite();
    shallow.depth = 0;
    model.isMute = true;
    model.run(2);
    assertThat(deep.cap).isInfinite();
    deep.cap = limit;
    model.run(5);
    assertThat(deep.cap).isInfinite();
  }
}
