package io.oasis.distribution.process;

import java.security.GeneralSecurityException;
import java.util.zip.CRC32;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Seals and encrypts, and does something else every now and then, and something all the time. */
final class Ciphers {
  private static final int ROUNDS = 2_000;
  private static final int BYTES = 16 << 10;

  /** In all ten times what a JVM by itself finds enough. */
  private static final int NOW_AND_THEN = 25;

  private Ciphers() {}

  public static void main(String... arguments) throws GeneralSecurityException {
    byte[] text = new byte[BYTES];
    CRC32 seen = new CRC32();
    long others = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(new byte[32], "HmacSHA256"));
      seen.update(mac.doFinal(text));
      byte[] once = new byte[12];
      once[0] = (byte) round;
      Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(new byte[16], "AES"),
          new GCMParameterSpec(128, once));
      seen.update(cipher.doFinal(text));
      for (int i = 0; i < NOW_AND_THEN; i++) {
        others += nowAndThen(text[i], round);
      }
      for (byte one : text) {
        others += allTheTime(one, round);
      }
    }
    System.out.println(seen.getValue() + others);
  }

  private static int nowAndThen(byte one, int round) {
    return Integer.rotateLeft(one ^ round, 5);
  }

  private static int allTheTime(byte one, int round) {
    return Integer.rotateLeft(one ^ round, 3);
  }
}
