package io.oasis.brick;

import io.oasis.configuration.Component;
import io.oasis.configuration.Key;
import io.oasis.configuration.Settings;
import java.util.List;
import java.util.stream.Stream;

/** The brick's keys. */
public final class BrickComponent implements Component<BrickConfig> {
  @Override
  public String name() {
    return "brick";
  }

  @Override
  public String purpose() {
    return "Serves volumes over NBD, scheduled by a discipline, through a cache.";
  }

  @Override
  public List<Key<?>> keys() {
    return Stream.of(BrickKeys.SERVER, BrickKeys.VOLUME, BrickKeys.EXPORT, BrickKeys.DEVICE)
        .<Key<?>>flatMap(List::stream)
        .toList();
  }

  @Override
  public BrickConfig configuration(Settings settings) {
    return ConfigReader.read(settings);
  }
}
