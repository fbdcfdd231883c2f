package io.oasis.manager.server.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An answer that ends when nothing comes for {@link #SILENCE}: a machine that lost its power closes
 * no connection.
 */
public final class Watched extends InputStream {
  /** Three heartbeats of a stream of events. */
  static final Duration SILENCE = Duration.ofSeconds(15);

  private static final Logger LOG = LoggerFactory.getLogger(Watched.class);

  private final HttpResponse<InputStream> answer;
  private final Thread watch = Thread.ofVirtual().name("oasis-watch").unstarted(this::watch);
  private volatile long heardNanos = System.nanoTime();

  Watched(HttpResponse<InputStream> answer) {
    this.answer = answer;
    watch.start();
  }

  public int status() {
    return answer.statusCode();
  }

  public HttpHeaders headers() {
    return answer.headers();
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = answer.body().read(bytes, offset, length);
    heardNanos = System.nanoTime();
    return read;
  }

  @Override
  public void close() throws IOException {
    watch.interrupt();
    answer.body().close();
  }

  private void watch() {
    try {
      for (long left; (left = heardNanos + SILENCE.toNanos() - System.nanoTime()) > 0; ) {
        TimeUnit.NANOSECONDS.sleep(left);
      }
      answer.body().close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.debug("an answer that fell silent does not close", e);
    }
  }
}
