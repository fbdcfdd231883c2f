package io.oasis.brick.nbd;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** An encrypted wire over a plain one. */
final class TlsWire implements Wire {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Wire plain;
  private final SSLEngine engine;

  /** Received and not yet decrypted, ready to be read from. */
  private final ByteBuffer encrypted;

  /** Decrypted and not yet taken, ready to be read from. */
  private final ByteBuffer clear;

  private final ByteBuffer outgoing;
  private final Object writing = new Object();

  private TlsWire(Wire plain, SSLEngine engine) {
    this.plain = plain;
    this.engine = engine;
    int packet = engine.getSession().getPacketBufferSize();
    encrypted = ByteBuffer.allocateDirect(4 * packet).flip();
    clear = ByteBuffer.allocateDirect(engine.getSession().getApplicationBufferSize()).flip();
    outgoing = ByteBuffer.allocateDirect(4 * packet);
  }

  static TlsWire accept(Wire plain, SSLEngine engine) throws IOException {
    TlsWire wire = new TlsWire(plain, engine);
    engine.beginHandshake();
    wire.shake();
    return wire;
  }

  private void shake() throws IOException {
    while (true) {
      HandshakeStatus status = engine.getHandshakeStatus();
      switch (status) {
        case NEED_TASK -> runTasks();
        case NEED_WRAP -> wrap(NOTHING.duplicate());
        case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
          if (!unwrap(clear)) {
            throw new EOFException("the client closed while encryption was agreed on");
          }
        }
        case FINISHED, NOT_HANDSHAKING -> {
          return;
        }
      }
    }
  }

  private void runTasks() {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    while (!clear.hasRemaining()) {
      if (!unwrap(clear)) {
        return -1;
      }
      if (engine.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        runTasks();
      } else if (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
        wrap(NOTHING.duplicate());
      }
    }
    int count = Math.min(into.remaining(), clear.remaining());
    into.put(into.position(), clear, clear.position(), count);
    into.position(into.position() + count);
    clear.position(clear.position() + count);
    return count;
  }

  /** Decrypts one record into {@code target}, which is read from afterwards; false at the end. */
  private boolean unwrap(ByteBuffer target) throws IOException {
    target.compact();
    try {
      SSLEngineResult result = engine.unwrap(encrypted, target);
      while (result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW) {
        encrypted.compact();
        int count = plain.read(encrypted);
        encrypted.flip();
        if (count < 0) {
          return false;
        }
        result = engine.unwrap(encrypted, target);
      }
      return result.getStatus() != SSLEngineResult.Status.CLOSED;
    } catch (SSLException e) {
      throw new EOFException("encryption failed: " + e.getMessage());
    } finally {
      target.flip();
    }
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    while (from.hasRemaining()) {
      wrap(from);
    }
  }

  /** The reader may have to write too, when keys are renewed. */
  private void wrap(ByteBuffer from) throws IOException {
    synchronized (writing) {
      outgoing.clear();
      SSLEngineResult result = engine.wrap(from, outgoing);
      if (result.getStatus() == SSLEngineResult.Status.CLOSED && from.hasRemaining()) {
        throw new EOFException("encryption was ended");
      }
      plain.write(outgoing.flip());
    }
  }

  @Override
  public boolean isEncrypted() {
    return true;
  }

  @Override
  public void close() throws IOException {
    plain.close();
  }
}
