package io.oasis.brick.nbd;

import io.oasis.brick.engine.Chain;
import io.oasis.brick.engine.Work;
import io.oasis.brick.os.Memory;
import io.oasis.brick.volume.Volume;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The transmission phase of one connection: reads requests, serves or schedules them, answers.
 *
 * <p>It holds the lock of the answers from the first request of a batch until all that has arrived
 * is served, and lets it go before it waits for anything: bytes, memory, a free request.
 */
final class Transmission {
  private final Inbound in;
  private final Answers answers;
  private final Export export;
  private final Volume volume;
  private final Flight flight;
  private final boolean allocation;
  private final int maxPayloadBytes;
  private final DirectTally tally;

  private final Chain batch = new Chain();
  private final Chain mine = new Chain();
  private final Chain performed = new Chain();
  private final Chain finished = new Chain();
  private final Chain answered = new Chain();

  private boolean direct;

  /** Has been taken and not been handed on: its payload is still awaited. */
  private @Nullable Request taken;

  /** Bytes that must have arrived before the next request can be served. */
  private int missing;

  private final RequestHeader header = new RequestHeader();

  Transmission(
      Inbound in, Answers answers, Handshake.Agreement agreement, Memory memory, Limits limits) {
    this.in = in;
    this.answers = answers;
    this.export = agreement.export();
    this.volume = export.volume();
    this.allocation = agreement.allocation();
    this.maxPayloadBytes = limits.maxPayloadBytes();
    this.flight = new Flight(export, memory, answers, limits.maxRequests());
    this.tally = new DirectTally(export.statistics());
  }

  /** Returns when the client has said good-bye or closed, and everything under way is answered. */
  void run() throws IOException {
    try {
      while (in.await()) {
        boolean goesOn = serveArrived();
        if (!goesOn || answers.isBroken()) {
          return;
        }
        if (in.available() > 0) {
          in.require(missing);
        }
      }
    } catch (IOException e) {
      flight.abandon();
      throw e;
    } finally {
      if (answers.isBroken()) {
        flight.abandon();
      }
      if (taken != null) {
        answered.add(taken);
        flight.land(answered);
      }
      flight.close();
    }
  }

  private boolean serveArrived() throws IOException {
    answers.lock.lock();
    try {
      direct = export.engine().isBare() && volume.isPrompt();
      tally.begin();
      boolean goesOn = true;
      while (goesOn && hasWhole()) {
        goesOn = serve();
      }
      return goesOn;
    } finally {
      // Also when the client broke the protocol: what came before that is done.
      settle();
      answers.lock.unlock();
    }
  }

  /** Whether the next request, with a payload that fits the buffer, has arrived whole. */
  private boolean hasWhole() {
    missing = Nbd.REQUEST_BYTES;
    if (in.available() < missing) {
      return false;
    }
    int at = in.position();
    boolean isWrite = in.buffer().getShort(at + 6) == Nbd.CMD_WRITE;
    long payload = isWrite ? Integer.toUnsignedLong(in.buffer().getInt(at + 24)) : 0;
    if (payload + Nbd.REQUEST_BYTES <= in.capacity()) {
      missing = (int) payload + Nbd.REQUEST_BYTES;
    }
    return in.available() >= missing;
  }

  private boolean serve() throws IOException {
    header.take(in);
    if (header.command == Nbd.CMD_DISC) {
      return false;
    }
    int error = header.refusal(export, maxPayloadBytes, allocation);
    if (error != Nbd.OK) {
      if (header.command == Nbd.CMD_WRITE) {
        settle();
        unlocked(() -> in.discard(header.lengthBytes()));
      }
      refuse(error);
    } else if (header.command == Nbd.CMD_READ) {
      read();
    } else if (header.command == Nbd.CMD_WRITE) {
      write();
    } else if (header.command == Nbd.CMD_BLOCK_STATUS) {
      blockStatus();
    } else {
      change();
    }
    return true;
  }

  private void refuse(int error) {
    export.statistics().arrivals.increment();
    export.statistics().refusals.increment();
    if (header.command == Nbd.CMD_READ || header.command == Nbd.CMD_BLOCK_STATUS) {
      answers.failure(header.handle, error, "refused");
    } else {
      answers.status(header.handle, error);
    }
  }

  private void read() throws IOException {
    if (direct || volume.hasCache()) {
      int position = answers.beginData(header.handle, header.offset, header.length);
      if (position < 0) {
        answers.flush();
        position = answers.beginData(header.handle, header.offset, header.length);
      }
      if (position >= 0 && readAtOnce(position)) {
        readAhead(true);
        return;
      }
    }
    Request request = take();
    request.prepare(header);
    makeRoom(request);
    boolean isParked = park(request);
    if (!isParked) {
      schedule(request);
    }
    readAhead(isParked);
  }

  private boolean park(Request request) {
    Prefetcher prefetcher = export.prefetcher();
    if (prefetcher == null) {
      return false;
    }
    request.park();
    // From the moment it is parked another thread may answer it.
    taken = null;
    boolean isParked = prefetcher.park(request);
    if (!isParked) {
      taken = request;
    }
    return isParked;
  }

  private void readAhead(boolean present) {
    Prefetcher prefetcher = export.prefetcher();
    if (prefetcher != null && !direct) {
      if (!present) {
        settle(); // the read itself goes before what follows it
      }
      prefetcher.read(header.offset, header.length, present);
    }
  }

  /** Reads without the engine when that may be; otherwise takes the answer that was begun back. */
  private boolean readAtOnce(int position) {
    try {
      if (direct) {
        volume.read(header.offset, answers.buffer(), position, header.length);
        tally.read(header.length);
        return true;
      }
      if (volume.tryRead(header.offset, answers.buffer(), position, header.length)) {
        tally.hit(header.length);
        return true;
      }
      answers.cancelData();
      return false;
    } catch (IOException e) {
      flight.report(e);
      answers.cancelData();
      refuse(Nbd.EIO);
      return true;
    }
  }

  private void write() throws IOException {
    int length = header.length;
    if (in.available() >= length && writeAtOnce()) {
      in.skip(length);
      return;
    }
    Request request = take();
    request.prepare(header);
    makeRoom(request);
    if (in.available() >= length) {
      in.readFully(request.payload(), 0, length);
    } else {
      settle();
      unlocked(() -> in.readFully(request.payload(), 0, length));
    }
    schedule(request);
  }

  private boolean writeAtOnce() {
    boolean flush = header.has(Nbd.CMD_FLAG_FUA);
    try {
      if (direct) {
        volume.write(header.offset, in.buffer(), in.position(), header.length);
        if (flush) {
          volume.flush();
        }
      } else if (flush
          || !volume.tryWrite(header.offset, in.buffer(), in.position(), header.length)) {
        return false;
      }
      tally.write(header.length);
      answers.status(header.handle, Nbd.OK);
      Destager destager = export.destager();
      if (!direct && destager != null) {
        destager.kick();
      }
    } catch (IOException e) {
      flight.report(e);
      refuse(Nbd.EIO);
    }
    return true;
  }

  private void change() throws IOException {
    Request request = take();
    request.prepare(header);
    if (header.command == Nbd.CMD_FLUSH) {
      export.statistics().arrivals.increment();
      taken = null;
      export.engine().performUnscheduled(request);
    } else {
      schedule(request);
    }
  }

  private void blockStatus() {
    export.statistics().arrivals.increment();
    export.statistics().others.increment();
    try {
      answers.blockStatus(
          header.handle,
          volume,
          header.offset,
          header.lengthBytes(),
          header.has(Nbd.CMD_FLAG_REQ_ONE));
    } catch (IOException e) {
      answers.failure(header.handle, Nbd.EIO, "the volume's extents cannot be had");
    }
  }

  /** A request to fill in, after waiting for one where the most are under way. */
  private Request take() throws IOException {
    Request request = flight.tryTake();
    while (request == null) {
      settle();
      unlocked(flight::awaitSpare);
      request = flight.tryTake();
    }
    taken = request;
    return request;
  }

  private void makeRoom(Request request) throws IOException {
    if (!request.hasRoom() && !request.takeRoom(false)) {
      settle();
      unlocked(() -> request.takeRoom(true));
    }
  }

  private void schedule(Request request) {
    export.statistics().arrivals.increment();
    taken = null;
    batch.add(request);
  }

  /** Submits what was gathered, does what falls to this thread, and lets the answers leave. */
  private void settle() {
    tally.end();
    if (!batch.isEmpty()) {
      export.engine().submit(batch, flight, mine);
      while (!mine.isEmpty()) {
        performMine();
      }
    }
    answers.flush();
  }

  private void performMine() {
    for (Work work = mine.poll(); work != null; work = mine.poll()) {
      Request request = (Request) work;
      int position = -1;
      if (request.command == Nbd.CMD_READ && request.length <= Answers.COPIED_BYTES) {
        position = answers.beginData(request.handle, request.offset(), request.length);
      }
      if (position < 0) {
        request.perform();
      } else {
        request.performInto(answers.buffer(), position);
        if (request.error == Nbd.OK) {
          request.answered = true;
        } else {
          answers.cancelData();
        }
      }
      performed.add(request);
    }
    export.engine().done(performed, flight, mine, finished);
    for (Work work = finished.poll(); work != null; work = finished.poll()) {
      Request request = (Request) work;
      if (request.answered) {
        request.account();
      } else {
        flight.answer(request);
      }
      answered.add(request);
    }
    flight.land(answered);
  }

  /** Something that waits. */
  private interface Waiting {
    void run() throws IOException;
  }

  private void unlocked(Waiting waiting) throws IOException {
    answers.lock.unlock();
    try {
      waiting.run();
    } finally {
      answers.lock.lock();
    }
  }
}
