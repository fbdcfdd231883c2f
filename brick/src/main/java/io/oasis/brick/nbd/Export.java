package io.oasis.brick.nbd;

import io.oasis.brick.BrickConfig.ExportConfig;
import io.oasis.brick.discipline.Session;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.stats.FlowStatistics;
import io.oasis.brick.volume.Volume;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One application's access to one volume, under the name that clients ask for.
 *
 * @param session the application's at the engine
 * @param prefetcher null when nothing is read ahead
 * @param destager null when nothing is written back
 */
public record Export(
    ExportConfig config,
    Volume volume,
    Engine engine,
    Session session,
    FlowStatistics statistics,
    @Nullable Prefetcher prefetcher,
    @Nullable Destager destager) {
  /** The protocol's longest. */
  private static final int MAX_NAME_BYTES = 4096;

  public Export {
    if (config.name().getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new IllegalArgumentException("name must be at most " + MAX_NAME_BYTES + " bytes");
    }
  }

  public String name() {
    return config.name();
  }

  int transmissionFlags() {
    int flags =
        Nbd.EXPORT_HAS_FLAGS
            | Nbd.EXPORT_SEND_FLUSH
            | Nbd.EXPORT_SEND_FUA
            | Nbd.EXPORT_SEND_DF
            | Nbd.EXPORT_CAN_MULTI_CONN;
    return flags
        | (config.readOnly()
            ? Nbd.EXPORT_READ_ONLY
            : Nbd.EXPORT_SEND_TRIM | Nbd.EXPORT_SEND_WRITE_ZEROES);
  }
}
