package io.oasis.manager.core;

import static org.assertj.core.api.Assertions.assertThat;

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
}
