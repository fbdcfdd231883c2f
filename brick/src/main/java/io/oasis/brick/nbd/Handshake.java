package io.oasis.brick.nbd;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Negotiation of one connection: fixed newstyle, from the greeting to the transmission phase. */
final class Handshake {
  /** qemu sends about ten. */
  private static final int MAX_OPTIONS = 256;

  /** A name of 4096 bytes and some meta context queries. */
  private static final int MAX_OPTION_BYTES = 16 << 10;

  /** What is larger than this is not even read to be refused. */
  private static final int MAX_SKIPPED_BYTES = 1 << 20;

  private static final String ALLOCATION = "base:allocation";
  private static final int OLD_EXPORT_PADDING_BYTES = 124;

  private final Inbound in;
  private final Offer offer;
  private Wire wire;
  private boolean noZeroes;
  private boolean structured;
  private @Nullable String contextExport;

  /**
   * What the server has to offer.
   *
   * @param exports by name, the first is the standard one
   * @param tls empty when it is not configured
   * @param mustEncrypt true when nothing may be said about exports in the clear
   */
  record Offer(
      SequencedMap<String, Export> exports,
      Optional<Tls> tls,
      boolean mustEncrypt,
      int maxPayloadBytes) {}

  /**
   * What was agreed on.
   *
   * @param allocation true when the client may ask for the block status
   */
  record Agreement(Wire wire, Export export, boolean structured, boolean allocation) {}

  Handshake(Wire wire, Inbound in, Offer offer) {
    this.wire = wire;
    this.in = in;
    this.offer = offer;
  }

  /**
   * @return empty when the client ended the negotiation
   */
  Optional<Agreement> run() throws IOException {
    ByteBuffer greeting = ByteBuffer.allocateDirect(18);
    greeting.putLong(Nbd.NBDMAGIC).putLong(Nbd.IHAVEOPT);
    greeting.putShort((short) (Nbd.FLAG_FIXED_NEWSTYLE | Nbd.FLAG_NO_ZEROES)).flip();
    wire.write(greeting);
    in.require(Integer.BYTES);
    int clientFlags = in.takeInt();
    if ((clientFlags & ~(Nbd.FLAG_FIXED_NEWSTYLE | Nbd.FLAG_NO_ZEROES)) != 0) {
      throw new ProtocolException("unknown client flags " + Integer.toHexString(clientFlags));
    }
    noZeroes = (clientFlags & Nbd.FLAG_NO_ZEROES) != 0;
    for (int i = 0; i < MAX_OPTIONS; i++) {
      in.require(16);
      if (in.takeLong() != Nbd.IHAVEOPT) {
        throw new ProtocolException("an option without its magic");
      }
      int option = in.takeInt();
      long length = Integer.toUnsignedLong(in.takeInt());
      if (option == Nbd.OPT_ABORT) {
        reply(option, Nbd.REP_ACK);
        return Optional.empty();
      }
      Optional<Export> chosen = answer(option, length);
      if (chosen.isPresent()) {
        Export export = chosen.get();
        boolean allocation = structured && export.name().equals(contextExport);
        return Optional.of(new Agreement(wire, export, structured, allocation));
      }
    }
    throw new ProtocolException("more than " + MAX_OPTIONS + " options");
  }

  private Optional<Export> answer(int option, long length) throws IOException {
    if (length > MAX_OPTION_BYTES) {
      if (length > MAX_SKIPPED_BYTES || option == Nbd.OPT_EXPORT_NAME) {
        throw new ProtocolException("an option of " + length + " bytes");
      }
      in.discard(length);
      refuse(option, Nbd.REP_ERR_TOO_BIG, "options may have " + MAX_OPTION_BYTES + " bytes");
      return Optional.empty();
    }
    in.require((int) length);
    OptionData data = new OptionData(in.takeBytes((int) length));
    boolean inTheClear = offer.mustEncrypt() && !wire.isEncrypted();
    if (inTheClear && option != Nbd.OPT_STARTTLS) {
      if (option == Nbd.OPT_EXPORT_NAME) {
        throw new ProtocolException("an export was asked for before encryption");
      }
      refuse(option, Nbd.REP_ERR_TLS_REQD, "this server wants encryption first");
      return Optional.empty();
    }
    try {
      return known(option, data);
    } catch (OptionData.MalformedException e) {
      if (option == Nbd.OPT_EXPORT_NAME) {
        throw new ProtocolException(e.reason());
      }
      refuse(option, Nbd.REP_ERR_INVALID, e.reason());
      return Optional.empty();
    }
  }

  private Optional<Export> known(int option, OptionData data)
      throws IOException, OptionData.MalformedException {
    switch (option) {
      case Nbd.OPT_EXPORT_NAME -> {
        return Optional.of(byOldName(data.rest()));
      }
      case Nbd.OPT_LIST -> list(data);
      case Nbd.OPT_STARTTLS -> startTls(data);
      case Nbd.OPT_INFO, Nbd.OPT_GO -> {
        return go(option, data);
      }
      case Nbd.OPT_STRUCTURED_REPLY -> {
        data.end();
        structured = true;
        reply(option, Nbd.REP_ACK);
      }
      case Nbd.OPT_LIST_META_CONTEXT, Nbd.OPT_SET_META_CONTEXT -> metaContext(option, data);
      default -> refuse(option, Nbd.REP_ERR_UNSUP, "option " + option + " is not known here");
    }
    return Optional.empty();
  }

  private Export byOldName(String name) throws IOException {
    Export export = find(name);
    if (export == null) {
      throw new ProtocolException("there is no such export");
    }
    int padding = noZeroes ? 0 : OLD_EXPORT_PADDING_BYTES;
    ByteBuffer answer = ByteBuffer.allocateDirect(10 + padding);
    answer.putLong(export.volume().sizeBytes()).putShort((short) export.transmissionFlags());
    wire.write(answer.clear());
    return export;
  }

  private void list(OptionData data) throws IOException, OptionData.MalformedException {
    data.end();
    Collection<Export> exports = offer.exports().values();
    for (Export export : exports) {
      byte[] name = export.name().getBytes(StandardCharsets.UTF_8);
      byte[] description = export.config().description().getBytes(StandardCharsets.UTF_8);
      ByteBuffer entry = ByteBuffer.allocate(Integer.BYTES + name.length + description.length);
      entry.putInt(name.length).put(name).put(description);
      reply(Nbd.OPT_LIST, Nbd.REP_SERVER, entry.array());
    }
    reply(Nbd.OPT_LIST, Nbd.REP_ACK);
  }

  private void startTls(OptionData data) throws IOException, OptionData.MalformedException {
    data.end();
    if (offer.tls().isEmpty()) {
      refuse(Nbd.OPT_STARTTLS, Nbd.REP_ERR_POLICY, "encryption is not configured");
    } else if (wire.isEncrypted()) {
      refuse(Nbd.OPT_STARTTLS, Nbd.REP_ERR_INVALID, "this is encrypted already");
    } else {
      reply(Nbd.OPT_STARTTLS, Nbd.REP_ACK);
      wire = offer.tls().get().accept(wire);
      if (!in.change(wire)) {
        throw new ProtocolException("bytes in the clear after the request for encryption");
      }
      structured = false;
      contextExport = null;
    }
  }

  private Optional<Export> go(int option, OptionData data)
      throws IOException, OptionData.MalformedException {
    String name = data.sized();
    List<Integer> wanted = data.shorts();
    Export export = find(name);
    if (export == null) {
      refuse(option, Nbd.REP_ERR_UNKNOWN, "there is no export '" + name + "'");
      return Optional.empty();
    }
    ByteBuffer info = ByteBuffer.allocate(12).putShort((short) Nbd.INFO_EXPORT);
    info.putLong(export.volume().sizeBytes()).putShort((short) export.transmissionFlags());
    reply(option, Nbd.REP_INFO, info.array());
    ByteBuffer blocks = ByteBuffer.allocate(14).putShort((short) Nbd.INFO_BLOCK_SIZE);
    blocks.putInt(1).putInt(export.volume().blockBytes()).putInt(offer.maxPayloadBytes());
    reply(option, Nbd.REP_INFO, blocks.array());
    if (wanted.contains(Nbd.INFO_NAME)) {
      reply(option, Nbd.REP_INFO, text(Nbd.INFO_NAME, export.name()));
    }
    if (wanted.contains(Nbd.INFO_DESCRIPTION) && !export.config().description().isEmpty()) {
      reply(option, Nbd.REP_INFO, text(Nbd.INFO_DESCRIPTION, export.config().description()));
    }
    reply(option, Nbd.REP_ACK);
    return option == Nbd.OPT_GO ? Optional.of(export) : Optional.empty();
  }

  private static byte[] text(int type, String value) {
    byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Short.BYTES + bytes.length)
        .putShort((short) type)
        .put(bytes)
        .array();
  }

  private void metaContext(int option, OptionData data)
      throws IOException, OptionData.MalformedException {
    String name = data.sized();
    List<String> queries = data.sizedList();
    boolean isSet = option == Nbd.OPT_SET_META_CONTEXT;
    if (isSet) {
      contextExport = null;
      if (!structured) {
        refuse(option, Nbd.REP_ERR_INVALID, "structured replies must be agreed on first");
        return;
      }
    }
    Export export = find(name);
    if (export == null) {
      refuse(option, Nbd.REP_ERR_UNKNOWN, "there is no export '" + name + "'");
      return;
    }
    boolean wanted =
        queries.contains(ALLOCATION)
            || (!isSet && (queries.isEmpty() || queries.contains("base:")));
    if (wanted) {
      byte[] context = ALLOCATION.getBytes(StandardCharsets.UTF_8);
      ByteBuffer entry = ByteBuffer.allocate(Integer.BYTES + context.length);
      reply(option, Nbd.REP_META_CONTEXT, entry.putInt(Answers.CONTEXT_ID).put(context).array());
      if (isSet) {
        contextExport = export.name();
      }
    }
    reply(option, Nbd.REP_ACK);
  }

  private @Nullable Export find(String name) {
    Export export = offer.exports().get(name);
    if (export == null && name.isEmpty() && !offer.exports().isEmpty()) {
      export = offer.exports().firstEntry().getValue();
    }
    return export;
  }

  private void refuse(int option, int error, String reason) throws IOException {
    reply(option, error, reason.getBytes(StandardCharsets.UTF_8));
  }

  private void reply(int option, int type, byte... data) throws IOException {
    ByteBuffer reply = ByteBuffer.allocateDirect(20 + data.length);
    reply.putLong(Nbd.OPTION_REPLY_MAGIC).putInt(option).putInt(type).putInt(data.length);
    wire.write(reply.put(data).flip());
  }

  /** The client does not speak the protocol; the connection ends. */
  static final class ProtocolException extends EOFException {
    private static final long serialVersionUID = 1L;

    ProtocolException(String reason) {
      super(reason);
    }
  }
}
