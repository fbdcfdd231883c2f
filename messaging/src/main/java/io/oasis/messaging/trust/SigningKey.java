package io.oasis.messaging.trust;

import io.oasis.protocol.Order;
import io.oasis.protocol.Schema;
import io.oasis.protocol.Topic;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import org.apache.kafka.common.header.Headers;

/**
 * A manager's key: signs the records of {@link Topic#SETTINGS}, which carries {@link Order}s and
 * nothing else. Ed25519 as in RFC 8032; its file holds the private and the public key as PEM, as
 * {@code openssl genpkey -algorithm ed25519} and {@code openssl pkey -pubout} write them.
 */
public final class SigningKey implements Seal {
  static final String ALGORITHM = "Ed25519";
  static final String HEADER = "oasis-signature";
  static final String PURPOSE = "oasis-signature-v1";

  private static final String PRIVATE = "PRIVATE KEY";

  private final String id;
  private final PrivateKey secret;
  private final PublicKey shown;

  private SigningKey(PrivateKey secret, PublicKey shown) {
    this.id = KeyFiles.idOf(shown.getEncoded());
    this.secret = secret;
    this.shown = shown;
  }

  /** A new one. */
  public static SigningKey generate() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
      return new SigningKey(pair.getPrivate(), pair.getPublic());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @throws KeyException when the file cannot be read, is open to others, or holds no key
   */
  public static SigningKey read(Path file) {
    String text = KeyFiles.readSecret(file);
    try {
      KeyFactory factory = KeyFactory.getInstance(ALGORITHM);
      byte[] secret = only(KeyFiles.blocks(text, PRIVATE), file, PRIVATE);
      byte[] shown = only(KeyFiles.blocks(text, TrustedKeys.PUBLIC), file, TrustedKeys.PUBLIC);
      return new SigningKey(
              factory.generatePrivate(new PKCS8EncodedKeySpec(secret)),
              factory.generatePublic(new X509EncodedKeySpec(shown)))
          .tried(file);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new KeyException(file + ": holds no Ed25519 key (" + e.getMessage() + ")", e);
    }
  }

  private static byte[] only(List<byte[]> blocks, Path file, String kind) {
    if (blocks.size() != 1) {
      throw new KeyException(file + ": must hold one " + kind + ", has " + blocks.size(), null);
    }
    return blocks.getFirst();
  }

  /** A public key that is another's would be found out by the adapters only. */
  private SigningKey tried(Path file) {
    byte[] text = {1};
    if (!TrustedKeys.of(List.of(shown))
        .isSigned(Topic.SETTINGS, text, id, sign(Topic.SETTINGS, text))) {
      throw new KeyException(file + ": its public key is not that of its private key", null);
    }
    return this;
  }

  /** Of its public key: the first 16 digits of its SHA-256. */
  public String id() {
    return id;
  }

  /** As it is written into a file for whoever trusts it. */
  public String publicPem() {
    return KeyFiles.block(TrustedKeys.PUBLIC, shown.getEncoded());
  }

  /** As it is written into its own file. */
  public String pem() {
    return KeyFiles.block(PRIVATE, secret.getEncoded()) + publicPem();
  }

  /** A key for what managers say to each other, which the public half does not give. */
  public byte[] callKey() {
    return CallKey.of(secret.getEncoded());
  }

  @Override
  public void put(Topic topic, Headers headers, byte[] value) {
    if (topic == Schema.SETTING_BATCH.topic()) {
      String signature = Base64.getEncoder().encodeToString(sign(topic, value));
      Envelope.put(headers, HEADER, id + ':' + signature);
    }
  }

  private byte[] sign(Topic topic, byte[] value) {
    try {
      Signature signature = Signature.getInstance(ALGORITHM);
      signature.initSign(secret);
      signature.update(Envelope.of(PURPOSE, topic, value));
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
