package io.oasis.brick;

import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.Terms;
import io.oasis.brick.volume.FileVolume.Direct;
import io.oasis.configuration.Key;
import io.oasis.configuration.Logging;
import io.oasis.metrics.MetricsPlace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Every key of a brick, once. */
final class BrickKeys {
  static final Key<List<String>> LISTEN =
      new Key<>(
          "listen",
          "address",
          "HOST:PORT or unix:PATH, several separated by commas",
          "127.0.0.1:10809",
          "where clients connect",
          text -> Arrays.stream(text.split(",")).map(String::strip).toList());
  static final Key<Boolean> ALLOW_REMOTE =
      Key.flag("allow-remote", false, "other than loopback addresses are allowed");
  static final Key<Optional<Path>> CONTROL =
      Key.file("control", "Unix socket for statistics and settings; empty: none");
  static final Key<Optional<Path>> TLS_KEYSTORE =
      Key.file("tls.keystore", "PKCS12 keystore: STARTTLS is offered");
  static final Key<Optional<Path>> TLS_PASSWORD =
      Key.file("tls.password-file", "has the keystore's password");
  static final Key<Optional<Path>> TLS_CLIENT_CA =
      Key.file("tls.client-ca", "PEM; only clients with a certificate of these are let in");
  static final Key<Boolean> TLS_REQUIRED =
      Key.flag("tls.required", false, "nothing is said about exports in the clear");
  static final Key<Integer> MAX_CONNECTIONS =
      Key.whole("max-connections", 1, 1_000_000, 1024, "further ones are closed at once");
  static final Key<Integer> MAX_REQUESTS =
      Key.whole("max-requests", 1, 65_536, 256, "outstanding per connection");
  static final Key<Long> MAX_PAYLOAD =
      Key.bytes("max-payload-bytes", 1 << 20, 1 << 30, "32M", "of one read or write");
  static final Key<Long> MEMORY =
      Key.bytes(
          "memory-bytes",
          2 << 20,
          Long.MAX_VALUE,
          "256M",
          "for all payloads together, at least twice max-payload-bytes");
  static final Key<Duration> HANDSHAKE =
      Key.millis("handshake-ms", 1, 3_600_000, 10_000, "time to negotiate");
  static final Key<Duration> STALL =
      Key.millis(
          "stall-ms", 1, 86_400_000, 30_000, "time without progress inside a request or answer");
  static final Key<Integer> BUSY_POLL =
      Key.whole(
              "busy-poll-us",
              0,
              1_000,
              50,
              "how long a connection's thread looks for the next request before it sleeps, if the"
                  + " last ones came that soon; at most half of the processors do so at a time; 0:"
                  + " never")
          .in("us");

  static final Key<Long> VOLUME_SIZE =
      size("volume.NAME.size", "needed for memory and for a file to be made; 0: that of the file");
  static final Key<Optional<Path>> VOLUME_FILE =
      Key.file("volume.NAME.file", "file or block device; empty: memory");
  static final Key<Direct> VOLUME_DIRECT =
      Key.oneOf(
          "volume.NAME.direct",
          List.of(Direct.values()),
          Direct.AUTO,
          "direct I/O; auto: where the file system has it");
  static final Key<String> VOLUME_DEVICE =
      Key.text("volume.NAME.device", "name", "", "what schedules it; empty: the first device");

  static final Key<String> EXPORT_VOLUME =
      Key.text("export.NAME.volume", "name", "", "empty: the one of the same name");
  static final Key<String> APPLICATION =
      Key.text(
          "export.NAME.application",
          "name",
          "",
          "whose it is; exports of one application share a cache partition; empty: NAME");
  static final Key<String> DESCRIPTION =
      Key.text("export.NAME.description", "text", "", "told to clients that ask");
  static final Key<Boolean> READ_ONLY = Key.flag("export.NAME.read-only", false, "refuses writes");
  static final Key<Double> SHARE =
      Key.number("export.NAME.share", "weight", 1e-6, 1, "for quanta, argon, SFQ, lottery");
  static final Key<Double> RESERVE =
      Key.number("export.NAME.reserve", "runs/s", 0, 0, "zygaria's reserve");
  static final Key<Double> LIMIT_IOPS =
      Key.number("export.NAME.limit-iops", "1/s", 0, 0, "limit under every discipline; 0: none");
  static final Key<Double> LIMIT_BYTES =
      Key.number(
          "export.NAME.limit-bytes-per-second",
          "bytes/s",
          0,
          0,
          "limit under every discipline; 0: none");
  static final Key<Double> LATENCY =
      Key.number("export.NAME.latency-ms", "ms", 0.001, 1_000, "for EDF and facade");
  static final Key<String> POOL =
      Key.text("export.NAME.pool", "name", Terms.COMMON_POOL, "zygaria's pool");
  static final Key<Long> EXPORT_CACHE =
      size("export.NAME.cache-bytes", "partition of its application; 0: round the cache");
  static final Key<Boolean> REQUEST_IDS =
      Key.flag(
          "export.NAME.request-ids",
          false,
          "clients number their requests by NBD's cookies, older ones lower, and these go first;"
              + " for clients that are striped over several bricks");

  static final Key<String> DISCIPLINE =
      Key.text(
          "device.NAME.discipline",
          "name",
          "none",
          "none, quanta, quanta-wc, argon, coscheduled, sfq, edf, edf-wc, leaky-bucket, lottery,"
              + " facade or zygaria, or one with its depth as in sfq(4)");
  static final Key<Integer> DEPTH =
      Key.whole("device.NAME.depth", 1, 65_536, standard().depth(), "most I/Os at the device");
  static final Key<Double> ROUND =
      Key.number(
          "device.NAME.round-ms",
          "ms",
          1,
          standard().roundNanos() / 1e6,
          "a round of quanta, quanta-wc and argon");
  static final Key<String> TIMETABLE =
      Key.text(
          "device.NAME.timetable",
          "timetable",
          "",
          "of coscheduled, as 300: APPLICATION@0+100, ... in ms; empty: all time is nobody's");
  static final Key<Double> TIMETABLE_ZERO =
      Key.number(
          "device.NAME.timetable-zero-ms",
          "ms",
          0,
          0,
          "a moment since 1970 at which a round begins, by the wall clock");
  static final Key<DisciplineSpec.Costs> COSTS =
      Key.oneOf(
          "device.NAME.sfq-costs",
          List.of(DisciplineSpec.Costs.values()),
          DisciplineSpec.Costs.AFFINE,
          "how SFQ reckons cost");
  static final Key<Double> POOL_RESERVE =
      Key.number("device.NAME.pool.POOL.reserve", "runs/s", 0, 0, "of a pool of zygaria's");
  static final Key<Double> POOL_LIMIT =
      Key.number("device.NAME.pool.POOL.limit", "runs/s", 0, 0, "of that pool; 0: none");
  static final Key<Double> WORST_CASE =
      Key.number(
          "device.NAME.worst-case-runs",
          "runs/s",
          0,
          0,
          "for zygaria's admission control; 0: not known");
  static final Key<String> MODEL =
      Key.text(
          "device.NAME.model",
          "model",
          "",
          "delays I/O as that device would: rate:IOPS, a disk's name, or elevator: and a hard"
              + " disk's for one behind a block layer that sorts, merges up to 256 KiB and sends"
              + " one request at a time");
  static final Key<Optional<Path>> PROBE =
      Key.file(
          "device.NAME.probe",
          "what `oasis probe --json` said of the disk; a modelled hard disk is known anyway");
  static final Key<Integer> WORKERS =
      Key.whole("device.NAME.workers", 1, 1024, 32, "threads for I/O that is not at memory speed");
  static final Key<Long> DEVICE_CACHE = size("device.NAME.cache-bytes", "the cache of this device");
  static final Key<Boolean> WRITE_BACK =
      Key.flag(
          "device.NAME.write-back",
          false,
          "writes are acknowledged from the cache; flush and FUA put them down");
  static final Key<Long> ACCESS =
      size(
          "device.NAME.access-bytes",
          "most that is read ahead of a stream into its partition (at most a quarter of it), and"
              + " most neighbours that are put down in one write; 0: no read-ahead, writes of up to"
              + " 1M");

  static final List<Key<?>> SERVER =
      List.of(
          LISTEN,
          ALLOW_REMOTE,
          CONTROL,
          TLS_KEYSTORE,
          TLS_PASSWORD,
          TLS_CLIENT_CA,
          TLS_REQUIRED,
          MAX_CONNECTIONS,
          MAX_REQUESTS,
          MAX_PAYLOAD,
          MEMORY,
          HANDSHAKE,
          STALL,
          BUSY_POLL,
          MetricsPlace.ADDRESS,
          MetricsPlace.PORT,
          Logging.FORMAT,
          Logging.LEVEL);
  static final List<Key<?>> VOLUME =
      List.of(VOLUME_SIZE, VOLUME_FILE, VOLUME_DIRECT, VOLUME_DEVICE);
  static final List<Key<?>> EXPORT =
      List.of(
          EXPORT_VOLUME,
          APPLICATION,
          DESCRIPTION,
          READ_ONLY,
          SHARE,
          RESERVE,
          LIMIT_IOPS,
          LIMIT_BYTES,
          LATENCY,
          POOL,
          EXPORT_CACHE,
          REQUEST_IDS);
  static final List<Key<?>> DEVICE =
      List.of(
          DISCIPLINE,
          DEPTH,
          ROUND,
          TIMETABLE,
          TIMETABLE_ZERO,
          COSTS,
          POOL_RESERVE,
          POOL_LIMIT,
          WORST_CASE,
          MODEL,
          PROBE,
          WORKERS,
          DEVICE_CACHE,
          WRITE_BACK,
          ACCESS);

  private BrickKeys() {}

  private static DisciplineSpec standard() {
    return DisciplineSpec.of(DisciplineSpec.Kind.NONE);
  }

  private static Key<Long> size(String name, String meaning) {
    return Key.bytes(name, 0, Long.MAX_VALUE, "0", meaning);
  }
}
