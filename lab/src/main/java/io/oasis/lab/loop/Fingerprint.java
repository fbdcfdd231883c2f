package io.oasis.lab.loop;

import io.oasis.protocol.Decision;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.Message;
import io.oasis.protocol.SettingBatch;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tells whether two runs were the same: a digest of everything that their managers said. */
final class Fingerprint {
  private final MessageDigest digest;

  Fingerprint() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  void add(long nanos, Message message) {
    String what =
        switch (message) {
          case SettingBatch batch ->
              words(batch.settings(), one -> one.queue() + " " + one.version() + one.limit());
          case GrantBatch batch ->
              words(batch.grants(), one -> one.queue() + " " + one.version() + one.bound());
          case Decision decision ->
              decision.inputsHash()
                  + decision.header().version()
                  + decision.capacity()
                  + decision.events();
          default -> message.toString();
        };
    digest.update((nanos + " " + what + '\n').getBytes(StandardCharsets.UTF_8));
  }

  private static <E> String words(List<E> entries, Function<E, String> word) {
    return entries.stream().map(word).collect(Collectors.joining("\n"));
  }

  /** Of all that was added, and of this text. */
  String sha256(String text) {
    digest.update(text.getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest.digest());
  }
}
