package io.oasis.brick.nbd;

/** The request that is being read, and whether it may be done. Used again for the next one. */
final class RequestHeader {
  int flags;
  int command;
  long handle;
  long offset;
  int length;

  /**
   * @throws Handshake.ProtocolException when it is none
   */
  void take(Inbound in) throws Handshake.ProtocolException {
    if (in.takeInt() != Nbd.REQUEST_MAGIC) {
      throw new Handshake.ProtocolException("a request without its magic");
    }
    flags = in.takeShort();
    command = in.takeShort();
    handle = in.takeLong();
    offset = in.takeLong();
    length = in.takeInt();
  }

  /** Lengths are unsigned. */
  long lengthBytes() {
    return Integer.toUnsignedLong(length);
  }

  boolean has(int flag) {
    return (flags & flag) != 0;
  }

  /**
   * The protocol's error with which the request must be refused; {@link Nbd#OK} when it may be
   * done.
   */
  int refusal(Export export, int maxPayloadBytes, boolean allocation) {
    boolean outside = isOutside(export.volume().sizeBytes());
    boolean tooLong = Integer.compareUnsigned(length, maxPayloadBytes) > 0;
    return switch (command) {
      case Nbd.CMD_READ ->
          hasOnly(Nbd.CMD_FLAG_DF | Nbd.CMD_FLAG_FUA) && !outside
              ? tooLong ? Nbd.EOVERFLOW : Nbd.OK
              : Nbd.EINVAL;
      case Nbd.CMD_WRITE -> {
        if (!hasOnly(Nbd.CMD_FLAG_FUA)) {
          yield Nbd.EINVAL;
        }
        if (export.config().readOnly()) {
          yield Nbd.EPERM;
        }
        yield tooLong ? Nbd.EOVERFLOW : outside ? Nbd.ENOSPC : Nbd.OK;
      }
      case Nbd.CMD_FLUSH -> hasOnly(Nbd.CMD_FLAG_FUA) ? Nbd.OK : Nbd.EINVAL;
      case Nbd.CMD_TRIM -> changeRefusal(export, Nbd.CMD_FLAG_FUA, outside, Nbd.EINVAL);
      case Nbd.CMD_WRITE_ZEROES ->
          changeRefusal(export, Nbd.CMD_FLAG_FUA | Nbd.CMD_FLAG_NO_HOLE, outside, Nbd.ENOSPC);
      case Nbd.CMD_BLOCK_STATUS ->
          allocation && hasOnly(Nbd.CMD_FLAG_REQ_ONE) && length != 0 && !outside
              ? Nbd.OK
              : Nbd.EINVAL;
      default -> Nbd.EINVAL;
    };
  }

  private int changeRefusal(Export export, int known, boolean outside, int outsideError) {
    if (!hasOnly(known)) {
      return Nbd.EINVAL;
    }
    if (export.config().readOnly()) {
      return Nbd.EPERM;
    }
    return outside ? outsideError : Nbd.OK;
  }

  private boolean hasOnly(int known) {
    return (flags & ~known) == 0;
  }

  private boolean isOutside(long sizeBytes) {
    return offset < 0 || lengthBytes() > sizeBytes || offset > sizeBytes - lengthBytes();
  }
}
