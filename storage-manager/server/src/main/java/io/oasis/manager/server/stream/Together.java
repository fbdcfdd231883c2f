package io.oasis.manager.server.stream;

import io.oasis.manager.core.contract.Effect;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.Message;
import io.oasis.protocol.SettingBatch;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the settings and grants of many queues into one record each. Nothing overtakes: what was
 * gathered goes out before a message of another kind. Settings and grants travel on topics of their
 * own, so there is no order between the two.
 */
final class Together {
  private final List<Effect> effects = new ArrayList<>();
  private final List<SettingBatch> settings = new ArrayList<>();
  private final List<GrantBatch> grants = new ArrayList<>();

  private Together() {}

  static List<Effect> of(List<Effect> effects) {
    Together together = new Together();
    effects.forEach(together::add);
    together.putOut();
    return together.effects;
  }

  private void add(Effect effect) {
    switch (effect) {
      case Effect.Publish(SettingBatch batch) -> settings.add(batch);
      case Effect.Publish(GrantBatch batch) -> grants.add(batch);
      case Effect.Publish _, Effect.Reroute _ -> {
        putOut();
        effects.add(effect);
      }
      case Effect.SaveHeader _, Effect.SaveQueue _, Effect.ForgetQueue _ -> effects.add(effect);
    }
  }

  private void putOut() {
    publish(SettingBatch.joined(settings));
    publish(GrantBatch.joined(grants));
    settings.clear();
    grants.clear();
  }

  private void publish(List<? extends Message> messages) {
    messages.forEach(message -> effects.add(new Effect.Publish(message)));
  }
}
